"""Make problems for which Popeye's program needs long: the hard race.

    python3 benches/hard.py --kirke KIRKE --peer py --seed 1 -o hard.jsonl FILE...

FILE are problems in any format that kirke reads. A random problem of a family is changed:
men are shifted by one square, one is removed or its kind exchanged, and the families under
rules may take another rule. Then the stipulation is lengthened until the program of `--peer`
needs at least `--least` CPU seconds in the better of its two modes (its intelligent mode is
tried in help and series play). Problems that need more than `--most` are dropped, and so are
those with more than `--lines` lines of output. Each row is printed to the output as soon as
it is found, as JSON that kirke reads; a run with the same output and seed goes on where the
last one ended. kirke only converts the texts here: it does not affect which rows are taken.

    kirke bench --peer py --limit 10m --runs 1 hard.jsonl

then compares the answers and the times.
"""
import argparse
import json
import os
import random
import re
import resource
import subprocess
import tempfile

GENERAL = [
    "Madrasi", "Isardam", "Koeko", "Take&Make", "Make&Take", "Andernach", "MonochromChess", "BichromChess", "Einstein",
    "Annan", "Lortap", "Ultrapatrol", "Chameleonchess", "PowerTransfer", "BlackMaximummer", "Provocation", "Norsk",
    "Tibet",
]
CIRCE = ["Circe", "Circe Mirror", "PWC", "AntiCirce", "AntiCirce Cheylan", "CirceEquipollents"]
CIRCE_HELP = CIRCE + ["SuperCirce", "MarsCirce"]

# The families: the kinds of play of their sources, and the rules of which a source gets one
# instead of its own; without rules only sources without conditions are used.
FAMILIES = {
    "direct": ("direct", None),
    "self": ("self reflex", None),
    "help-self": ("help-self", None),
    "help": ("help", None),
    "series": ("series", None),
    "circe-battle": ("direct self reflex", CIRCE),
    "circe-help": ("help help-self series", CIRCE_HELP),
    "general": ("direct self help series", GENERAL),
}
KINDS = [
    ("series", re.compile(r"(pser|ser)-(h|s|r|hs)?[#=]*\d+")),
    ("help-self", re.compile(r"(hs|hr)[#=]+(\d+(\.5)?)")),
    ("help", re.compile(r"h[#=]+(\d+(\.5)?)")),
    ("self", re.compile(r"s[#=]+\d+")),
    ("reflex", re.compile(r"(r|semi-r)[#=]+\d+")),
    ("direct", re.compile(r"[#=]+\d+")),
]
# The greatest length of a stipulation, in half moves.
LONGEST = 60


def kind(stipulation):
    """Return the kind of play of a stipulation, None for one that is not used here."""
    for name, pattern in KINDS:
        if pattern.fullmatch(stipulation):
            return name
    return None


def length(stipulation):
    """Return the number of moves in a stipulation, in half moves."""
    return round(2 * float(re.search(r"\d+(\.5)?$", stipulation).group()))


def with_length(stipulation, halves):
    """Return the stipulation with another number of moves, given in half moves."""
    moves = f"{halves // 2}.5" if halves % 2 else str(halves // 2)
    return re.sub(r"\d+(\.5)?$", moves, stipulation)


def squares(placement):
    """Return the men of a placement as a map from (file, rank) to a letter; None with fairy men."""
    men = {}
    for row, line in enumerate(placement.split("/")):
        file = 0
        for letter in line:
            if letter.isdigit():
                file += int(letter)
            elif letter in "KQRBNPkqrbnp":
                men[file, 7 - row] = letter
                file += 1
            else:
                return None
        if file != 8:
            return None
    return men if len(placement.split("/")) == 8 else None


def placement(men):
    """Return the placement of men as in FEN."""
    lines = []
    for rank in range(7, -1, -1):
        line, empty = "", 0
        for file in range(8):
            letter = men.get((file, rank))
            if letter is None:
                empty += 1
                continue
            line += (str(empty) if empty else "") + letter
            empty = 0
        lines.append(line + (str(empty) if empty else ""))
    return "/".join(lines)


def shifted(men, chance):
    """Return the men with one of them on a neighbouring square, None if it cannot be there."""
    start = chance.choice(sorted(men))
    file, rank = start[0] + chance.choice((-1, 0, 1)), start[1] + chance.choice((-1, 0, 1))
    letter = men[start]
    if (file, rank) in men or not (0 <= file < 8 and 0 <= rank < 8) or letter in "Pp" and rank in (0, 7):
        return None
    changed = dict(men)
    del changed[start]
    changed[file, rank] = letter
    return changed


def changed(men, chance):
    """Return the men after one to three random changes; None if a change fails."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        if chance.random() < 0.75:
            men = shifted(men, chance)
            if men is None:
                return None
            continue
        others = [square for square in sorted(men) if men[square] not in "Kk"]
        if not others:
            return None
        square = chance.choice(others)
        men = dict(men)
        if chance.random() < 0.5:
            del men[square]
        else:
            letter = chance.choice("QRBN")
            men[square] = letter if men[square].isupper() else letter.lower()
    return men


class Programs:
    """The two programs, and the limits of their runs."""

    def __init__(self, arguments):
        self.kirke, self.peer = arguments.kirke, arguments.peer
        self.most, self.lines = arguments.most, arguments.lines
        self.file = tempfile.NamedTemporaryFile(suffix=".inp")

    def popeye_text(self, row):
        """Return a row in Popeye's language; None if it cannot be written."""
        done = subprocess.run(
            [self.kirke, "convert", "-", "--to", "popeye"], input=json.dumps(row), capture_output=True, text=True
        )
        return done.stdout if done.returncode == 0 else None

    def accepts(self, row):
        """Return whether kirke understands a row; a warning about its position is no fault."""
        done = subprocess.run([self.kirke, "check", "-"], input=json.dumps(row), capture_output=True, text=True)
        return done.returncode in (0, 1)

    def seconds(self, text, limit):
        """Return the CPU seconds of the peer, or why there are none: "long", "lines" or "fault"."""
        with open(self.file.name, "w", encoding="latin-1", errors="replace") as file:
            file.write(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [self.peer, "-regression", "-maxmem", "1G", self.file.name]

        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 24, 1 << 24))

        with tempfile.TemporaryFile() as output:
            done = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, preexec_fn=limits)
            output.seek(0)
            printed = output.read().decode("latin-1")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if done.returncode < 0 or used > limit:
            return "long"
        if "solution finished" not in printed or re.search(r"input-error|illegal|not supported|partial", printed, re.I):
            return "fault"
        return "lines" if printed.count("\n") > self.lines else used

    def better(self, text, cooperative):
        """Return the CPU seconds of the peer's better mode and whether it is the intelligent one."""
        if not cooperative:
            return self.seconds(text, self.most), False
        smart_text = re.sub(r"(?m)^stipulation", "option Intelligent\nstipulation", text, count=1)
        smart = self.seconds(smart_text, self.most)
        if isinstance(smart, str) and smart != "long":
            return smart, False
        plain = self.seconds(text, self.most if smart == "long" else smart)
        if isinstance(plain, str):
            return (smart, True) if plain == "long" else (plain, False)
        return (plain, False) if smart == "long" or plain <= smart else (smart, True)


