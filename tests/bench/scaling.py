"""Compares N threads of edgrep with N processes of one thread each, on a log.

Nothing is bound to processors. Environment: BENCH_THREADS, the numbers of threads (1, 2, 4 ...
all); BENCH_BYTES, BENCH_ROWS and BENCH_OPTIONS (logs.py); BENCH_ROUNDS, the most runs of each
command (5)."""

import os

from logs import BYTES, ROWS, Log, place
from tables import heading, number, row, share
from texts import Part, tool
from tools import CORES
from turns import at_once, doubled, in_turn

THREADS = list(map(int, os.environ.get("BENCH_THREADS", "").split())) or doubled(len(CORES))
GOAL = 90  # percent of the processes' rate; with -n, of the rate without


class Scaling(Part):
    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.log = None

    def print(self):
        with place(2 * BYTES) as directory:
            self.log = Log(directory, ROWS, BYTES)
            for threads in THREADS:
                self.print_threads(threads)
            self.print_numbers(max(THREADS))
        if self.disputed:
            print("\n**Threads and processes count differently**:", ", ".join(self.disputed))

    def rate(self, costs, way):
        """Returns GB/s; None for a way that was not measured."""
        return self.log.size / costs[way].wall / 1e9 if way in costs else None

    def print_threads(self, threads):
        pieces = self.log.pieces(threads) if threads > 1 else []
        read = in_turn({"": [tool("readloop"), self.log.path, str(threads)]})
        reading = self.rate(read, "")
        heading(f"A log of {self.log.size / 1e9:.3g} GB, -c -j{threads}, and -j1 on each of"
                f" {threads} pieces; GB/s. Reading alone, {threads} threads: {reading:.3g}", "m",
                "k", "file", "processes", f"file / processes (goal {GOAL}%)", "pieces as files",
                f"pieces / processes (goal {GOAL}%)", "file / reading alone")
        for m, k in ROWS:
            costs = self.measure((m, k), threads, pieces)
            file, files, processes = (self.rate(costs, way)
                                      for way in ("file", "files", "processes"))
            row(m, k, number(file), number(processes), share(file, processes), number(files),
                share(files, processes), share(file, reading))
            self.figures.add("scaling", m=m, k=k, threads=threads, file=file, files=files,
                             processes=processes, reading=reading)
        for piece in pieces:
            os.unlink(piece)

    def measure(self, case, threads, pieces):
        """Returns the Cost of each way; with one thread all are the same."""
        many = self.log.search(case, "-c", "-h", f"-j{threads}")
        one = self.log.search(case, "-c", "-h", "-j1")
        ways = {"file": [*many, self.log.path]}
        if pieces:
            ways["files"] = [*many, *pieces]
            ways["processes"] = at_once([*one, piece] for piece in pieces)
        costs = in_turn(ways)
        counts = {way: sum(map(int, cost.output.split())) for way, cost in costs.items()}
        if len(set(counts.values())) > 1:
            self.disputed.append(f"{case}, {threads} threads: {counts}")
        return costs

    def print_numbers(self, threads):
        heading(f"Line numbers, -j{threads}, the same log; GB/s", "m", "k", "default", "-n",
                f"by default (goal {GOAL}%)", "-o", "-o -n", f"by -o (goal {GOAL}%)")
        ways = {"default": [], "-n": ["-n"], "-o": ["-o"], "-o -n": ["-o", "-n"]}
        for m, k in ROWS:
            search = self.log.search((m, k), f"-j{threads}")
            costs = in_turn({way: [*search, *options, self.log.path]
                             for way, options in ways.items()})
            plain, plain_n, only, only_n = (self.rate(costs, way) for way in ways)
            row(m, k, number(plain), number(plain_n), share(plain_n, plain), number(only),
                number(only_n), share(only_n, only))
            self.figures.add("numbers", m=m, k=k, threads=threads, default=plain, n=plain_n, o=only,
                             o_n=only_n)
