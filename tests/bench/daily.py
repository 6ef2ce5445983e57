"""Measures jobs of daily use with edgrep, edcmp and other common tools: times, and which answers
are right.

The texts have a known answer: each planted word has a known number of edits, and nothing else in
the text is similar to it. Tools without edits do the same job without.

Environment: BENCH_DAILY_SIZE, bytes of the log (4M); BENCH_DAILY_LIMIT, seconds for a tool (15)."""

import importlib.util
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
import time

from tables import heading, row
from texts import BUILD, PROGRAM, SEED, Part, generate
from turns import in_turn

SIZE = os.environ.get("BENCH_DAILY_SIZE", "4M")
LIMIT = float(os.environ.get("BENCH_DAILY_LIMIT", "15"))
EDCMP = os.path.join(BUILD, "edcmp")
TOOLS = "edgrep, edcmp", "ripgrep -z", "ugrep -z -Z", "zgrep", "tre-agrep", "cmp", "wdiff", "RapidFuzz"
E, RG, UG, ZG, TRE, CMP, WD, RF = range(len(TOOLS))
PYTHON = sys.executable
NEEDED = {RG: "rg", UG: "ugrep", ZG: "zgrep", TRE: "tre-agrep", CMP: "cmp", WD: "wdiff"}

PHRASE, EDITED = "connection refused", ("connection refused", "conection refused", "konnection refused",
                                        "connecton refuzed", "cnonection refused", "connectionn reffused")
MANY = 1000
WORDS = 50  # words that are changed, each by two edits
QUICK = 1  # second: slower runs are measured once
BLOCK, CODE = 40, 10000  # lines
# Scripts for RapidFuzz. Arguments: a pattern (or the file of a block), a file.
BLOCK_SCRIPT = """
import sys
from rapidfuzz.distance import Levenshtein
block, lines = open(sys.argv[1]).read().splitlines(), open(sys.argv[2]).read().splitlines()
pattern, best, where = "\\n".join(block), None, 0
for at in range(len(lines) - len(block) + 1):
    d = Levenshtein.distance(pattern, "\\n".join(lines[at:at + len(block)]), score_cutoff=best)
    if best is None or d < best:
        best, where = d, at + 1
print(where)
"""
LINE_SCRIPT = """
import sys
from rapidfuzz import fuzz
pattern = sys.argv[1]
for number, line in enumerate(open(sys.argv[2], encoding=sys.argv[3]), 1):
    if fuzz.partial_ratio(pattern, line, score_cutoff=100 * (1 - 2 / len(pattern))):
        print(f"{number}:{line}", end="")
"""
PRIMER, CLASSES = "GTGYCAGCMGCCGCGGTAA", "GTG[CT]CAGC[AC]GCCGCGGTAA"


def lines_of(output):
    """Returns the line numbers that a tool prints before the lines."""
    return {int(number) for number in re.findall(rb"^(\d+)[:-]", output, re.M)}


def lines_of_json(output):
    """The same for objects, one per line or in arrays of "matches"."""
    try:
        objects = [json.loads(line) for line in output.splitlines()]
    except ValueError:
        objects = json.loads(output)
    if isinstance(objects[0], dict) and "type" in objects[0]:
        return {o["data"]["line_number"] for o in objects if o["type"] == "match"}
    return {match["line"] for o in objects for match in o["matches"]}


def number_of(output):
    """Returns {the number} that a tool prints."""
    text = output.strip()
    return {int(text)} if text.isdigit() else set()


def differing_bytes(output):
    return {output.count(b"\n")}


def differing_words(output):
    """Counts new words in the output of wdiff."""
    return {output.count(b"{+")}


def line_of_block(output):
    """Returns the first number: the line where a block begins."""
    return {int(number) for number in re.findall(rb"^(\d+)\b", output)}


def replaced_lines(output):
    """Counts lines with the new text."""
    return {output.count(b"<new>")}


def rate_answer(found, right):
    """Rates an answer."""
    if found == right:
        return "right"
    if len(right) == 1 and len(found) == 1:
        return f"{min(found)}, not {min(right)}"
    return f"{len(found & right)} of {len(right)}" + f", {len(found - right)} others" * bool(found - right)


