"""Compares expressions of edgrep -E with tre-agrep, ugrep -Z and Python's module regex: rates, and
wrong answers.

pip installs regex in a directory under the build directory; if a tool is missing, so is its
column.

Environment: BENCH_PEERS_SIZE, bytes of the longest text (16M); BENCH_LIMIT as in run."""

import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass

from tables import heading, row
from texts import BUILD, PROGRAM, SEED, Part, generate, parse_size, size_name, tool
from tools import LIMIT, execute, next_size, sizes_up_to

SIZE = parse_size(os.environ.get("BENCH_PEERS_SIZE", "16M"))
LINES = 1000  # of the text with a known answer
PLANTED = 5  # one of PLANTED lines has a word of the expression, with up to k + 1 edits
REGEX = os.path.join(BUILD, "python")
FUZZY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzzy_regex.py")

# Expressions that all tools support, k, and words of each.
EXPRESSIONS = (
    ("connection (refused|reset) by peer", 2,
     ("connection refused by peer", "connection reset by peer")),
    ("(time|timed )out after [0-9]+ seconds", 2,
     ("timeout after 30 seconds", "timed out after 7 seconds")),
    ("(disk|volume) .* is (almost )?full", 1,
     ("disk sda1 is full", "volume data is almost full")),
)


@dataclass
class Peer:
    name: str
    command: object  # (expression, k, path) -> command that prints each matching line
    line: str  # pattern of its output: line number, and distance if it prints distances
    here: bool


def edgrep(expression, k, path):
    return [PROGRAM, "-j1", "-E", "-n", f"-k{k}", "-e", expression, path]


def reference(expression, k, path):
    return [PROGRAM, "-j1", "--engine=scalar", "-E", "-n", f"-k{k}", "-e", expression, path]


def tre(expression, k, path):
    return ["tre-agrep", f"-E{k}", "-n", "-s", "-e", expression, path]


def ugrep(expression, k, path):
    return ["ugrep", "-U", "-n", f"-Z{k}", "-e", expression, path]


def fuzzy_regex(expression, k, path):
    return ["env", f"PYTHONPATH={REGEX}", sys.executable, FUZZY, expression, str(k), path]


def is_here(program):
    return subprocess.run(["which", program], stdout=subprocess.DEVNULL, check=False).returncode == 0


def install_regex():
    """Installs the module if needed. Returns whether it is there."""
    if not os.path.isdir(os.path.join(REGEX, "regex")):
        subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install",
                        "--target", REGEX, "regex"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
    return os.path.isdir(os.path.join(REGEX, "regex"))


OURS = r"(?P<line>\d+):\d+:(?P<distance>\d+):"


def peers():
    return (Peer("edgrep", edgrep, OURS, True),
            Peer("tre-agrep", tre, r"(?P<line>\d+):(?P<distance>\d+):", is_here("tre-agrep")),
            Peer("ugrep -Z", ugrep, r"(?P<line>\d+):", is_here("ugrep")),
            Peer("regex", fuzzy_regex, r"(?P<line>\d+):(?P<distance>\d+)", install_regex()))


def answers(command, line):
    """Returns {line: distance or None} that a command prints."""
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                            env={**os.environ, "LC_ALL": "C"}).stdout.decode(errors="replace")
    found = {}
    for match in re.finditer("^" + line, output, re.M):
        distance = match.groupdict().get("distance")
        found[int(match["line"])] = int(distance) if distance else None
    return found


def edited(draw, word, edits):
    for _ in range(edits):
        at = draw.randrange(len(word))
        letter = draw.choice("abcdefghijklmnopqrstuvwxyz ")
        word = word[:at] + draw.choice(("", letter, letter + word[at])) + word[at + 1:]
    return word


class Peers(Part):
    """The rates of each tool, and its wrong answers on a small text."""

    def __init__(self, directory, figures):
        super().__init__(directory, figures)
        self.peers = [peer for peer in peers() if peer.here]

    def known(self, expression, k, words):
        """Returns the path of a text, and the right answer."""
        path = generate(self.path("plain"), "log", "1M", str(SEED))
        with open(path, encoding="ascii", errors="replace") as file:
            lines = file.read().split("\n")[:LINES]
        draw = random.Random(f"{SEED} {expression}")
        for i in range(0, len(lines), PLANTED):
            at = draw.randrange(len(lines[i]) + 1)
            word = edited(draw, draw.choice(words), draw.randrange(k + 2))
            lines[i] = lines[i][:at] + " " + word + " " + lines[i][at:]
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")
        return path, answers(reference(expression, k, path), OURS)

    def measure(self, peer, expression, k):
        """Returns (GB/s, bytes) of the longest text that a tool manages within the limit."""
        sizes, history = list(sizes_up_to(SIZE)), []
        size = sizes[0]
        while size is not None:
            path = generate(self.path("timed"), "log", str(size), str(SEED))
            run = execute(peer.command(expression, k, path), LIMIT)
            if run.seconds is None:
                break
            history.append((size, run.seconds))
            size = next_size(sizes, history, LIMIT) if size < SIZE else None
        if not history:
            return 0, 0
        size, seconds = history[-1]
        return size / seconds / 1e9, size

    @staticmethod
    def wrong(found, right):
        """Returns what is wrong with an answer, or ""."""
        lost, extra = len(right.keys() - found.keys()), len(found.keys() - right.keys())
        far = sum(found[n] is not None and found[n] != right[n] for n in right.keys() & found.keys())
        faults = (f"{lost} lost" * bool(lost), f"{extra} too many" * bool(extra),
                  f"{far} distances not least" * bool(far))
        return ", ".join(filter(None, faults))

    def print(self):
        heading(f"Expressions in a log, one thread: GB/s (of a smaller text), edgrep's rate divided by it, and "
                f"errors in {LINES} lines", "expression", "k", "lines", *(p.name for p in self.peers))
        for expression, k, words in EXPRESSIONS:
            path, right = self.known(expression, k, words)
            cells, first = [], None
            for peer in self.peers:
                wrong = self.wrong(answers(peer.command(expression, k, path), peer.line), right)
                rate, size = self.measure(peer, expression, k)
                first = first or rate
                part = f" ({size_name(size)})" if size < SIZE else ""
                times = f", {first / rate:.3g} x" if rate and peer is not self.peers[0] else ""
                cells.append(f"{rate:.3g}{part}{times}; {wrong or 'right'}")
                self.figures.add("peers", expression=expression.replace(",", ";"), k=k, tool=peer.name,
                                 gb_per_s=rate, bytes=size, wrong=(wrong or "none").replace(",", ";"))
            row(f"`{expression}`".replace("|", "\\|"), k, len(right), *cells)
