"""Tests the planner on texts made to deceive it: each task runs with the planner's choice, and with
each of its ways forced (EDGREP_PLAN). The texts change their script, their alphabet or their
density of q-grams every few megabytes, have q-grams that never become occurrences, or match
everywhere.

Environment: BENCH_PLANS, the names of the tasks (default: all); BENCH_SCALE, a factor of all
sizes (1)."""

import os
import random
import re
import subprocess

from cliffs import CYRILLIC, DEVANAGARI, J1, SCALE
from tables import heading, number, row
from texts import SEED, Part
from turns import ENVIRONMENT, in_turn

NAMES = os.environ.get("BENCH_PLANS", "").split()
GOAL = 1.5  # multiple of the seconds of the best way
ALONE, PATTERN, AUTOMATON, MANY, RECORDS = (["sieve", "decode"], ["pieces", "subpattern", "rows"],
                                            ["pieces", "bit-nfa", "byte-nfa", "lazy-dfa"], ["qgrams", "rows"],
                                            ["deletions", "rows"])
COSTS = ["unit-costs", "automata"]
PATIENCE = 2  # no round starts after this many seconds
TURN = 2  # MiB after which a text changes


def mebibytes(n):
    return max(1 << 16, int(n * SCALE * (1 << 20)))


def repeated(lines, size):
    """Repeats lines up to a size in bytes."""
    block = "".join(lines)
    return block * max(1, size // len(block.encode()))


class Plans(Part):
    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.draw = random.Random(f"{SEED} plans")

    def lines(self, words, size, share):
        """Returns lines of words; this share of them is the first word."""
        some = [" ".join(words[0] if self.draw.random() < share else self.draw.choice(words[1:]) for _ in range(9)) + "\n"
                for _ in range(2000)]
        return repeated(some, size)

    def words(self, letters, n=500):
        return ["".join(self.draw.choices(letters, k=self.draw.randint(5, 9))) for _ in range(n)]

    def scripts(self):
        """Yields tasks on two scripts in turn: one is sieved as bytes, the other decoded."""
        turn, russian, hindi = mebibytes(TURN), self.words(CYRILLIC), self.words(DEVANAGARI)
        text = (self.lines(russian, turn, .3) + self.generated("english", turn) + self.lines(hindi, turn, .3)
                + self.generated("log", turn))
        text = self.write("scripts", text * 4)
        yield "a word, scripts change", ["-k1", russian[0], text], ALONE + PATTERN
        yield "a phrase, scripts change", ["-k3", " ".join(russian[:2] + russian[5:7]), text], ALONE + PATTERN

    def alphabets(self):
        turn = mebibytes(TURN)
        dna, english, log = (self.generated(kind, turn) for kind in ("dna", "english", "log"))
        text = self.write("alphabets", (dna + english + log) * 4)
        yield "DNA, the alphabet changes", ["-k4", "ACGTTGCAAGCTTCAGGACTACCATGCATT", text], PATTERN
        yield "-E, the alphabet changes", ["-E", "-k1", "[a-f]+(connection|refused)[A-Z]?.{3,}us", text], AUTOMATON

    def densities(self):
        """Yields tasks with q-grams everywhere in one part and nowhere in the next."""
        turn, words = mebibytes(TURN), self.words("etaoinshrdlucm")
        text = self.write("densities", "".join(self.lines(words, turn, share) for share in (.9, 0, .4, .01)) * 4)
        yield "a phrase, densities change", ["-k3", f"{words[0]} {words[1]} {words[2]}", text], PATTERN
        yield "-E, densities change", ["-E", "-k1", f"{words[0]} ({words[1]}|{words[2]}) [a-e]+", text], AUTOMATON
        listed = self.write("some", "\n".join(words[:300]) + "\n")
        yield "300 words, densities change", ["-k1", "-f", listed, text], MANY

    def frequent(self):
        """Yields tasks with a q-gram in every line and no occurrence."""
        pattern = "connection refused by the remote host"
        pieces = [pattern[at:at + 9] for at in range(0, len(pattern), 9)]
        lines = [" ".join(self.draw.choice(pieces) + "".join(self.draw.choices("qxzvk", k=9)) for _ in range(6)) + "\n"
                 for _ in range(5000)]
        text = self.write("frequent", repeated(lines, mebibytes(24)))
        yield "frequent pieces", ["-k3", pattern, text], PATTERN
        yield "frequent pieces, -E", ["-E", "-k2", pattern.replace(" ", "( |_)+"), text], AUTOMATON
        yield from self.frequent_of_many()

    def frequent_of_many(self):
        """The same for 400 patterns; then only every few megabytes."""
        patterns = ["".join(self.draw.choices("abcdefghijklmnop", k=24)) for _ in range(400)]
        pieces = [pattern[at:at + 8] for pattern in patterns for at in range(0, 24, 8)]
        lines = [" ".join(self.draw.choice(pieces) + "".join(self.draw.choices("qxzvkw", k=9)) for _ in range(6)) + "\n"
                 for _ in range(5000)]
        listed, turn = self.write("many", "\n".join(patterns) + "\n"), mebibytes(TURN)
        text = self.write("of_many", repeated(lines, 4 * turn))
        yield "frequent pieces of 400", ["-o", "-k3", "-f", listed, text], MANY
        clean = self.lines(self.words("qrstuvwxyz"), turn, 0)
        text = self.write("now_and_then", (clean + repeated(lines, turn // 2)) * 4)
        yield "pieces of 400 now and then", ["-o", "-k3", "-f", listed, text], MANY

    def whole_lines(self):
        words = self.words("etaoinshrdlucm", 20000)
        text = self.write("lines", repeated([self.draw.choice(words) + "\n" for _ in range(100000)], mebibytes(4)))
        listed = self.write("whole", "\n".join(words[:2000]) + "\n")
        for k in 1, 2:
            yield f"-x -k{k}, 2000 words", ["-c", "-x", f"-k{k}", "-f", listed, text], RECORDS

    def costs(self):
        """Yields tasks with limited edits: no line is near; then most lines would be, without the
        limits."""
        pattern, turn = "connection refused by the remote host", mebibytes(TURN)
        log = self.generated("log", turn)
        near = [" ".join("".join(c * (1 + (self.draw.random() < .15)) for c in word) for word in pattern.split()) + "\n"
                for _ in range(2000)]
        far, both = self.write("far", log * 8), self.write("both", (log + repeated(near, turn)) * 4)
        for options in ["--limit=+1"], ["--insert-cost=9"], ["--limit=+1", "--confuse=@ocr"]:
            yield f"{' '.join(options)} -k8, nothing near", ["-c", "-k8", *options, pattern, far], COSTS
            yield f"{' '.join(options)} -k8, then much", ["-c", "-k8", *options, pattern, both], COSTS

    def everything(self):
        text = self.write("everything", repeated(["a" * 60 + "\n"], mebibytes(16)))
        yield "every line matches", ["-c", "-k2", "a" * 20, text], PATTERN
        yield "every line matches, --limit", ["-c", "-k2", "--limit=+1", "a" * 20, text], COSTS
        yield "every line matches, -E", ["-c", "-E", "-k1", "(aa|ab)+a{9}", text], AUTOMATON
        listed = self.write("as", "\n".join("a" * n for n in range(10, 50)) + "\n")
        yield "every line matches 40 patterns", ["-c", "-k2", "-f", listed, text], MANY

    def taken(self):
        """Yields tasks with patterns of the text."""
        log = self.generated("log", mebibytes(8))
        text = self.write("log", log)
        for n in 50, 1000:
            places = [self.draw.randrange(len(log) - 40) for _ in range(2 * n)]
            patterns = [log[at:at + 20] for at in places if "\n" not in log[at:at + 20]][:n]
            listed = self.write(f"taken{n}", "\n".join(patterns) + "\n")
            for option in ["-c"], []:
                yield f"{' '.join(option)} {n} patterns of the log".strip(), [*option, "-k2", "-f", listed, text], MANY

    @staticmethod
    def takes(way, command):
        """Returns whether the way can be used for the command, by --stats; those of many patterns
        always can."""
        err = subprocess.run(["env", f"EDGREP_PLAN={way}", *command, "--stats"], stdin=subprocess.DEVNULL, check=False,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT).stderr.decode()
        ways = re.search(r"^ways: (.*)$", err, re.M)
        return way in MANY[:1] or "-f" in command or (ways is not None and re.search(rf"\b{way} \d", ways[1]))

    def print(self):
        heading(f"The planner and each of its ways; processor seconds, goal {GOAL} times the best", "task", "planner",
                "best way", "s", "times", "others")
        for tasks in (self.scripts, self.alphabets, self.densities, self.frequent, self.costs, self.everything,
                      self.taken, self.whole_lines):
            for name, arguments, ways in tasks():
                if not NAMES or any(name.startswith(some) for some in NAMES):
                    self.print_task(name, [*J1, *arguments], ways)

    def print_task(self, name, command, ways):
        commands = {way: ["env", f"EDGREP_PLAN={way}", *command] for way in ways if self.takes(way, command)}
        costs = in_turn({"planner": ["env", "EDGREP_PLAN=", *command], **commands}, patience=PATIENCE, keep=False)
        seconds = {way: max(cost.processor, 1e-4) for way, cost in costs.items()}
        planner = seconds.pop("planner")
        best = min(seconds, key=seconds.get, default="planner")
        least = seconds.get(best, planner)
        others = ", ".join(f"{way} {number(s)}" for way, s in seconds.items() if way != best)
        row(name, number(planner), best, number(least), number(planner / least), others)
        self.figures.add("plans", task=name, planner=planner, best=best, best_s=least, others=others)
