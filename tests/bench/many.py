"""Many patterns at once: random ones of each text's own characters, hardly any of which is found.

A distance is left out where ten times fewer patterns took too long.

Environment: BENCH_MANY, numbers of patterns (10 100 1000 10000 100000); BENCH_SIZE, bytes of each
text (64M)."""

import os
import random
import string
import subprocess

from tables import heading, number, row
from texts import LINES, PROGRAM, SEED, SYMBOLS, generate, parse_size
from turns import in_turn

SIZE = parse_size(os.environ.get("BENCH_SIZE", "64M"))
NUMBERS = [int(n) for n in os.environ.get("BENCH_MANY", "10 100 1000 10000 100000").split()]
TEXTS = os.environ.get("BENCH_TEXTS", "log english dna").split()
LENGTH = {"dna": 23}  # else 20
DISTANCES = 0, 1, 2, 3, 4
ROUNDS = 3
LIMIT = 4  # seconds: a search that takes longer is not done with more patterns
GOALS = {("log", 1000, 2): 0.5, ("log", 10000, 2): 0.25, ("log", 100000, 2): 0.1,
         ("log", 1000, 4): 0.2}  # GB/s
EMPTY = os.devnull


def memory(command):
    """The most memory that it had, in MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_maxrss / 1e3


class Many:
    def __init__(self, directory, figures):
        self.directory = directory
        self.figures = figures

    def patterns(self, kind, n):
        """The path of a list of n patterns."""
        draw = random.Random(SEED + n)
        letters, length = SYMBOLS.get(kind, string.ascii_lowercase), LENGTH.get(kind, 20)
        path = os.path.join(self.directory, f"many-{kind}-{n}")
        with open(path, "w", encoding="ascii") as file:
            for _ in range(n):
                file.write("".join(draw.choices(letters, k=length)) + "\n")
        return path

    def print(self):
        heading(f"Many patterns of 20 letters (DNA: 23), {SIZE / 1e6:.3g} MB, -j1 -c: GB/s without "
                "the time before the text, which stands in seconds beside it; in brackets a goal",
                "text", "patterns", "before", "MB", "grep -F",
                *(f"k = {k}" for k in DISTANCES))
        for kind in TEXTS:
            text = generate(os.path.join(self.directory, f"many-{kind}"), *LINES[kind], kind,
                            str(SIZE), str(SEED))
            left = list(DISTANCES)
            for n in NUMBERS:
                left = self.print_row(kind, n, text, left)
            os.unlink(text)

    def print_row(self, kind, n, text, distances):
        """Prints what these distances cost; returns those that are fast enough to go on with."""
        listed = self.patterns(kind, n)
        commands = {k: [PROGRAM, "-j1", "-c", f"-k{k}", "-f", listed, text] for k in distances}
        commands["grep"] = ["grep", "-cF", "-f", listed, text]
        commands["before"] = [PROGRAM, "-j1", "-c", "-k2", "-f", listed, EMPTY]
        costs = in_turn(commands, ROUNDS)
        before = costs["before"].wall
        most = memory(commands[distances[0]]) if distances else None
        rates = {k: SIZE / max(costs[k].wall - before, 1e-9) / 1e9 for k in distances}
        for k, rate in rates.items():
            self.figures.add("many", text=kind, patterns=n, k=k, gb_per_s=rate, before_s=before,
                             memory_mb=most)
        goals = {k: GOALS.get((kind, n, k)) for k in DISTANCES}
        row(kind, n, number(before), number(most), number(SIZE / costs["grep"].wall / 1e9),
            *(number(rates.get(k)) + (f" ({goals[k]})" if goals[k] else "") for k in DISTANCES))
        return [k for k in distances if costs[k].wall < LIMIT]
