"""Measures many patterns at once: random ones of each text's own characters; hardly any of them
occurs.

A distance is skipped if ten times fewer patterns took too long, and so is another program.

Environment: BENCH_MANY, numbers of patterns (10 100 1000 10000 100000); BENCH_SIZE, bytes of
each text (64M); BENCH_BESIDE, of those that others search (8M); BENCH_LIMIT, seconds that they
have, to compile the patterns and to search; BENCH_LISTS, numbers of patterns whose compiling is
measured (100000 500000)."""

import os
import random
import shutil
import string
import subprocess

from tables import heading, number, row
from texts import LINES, PROGRAM, SEED, SYMBOLS, Part, generate, parse_size, tool
from tools import LIMIT as OTHERS_LIMIT, Run, execute, fault_of
from turns import in_turn

SIZE = parse_size(os.environ.get("BENCH_SIZE", "64M"))
NUMBERS = [int(n) for n in os.environ.get("BENCH_MANY", "10 100 1000 10000 100000").split()]
TEXTS = os.environ.get("BENCH_TEXTS", "log english dna").split()
LENGTH = {"dna": 23}  # otherwise 20
DISTANCES = 0, 1, 2, 3, 4
ROUNDS = 3
LIMIT = 4  # seconds: a slower search is not repeated with more patterns
GOALS = {("log", 1000, 2): 0.5, ("log", 10000, 2): 0.25, ("log", 100000, 2): 0.1,
         ("log", 1000, 4): 0.2}  # GB/s
EMPTY = os.devnull
BESIDE = parse_size(os.environ.get("BENCH_BESIDE", "8M"))
BESIDE_DISTANCES = 1, 2
BESIDE_MOST = 10000  # patterns
ARGUMENT = 1 << 17  # maximum length of an argument
LISTS = [int(n) for n in os.environ.get("BENCH_LISTS", "100000 500000").split()]


def memory(command):
    """Returns the peak memory of a command, in MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_maxrss / 1e3


def rate(size, seconds):
    """Returns GB/s; None if the time is too short to measure."""
    return size / seconds / 1e9 if seconds > 0 else None


class Many(Part):
    def patterns(self, kind, n):
        """Writes a list of n patterns. Returns its path."""
        draw = random.Random(SEED + n)
        letters, length = SYMBOLS.get(kind, string.ascii_lowercase), LENGTH.get(kind, 20)
        path = self.path(f"many-{kind}-{n}")
        with open(path, "w", encoding="ascii") as file:
            for _ in range(n):
                file.write("".join(draw.choices(letters, k=length)) + "\n")
        return path

    def print(self):
        self.print_rates()
        self.print_beside()
        if LISTS:
            self.print_lists()

    def print_rates(self):
        heading(f"Many patterns of 20 letters (DNA: 23), {SIZE / 1e6:.3g} MB, -j1 -c: GB/s without "
                "setup, whose seconds have their own column; in brackets the goal",
                "text", "patterns", "setup", "MB", "grep -F",
                *(f"k = {k}" for k in DISTANCES))
        for kind in TEXTS:
            text = generate(self.path(f"many-{kind}"), *LINES[kind], kind,
                            str(SIZE), str(SEED))
            left = list(DISTANCES)
            for n in NUMBERS:
                left = self.print_row(kind, n, text, left)
            os.unlink(text)

    def print_row(self, kind, n, text, distances):
        """Prints the rates for these distances. Returns the distances that are fast enough to go on
        with."""
        listed = self.patterns(kind, n)
        commands = {k: [PROGRAM, "-j1", "-c", f"-k{k}", "-f", listed, text] for k in distances}
        commands["grep"] = ["grep", "-cF", "-f", listed, text]
        commands["before"] = [PROGRAM, "-j1", "-c", "-k2", "-f", listed, EMPTY]
        costs = in_turn(commands, ROUNDS)
        before = costs["before"].wall
        most = memory(commands[distances[0]]) if distances else None
        rates = {k: rate(SIZE, costs[k].wall - before) for k in distances}
        for k, measured in rates.items():
            self.figures.add("many", text=kind, patterns=n, k=k, gb_per_s=measured, before_s=before,
                             memory_mb=most)
        goals = {k: GOALS.get((kind, n, k)) for k in DISTANCES}
        row(kind, n, number(before), number(most), number(SIZE / costs["grep"].wall / 1e9),
            *(number(rates.get(k)) + (f" ({goals[k]})" if goals[k] else "") for k in DISTANCES))
        return [k for k in distances if costs[k].wall < LIMIT]

    def print_beside(self):
        """Compares other programs, with as many patterns as they can handle."""
        heading(f"The same with other tools, {BESIDE / 1e6:.3g} MB: GB/s without setup, "
                "whose seconds are in brackets", "text", "patterns", "k", "lines",
                "edgrep -j1", "one by one", "hyperscan", "tre-agrep")
        for kind in TEXTS:
            text = generate(self.path(f"beside-{kind}"), *LINES[kind], kind,
                            str(BESIDE), str(SEED))
            for k in BESIDE_DISTANCES:
                slow = set()
                for n in (n for n in NUMBERS if n <= BESIDE_MOST):
                    self.print_beside_row(kind, n, k, text, slow)
            os.unlink(text)

    def print_beside_row(self, kind, n, k, text, slow):
        """`slow`: the names of the programs that take too long; the function adds to it."""
        listed = self.patterns(kind, n)
        with open(listed, encoding="ascii") as file:
            lines = file.read().split()
        edgrep = [PROGRAM, "-j1", "-c", f"-k{k}"]
        costs = in_turn({"all": [*edgrep, "-f", listed, text],
                         "single": [*edgrep, "-e", lines[0], text],
                         "before": [*edgrep, "-f", listed, EMPTY]})
        before = costs["before"].wall
        own = Run(costs["all"].wall - before, int(costs["all"].output), setup=before)
        others = {"hyperscan": [tool("hyperscan"), "-f", listed, str(k), text],
                  "tre-agrep": ["tre-agrep", "-c", f"-E{k}", "-e", "|".join(lines), text]}
        cells = [self.beside_cell(own, own)]
        cells.append(number(BESIDE / n / costs["single"].wall / 1e9))
        for name, command in others.items():
            run = None
            if name not in slow and shutil.which(command[0]) and len(command[-2]) < ARGUMENT:
                run = execute(command, OTHERS_LIMIT)
            if run is None or run.count is None:
                slow.add(name)
            cells.append(self.beside_cell(run, own))
        row(kind, n, k, own.count, *cells)

    @staticmethod
    def beside_cell(run, own):
        if run is None:
            return "-"
        if run.count is None:
            return run.complaint
        fault = fault_of(run, own)
        return (f"{number(rate(BESIDE, run.seconds))} ({run.setup:.2g})"
                + (f", {fault}" if fault else ""))

    def print_lists(self):
        """Measures long lists without text, and with little text."""
        heading("Long lists, k = 2, 1 MB of log, -j1: from the start of the program to its end",
                "patterns", "no text, s", "MB", "with the text, s", "MB")
        text = generate(self.path("lists"), "log", "1M", str(SEED))
        for n in LISTS:
            commands = {path: [PROGRAM, "-j1", "-c", "-k2", "-f", self.patterns("log", n), path]
                        for path in (EMPTY, text)}
            costs = in_turn(commands, ROUNDS)
            row(n, *(number(value) for path, command in commands.items()
                     for value in (costs[path].wall, memory(command))))
        os.unlink(text)
