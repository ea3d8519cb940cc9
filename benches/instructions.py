"""Hold the instructions that kirke takes against those that it took.

    python3 benches/instructions.py KIRKE            # compares
    python3 benches/instructions.py KIRKE --update   # writes what is counted now

KIRKE is the program, built for release. `instructions.json` beside this script has a
dozen runs on one thread, each with the instructions that it took, as counted by
`valgrind --tool=callgrind`: unlike times they hardly depend on what else the machine
does. More than 3 % more is a failure, more than 3 % less is told: then it is time to
update. Another compiler makes other instructions: where its version is not the one of
the file, nothing fails. Without valgrind, and where it cannot be installed, nothing is
counted, and that is said.
"""
import json
import os
import re
import shutil
import subprocess
import sys

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.json")
# How much more or less is worth a word.
MARGIN = 0.03
# Seconds that a run may take under valgrind, and those that an installation may.
PATIENCE = 300


def has_valgrind():
    """Is there a valgrind, installed now if need be?"""
    if shutil.which("valgrind") is None and shutil.which("apt-get") and os.geteuid() == 0:
        command = ["apt-get", "install", "-y", "-q", "valgrind"]
        try:
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            pass
    return shutil.which("valgrind") is not None


def compiler():
    """The version of the compiler; empty if there is none."""
    try:
        told = subprocess.run(["rustc", "--version"], capture_output=True, text=True)
    except OSError:
        return ""
    return told.stdout.strip()


def count(kirke, run):
    """The instructions that a run takes; None if it fails."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", kirke, *run["arguments"].split()]
    try:
        done = subprocess.run(command, input=run["input"], capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    counted = re.search(r"Collected : (\d+)", done.stderr)
    return int(counted.group(1)) if done.returncode == 0 and counted else None


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    update = len(arguments) < len(sys.argv) - 1
    if len(arguments) != 1:
        sys.exit(__doc__)
    with open(FILE, encoding="utf-8") as text:
        kept = json.load(text)
    if not has_valgrind():
        print("instructions: skipped, there is no valgrind and it cannot be installed")
        return 1 if update else 0
    version = compiler()
    same_compiler = version == kept["rustc"]
    if not same_compiler:
        print(f"instructions: counted with {kept['rustc']}, this is {version}: nothing fails")
    passed, failed = 0, 0
    for run in kept["runs"]:
        counted, before = count(arguments[0], run), run["instructions"]
        if counted is None:
            failed += 1
            print(f"{run['name']:24} does not run")
            continue
        change = counted / before - 1 if before else 0.0
        more = change > MARGIN
        word = "MORE" if more else "less" if change < -MARGIN else ""
        print(f"{run['name']:24} {counted / 1e6:8.1f} million, {before / 1e6:8.1f} before {change:+7.1%}  {word}".rstrip())
        if more and same_compiler and not update:
            failed += 1
        else:
            passed += 1
        run["instructions"] = counted
    if update and not failed:
        with open(FILE, "w", encoding="utf-8") as text:
            json.dump({"rustc": version, "runs": kept["runs"]}, text, indent=1, ensure_ascii=False)
            text.write("\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
