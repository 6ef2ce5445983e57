"""Measures short calls of the library, edlib, TRE and RapidFuzz; and searching a large text by the
library and by edgrep -j1.

pip installs RapidFuzz in a directory under BUILD; if that fails, its column is empty. One call
handles all pairs (cpdist, cdist), so Python's overhead does not count. All figures are processor
time. edgrep counts occurrences, as the library does."""

import functools
import os
import resource
import subprocess
import sys
import time

from tables import heading, number, row
from texts import BUILD, SEED, Part, generate, tool

RAPIDFUZZ = os.path.join(BUILD, "rapidfuzz")
ROUNDS = 5
ALL = 1000  # as in calls.c
LARGE = "256M"
CELLS = ((20, 2), (20, 9), (64, 8))


def called(name, what, *arguments):
    """Returns (nanoseconds, sum) as a tool prints them, the least of some runs; None if the tool is
    missing."""
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
    """Returns (its module process, its Levenshtein); None if it cannot be installed."""
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


def rapidfuzz(what):
    """Compares all pairs by RapidFuzz, or each of the first words with each of as many others."""
    modules = import_rapidfuzz()
    if modules is None:
        return None
    process, Levenshtein = modules
    lines = subprocess.run([tool("calls"), "words"], stdout=subprocess.PIPE, check=True).stdout
    pairs = [line.split("\t") for line in lines.decode().splitlines()]
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    compare, count = process.cpdist, len(pairs)
    if what == "all":
        first, second = first[:ALL], second[:ALL]
        compare, count = process.cdist, ALL * ALL
    best = None
    for _ in range(ROUNDS):
        begin = time.process_time()
        distances = compare(first, second, scorer=Levenshtein.distance, dtype="uint8", workers=1)
        nanoseconds = (time.process_time() - begin) / count * 1e9
        best = min(best or nanoseconds, nanoseconds)
    return best, float(distances.sum())


def processor_seconds(command):
    """Returns the processor time of a program, the least of some runs."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    best = None
    for _ in range(ROUNDS):
        begin = used()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        best = min(best or used() - begin, used() - begin)
    return best


class Calls(Part):
    def print(self):
        self.print_short()
        self.print_large()

    def print_short(self):
        heading("calls: nanoseconds per call", "what", "libedgrep", "edlib", "TRE", "RapidFuzz", "equal")
        for what, text in (("search", "100 bytes, 20 characters, k=2: no occurrence"),
                           ("found", "the same with an occurrence"),
                           ("distance", "two words of 10 to 20 letters"),
                           ("distances", "100,000 such pairs in one call"),
                           ("all", f"{ALL:,} x {ALL:,} of them in one call")):
            own = called("calls", what)
            single = "distance" if what == "distances" else what
            others = [called("calls_edlib", single), called("calls_tre", single),
                      rapidfuzz(what) if what in ("distances", "all") else None]
            sums = {other[1] for other in (own, *others) if other is not None}
            row(text, *(number(other[0] if other else None) for other in (own, *others)),
                "yes" if len(sums) == 1 else "NO")

    def print_large(self):
        text = generate(self.path("large"), "log", LARGE, str(SEED))
        heading(f"the library in a log of {LARGE}B, GB/s", "m", "k", "libedgrep", "edgrep -j1 --count-matches")
        with open(text, "rb") as file:
            file.seek(1000000)
            sample = file.read(4096).split(b"\n", 1)[1].decode()
        for m, k in CELLS:
            pattern = sample[:m]
            own = subprocess.run([tool("calls"), "file", text, str(k), pattern],
                                 stdout=subprocess.PIPE, check=True).stdout.split()
            program = os.path.getsize(text) / 1e9 / processor_seconds(
                [os.path.join(BUILD, "edgrep"), "-j1", "--count-matches", f"-k{k}", "-e", pattern,
                 text])
            row(m, k, number(float(own[0])), number(program))
        os.unlink(text)
