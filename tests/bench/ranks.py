"""Measures searches and comparisons by several ranks: two ranks against one, ranks of unequal
speed, a network of 100 Mbit/s, the table of Veenstra's paper; and predicts many ranks by a
model.

Times are those of the jobs, minus the time of a job that does nothing, which is printed.

The model: a job takes as long as its cells, or as rank 0's messages if these take longer, plus
the work that cannot be shared: edgrep's last range, edcmp's first panels. A rank computes its
cells as fast as one thread of a process with as many threads as there are ranks: processors of a
host share memory and power, so each is slower than it is alone. These speeds and the messages
were measured. The time of the network is an input of the model.

Environment: BENCH_BYTES, the size of the log (1G); BENCH_PAIR, characters of each DNA sequence
(1M); BENCH_RANKS, numbers of ranks (2); BENCH_PAPER, characters of the paper's pair (100000);
BENCH_MPIRUN (jobs.py); BENCH_ROUNDS (turns.py)."""

import os
import random
import subprocess

from jobs import ENVIRONMENT, Link, job, program, why_not
from logs import BYTES, Log, place
from tables import heading, number, row, share
from texts import SEED, Part, parse_size
from turns import in_turn

PAIR = parse_size(os.environ.get("BENCH_PAIR", "1M"))
PAPER = parse_size(os.environ.get("BENCH_PAPER", "100000"))
RANKS = list(map(int, os.environ.get("BENCH_RANKS", "2").split()))
ROW = 256, 64  # m and k of the search
SLOW = "EDGREP_CPU=baseline"
MEGABITS = 100
SPEED_GOAL, SHARE_GOAL, NETWORK_GOAL = 1.9, 97, 90  # multiple of one rank's speed, for two; percent
PAPER_SECONDS = {"the better node": 10.5, "the other": 47.2, "both": 9.8, "ideal": 8.59}

# How work is divided: src/input/range_plan.c, src/strips/grid_plan.c, src/compare/scheduler.c.
RANGE, SMALL_RANGE = 4 << 20, 1 << 14  # bytes: the maximum, and a small one to measure many
TEAM_ROWS, MOST_ROWS, TIERS_OF_EXECUTOR, WIDTHS, HASTE = 1 << 15, 8, 4, 2, 4

# Assumptions of the model: a network of 10 Gbit/s, and messages that take 30 us.
NETWORK = 1.25e9
LATENCY = 30e-6
MODEL_RANKS = 2, 8, 64, 1024
MODEL_TEXT, MODEL_PAIR = 1e12, 32 << 20  # bytes; characters of each sequence


def dna(path, size, seed):
    with open(path, "w", encoding="ascii") as file:
        file.write("".join(random.Random(seed).choices("ACGT", k=size)))
    return path