class Daily(Part):
    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.draw = random.Random(SEED)

    def plant(self, name, size, words, end=b"\n"):
        """Writes a log with the words at the ends of lines far from each other. Returns the numbers
        of these lines."""
        with open(generate(self.path(name), "log", size, str(SEED)), "rb") as file:
            lines = file.read().split(b"\n")[:-1]
        chosen = self.draw.sample(range(len(lines)), len(words))
        for at, word in zip(chosen, words):
            lines[at] += b" " + word.encode()
        with open(self.path(name), "wb") as file:
            file.write(end.join(lines) + end)
        return {at + 1 for at in chosen}

    def searches(self, k, pattern, name, edgrep=(), exact=None):
        """Returns the commands of the tools, with line numbers; `exact` is the pattern of other
        tools."""
        path, exact = self.path(name), exact or pattern
        return {E: [PROGRAM, "-n", f"-k{k}", *edgrep, "-e", pattern, path],
                RG: ["rg", "-z", "-n", "-e", exact, path], UG: ["ugrep", "-z", "-n", f"-Z{k}", "-e", exact, path],
                ZG: ["zgrep", "-n", "-E", "-e", exact, path],
                TRE: ["tre-agrep", "-n", f"-E{k}", "-e", exact, path]}

    def log_jobs(self):
        right = self.plant("log", SIZE, EDITED * 20)
        yield "fuzzy search in a log", right, lines_of, self.searches(2, PHRASE, "log")
        with open(self.path("log.gz"), "wb") as file:
            subprocess.run(["gzip", "-c", self.path("log")], stdout=file, check=True)
        yield "the same in .gz", right, lines_of, self.searches(2, PHRASE, "log.gz", ["--decompress"])
        right = self.plant("typed", SIZE, ("tiemout reached", "timeout reached", "itmeout reached") * 20)
        yield ("exchanged letters are one error", right, lines_of,
               self.searches(1, "timeout reached", "typed", ["-t"]))
        right = self.plant("best", SIZE, ("configuratoin fle is nott valid",))
        pattern, path = "configuration file is not valid", self.path("best")
        commands = self.searches(0, pattern, "best")
        commands[E] = [PROGRAM, "-n", pattern, path]
        commands[UG] = ["ugrep", "-n", "-Zbest9", "-e", pattern, path]
        commands[TRE] = ["tre-agrep", "-n", "-B", "-e", pattern, path]
        yield "what is nearest", right, lines_of, commands

    def format_jobs(self):
        right = self.plant("dos", SIZE, ("refused", "refusd", "resused") * 20, b"\r\n")
        commands = self.searches(1, " refused$", "dos", ["--crlf", "-E"])
        commands[RG][1:1] = ["--crlf"]
        yield "the end of a line, one error, CRLF", right, lines_of, commands
        right = self.plant("json", "1M", EDITED * 20)
        commands = self.searches(2, PHRASE, "json", ["--json"])
        commands[RG][1:1], commands[UG][1:1] = ["--json"], ["--json"]
        yield "JSON", right, lines_of_json, {tool: commands[tool] for tool in (E, RG, UG)}

    def file_jobs(self):
        with open(generate(self.path("old"), "english", "100K", str(SEED)), encoding="ascii") as file:
            words = re.split(r"(\s+)", file.read())
        plain = [at for at in range(0, len(words), 20) if words[at].isalpha()]  # spaces have odd indices
        for at in self.draw.sample(plain, WORDS):
            words[at] = f"_{words[at][1:]}_"
        with open(self.path("new"), "w", encoding="ascii") as file:
            file.write("".join(words))
        old, new = self.path("old"), self.path("new")
        yield ("words that differ", {WORDS}, lambda out: number_of(out) or differing_words(out),
               {E: [EDCMP, "--words", old, new], WD: ["wdiff", old, new]})
        # Each _ costs two edits: one replaces a letter, one is inserted.
        yield ("edits between two files", {2 * WORDS}, lambda out: number_of(out) or differing_bytes(out),
               {E: [EDCMP, old, new], CMP: ["cmp", "-l", old, new]})

    def code(self):
        """Writes a file of code, and a file with a changed copy of one of its blocks. Returns the
        number of the block's first line."""
        names = ["".join(self.draw.choices(string.ascii_lowercase, k=8)) for _ in range(500)]
        lines = [f"{'    ' * self.draw.randrange(4)}{self.draw.choice(names)} = {self.draw.choice(names)}"
                 f"({self.draw.choice(names)}, {self.draw.randrange(100)});" for _ in range(CODE)]
        first = self.draw.randrange(CODE - BLOCK)
        block = lines[first:first + BLOCK]
        for at in range(3, BLOCK, 6):
            block[at] = block[at].replace("(", "(x, ")
        for name, content in (("code", lines), ("block", block)):
            with open(self.path(name), "w", encoding="ascii") as file:
                file.write("\n".join(content) + "\n")
        return first + 1

    def new_jobs(self):
        first = self.code()
        block, code = self.path("block"), self.path("code")
        yield (f"a block of {BLOCK} lines in {CODE:,}", {first}, line_of_block,
               {E: [PROGRAM, "-n", "--block", "--margin=20", f"--pattern-file={block}", code],
                RF: [PYTHON, "-c", BLOCK_SCRIPT, block, code]})
        right = self.plant("edit", SIZE, EDITED * 20)
        commands = self.searches(2, PHRASE, "edit", ["--bare", "--passthru", "--replace=<new>"])
        commands[RG] = ["rg", "--passthru", "-N", "-r", "<new>", "-e", PHRASE, self.path("edit")]
        commands[UG] = ["ugrep", "-Z2", "--replace=<new>", "-y", "-e", PHRASE, self.path("edit")]
        yield ("text that is replaced", {len(right)}, replaced_lines,
               {tool: commands[tool] for tool in (E, RG, UG)})
        right = self.plant("wide", SIZE, EDITED * 20)
        with open(self.path("wide"), encoding="ascii") as file:
            text = file.read()
        with open(self.path("wide"), "w", encoding="utf-16") as file:
            file.write(text)
        commands = self.searches(2, PHRASE, "wide")
        commands[RF] = [PYTHON, "-c", LINE_SCRIPT, PHRASE, self.path("wide"), "utf-16"]
        yield "fuzzy search in a log in UTF-16", right, lines_of, commands

    def other_jobs(self):
        yield self.primers()
        patterns = ["".join(self.draw.choices(string.ascii_lowercase, k=20)) for _ in range(MANY)]
        words = [p[:5] + p[6:14] + "x" + p[14:] if i % 2 else p for i, p in enumerate(patterns[:100])]
        right = self.plant("words", SIZE, words)
        path, listed = self.path("words"), self.path("patterns")
        with open(listed, "w", encoding="ascii") as file:
            file.write("\n".join(patterns) + "\n")
        yield (f"{MANY:,} patterns, two errors", right, lines_of,
               {E: [PROGRAM, "-n", "-k2", "-f", listed, path], RG: ["rg", "-z", "-n", "-f", listed, path],
                UG: ["ugrep", "-n", "-Z2", "-f", listed, path], ZG: ["zgrep", "-n", "-F", "-f", listed, path],
                TRE: ["tre-agrep", "-n", "-E2", "-e", "|".join(patterns), path]})

    def primers(self):
        lines = ["".join(self.draw.choices("ACGT", k=100)) for _ in range(20000)]
        chosen = self.draw.sample(range(len(lines)), 60)
        for i, at in enumerate(chosen):
            base = PRIMER.replace("Y", "CT"[i % 2]).replace("M", "AC"[i // 2 % 2])
            found = (base, base[:9] + base[10:], base[:1] + "A" + base[2:])[i % 3]
            lines[at] = lines[at][:40] + found + lines[at][60:]
        with open(self.path("dna"), "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")
        commands = self.searches(1, PRIMER, "dna", ["--iupac"], CLASSES)
        return "DNA with Y and M, one error", {at + 1 for at in chosen}, lines_of, commands

    def cell(self, tool, command, right, answer):
        """Runs a command. Returns its result, and how long it took."""
        if command is None:
            return "no"
        if tool == RF and importlib.util.find_spec("rapidfuzz") is None:
            return "not here"
        if tool in NEEDED and shutil.which(NEEDED[tool]) is None:
            return "not here"
        begin = time.monotonic()
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return f"more than {LIMIT:g} s"
        seconds = time.monotonic() - begin
        if done.returncode > 1:
            return "error: " + done.stderr.decode(errors="replace").strip().split("\n")[0]
        found = answer(done.stdout)
        if seconds < QUICK:
            seconds = min(seconds, in_turn({"": command}, 3)[""].wall)
        self.figures.add("daily", tool=TOOLS[tool].replace(", ", " "), found=len(found & right),
                         lost=len(right - found), more=len(found - right), seconds=seconds)
        return f"{rate_answer(found, right)}, {seconds:.2g} s"

    def print(self):
        heading(f"Jobs of daily use, logs of {SIZE}; what was found, seconds", "", *TOOLS)
        for jobs in self.log_jobs, self.format_jobs, self.file_jobs, self.new_jobs, self.other_jobs:
            for name, right, answer, commands in jobs():
                row(name, *(self.cell(tool, commands.get(tool), right, answer) for tool in range(len(TOOLS))))
