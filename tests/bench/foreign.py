"""Compares the engine cuda on Russian text and on ASCII text of as many bytes.

The time of a search includes the start of the program. Texts are named BENCH_TIMES times and a
quarter as often; the difference gives the rate without the start. The patterns consist of the
text's own letters.

Environment: BENCH_BYTES, the size of a text (1G); BENCH_M, lengths of patterns (16 64 256 1024;
k = m/8); BENCH_TIMES (8); BENCH_OPTIONS, options of edgrep instead of --engine=cuda;
BENCH_ROUNDS (turns.py)."""

import os
import subprocess

from logs import place
from tables import heading, number, row, share
from texts import PROGRAM, SEED, Part, generate, parse_size, tool
from turns import in_turn

BYTES = parse_size(os.environ.get("BENCH_BYTES", "1G"))
LENGTHS = list(map(int, os.environ.get("BENCH_M", "16 64 256 1024").split()))
OPTIONS = os.environ.get("BENCH_OPTIONS", "--engine=cuda").split()
LONG = int(os.environ.get("BENCH_TIMES", "8"))  # how often a text is searched
SHORT = LONG // 4
KINDS = "latin", "russian"
GOAL = 90  # percent of ASCII's rate


def pattern(kind, m):
    """Returns m characters of another text of this kind."""
    sample = subprocess.run([tool("gen"), kind, "64K", str(SEED + 1)], stdout=subprocess.PIPE,
                            check=True).stdout.decode(errors="replace")
    return " ".join(sample.split())[:m]


class Foreign(Part):
    def print(self):
        with place(len(KINDS) * BYTES) as directory:
            paths = {kind: generate(os.path.join(directory, kind), kind, str(BYTES), str(SEED))
                     for kind in KINDS}
            heading(f"{' '.join(OPTIONS)} -c of {LONG * BYTES / 1e9:.3g} GB", "m", "k",
                    *(f"{kind}, {what}" for kind in KINDS
                      for what in ("seconds", "GB/s without start", "processor seconds")),
                    f"of ASCII's rate (goal {GOAL}%)")
            for m in LENGTHS:
                self.print_length(m, paths)

    def print_length(self, m, paths):
        k = m // 8
        costs = in_turn({(kind, times): [PROGRAM, *OPTIONS, "-c", "-h", f"-k{k}", "-e",
                                         pattern(kind, m), *[path] * times]
                         for kind, path in paths.items() for times in (SHORT, LONG)})
        columns, rates = [], []
        for kind in KINDS:
            few, all_of_it = costs[kind, SHORT], costs[kind, LONG]
            rates.append((LONG - SHORT) * BYTES / max(all_of_it.wall - few.wall, 1e-9) / 1e9)
            columns += [number(all_of_it.wall), number(rates[-1]), number(all_of_it.processor)]
            self.figures.add("foreign", text=kind, m=m, k=k, bytes=LONG * BYTES,
                             seconds=all_of_it.wall, gb_per_s=rates[-1])
        row(m, k, *columns, share(rates[1], rates[0]))
