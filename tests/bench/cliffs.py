"""Searches for cliffs: a small change of a task that makes edgrep or edcmp many times slower means
a bad choice of the planner. Each row has a command, a neighbour that does nearly the same work,
and the ratio of their times.

Environment: BENCH_CLIFFS, the numbers of the rows (default: all); BENCH_SCALE, a factor of all
sizes (1)."""

import os
import random
import re
import string

from tables import heading, number, row
from texts import BUILD, PROGRAM, SEED, Part, generate
from turns import in_turn

SCALE = float(os.environ.get("BENCH_SCALE", "1"))
ROWS = os.environ.get("BENCH_CLIFFS", "").split()
GOAL = 2  # multiple of the neighbour's seconds
EDCMP = os.path.join(BUILD, "edcmp")
J1 = [PROGRAM, "-j1"]
PATIENCE = 2  # no round starts after this many seconds
CYRILLIC, DEVANAGARI = "абвгдежзиклмнопрстуфхцчшщыьэюя", "कखगघङचछजझञटठडढणतथदधनपफबभम"


def size(mebibytes):
    return max(1 << 16, int(mebibytes * SCALE * (1 << 20)))


def edited(draw, text, share):
    """Returns the letters of a text of DNA with a share of them edited."""
    out, at = [], 0
    places = sorted(draw.sample(range(len(text)), int(len(text) * share)))
    for place in places:
        out.append(text[at:place])
        kind = draw.randrange(3)
        out.append("" if kind == 0 else draw.choice("ACGT") + (text[place] if kind == 1 else ""))
        at = place + 1
    return "".join(out) + text[at:]