def sources(kirke, files):
    """Return the problems of files as pairs of a kind of play and a problem in JSON."""
    done = subprocess.run([kirke, "convert", *files, "--to", "json"], capture_output=True, text=True)
    found = []
    for line in done.stdout.splitlines():
        problem = json.loads(line)
        problem = problem.get("problem", problem)
        play = kind(problem["stipulation"] or "")
        men = squares(problem["fen"].split()[0])
        if play and men and not problem.get("start"):
            found.append((play, men, problem))
    return found


def candidate(family, pool, chance):
    """Return a random change of a problem of a family; None if the change fails."""
    kinds, rules = FAMILIES[family]
    play = chance.choice(kinds.split())
    fitting = [(men, problem) for (of, men, problem) in pool if of == play]
    if rules is None:
        fitting = [(men, problem) for (men, problem) in fitting if not problem["conditions"]]
    if not fitting:
        return None
    men, problem = chance.choice(fitting)
    men = changed(men, chance)
    if men is None:
        return None
    name = (problem.get("authors") or problem.get("origins") or [problem.get("id") or "?"])[0]
    row = {
        "authors": [f"after {name}"],
        "fen": placement(men),
        "stipulation": problem["stipulation"],
        "conditions": [] if rules is None else [chance.choice(rules)],
        "options": {"white_to_play": True} if problem["options"].get("white_to_play") else {},
    }
    return play, row


def lengthened(programs, arguments, play, row):
    """Return the row with the first length for which the peer needs long enough; None without one."""
    cooperative = play in ("help", "series") and not row["conditions"]
    step = 1 if play in ("help", "help-self") else 2
    halves = max(length(row["stipulation"]) - 2, 4)
    while halves <= LONGEST:
        row["stipulation"] = with_length(row["stipulation"], halves)
        text = programs.popeye_text(row) if programs.accepts(row) else None
        if text is None:
            return None
        seconds, smart = programs.better(text, cooperative)
        if isinstance(seconds, str):
            return None
        if seconds >= arguments.least:
            if smart:
                row["options"]["intelligent"] = True
            return seconds, row
        halves += step
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--kirke", required=True)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=12, help="rows of each family")
    parser.add_argument("--least", type=float, default=5, help="CPU seconds of the peer")
    parser.add_argument("--most", type=float, default=300, help="CPU seconds of the peer")
    parser.add_argument("--lines", type=int, default=2000, help="lines that the peer prints")
    parser.add_argument("--family", action="append", choices=sorted(FAMILIES))
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()

    pool = sources(arguments.kirke, arguments.files)
    programs = Programs(arguments)
    have = {family: 0 for family in FAMILIES}
    if os.path.exists(arguments.output):
        for line in open(arguments.output):
            have[json.loads(line)["id"].rsplit("-", 1)[0]] += 1
    for family in arguments.family or FAMILIES:
        chance = random.Random(f"{arguments.seed} {family} {have[family]}")
        while have[family] < arguments.rows:
            made = candidate(family, pool, chance)
            found = made and lengthened(programs, arguments, *made)
            if not found:
                continue
            seconds, row = found
            have[family] += 1
            row = {"id": f"{family}-{have[family]}", **row}
            with open(arguments.output, "a") as output:
                output.write(json.dumps(row) + "\n")
            print(f"{row['id']:16} {row['stipulation']:10} {' '.join(row['conditions']):22} {seconds:8.1f}", flush=True)


if __name__ == "__main__":
    main()