class Ranks(Part):
    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.cells = {}  # cells of each task
        self.rates = {}  # cells per second of a rank, by program and number of ranks on a host
        self.measured = {}  # seconds, by program and number of ranks

    def print(self):
        if reason := why_not():
            print(f"\nRanks are not measured: {reason}.")
            return
        with place(BYTES) as directory:
            log = Log(directory, [ROW], BYTES)
            works = {"edgrep": [program("edgrep"), "-j1", f"-k{ROW[1]}", "-e", log.patterns[ROW],
                                log.path],
                     "edcmp": self.pair(directory, PAIR)}
            self.cells = {"edgrep": ROW[0] * log.size, "edcmp": PAIR * PAIR}
            self.print_speed(works)
            self.print_unequal(works)
            self.print_paper(directory)
            self.print_network(works)
            self.print_model(log)
        if self.disputed:
            print("\n**Ranks and one process give different results**:", ", ".join(self.disputed))

    @staticmethod
    def pair(directory, size):
        paths = [dna(os.path.join(directory, f"dna.{size}.{seed}"), size, seed)
                 for seed in (SEED, SEED + 1)]
        return [program("edcmp"), "-j1", *paths]

    def measure(self, name, ways, launcher=()):
        """Returns the seconds of each way, a list of parts of a job, and of the longest idle job."""
        jobs = {way: job(*parts, launcher=launcher) for way, parts in ways.items()}
        idle = {("idle", way): job(*(self.idle(*part) for part in parts), launcher=launcher)
                for way, parts in ways.items()}
        costs = in_turn({**jobs, **idle}, patience=60)
        if len({costs[way].output for way in ways}) > 1:
            self.disputed.append(f"{name}: {', '.join(map(str, ways))}")
        begin = {way: costs["idle", way].wall for way in ways}
        return {way: costs[way].wall - begin[way] for way in ways}, max(begin.values())

    @staticmethod
    def idle(ranks, command):
        """Returns the same part of a job, with nothing to do."""
        return ranks, [word for word in command[:2] if "=" in word or "/" in word][:2] + ["--version"]

    def print_speed(self, works):
        heading(f"Ranks of one thread: edgrep m = {ROW[0]}, k = {ROW[1]} over {BYTES / 1e9:.3g} GB;"
                f" edcmp {PAIR} x {PAIR} DNA", "program", "ranks", "seconds", "GCUPS",
                f"speedup (goal {SPEED_GOAL} for two)", "start, seconds")
        for name, command in works.items():
            ways = {ranks: [(ranks, command)] for ranks in (1, *RANKS)}
            threads = {f"{n} threads": [(1, [command[0], f"-j{n}", *command[2:]])] for n in RANKS}
            seconds, begin = self.measure(name, {**ways, **threads})
            for way, time in seconds.items():
                row(name, way, number(time), number(self.cells[name] / time / 1e9),
                    number(seconds[1] / time), number(begin))
                self.figures.add("ranks", program=name, ranks=way, seconds=time,
                                 cells=float(self.cells[name]), beginning_s=begin)
            self.rates[name] = {1: self.cells[name] / seconds[1],
                                **{n: self.cells[name] / n / seconds[f"{n} threads"] for n in RANKS}}
            self.measured[name] = {ranks: seconds[ranks] for ranks in ways}

    def print_unequal(self, works):
        heading(f"Two unequal ranks, one of them with {SLOW}; seconds", "program", "rank 0",
                "the faster alone", "the slower alone", "both", "ideal",
                f"of the ideal (goal {SHARE_GOAL}%; the paper: 88%)")
        for name, command in works.items():
            fast, slow = (1, command), (1, [SLOW, *command])
            seconds, _ = self.measure(name, {"fast": [fast], "slow": [slow],
                                             "the faster": [fast, slow], "the slower": [slow, fast]})
            ideal = 1 / (1 / seconds["fast"] + 1 / seconds["slow"])
            for leader in "the faster", "the slower":
                both = seconds[leader]
                row(name, leader, number(seconds["fast"]), number(seconds["slow"]), number(both),
                    number(ideal), share(ideal, both))
                self.figures.add("unequal", program=name, leader=leader, fast_s=seconds["fast"],
                                 slow_s=seconds["slow"], both_s=both, ideal_s=ideal)

    def print_paper(self, directory):
        command = self.pair(directory, PAPER)
        command = [*command[:2], "--algorithm=strips", *command[2:]]
        seconds, _ = self.measure("paper", {ranks: [(ranks, command)] for ranks in (1, 2)})
        heading(f"A table of {PAPER} x {PAPER}, every cell; seconds", "by", "seconds", "GCUPS")
        for name, time in PAPER_SECONDS.items():
            row(f"Veenstra 2017, two nodes with GPUs: {name} (quoted)", time, number(10 / time))
        for ranks, time in seconds.items():
            row(f"{ranks} of our ranks, one thread each", number(time),
                number(PAPER * PAPER / time / 1e9))
            self.figures.add("paper", ranks=ranks, cells=float(PAPER * PAPER), seconds=time)

    def print_network(self, works):
        link = Link()
        if reason := link.why_not():
            print(f"\nA slow network is not measured: {reason}.")
            return
        try:
            self.print_link(works, link)
        finally:
            link.close()

    def print_link(self, works, link):
        if complaint := self.try_link(link):
            print(f"\nA slow network is not measured: {complaint}.")
            return
        seconds = {name: {} for name in works}
        for rate in None, MEGABITS:
            if rate and (complaint := link.slow(rate)):
                print(f"\nA slow network is not measured: tc: {complaint}.")
                return
            for name, command in works.items():
                time, _ = self.measure(name, {"both": [(2, command)]}, link.launcher())
                seconds[name][rate] = time["both"]
        heading("Two hosts (network namespaces), a rank of one thread on each; seconds", "program",
                "as the link is", f"{MEGABITS} Mbit/s",
                f"of the unslowed rate (goal {NETWORK_GOAL}%)")
        for name, times in seconds.items():
            row(name, number(times[None]), number(times[MEGABITS]),
                share(times[None], times[MEGABITS]))
            self.figures.add("network", program=name, plain_s=times[None],
                             slowed_s=times[MEGABITS], mbit=MEGABITS)

    @staticmethod
    def try_link(link):
        """Returns why no job runs over the link, or None. The ranks must be on two hosts."""
        command = job((2, ["hostname"]), launcher=link.launcher())
        done = subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                              check=False)
        lines = done.stdout.decode(errors="replace").split("\n")
        return None if set(link.spaces) <= set(lines) else lines[0] or f"status {done.returncode}"

    def print_model(self, log):
        """Prints what limits a job of many ranks, from the measurements."""
        per_range = self.cost_of_range(log)
        text = MODEL_TEXT
        search, compare = (self.rates[name][max(RANKS)] for name in ("edgrep", "edcmp"))
        heading(f"Model: edgrep m = {ROW[0]} over {text / 1e12:.3g} TB. A rank of one thread makes"
                f" {search / 1e9:.3g} GCUPS; a range of {RANGE >> 20} MiB costs rank 0"
                f" {1e6 * per_range:.3g} us; messages take {1e6 * LATENCY:.3g} us", "ranks",
                "searching, s", "rank 0's messages, s", "the last range, s", "total, s",
                "of the ideal", "bound by", "required of storage, GB/s")
        for ranks in MODEL_RANKS:
            self.print_prediction(ranks, model_search(text, ranks, search, per_range))
        heading(f"Model: edcmp of {MODEL_PAIR >> 20} Mi x {MODEL_PAIR >> 20} Mi. A rank of one thread"
                f" makes {compare / 1e9:.3g} GCUPS; the network moves"
                f" {NETWORK / 1e9:.3g} GB/s", "ranks", "computing, s",
                "borders through rank 0, s", "filling, s", "total, s", "of the ideal", "bound by")
        for ranks in MODEL_RANKS:
            self.print_prediction(ranks, model_compare(MODEL_PAIR, ranks, compare))

        self.print_beside(log, per_range)

    def print_beside(self, log, per_range):
        heading("The model and the measurements above; seconds", "program", "ranks", "model",
                "measured", "measured / model")
        for name, seconds in self.measured.items():
            for ranks, time in seconds.items():
                rate = self.rates[name][ranks]
                prediction = model_search(log.size, ranks, rate, per_range) if name == "edgrep" else \
                    model_compare(PAIR, ranks, rate)
                row(name, ranks, number(total(prediction)), number(time), share(time, total(prediction)))

    def print_prediction(self, ranks, prediction):
        work, messages, rest, *more = prediction
        bound = "cells" if work >= max(messages, rest) else \
            "rank 0" if messages >= rest else "begin and end"
        row(ranks, number(work), number(messages), number(rest), number(total(prediction)),
            share(work, total(prediction)), bound, *(number(value / total(prediction)) for value in more))
        self.figures.add("model" if more else "model_edcmp", ranks=ranks, work_s=work,
                         messages_s=messages, rest_s=rest, seconds=total(prediction))

    def cost_of_range(self, log):
        """Returns rank 0's seconds per range: with small ranges, the same text has more of them."""
        command = [program("edgrep"), "-j1", "-c", "-k1", "-e", log.patterns[ROW][:8], log.path]
        ways = {size: [(2, [*command[:2], f"--range-size={size}", *command[2:]])]
                for size in (SMALL_RANGE, RANGE)}
        seconds, _ = self.measure("ranges", ways)
        more = log.size / SMALL_RANGE - log.size / RANGE
        return max(seconds[SMALL_RANGE] - seconds[RANGE], 0) / more


