"""Texts of the benchmark, from build/tests/gen and a seed, and patterns to search in them."""

import os
import random
import re
import subprocess

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PROGRAM = os.path.abspath(os.environ.get("EDGREP", os.path.join(BUILD, "edgrep")))
SEED = int(os.environ.get("BENCH_SEED", "1"))

LINES = {"english": [], "log": [], "dna": [], "binary01": ["--line=80"]}  # options of gen
SYMBOLS = {"dna": "ACGT", "binary01": "01"}
ONE_RECORD = 128  # longer patterns are searched in a text of one record, shorter ones in lines
BEST = "best"


def tool(name):
    """Returns the path of a program that `make bench` builds; GEN=PATH names another gen."""
    return os.path.abspath(os.environ.get(name.upper(), os.path.join(BUILD, "tests", name)))


def parse_size(text):
    """Returns the bytes of a number that may end with K, M or G."""
    return int(text.rstrip("KMG")) << {"K": 10, "M": 20, "G": 30}.get(text[-1], 0)


def size_name(size):
    for shift, letter in ((30, "G"), (20, "M"), (10, "K")):
        if size % (1 << shift) == 0:
            return f"{size >> shift}{letter}"
    return str(size)


def generate(path, *arguments):
    with open(path, "wb") as file:
        subprocess.run([tool("gen"), *arguments], stdout=file, check=True)
    return path


class Part:
    """A part of the benchmark, with its files in `directory`. It appends wrong answers to
    `disputed`."""

    def __init__(self, directory, figures):
        self.directory, self.figures = directory, figures
        self.disputed = []

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def generated(self, kind, size):
        """Returns a text of gen."""
        with open(generate(self.path("generated"), kind, str(size), str(SEED)), encoding="utf-8") as file:
            return file.read()


def draw_pattern(kind, m):
    """Returns m characters like the text's that hardly occur in it: symbols, or words in random
    order."""
    draw = random.Random(f"{SEED} {kind} {m}")
    if kind in SYMBOLS:
        return "".join(draw.choices(SYMBOLS[kind], k=m))
    sample = subprocess.run([tool("gen"), kind, "1M", str(SEED)], stdout=subprocess.PIPE,
                            check=True).stdout.decode()
    words = re.findall(r"[A-Za-z0-9][\w.:/=-]*", sample)
    pattern = ""
    while len(pattern) < m:
        pattern += draw.choice(words) + " "
    return re.sub(" $", "e", pattern[:m])


class Case:
    """A pattern, a distance (k, or "best"), and texts of any size with planted occurrences.

    Twenty occurrences (or as many as fit) are planted, with 0 to k edits each; for best mode 0
    to m/4. In a text of one record they are in its last sixteenth (or where they fit), so that a
    tool gains nothing by stopping at the first. The count of one record is only 1 or 0: a small
    text of lines checks the answers further.
    """

    def __init__(self, kind, m, k, directory):
        self.kind, self.m, self.k = kind, m, k
        self.pattern = draw_pattern(kind, m)
        self.directory = directory
        self.edits = max(1, m // 4) if k == BEST else k
        self.room = 2 * (m + self.edits)  # bytes for one occurrence
        self.one_record = m >= ONE_RECORD
        self.paths = {}

    def text(self, size):
        """Returns the path of a text of `size` bytes, a prefix of any longer text."""
        if not self.one_record:
            return self.lines(size)
        behind = size - min(size // 2, max(size // 16, 20 * self.room))
        return self.make(size, "--one-record", f"--behind={behind}",
                         f"--count={min(20, (size - behind) // self.room)}")

    def lines(self, size):
        """The same in lines."""
        return self.make(size, *LINES[self.kind], f"--count={min(20, size // self.room)}")

    def make(self, size, *layout):
        key = size, layout
        if key not in self.paths:
            path = os.path.join(self.directory, f"{self.kind}.{self.m}.{self.k}.{len(self.paths)}")
            self.paths[key] = generate(path, *layout, f"--plant={self.pattern}",
                                       f"--edits={self.edits}", self.kind, str(size), str(SEED))
        return self.paths[key]

    def close(self):
        for path in self.paths.values():
            os.unlink(path)
        self.paths = {}
