"""Generates a large log, in memory if there is room, and splits it.

Environment: BENCH_BYTES, its size (1G); BENCH_ROWS, lengths of patterns and distances (16,2 64,8
256,64 1024,256); BENCH_OPTIONS, more options of edgrep, such as --engine=avx512."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from texts import PROGRAM, SEED, draw_pattern, parse_size, tool

BYTES = parse_size(os.environ.get("BENCH_BYTES", "1G"))
ROWS = [tuple(map(int, row.split(",")))
        for row in os.environ.get("BENCH_ROWS", "16,2 64,8 256,64 1024,256").split()]
OPTIONS = os.environ.get("BENCH_OPTIONS", "").split()
MEMORY = "/dev/shm"
PLANTED = 20


def free_memory():
    with open("/proc/meminfo", encoding="ascii") as file:
        return int(re.search(r"MemAvailable: *(\d+) kB", file.read())[1]) << 10


def place(size):
    """Returns a temporary directory with room for a number of bytes: in memory if half as much
    stays free there."""
    fits = (os.path.isdir(MEMORY) and
            min(shutil.disk_usage(MEMORY).free, free_memory()) > 1.5 * size)
    return tempfile.TemporaryDirectory(dir=MEMORY if fits else None)


class Log:
    """A log in parts, one for each of the rows (m, k), with twenty occurrences of its pattern."""

    def __init__(self, directory, rows, size):
        self.path = os.path.join(directory, "log")
        self.patterns = {(m, k): draw_pattern("log", m) for m, k in rows}
        part = size // len(rows)
        self.size = part * len(rows)
        with open(self.path, "wb"):
            makers = [self.make(i, part, k, self.patterns[m, k]) for i, (m, k) in enumerate(rows)]
        if any(maker.wait() for maker in makers):
            sys.exit("bench: gen failed")

    def make(self, i, size, k, pattern):
        """Starts to write a part. Returns the process that writes it."""
        with open(self.path, "r+b") as file:
            file.seek(i * size)
            return subprocess.Popen([tool("gen"), f"--plant={pattern}", f"--count={PLANTED}",
                                     f"--edits={k}", "log", str(size), str(SEED + i)], stdout=file)

    def search(self, row, *options):
        """Returns the command that searches a row's pattern, without the names of files."""
        return [PROGRAM, *OPTIONS, *options, f"-k{row[1]}", "-e", self.patterns[row]]

    def pieces(self, n):
        """Splits the log at line ends. Returns the paths of n files."""
        with open(self.path, "rb") as log:
            borders = [0]
            for i in range(1, n):
                log.seek(self.size * i // n)
                log.readline()
                borders.append(log.tell())
            return [self.write(log, i, *span) for i, span in
                    enumerate(zip(borders, borders[1:] + [self.size]))]

    def write(self, log, i, begin, end):
        path = f"{self.path}.{i}"
        with open(path, "wb") as piece:
            while begin < end:
                begin += os.sendfile(piece.fileno(), log.fileno(), begin, end - begin)
        return path
