"""Compares edcmp with edlib and WFA2 on similar pairs: DNA letters with some percent of edits (a
third each replaced, deleted and inserted), and pairs whose edits lie together. One thread;
characters are bytes.

All tools must return the same distance. "band" is edcmp by strips alone, with the limit just
above the distance (-k): it needs no choice, so edcmp should take at most twice as long.

Environment: BENCH_ALIKE_LETTERS, the most letters of a pair (1e7); BENCH_ALIKE_LIMIT, seconds
for a tool on a pair (60)."""

import os
import random

from pairs import EDCMP
from tables import heading, number, row
from texts import SEED, Part, tool
from tools import execute, fastest

LETTERS = int(float(os.environ.get("BENCH_ALIKE_LETTERS", "1e7")))
LIMIT = float(os.environ.get("BENCH_ALIKE_LIMIT", "60"))
PAIRS = ((10**6, 0.1), (10**6, 1), (10**6, 2.5), (10**6, 5), (10**6, 10), (600000, 6),
         (10**7, 0.1), (10**7, 0.3), (10**7, 1), (10**7, 2.5), (10**7, 5), (10**8, 0.1), (10**8, 1))
PATHS = 10**6  # letters of pairs that the other tools align, too
LETTER = "ACGT"


def letters(draw, count):
    return "".join(draw.choices(LETTER, k=count))


def edited(draw, text, percent):
    """Returns a copy with edits in about this percentage of the letters."""
    parts, at = [], 0
    while True:
        gap = int(draw.expovariate(percent / 100))
        if at + gap >= len(text):
            return "".join(parts) + text[at:]
        parts.append(text[at:at + gap])
        at += gap
        kind = draw.randrange(3)  # replaced, inserted before, deleted
        if kind < 2:
            parts.append(draw.choice(LETTER.replace(text[at], "") if kind == 0 else LETTER))
        at += kind != 1


def together(draw, text):
    """Returns (description, copy): 1% of edits, and edits that lie together."""
    copy = edited(draw, text, 1)
    tenth = len(copy) // 10
    return (("a tenth inserted", copy[:4 * tenth] + letters(draw, tenth) + copy[4 * tenth:]),
            ("a twentieth moved", copy[:3 * tenth] + copy[3 * tenth + tenth // 2:7 * tenth] +
             copy[3 * tenth:3 * tenth + tenth // 2] + copy[7 * tenth:]),
            ("three tenths of it", copy[5 * tenth:8 * tenth]),
            ("3% at the beginning are others", letters(draw, 3 * tenth // 10) + copy[3 * tenth // 10:]))


class Alike(Part):
    def print(self):
        heading("similar pairs, one thread, s", "letters", "edits", "distance", "edcmp", "band", "edcmp --cigar",
                "edlib", "WFA2", "edlib, path", "WFA2, path")
        for count, percent in PAIRS:
            if count <= LETTERS:
                draw = random.Random(f"{SEED} {count} {percent}")
                text = letters(draw, count)
                self.measure(f"{count:g}", f"{percent:g}%", text, edited(draw, text, percent), count <= PATHS)
        draw = random.Random(f"{SEED} together")
        text = letters(draw, 10**6)
        for what, copy in together(draw, text):
            self.measure("1e+06", what, text, copy, False)

    def measure(self, count, what, text, copy, paths):
        files = [self.write("x", text), self.write("y", copy)]
        edcmp = [EDCMP, "-U", "-j1"]
        best = fastest([*edcmp, *files], LIMIT)
        band = fastest([*edcmp, "--algorithm=strips", "-k", str((best.count or 0) * 101 // 100 + 1), *files], LIMIT)
        cigar = fastest([*edcmp, "--cigar", *files], LIMIT)
        others = [self.other(name, task, files, best.count) if paths or task == "distance" else None
                  for task in ("distance", "path") for name in ("edlib_pair", "wfa_pair")]
        if band.count != best.count:
            self.disputed.append(f"{count} {what}: {best.count}, within a limit {band.count}")
        seconds = [best.seconds, band.seconds, cigar.seconds, *others]
        self.figures.add("alike", letters=count, edits=what, distance=best.count,
                         **dict(zip(("edcmp", "band", "cigar", "edlib", "wfa", "edlib_path", "wfa_path"), seconds)))
        row(count, what, best.count, *map(number, seconds))

    def other(self, name, task, files, distance):
        """Returns the seconds; None if the tool is missing or took too long."""
        if not os.path.exists(tool(name)):
            return None
        run = execute([tool(name), task, *files], LIMIT)
        if run.count is not None and run.count != distance:
            self.disputed.append(f"{name}: {run.count}, edcmp {distance}")
        return None if run.complaint else run.seconds
