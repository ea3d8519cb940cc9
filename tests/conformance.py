"""Test kirke on problems with known solutions.

    python3 tests/conformance.py RUNNER KIRKE FILES LIMIT

RUNNER is a program that runs KIRKE on the problems of FILES with LIMIT seconds
for each and writes the verdicts as JSON (`--json`). A problem may be refused or
exceed the limit; a differing answer, or a crash, is a failure.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

FAILURES = ("differed", "crashed")


def main():
    runner, kirke, files, limit = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [sys.executable, runner, "--kirke", kirke, "--files", files, "--limit", limit]
        subprocess.run([*command, "--show", "0", "--json", report], stdout=subprocess.DEVNULL, check=False)
        with open(report, encoding="utf-8") as lines:
            rows = json.load(lines)
    counts = collections.Counter(row["verdict"] for row in rows)
    summary = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{files}: {summary}")
    failed = [row["id"] for row in rows if row["verdict"] in FAILURES]
    for problem in failed:
        print(f"  failed: {problem}")
    print(f"{len(rows) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not counts["agreed"] else 0


if __name__ == "__main__":
    sys.exit(main())
