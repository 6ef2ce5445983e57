"""Shared by the checks in Python: running the programs under test, texts, files, counting."""

import array
import contextlib
import fcntl
import os
import random
import subprocess
import sys
import tempfile
import termios
import time
import typing

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
EDGREP = os.path.abspath(os.environ.get("EDGREP", os.path.join(BUILD, "edgrep")))
EDCMP = os.path.abspath(os.environ.get("EDCMP", os.path.join(BUILD, "edcmp")))
WORKERS = len(os.sched_getaffinity(0))
TIME_LIMIT = 60  # seconds per run
ALL = os.environ.get("BREADTH") == "all"  # `make check-long`: run everything, not a part


def environment(**changes):
    """Returns the environment of every run: of the user's variables only those for the tests."""
    kept = {name: value for name, value in os.environ.items()
            if name in ("PATH", "TMPDIR", "EDGREP_CPU", "EDGREP_CUDA") or name.endswith("SAN_OPTIONS")}
    return {**kept, "LC_ALL": "C.UTF-8", **changes}


class Result(typing.NamedTuple):
    """The result of a run: its exit status, and what it wrote to its pipes."""
    status: int
    out: bytes
    err: bytes


def run_program(command, stdin=b"", env=None, timeout=TIME_LIMIT, **options):
    """Runs a command in environment() with the changes `env`. Returns its Result. `stdin` is bytes,
    written to a pipe, or a file; the options are those of subprocess.run."""
    feed = {"input" if isinstance(stdin, bytes) else "stdin": stdin}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **feed, **options}
    done = subprocess.run(command, env=environment(**(env or {})), timeout=timeout, check=False,
                          **options)
    return Result(done.returncode, done.stdout or b"", done.stderr or b"")


def threads_rest(pid):
    """Returns whether all threads of a process sleep, or it has ended."""
    states = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/stat", encoding="ascii") as file:
                states.append(file.read().rsplit(")", 1)[1].split()[0])
    return all(state in "SZX" for state in states)


def await_rest(process, stdin=None):
    """Waits until a process has read all that was written to the pipe `stdin` and waits for more."""
    limit, seen = time.monotonic() + TIME_LIMIT, 0
    while seen < 3 and time.monotonic() < limit:
        left = array.array("i", [0])
        if stdin is not None:
            fcntl.ioctl(stdin, termios.FIONREAD, left)
        seen = seen + 1 if left[0] == 0 and threads_rest(process.pid) else 0
        time.sleep(0.005)


@contextlib.contextmanager
def scratch_directory():
    """Makes a new directory the current one; removes it at the end."""
    prefix = f"edgrep-{os.path.basename(sys.argv[0])}-"
    with tempfile.TemporaryDirectory(prefix=prefix) as directory:
        os.chdir(directory)
        try:
            yield directory
        finally:
            os.chdir("/")


def write_file(name, text):
    """Writes bytes, or text in UTF-8, to a file; makes its directory. Returns the name."""
    os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return name


def some_text(lines):
    """Returns a number of lines of words; many words are almost `house`. The text is always the
    same."""
    draw = random.Random(1)
    words = "the house hose horse mouse garden tree my a huse hoouse stands there".split()
    return "".join(" ".join(draw.choices(words, k=draw.randint(0, 12))) + "\n"
                   for _ in range(lines)).encode()


def is_utf8(text):
    try:
        text.decode()
        return True
    except UnicodeDecodeError:
        return False


class Checks:
    """Counts checks, prints the failed ones, and prints the line that tests/all adds up."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, failure):
        """Prints `failure`, a text or a function that returns it, unless `good`."""
        if good:
            self.passed += 1
            return
        self.failed += 1
        text = failure() if callable(failure) else failure
        print(f"FAILED {text}", flush=True)

    def check_program(self, name, command, **env):
        """Runs a test program as one check, by its exit status. Prints its last line."""
        begin = time.monotonic()
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT,
                              env={**os.environ, **env}, check=False)
        text = done.stdout.decode(errors="replace")
        self.check(done.returncode == 0, f"{name}: status {done.returncode}\n{text[-20000:]}")
        last = text.strip().splitlines()[-1:] or [""]
        print(f"{name}: {last[0]} ({time.monotonic() - begin:.1f} s)", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(self.failed > 0)
