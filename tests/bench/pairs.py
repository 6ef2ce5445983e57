"""Compares edcmp with edlib, cmp and diff, on pairs of whole files.

GCUPS counts the cells of the full table per second, whether they are computed or not.

Environment: BENCH_PAIRS, the lengths of pairs; BENCH_LCS, those of the table of common
subsequences; BENCH_ALIKE, the size of the similar pair (0: none); BENCH_ALIKE_EDITS (1000)."""

import os
import random
import shutil
import subprocess
import time

from calls import called, import_rapidfuzz
from tables import heading, number, row, share
from texts import BUILD, SEED, Part, generate, parse_size, size_name, tool
from tools import CORES, execute, fastest

EDCMP = os.path.join(BUILD, "edcmp")
FULL = os.environ.get("BENCH_CELLS") == "all"
PAIRS = os.environ.get("BENCH_PAIRS", "64K 256K 1M").split()
LCS = os.environ.get("BENCH_LCS", "2M 4M 8M 16M" if FULL else "1M 2M").split()
ALIKE = parse_size(os.environ.get("BENCH_ALIKE", "1G" if FULL else "256M"))
ALIKE_EDITS = int(os.environ.get("BENCH_ALIKE_EDITS", "1000"))
OSA_GOAL = 70  # percent
LIMIT = 120 if not FULL else 1200  # seconds for a tool on a pair

# Many short pairs: the least and the most letters, and pairs per call; 0: 1,000 strings with 1,000.
SHORT = ((10, 10, 0), (10, 20, 0), (64, 64, 0), (10, 20, 4000), (10, 20, 100000))
KERNELS = ("avx512", "avx2", "word")
RAPIDFUZZ_GOAL = 3  # times
ROUNDS = 5

# Published, not measured here: seconds on a GeForce GTX 285, for the subsequence itself.
GTX285 = {"16M": 10306}


def edited(path, source, edits, alphabet):
    """Writes a copy of a file with a number of scattered edits."""
    draw = random.Random(f"{SEED} {edits}")
    with open(source, "rb") as file:
        text = file.read()
    at = 0
    with open(path, "wb") as file:
        for place in sorted(draw.sample(range(len(text)), edits)):
            kind = draw.randrange(3)  # replaced, inserted before, deleted
            file.write(text[at:place])
            file.write(bytes([draw.choice(alphabet)]) if kind < 2 else b"")
            at = place + (kind != 1)
        file.write(text[at:])
    return path


