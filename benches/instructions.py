"""Compare the instruction counts of kirke with the recorded counts.

    python3 benches/instructions.py KIRKE            # compares
    python3 benches/instructions.py KIRKE --update   # records the current counts

KIRKE is the release build of the program. `instructions.json` in the folder of this
script has a dozen runs on one thread, each with its number of instructions, as counted
by `valgrind --tool=callgrind`: unlike times, they hardly depend on the load of the
machine. An increase of more than 3 % is a failure. A decrease of more than 3 % is
reported: then the record should be updated. Another compiler generates other
instructions: if its version differs from that of the record, no run fails for its
count. If valgrind is missing and cannot be installed, the comparison is skipped with a
message.
"""
import json
import os
import re
import shutil
import subprocess
import sys

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.json")
# The relative change up to which counts are considered equal.
MARGIN = 0.03
# The time limit of a run under valgrind, and of an installation, in seconds.
PATIENCE = 300


def has_valgrind():
    """Return whether valgrind is available; install it if necessary and possible."""
    if shutil.which("valgrind") is None and shutil.which("apt-get") and os.geteuid() == 0:
        command = ["apt-get", "install", "-y", "-q", "valgrind"]
        try:
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            pass
    return shutil.which("valgrind") is not None


def compiler():
    """Return the version of the compiler; an empty string if there is no compiler."""
    try:
        printed = subprocess.run(["rustc", "--version"], capture_output=True, text=True)
    except OSError:
        return ""
    return printed.stdout.strip()


def count(kirke, run):
    """Return the number of instructions of a run; None if the run fails."""
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
