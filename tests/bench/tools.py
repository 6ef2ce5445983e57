"""The tools to compare, and how to measure one on a case."""

import os
import re
import shutil
import subprocess
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

from texts import BEST, PROGRAM, size_name, tool

LIMIT = float(os.environ.get("BENCH_LIMIT", "5"))
SMALLEST, GROWTH = 64 << 10, 4  # sizes of the texts for a tool, up to the whole text
REPETITIONS, REPEAT = 5, 1.0  # number of runs (the fastest one counts), seconds after which none starts
CORES = sorted(os.sched_getaffinity(0))
CORE = int(os.environ.get("BENCH_CORE", CORES[-1]))
LOCALE = os.environ.get("BENCH_LOCALE", "C")


def edgrep(*options):
    def command(pattern, k, path):
        distance = [] if k == BEST else [f"-k{k}"]
        return [PROGRAM, "-c", *options, *distance, "-e", pattern, path]
    return command


def tre_agrep(pattern, k, path):
    return ["tre-agrep", *(["-B"] if k == BEST else ["-c", f"-E{k}"]), "-k", "-e", pattern, path]


def ugrep(pattern, k, path):
    """ugrep's best mode needs a limit, and its time grows with the limit: a quarter of the pattern."""
    limit = min(max(1, len(pattern) // 4), 255)
    distance = f"-Zbest{limit}" if k == BEST else f"-Z{k}"
    return ["ugrep", "-c", "-U", "-F", distance, "-e", pattern, path]


def agrep(pattern, k, path):
    return ["agrep", *(["-B", "-y"] if k == BEST else ["-c", f"-{k}"]), "-k", pattern, path]


def ours(*program):
    """Returns the command of a program that `make bench` builds."""
    def command(pattern, k, path):
        return [tool(program[0]), *program[1:], pattern, str(k), path]
    return command


@dataclass(frozen=True)
class Tool:
    name: str
    command: object  # (pattern, k, path) -> command
    program: str  # the tool is here if this program is
    threads: bool = False  # may use all cores; other tools use one
    best: str = "counts"  # what it does in best mode: counts records, prints them, or ""

    def here(self):
        return shutil.which(self.program) is not None


EDGREP = Tool("edgrep -j1", edgrep("-j1"), PROGRAM)
EDGREP_ALL = Tool(f"edgrep -j{len(CORES)}", edgrep(), PROGRAM, threads=True)
ENGINES = [Tool(f"edgrep -j1 {name}", edgrep("-j1", f"--engine={name}"), PROGRAM)
           for name in ("avx512", "avx512bw", "avx2", "neon", "word", "scalar")]
OTHERS = (
    Tool("tre-agrep", tre_agrep, "tre-agrep", best="prints"),
    Tool("ugrep", ugrep, "ugrep"),
    Tool("agrep", agrep, "agrep", best="prints"),
    Tool("hyperscan", ours("hyperscan"), tool("hyperscan"), best=""),
    Tool("edlib", ours("edlib"), tool("edlib")),
    Tool("myers", ours("plain", "myers"), tool("plain")),
    Tool("dp", ours("plain", "dp"), tool("plain")),
)


@dataclass
class Run:
    """One run: seconds is None after a timeout, count is None if the tool refused."""
    seconds: float
    count: int = None
    distance: int = None  # of the best, if the tool prints it
    lines: int = 0  # number of printed lines
    setup: float = 0  # seconds before the search, not counted in `seconds`
    complaint: str = ""


@contextmanager
def on_cores(threads):
    """Lets programs started within use all cores (threads) or one."""
    os.sched_setaffinity(0, CORES if threads else [CORE])
    try:
        yield
    finally:
        os.sched_setaffinity(0, CORES)


def read_run(seconds, process, output, errors):
    """Returns the Run for what a command printed in this many seconds."""
    setup = re.search(rb"^setup (\S+)$", errors, re.M)
    before = float(setup[1]) if setup else 0
    run = Run(seconds - before, setup=before)
    if process.returncode < 0:
        run.complaint = f"crashed, signal {-process.returncode}"
    elif process.returncode not in (0, 1):
        message = errors.decode(errors="replace").strip().split("\n")[0]
        run.complaint = "refused: " + re.sub(r"^[\w-]+: ", "", message).replace("|", "/")[:60]
    else:
        numbers = re.fullmatch(rb"(\d{1,18})(?: (\d{1,9}))?\n", output)
        run.count = int(numbers[1]) if numbers else 0
        run.distance = int(numbers[2]) if numbers and numbers[2] else None
        run.lines = output.count(b"\n") + (output[-1:] not in (b"", b"\n"))
    return run


def execute(command, limit, threads=False):
    """Runs the command once. The time that it prints as "setup" does not count."""
    with on_cores(threads):
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": LOCALE})
        killer = threading.Timer(limit, process.kill)
        killer.start()
        output, errors = process.communicate()
        seconds = time.monotonic() - begin
        killer.cancel()
    if seconds >= limit:
        return Run(None, complaint=f"> {limit:g} s")
    return read_run(seconds, process, output, errors)


def fastest(command, limit=600, threads=False):
    """Returns the fastest of some runs; a failed run at once."""
    stop = time.monotonic() + REPEAT
    best = run = execute(command, limit, threads)
    for _ in range(REPETITIONS - 1):
        if run.count is None or time.monotonic() > stop:
            break
        run = execute(command, limit, threads)
        if run.count is not None and run.seconds < best.seconds:
            best = run
    return best


def sizes_up_to(most):
    size = SMALLEST
    while size < most:
        yield size
        size *= GROWTH
    yield most


class Truth:
    """What edgrep finds in the texts of a case, each searched once."""

    def __init__(self, case):
        self.case = case
        self.runs = {}

    def run(self, path):
        if path not in self.runs:
            run = execute(EDGREP.command(self.case.pattern, self.case.k, path), 600)
            if self.case.k == BEST and run.count:
                run.distance = self.distance(path)
            self.runs[path] = run
        return self.runs[path]

    def distance(self, path):
        first = subprocess.run([EDGREP.program, "-o", "-m1", "-e", self.case.pattern, path],
                               stdout=subprocess.PIPE, check=True,
                               env={**os.environ, "LC_ALL": LOCALE}).stdout
        return int(first.split(b":", 2)[1])


@dataclass
class Result:
    """The result of a tool on a case: the rate on the longest text that it managed."""
    complaint: str = ""  # why there is no rate
    rate: float = 0  # GB/s
    size: int = 0
    count: int = 0
    fault: str = ""  # how its answer differs from edgrep's; "": it does not

    def right(self):
        return self.rate > 0 and not self.fault

    def cell(self, most):
        if self.rate == 0:
            return self.complaint
        part = f" ({size_name(self.size)})" if self.size < most else ""
        return f"{self.rate:.3g}{part}" + (f", {self.fault}" if self.fault else "")


def next_size(sizes, history, limit):
    """Returns the largest size that a tool will likely manage within the limit, or None.

    Extrapolates linearly through the times of the last two runs, or through one run and zero."""
    (size, seconds), before = history[-1], history[-2] if len(history) > 1 else (0, 0)
    slope = max(seconds - before[1], 0) / (size - before[0])
    fit = [s for s in sizes if s > size and seconds + slope * (s - size) <= 0.8 * limit]
    return max(fit, default=None)


def fault_of(run, truth):
    """Returns how the answer of a run differs from edgrep's; "" if it does not."""
    lost = truth.count - run.count
    if run.distance is not None and run.distance != truth.distance:
        return f"best {run.distance}, not {truth.distance}"
    return f"lost {lost} of {truth.count}" if lost > 0 else f"{-lost} too many" if lost else ""


class Trial:
    """A tool on a case."""

    def __init__(self, which, case, truth):
        self.which, self.case, self.truth = which, case, truth

    def command(self, path):
        return self.which.command(self.case.pattern, self.case.k, path)

    def run(self, path):
        """Runs the tool. Returns (run, fault)."""
        run = execute(self.command(path), LIMIT, self.which.threads)
        if run.count is None:
            return run, ""
        if self.case.k == BEST and self.which.best == "prints":
            run.count = run.lines
        return run, fault_of(run, self.truth.run(path))

    def fault_in_lines(self):
        """Checks a tool that was right on one record on lines. Returns its fault; none if it takes
        too long."""
        path = self.case.lines(max(SMALLEST, 20 * self.case.room))
        fault = self.run(path)[1]
        return fault and fault + " lines"

    def measure(self, most):
        """Returns the Result with a text of up to `most` bytes."""
        if self.case.k == BEST and not self.which.best:
            return Result("-")
        sizes = list(sizes_up_to(most))
        result, history, size = Result(), [], sizes[0]
        while size is not None:
            run, fault = self.run(self.case.text(size))
            if run.count is None:
                result.complaint = result.complaint or run.complaint
                break
            history.append((size, run.seconds))
            result = Result("", 0, size, run.count, fault)
            size = next_size(sizes, history, LIMIT)
        if not history:
            return result
        again = fastest(self.command(self.case.text(result.size)), LIMIT, self.which.threads)
        seconds = min(history[-1][1], again.seconds or LIMIT)
        result.rate = result.size / seconds / 1e9
        if self.case.one_record and result.right():
            result.fault = self.fault_in_lines()
        return result
