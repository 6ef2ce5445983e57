"""Compares the engine cuda with one, two ... all GPUs and as many processes with one GPU each.

The time of a search includes the start of the program. The text is a log, which is named eight
times. Searches that name it twice give the time of the start: the time extrapolated to an empty
text.

Environment: BENCH_DEVICES, the numbers of GPUs (1, 2, 4 ... all); BENCH_BYTES, the size of the
log, an eighth of the text (8G); BENCH_M, lengths of patterns (64 1024 4096; k = m/8);
BENCH_OPTIONS and BENCH_ROUNDS (logs.py, scaling.py)."""

import os
import subprocess

from logs import Log, place
from tables import heading, number, row, share
from texts import Part, parse_size, tool
from tools import CORES
from turns import at_once, doubled, in_turn

ROWS = [(m, m // 8) for m in map(int, os.environ.get("BENCH_M", "64 1024 4096").split())]
BYTES = parse_size(os.environ.get("BENCH_BYTES", "8G"))
SHORT, LONG = 2, 8  # how often the log is searched
SPEED_GOAL, READING_GOAL, BEGIN_GOAL = 1.8, 80, 0.1  # multiple of one GPU; percent; seconds


def numbers():
    """Returns the numbers of GPUs to try; none without a GPU."""
    given = os.environ.get("BENCH_DEVICES", "").split()
    if given:
        return list(map(int, given))
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], stdout=subprocess.PIPE, check=False).stdout
    except FileNotFoundError:
        return []
    return doubled(listed.count(b"GPU "))


class Devices(Part):
    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.numbers = numbers()
        self.log = None
        self.reading = None  # GB/s

    def print(self):
        if not self.numbers:
            print("\nThere is no GPU.")
            return
        with place(BYTES) as directory:
            self.log = Log(directory, ROWS, BYTES)
            read = in_turn({"": [tool("readloop"), self.log.path, str(len(CORES))]})[""]
            self.reading = self.log.size / read.wall / 1e9
            heading(f"--engine=cuda -c of {self.text() / 1e9:.3g} GB of logs, including the start;"
                    f" reading alone, {len(CORES)} threads: {self.reading:.3g} GB/s", "m", "k",
                    "GPUs", "seconds", "GB/s",
                    f"speedup (goal {SPEED_GOAL} for m >= 1024)",
                    "processes with one GPU each, seconds",
                    f"of reading alone (goal {READING_GOAL}% for m = 64)", "start, seconds",
                    f"more than one takes (goal {BEGIN_GOAL})")
            for case in ROWS:
                self.print_case(case)
        if self.disputed:
            print("\n**GPUs together and alone give different counts**:", ", ".join(self.disputed))

    def text(self):
        return LONG * self.log.size

    def search(self, case, devices, times):
        listed = ",".join(map(str, devices))
        return [*self.log.search(case, "-c", "-h", "--engine=cuda", f"--gpus={listed}"),
                *[self.log.path] * times]

    def measure(self, case, devices):
        ways = {"long": self.search(case, range(devices), LONG),
                "short": self.search(case, range(devices), SHORT)}
        if devices > 1:
            ways["processes"] = at_once(self.search(case, [d], LONG // devices)
                                        for d in range(devices))
        return in_turn(ways)

    def print_case(self, case):
        one = None  # (seconds, seconds of the start) with one GPU
        for devices in self.numbers:
            costs = self.measure(case, devices)
            seconds, few = costs["long"].wall, costs["short"].wall
            begin = few - (seconds - few) / (LONG - SHORT) * SHORT
            processes = costs["processes"].wall if "processes" in costs else None
            one = one or (seconds, begin)
            rate = self.text() / seconds / 1e9
            row(*case, devices, number(seconds), number(rate), number(one[0] / seconds),
                number(processes), share(rate, self.reading), number(begin),
                f"{begin - one[1]:.3f}")
            self.figures.add("devices", m=case[0], k=case[1], devices=devices, bytes=self.text(),
                             seconds=seconds, processes_s=processes, beginning_s=begin,
                             reading_gb_per_s=self.reading)
            self.compare(case, devices, costs)

    def compare(self, case, devices, costs):
        counts = {way: sum(map(int, cost.output.split())) for way, cost in costs.items()}
        if len({count * LONG // (SHORT if way == "short" else LONG)
                for way, count in counts.items()}) > 1:
            self.disputed.append(f"{case}, {devices} GPUs: {counts}")
