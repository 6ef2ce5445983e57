"""Short calls of the library beside those of edlib, TRE and RapidFuzz; and how fast it searches a
large text, beside edgrep -j1.

RapidFuzz comes from pip, into a folder under BUILD; where it is not to be had its column is empty. It
is called for all pairs at once (cpdist), so what Python costs is not in its time."""

import functools
import os
import subprocess
import sys
import time

from tables import heading, number, row
from texts import BUILD, SEED, generate, tool
from tools import fastest

RAPIDFUZZ = os.path.join(BUILD, "rapidfuzz")
ROUNDS = 5
LARGE = "256M"
CELLS = ((20, 2), (20, 9), (64, 8))


def called(name, what, *arguments):
    """(nanoseconds, sum) as a tool prints them, the least of some; None where there is no such tool."""
    path = tool(name)
    if not os.path.exists(path):
        return None
    runs = [subprocess.run([path, what, *arguments], stdout=subprocess.PIPE, check=False)
            for _ in range(ROUNDS)]
    if runs[0].returncode != 0:
        return None
    return min(tuple(map(float, run.stdout.split())) for run in runs)


@functools.cache
def import_rapidfuzz():
    """(its process, its Levenshtein), None where it is not to be had."""
    if not os.path.exists(RAPIDFUZZ):
        subprocess.run([sys.executable, "-m", "pip", "-q", "install", "--target", RAPIDFUZZ,
                        "rapidfuzz", "numpy"], stderr=subprocess.DEVNULL, check=False)
    sys.path.insert(0, RAPIDFUZZ)
    try:
        from rapidfuzz import process
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        return None
    return process, Levenshtein


def rapidfuzz():
    """The same of all pairs, by RapidFuzz."""
    modules = import_rapidfuzz()
    if modules is None:
        return None
    process, Levenshtein = modules
    lines = subprocess.run([tool("calls"), "words"], stdout=subprocess.PIPE, check=True).stdout
    pairs = [line.split("\t") for line in lines.decode().splitlines()]
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    best = None
    for _ in range(ROUNDS):
        begin = time.process_time()
        total = process.cpdist(first, second, scorer=Levenshtein.distance, workers=1).sum()
        taken = (time.process_time() - begin) / len(pairs) * 1e9
        best = min(best or taken, taken)
    return best, float(total)


class Calls:
    def __init__(self, directory, figures):
        self.directory = directory
        self.figures = figures

    def print(self):
        self.print_short()
        self.print_large()

    def print_short(self):
        heading("calls: nanoseconds each", "what", "libedgrep", "edlib", "TRE", "RapidFuzz", "equal")
        for what, text in (("search", "100 bytes, 20 characters, k=2: nothing occurs"),
                           ("found", "the same where it occurs"),
                           ("distance", "two words of 10 to 20 letters"),
                           ("distances", "100,000 such pairs in one call")):
            own = called("calls", what)
            single = "distance" if what == "distances" else what
            others = [called("calls_edlib", single), called("calls_tre", single),
                      rapidfuzz() if what == "distances" else None]
            sums = {other[1] for other in (own, *others) if other is not None}
            row(text, *(number(other[0] if other else None) for other in (own, *others)),
                "yes" if len(sums) == 1 else "NO")

    def print_large(self):
        text = generate(os.path.join(self.directory, "large"), "log", LARGE, str(SEED))
        heading(f"the library in a log of {LARGE}B, GB/s", "m", "k", "libedgrep", "edgrep -j1 -c")
        with open(text, "rb") as file:
            file.seek(1000000)
            sample = file.read(4096).split(b"\n", 1)[1].decode()
        for m, k in CELLS:
            pattern = sample[:m]
            own = called("calls", "file", text, str(k), pattern)
            program = os.path.getsize(text) / 1e9 / fastest(
                [os.path.join(BUILD, "edgrep"), "-j1", "-c", f"-k{k}", "-e", pattern, text]).seconds
            row(m, k, number(own[0]), number(program))
        os.unlink(text)