class Cliffs(Part):
    def vocabulary(self, name, letters, share=0.5):
        """Writes lines of words; the first ten words make up half of the text. Returns (path,
        words)."""
        draw, at, lines = random.Random(f"{SEED} {letters}"), 0, []
        words = ["".join(draw.choices(letters, k=draw.randint(5, 9))) for _ in range(2000)]
        weights = [share / 10] * 10 + [(1 - share) / 1990] * 1990
        while at < (1 << 20):
            lines.append(" ".join(draw.choices(words, weights, k=10)) + "\n")
            at += len(lines[-1].encode())
        block = "".join(lines)
        return self.write(name, block * max(1, size(64) // at)), words

    def many_files(self):
        draw = random.Random(SEED)
        text = self.generated("english", size(8))
        words = sorted(set(re.findall("[A-Za-z]{6,}", text)))
        draw.shuffle(words)
        words = words[:1000]
        listed, tree = self.write("words", "\n".join(words) + "\n"), self.path("tree")
        os.mkdir(tree)
        files = [text[i * 850:(i + 1) * 850] for i in range(2000)]
        for i, part in enumerate(files):
            self.write(f"tree/{i}", part)
        whole = self.write("whole", "".join(files))
        few = self.write("few", "\n".join(words[:100]) + "\n")
        for options, of in (["-c", "-k2"], listed), (["--best=each", "-k2"], few):
            yield (" ".join(options) + " -r, 2,000 files", [*J1, *options, "-r", "-f", of, tree],
                   "one file", [*J1, *options, "-f", of, whole])
        some = self.write("some", "\n".join(words[:20]) + "\n")
        far = " ".join(random.Random(SEED).choices("bdfghjkmpqvwxz", k=16)) + "éü"
        for task, *search in ("-k1, 20 words", "-k1", "-f", some), ("--limit=-1, far", "--limit=-1", "-e", far):
            yield f"{task} -r, 2,000 files", [*J1, *search, "-r", tree], "one file", [*J1, *search, whole]

    def blocks(self):
        draw = random.Random(SEED)
        words = [w for w in re.findall(r"\w+", self.generated("english", "64K"))]
        lines = ["    " * draw.randrange(4) + " ".join(draw.choices(words, k=draw.randrange(1, 7))) + "\n"
                 for _ in range(6339)]
        source = self.write("source", "".join(lines))
        for length in 30, 40:
            block = lines[3000:3000 + length]
            block[5] = block[5].upper()
            whole = [*J1, "--span-lines", "-e", "".join(block)]
            yield (f"--span-lines --top=2, {length} lines", [*whole, "--top=2", source],
                   "without --top", [*whole, source])

    def pairs(self):
        draw = random.Random(SEED)
        for share, length, goal in (0.01, 4, 12), (0.025, 1, 12):
            text = "".join(draw.choices("ACGT", k=size(length)))
            names = self.write("a", text), self.write("b", edited(draw, text, share))
            within = int(len(text) * share * 1.1)
            yield (f"edcmp, DNA, {length} MiB, {share:.1%}", [EDCMP, *names], f"-k{within}",
                   [EDCMP, f"-k{within}", *names])

    def alternation(self):
        draw = random.Random(SEED)
        log = generate(self.path("log"), "log", str(size(8)), str(SEED))
        words = ["".join(draw.choices(string.ascii_lowercase, k=12)) for _ in range(1000)]
        listed = self.write("words", "\n".join(words) + "\n")
        expression = self.write("expression", f"({'|'.join(words)})\n")
        yield ("-E -k1, 1,000 alternatives", [*J1, "-c", "-E", "-k1", "-f", expression, log], "-f",
               [*J1, "-c", "-k1", "-f", listed, log])
        for length, option in (1000, []), (100, ["--limit=#1"]):
            short = [word[:draw.randint(5, 8)] for word in words[:length]]
            listed = self.write("words", "\n".join(short) + "\n")
            expression = self.write("expression", f"({'|'.join(short)})\n")
            command = [*J1, "-k2", *option]
            yield (f"-E {' '.join(command[2:])}, {length} short words", [*command, "-E", "-f", expression, log], "-f",
                   [*command, "-f", listed, log])

    def frequent(self):
        draw = random.Random(SEED)
        text = self.generated("log", size(8))
        log = self.write("log", text)
        for n in 1000, 10000:
            places = [draw.randrange(len(text) - 40) for _ in range(2 * n)]
            patterns = [text[at:at + 20] for at in places if "\n" not in text[at:at + 20]][:n]
            mixed = ["".join(draw.sample(p, len(p))) for p in patterns]
            here, absent = self.write(f"here{n}", "\n".join(patterns) + "\n"), self.write(
                f"absent{n}", "\n".join(mixed) + "\n")
            for option in "-c", "-q":
                yield (f"{option} -k2 -f, {n} patterns of the log", [*J1, option, "-k2", "-f", here, log],
                       "-c, shuffled", [*J1, "-c", "-k2", "-f", absent, log])
            for option in [], ["-w"]:
                command = [*J1, *option, "-f", here, log]
                yield (" ".join(["-k2", *option, f"-f, {n} patterns of the log"]), [*command, "-k2"], "-k0",
                       [*command, "-k0"])
                yield (" ".join(["-k0", *option, f"-f, {n} patterns of the log"]), [*command, "-k0"], "--bare",
                       [*command, "-k0", "--bare"])

    def scripts(self):
        for name, letters in ("russian", CYRILLIC), ("hindi", DEVANAGARI):
            text, words = self.vocabulary(name, letters)
            pattern = " ".join(words[:10])[:32] + " ".join(words[10:20][::-1])[:32]
            command = [*J1, "-c", "-k4", "-e", pattern]
            yield f"{name}, m = 64, -k4", [*command, text], "-i", [*command, "-i", text]

    def one_line(self):
        objects = '{"name":"foobar","value":[1,2,3],"next":"barfoofoo"}'
        n = size(16) // (len(objects) + 1)
        lines, line = self.write("lines", (objects + "\n") * n), self.write("line", (objects + ",") * n)
        expression = "(foo|bar)+"
        yield (f"-o -E {expression}, one line", [*J1, "-o", "-k0", "-E", expression, line], "lines",
               [*J1, "-o", "-k0", "-E", expression, lines])
        draw = random.Random(SEED)
        text = self.write("letters", "".join(draw.choices(string.ascii_lowercase, k=size(16))))
        expression = "(a|b|c|d|e|f|g|h)(i|j|k|l|m|n){}(o|p|q)"
        for option in "-c", "-o":
            yield (f"{option} -E (a|..|h)(i|..|n)*(o|p|q), one line",
                   [*J1, option, "-k0", "-E", expression.format("*"), text], "{0,9}",
                   [*J1, option, "-k0", "-E", expression.format("{0,9}"), text])

        english = self.generated("english", size(16))
        lines, line = self.write("lines", english), self.write("line", english.replace("\n", " "))
        for expression in "^[a-z]+", "[0-9]+us$":
            yield (f"-c -E {expression}, one line", [*J1, "-c", "-k0", "-E", expression, line], "lines",
                   [*J1, "-c", "-k0", "-E", expression, lines])
        line = self.write("line", english[:size(8)].replace("\n", " "))
        half = self.write("half", english[:size(4)].replace("\n", " "))
        yield ("-o -E -k1 a.*b.*c, one line of 8 MiB", [*J1, "-o", "-k1", "-E", "a.*b.*c", line], "of 4",
               [*J1, "-o", "-k1", "-E", "a.*b.*c", half])

    def expressions(self):
        log = generate(self.path("log"), "log", str(size(16)), str(SEED))
        yield ("-c -E -k1 a.*b.*c", [*J1, "-c", "-k1", "-E", "a.*b.*c", log], "a.{0,80}b.{0,80}c",
               [*J1, "-c", "-k1", "-E", "a.{0,80}b.{0,80}c", log])

    def selected(self):
        """Yields tasks with many words of the text; most of them occur in most lines."""
        draw = random.Random(SEED)
        text = self.generated("english", size(16))
        english, words = self.write("english", text), sorted(set(re.findall("[A-Za-z]{5,}", text)))
        draw.shuffle(words)
        command = [*J1, "-f", self.write("words", "\n".join(words[:1000]) + "\n"), english]
        yield "-k2 -f, 1,000 words", [*command, "-k2"], "-k0", [*command, "-k0"]
        for option in "--where=e", "--and=er", "-w":
            yield f"-c -k1 -f {option}", [*command, "-c", "-k1", option], "without", [*command, "-c", "-k1"]
        yield "-k2 -f -w", [*command, "-k2", "-w"], "without", [*command, "-k2"]
        for k, option in ("-k0", "--confuse=@typography"), ("-k1", "--confuse=@ocr"):
            yield f"-c {k} -f {option}", [*command, "-c", k, option], "without", [*command, "-c", k]
        short = self.write("short", "".join(word[:draw.randint(4, 6)] + "\n" for word in words[:1000]))
        command = [*J1, "-c", "-f", short, english]
        yield "-c -k4 --limit=-1 -f, short words", [*command, "-k4", "--limit=-1"], "-k3", [*command, "-k3"]
        for option in "--limit=-1", "--delete-cost=2":
            yield f"-k2 -f {option}", [*command, "-k2", option], "without", [*command, "-k2"]
        few = [*J1, "-c", "-k2", "-f", self.write("few", "\n".join(words[:10]) + "\n"), english]
        yield "-c -k2 -f -x, 10 words", [*few, "-x"], "without", few

    def selected_forms(self):
        """Yields tasks with patterns that occur in most lines, other ends of records, or folded
        text."""
        draw = random.Random(SEED)
        text = self.generated("russian", size(16))
        places = [draw.randrange(len(text) - 6) for _ in range(500)]
        patterns = "".join(text[at:at + 6].replace("\n", "x") + "\n" for at in places)
        command = [*J1, "-c", "-k3", "-f", self.write("some", patterns), self.write("russian", text)]
        for option in "--crlf", r"--delimiter=\n", "--fold-accents":
            yield f"-c -k3 -f {option}", [*command, option], "without", command

    def costs(self):
        text = self.generated("dna", size(16))
        dna, lines = self.write("dna", text), text.split("\n")
        for m, k in (50, 10), (100, 20):
            command = [*J1, "-c", f"-k{k}", lines[len(lines) // 2][:m // 2] + lines[len(lines) // 3][:m // 2], dna]
            for option in "--limit=+1", "--delete-cost=2":
                yield f"m = {m}, -k{k} {option}", [*command, option], "without", command

    def overhang(self):
        dna = generate(self.path("dna"), "dna", str(size(16)), str(SEED))
        command = [*J1, "-c", "-k2", "ACGTTGCATGCCATGACGTA", dna]
        yield "--overhang=6", [*command, "--overhang=6"], "without", command
        draw = random.Random(SEED)
        many = ["".join(draw.choices("ACGT", k=20)) for _ in range(100)]
        line = self.write("line", "".join(draw.choices("ACGT", k=size(4))) + "\n")
        for task, text, *search in (("100 patterns", dna, "-k1", "-f", self.write("many", "\n".join(many) + "\n")),
                                    ("m = 200, one line", line, "-k40", "".join(many[:10]))):
            command = [*J1, "-c", *search, text]
            yield f"--overhang, {task}", [*command, "--overhang"], "without", command
        text = self.generated("log", size(16))
        places = [draw.randrange(len(text) - 20) for _ in range(1000)]
        patterns = "".join(text[at:at + 20].replace("\n", "x") + "\n" for at in places)
        command = [*J1, "-c", "-k2", "-f", self.write("frequent", patterns), self.write("log", text)]
        yield "-c --overhang, 1000 patterns of the log", [*command, "--overhang"], "without", command

    def long_records(self):
        """Yields tasks in best mode, where records are megabytes long, and the nearest comes late."""
        text = self.generated("english", size(4)).replace("\n", " ")
        line, middle = self.write("line", text), len(text) // 2
        words = self.write("words", "\n".join(text[at:at + 12] for at in range(middle, middle + 2000, 20)) + "\n")
        for options in ["--top=3"], ["--best", "--where=e"]:
            for task, *search in ("one pattern", "generaxionless"), ("100 patterns", "-f", words):
                yield (f"{' '.join(options)}, {task}, one line", [*J1, *options, *search, line], "--best",
                       [*J1, "--best", *search, line])
        dna = self.generated("dna", size(4)).replace("\n", "")
        fasta = self.write("fasta", f">one\n{dna[:len(dna) // 2]}\n>two\n{dna[len(dna) // 2:]}\n")
        command = [*J1, "--best", "-o", "--fasta", dna[len(dna) // 3:][:40] + "ACGT", fasta]
        yield "--best -o --fasta --where=two", [*command, "--where=two"], "without", command
        command = [*J1, "--best", "-c", dna[len(dna) // 9:][:90] + "ACGT", self.write("dna", dna)]
        yield "--best, m = 94, --limit=-1", [*command, "--limit=-1"], "without", command

    def long_pattern(self):
        draw = random.Random(SEED)
        text = generate(self.path("dna"), "dna", str(size(64)), str(SEED))
        pattern = self.write("pattern", "".join(draw.choices("ACGT", k=10000)) + "\n")
        yield ("m = 10,000, -k1", [*J1, "-c", "-k1", "-f", pattern, text], "-k0",
               [*J1, "-c", "-k0", "-f", pattern, text])

    def words(self):
        text, words = self.vocabulary("russian", CYRILLIC)
        word = words[0]
        yield "-w -k2", [*J1, "-c", "-w", "-k2", word, text], "without -w", [*J1, "-c", "-k2", word, text]
        yield "-k0, half of the lines", [*J1, "-c", "-k0", word, text], "grep -F", ["sh", "-c", f"grep -cF {word} {text} | cat"]

    def forms(self):
        text = generate(self.path("ascii"), "english", str(size(32)), str(SEED))
        russian = generate(self.path("russian"), "russian", str(size(32)), str(SEED))
        for options, pattern, where in ((["--fold-space"], "connection refused", text),
                                        ([r"--skip=[\s-]"], "connectionrefused", text),
                                        (["--normalize"], "привычка", russian)):
            command = [*J1, "-c", "-k2"]
            yield " ".join(options), [*command, *options, pattern, where], "without", [*command, pattern, where]

    def top(self):
        log = generate(self.path("log"), "log", str(size(64)), str(SEED))
        for options in [], ["-k2"], ["-o"]:
            yield (" ".join(["--top=10", *options, "LOG:"]), [*J1, "--top=10", *options, "LOG:", log], "-m10",
                   [*J1, "-k0", "-m10", *options, "LOG:", log])
        words = self.write("words", "connection\nrefused\npassword\ncheckpoint\n" * 4)
        for options in ["-f", words], ["-x", "-f", words]:
            yield (" ".join(["--top=10", *options[:-1]]), [*J1, "--top=10", *options, log], "without --top",
                   [*J1, *options, log])

    def print(self):
        heading(f"Tasks and their neighbours; processor seconds, goal {GOAL} times", "", "task", "s",
                "neighbour", "s", "times")
        rows = {"1": self.many_files, "2": self.blocks, "3": self.pairs, "5": self.alternation,
                "6": self.frequent, "7": self.scripts, "8": self.one_line, "9": self.long_pattern,
                "10": self.words, "11": self.forms, "12": self.top,
                "15": self.expressions, "16": self.selected, "17": self.overhang,
                "18": self.selected_forms, "19": self.costs, "20": self.long_records}
        for name, tasks in rows.items():
            if not ROWS or name in ROWS:
                for task in tasks():
                    self.print_task(name, *task)

    def print_task(self, name, task, command, neighbour, rival):
        costs = in_turn({"task": command, "neighbour": rival}, patience=PATIENCE)
        mine, other = (max(costs[which].processor, 1e-4) for which in ("task", "neighbour"))
        row(name, f"`{task}`", number(mine), f"`{neighbour}`", number(other), number(mine / other))
        self.figures.add("cliffs", row=name, task=task, seconds=mine, neighbour=neighbour, neighbour_s=other)