def total(prediction):
    """Returns the total seconds by the model."""
    work, messages, rest = prediction[:3]
    return max(work, messages) + rest


def model_search(text, ranks, rate, per_range):
    """Returns (seconds of searching, of rank 0's messages, of unshared work; bytes to read)."""
    last = min(RANGE, text / 4 / ranks) if ranks > 1 else 0  # the other ranks may have ended before it
    return text * ROW[0] / (rate * ranks), text / RANGE * per_range, \
        last * ROW[0] / rate + LATENCY, text / 1e9


def model_compare(size, ranks, rate):
    """Returns (seconds of computing, of borders through rank 0, of filling the wavefront). The
    borders of a panel, one bit per row and column, go both ways. A rank cannot start before each
    of those above it has done a panel; the first are narrow. Two ranks compute a half of the
    table each."""
    rows = max(min(size / TIERS_OF_EXECUTOR / ranks, MOST_ROWS * TEAM_ROWS), TEAM_ROWS)
    columns = size / WIDTHS / ranks
    panels = size / rows * (size / columns)
    filling = min(ranks - 1, size / rows) * rows * columns / HASTE / rate if ranks > 2 else 0
    borders = panels * ((rows + columns) / 4 / NETWORK + LATENCY)
    return size * size / (rate * ranks), borders, filling
