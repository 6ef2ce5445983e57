"""Compares the other metrics with Levenshtein's: one thread, the fastest engine and avx2; and
expressions with other tools (peers.py)."""

import math
import os
import subprocess

from peers import Peers
from tables import heading, row, share
from texts import PROGRAM, Case, Part, parse_size
from turns import in_turn

SIZE = parse_size(os.environ.get("BENCH_SIZE", "64M"))
TEXTS = os.environ.get("BENCH_TEXTS", "english log dna").split()
CELLS = (8, 2), (16, 1), (16, 4), (32, 2), (64, 8), (256, 8), (256, 64), (1024, 256)
BARCODE = 23, 3  # in DNA: typical for --metric=hamming
ROUNDS = 5
# Goals: percent of levenshtein's rate; percent of the fastest engine's rate; GB/s.
GOALS = {"osa": 70, "indel": 60, "hamming": None}
NARROW = "avx2"
NARROW_GOAL = 45
BARCODE_GOAL = 6


def usable(engine):
    return subprocess.run([PROGRAM, f"--engine={engine}", "-q", "-k0", "x", os.devnull],
                          stderr=subprocess.DEVNULL, check=False).returncode != 2


class Metrics(Part):
    """The best of some rounds, each over all metrics and engines."""

    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.peers = Peers(directory, figures)
        self.engines = ["auto"] + [NARROW] * usable(NARROW)

    def measure(self, kind, m, k):
        """Returns GB/s of each metric with each engine."""
        case = Case(kind, m, k, self.directory)
        path = case.text(SIZE)
        commands = {(metric, engine): [PROGRAM, "-j1", "-c", f"-k{k}", f"--metric={metric}",
                                       f"--engine={engine}", "-e", case.pattern, path]
                    for metric in ("levenshtein", *GOALS) for engine in self.engines}
        costs = in_turn(commands, ROUNDS, math.inf)
        rates = {which: SIZE / cost.wall / 1e9 for which, cost in costs.items()}
        for (metric, engine), rate in rates.items():
            self.figures.add("metrics", text=kind, m=m, k=k, metric=metric, engine=engine,
                             gb_per_s=rate)
        case.close()
        return rates

    def print(self):
        goals = [f"{metric} (goal {goal}%)" if goal else metric for metric, goal in GOALS.items()]
        heading(f"Metrics, {SIZE / 1e6:.3g} MB, -j1 -c: GB/s, and of levenshtein's rate; in "
                f"brackets {NARROW}'s share of the fastest engine's rate, goal {NARROW_GOAL}%; "
                f"hamming of {BARCODE[0]}, {BARCODE[1]} in DNA: goal {BARCODE_GOAL} GB/s",
                "text", "m", "k", "levenshtein", *goals)
        for kind in TEXTS:
            for m, k in {"english": CELLS, "log": CELLS, "dna": (BARCODE,)}.get(kind, ()):
                rates = self.measure(kind, m, k)
                row(kind, m, k, *(self.cell(rates, metric) for metric in ("levenshtein", *GOALS)))
        self.peers.print()

    @staticmethod
    def cell(rates, metric):
        rate, plain = rates[metric, "auto"], rates["levenshtein", "auto"]
        of_plain = f" {share(rate, plain)}" if metric != "levenshtein" else ""
        return f"{rate:.3g}{of_plain} ({share(rates.get((metric, NARROW)), rate)})"
