"""Compares text of the world's scripts in UTF-8 with ASCII text of as many bytes: one thread."""

import math
import os

from tables import heading, row, share
from texts import PROGRAM, SEED, Part, generate, parse_size
from turns import in_turn

SIZE = parse_size(os.environ.get("BENCH_SIZE", "64M"))
ROUNDS = 7
# Each kind of text, with its goal in percent of ASCII's rate, and a pattern.
GOALS = {"latin": (100, "connexion"), "accent": (90, "connexion"), "russian": (50, "привычка"),
         "greek": (50, "γραμματα"), "chinese": (50, "北京大学中文系"), "hindi": (50, "कखगघङचछज"),
         "emoji": (50, "\U0001f600\U0001f601\U0001f602\U0001f603\U0001f604\U0001f605"),
         "bytes": (25, "connexion")}
FOLDED = 70  # goal of -i, in percent of the rate without


class Scripts(Part):
    """The best of some rounds, each over all texts, with ASCII's pattern and with their own."""

    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.edgrep = [PROGRAM, "-j1", "-c", "-k2"]

    def measure(self):
        ways = {"foreign": lambda own: ["connexion"], "own": lambda own: [own],
                "own -i": lambda own: ["-i", own]}
        commands = {(kind, way): [*self.edgrep, *arguments(own), self.path(kind)]
                    for kind, (_, own) in GOALS.items() for way, arguments in ways.items()}
        costs = in_turn(commands, ROUNDS, math.inf)
        return {which: cost.processor for which, cost in costs.items()}

    def print(self):
        for kind in GOALS:
            generate(self.path(kind), kind, str(SIZE), str(SEED))
        best = self.measure()
        ascii_seconds = best["latin", "foreign"]
        heading(f"UTF-8, {SIZE / 1e6:.3g} MB, -c -k2; processor seconds", "text", "`connexion`",
                "of ASCII's rate", "goal", "own pattern", "of ASCII's rate", "with -i",
                f"of the rate without (goal {FOLDED}%)")
        for kind, (goal, _) in GOALS.items():
            foreign, own, folded = (best[kind, way] for way in ("foreign", "own", "own -i"))
            row(kind, f"{foreign:.4f}", share(ascii_seconds, foreign), f"{goal}%", f"{own:.4f}",
                share(ascii_seconds, own), f"{folded:.4f}", share(own, folded))
            self.figures.add("scripts", text=kind, seconds=foreign, own=own, folded=folded)
            os.unlink(self.path(kind))