def short_pairs(kernel, least, most, count):
    """Returns nanoseconds per pair; None if the engine is not usable here."""
    usable = subprocess.run([EDCMP, "--engine=help"], stdout=subprocess.PIPE, check=True).stdout
    if f"{kernel}: usable\n".encode() not in usable:
        return None
    output = subprocess.run([tool("distances"), kernel, str(least), str(most), "26", str(count), "levenshtein"],
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    return float(output.rsplit(":", 1)[1].split()[0])


def rapidfuzz_pairs(least, most, count):
    """The same by RapidFuzz: cdist of all with all, or cpdist of pairs."""
    modules = import_rapidfuzz()
    if modules is None:
        return None
    process, levenshtein = modules
    draw = random.Random(SEED)
    x, y = (["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(least, most)))
             for _ in range(count or 1000)] for _ in "xy")
    best = None
    for _ in range(ROUNDS):
        begin = time.process_time()
        (process.cpdist if count else process.cdist)(x, y, scorer=levenshtein.distance, workers=1)
        nanoseconds = (time.process_time() - begin) * 1e9 / (count or 1000 * 1000)
        best = min(best or nanoseconds, nanoseconds)
    return best


class Pairs(Part):
    def random_bytes(self, name, size, seed):
        with open(self.path(name), "wb") as file:
            file.write(random.Random(f"{SEED} {seed}").randbytes(size))
        return self.path(name)

    def pair(self, kind, size):
        """Returns two files of a kind: unlike, or (NAME~) the second a copy with 5 % edits."""
        name, like = kind.rstrip("~"), kind.endswith("~")
        if name == "bytes":
            x, y = (self.random_bytes(n, size, n) for n in "xy")
        else:
            x, y = (generate(self.path(n), "--one-record", name, str(size), str(SEED + i))
                    for i, n in enumerate("xy"))
        if like:
            y = edited(y, x, size // 20, b"ACGT" if name == "dna" else range(256))
        return x, y

    def print(self):
        if PAIRS:
            self.print_short()
            self.print_distances()
            self.print_exchanges()
        if LCS:
            self.print_subsequences()
        if ALIKE > 0:
            self.print_alike()

    def print_short(self):
        """Measures many short pairs in one call (compare/distances.h), with one thread."""
        heading(f"Many short pairs of random letters; ns per pair, goal: RapidFuzz / best >= {RAPIDFUZZ_GOAL}",
                "letters", "pairs", *KERNELS, "RapidFuzz", "edlib, a call a pair", "RapidFuzz / best")
        edlib = called("calls_edlib", "distance")
        for least, most, count in SHORT:
            own = [short_pairs(kernel, least, most, count) for kernel in KERNELS]
            theirs = rapidfuzz_pairs(least, most, count)
            single = edlib[0] if edlib and count and (least, most) == (10, 20) else None
            best = min((ns for ns in own if ns), default=None)
            ratio = theirs / best if theirs and best else None
            self.figures.add("short_pairs", least=least, most=most, pairs=count, ns=best,
                             rapidfuzz_ns=theirs, edlib_ns=single)
            row(f"{least} to {most}" if most > least else least, count or "1,000 x 1,000",
                *map(number, own), number(theirs), number(single), number(ratio))

    def seconds(self, command, threads=False):
        """Returns (seconds as text, the number printed, seconds or None)."""
        run = fastest(command, LIMIT, threads)
        return run.complaint or f"{run.seconds:.3g}", run.count, run.seconds

    def print_distances(self):
        edlib = tool("edlib_pair") if os.path.exists(tool("edlib_pair")) else None
        many = f"edcmp -j{len(CORES)}"
        for task, option in (("distance", []), ("path", ["--cigar"])):
            heading(f"Levenshtein {'distance' if task == 'distance' else 'alignment'} of two files;"
                    " seconds", "files", "length", "distance", "edcmp -j1", "GCUPS", many,
                    "edlib", "edlib / edcmp -j1")
            for kind in "dna", "bytes", "dna~", "bytes~":
                for size in PAIRS:
                    self.print_distance(kind, size, task, option, edlib)

    def print_distance(self, kind, size, task, option, edlib):
        length = parse_size(size)
        x, y = self.pair(kind, length)
        distance = execute([EDCMP, "-U", x, y], LIMIT, True).count
        one, _, seconds = self.seconds([EDCMP, "-U", "-j1", *option, x, y])
        many, _, _ = self.seconds([EDCMP, "-U", *option, x, y], True)
        rate = f"{length * length / seconds / 1e9:.3g}" if seconds else "-"
        theirs, ratio, other = "-", "-", None
        if edlib is not None:
            theirs, count, other = self.seconds([edlib, task, x, y])
            ratio = f"{other / seconds:.3g}" if other and seconds else "-"
            if count is not None and other and count != distance:
                self.disputed.append(f"{kind} {size}: edcmp {distance}, edlib {count}")
        self.figures.add("pairs", files=kind, length=length, task=task, distance=distance,
                         edcmp_j1_s=seconds, edlib_s=other)
        row(kind, size, distance, one, rate, many, theirs, ratio)

    def print_exchanges(self):
        """Compares --metric=osa with the default, for the same tasks."""
        heading(f"Exchanges; GCUPS, and in brackets of levenshtein's rate, goal {OSA_GOAL}%",
                "files", "length", *(f"{task}, {threads}" for task in ("distance", "alignment")
                                     for threads in ("-j1", f"-j{len(CORES)}")))
        for kind in "dna", "dna~", "bytes":
            for size in PAIRS:
                row(kind, size, *self.exchange_rates(kind, parse_size(size)))

    def exchange_rates(self, kind, length):
        x, y = self.pair(kind, length)
        for option in [], ["--cigar"]:
            for threads, many in (["-j1"], False), ([], True):
                plain, osa = (self.seconds([EDCMP, "-U", f"--metric={metric}", *threads, *option,
                                            x, y], many)[2] for metric in ("levenshtein", "osa"))
                self.figures.add("exchanges", files=kind, length=length, cigar=bool(option),
                                 threads=len(CORES) if many else 1, levenshtein_s=plain, osa_s=osa)
                yield f"{length * length / osa / 1e9:.3g} ({share(plain, osa)})" if osa else "-"

    def print_subsequences(self):
        many = f"-j{len(CORES)}"
        heading("Longest common subsequence of random DNA; seconds", "length",
                "its length, -j1", "GCUPS", f"its length, {many}", f"itself, {many}",
                "itself on a GTX 285 (quoted, not measured here)")
        for size in LCS:
            length = parse_size(size)
            x, y = self.pair("dna", length)
            one, _, seconds = self.seconds([EDCMP, "-U", "-j1", "--lcs-length", x, y])
            both, _, many_seconds = self.seconds([EDCMP, "-U", "--lcs-length", x, y], True)
            itself, _, itself_seconds = self.seconds([EDCMP, "-U", "--lcs", x, y], True)
            self.figures.add("subsequences", length=length, length_j1_s=seconds,
                             length_all_s=many_seconds, itself_all_s=itself_seconds)
            rate = f"{length * length / seconds / 1e9:.3g}" if seconds else "-"
            row(size, one, rate, both, itself, GTX285.get(size, ""))

    def print_alike(self):
        x = generate(self.path("x"), "log", str(ALIKE), str(SEED))
        y = edited(self.path("y"), x, ALIKE_EDITS, range(32, 127))
        same = shutil.copy(x, self.path("same"))
        heading(f"Two logs of {size_name(ALIKE)}, {ALIKE_EDITS} scattered edits; seconds, one"
                " thread", "command", "seconds", "by cmp")
        cmp = None
        for name, command in (
                ("cmp of equal files", ["cmp", x, same]),
                ("edcmp of equal files", [EDCMP, "-j1", x, same]),
                ("edcmp", [EDCMP, "-j1", x, y]), ("edcmp -U", [EDCMP, "-U", "-j1", x, y]),
                ("edcmp --cigar", [EDCMP, "-j1", "--cigar", x, y]),
                ("edcmp --metric=osa", [EDCMP, "-j1", "--metric=osa", x, y]),
                ("edcmp --metric=osa --cigar", [EDCMP, "-j1", "--metric=osa", "--cigar", x, y]),
                ("edcmp --metric=hamming of equal files",
                 [EDCMP, "-j1", "--metric=hamming", x, same]),
                ("diff (lines)", ["sh", "-c", 'diff --speed-large-files "$0" "$1" >/dev/null; echo 0',
                                  x, y])):
            text, _, seconds = self.seconds(command)
            cmp = cmp or seconds
            self.figures.add("alike", command=name, bytes=ALIKE, edits=ALIKE_EDITS,
                             seconds=seconds)
            row(name, text, f"{seconds / cmp:.3g}" if seconds and cmp else "-")
