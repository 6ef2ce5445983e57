"""What the test programs share: the programs under test and how they are run, texts, files, counting."""

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
TIME_LIMIT = 60  # seconds for one run
ALL = os.environ.get("BREADTH") == "all"  # `make check-long`: all of what `make check` has a part of


def environment(**changes):
    """The environment of every run: nothing of the user's but the variables for the tests."""
    kept = {name: value for name, value in os.environ.items()
            if name in ("PATH", "TMPDIR", "EDGREP_CPU", "EDGREP_CUDA") or name.endswith("SAN_OPTIONS")}
    return {**kept, "LC_ALL": "C.UTF-8", **changes}


class Result(typing.NamedTuple):
    """How a run ended, and what it wrote to its pipes."""
    status: int
    out: bytes
    err: bytes


def run_program(command, stdin=b"", env=None, timeout=TIME_LIMIT, **options):
    """The Result of a command in the environment() with the changes `env`. `stdin` is bytes, which come
    through a pipe, or a file; the options are those of subprocess.run."""
    feed = {"input" if isinstance(stdin, bytes) else "stdin": stdin}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **feed, **options}
    done = subprocess.run(command, env=environment(**(env or {})), timeout=timeout, check=False,
                          **options)
    return Result(done.returncode, done.stdout or b"", done.stderr or b"")


def threads_rest(pid):
    """Whether all threads of a process sleep, or it has ended."""
    states = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/stat", encoding="ascii") as file:
                states.append(file.read().rsplit(")", 1)[1].split()[0])
    return all(state in "SZX" for state in states)


def await_rest(process, stdin=None):
    """Waits until a process has read all that was written to the pipe `stdin`, and then waits itself."""
    limit, seen = time.monotonic() + TIME_LIMIT, 0
    while seen < 3 and time.monotonic() < limit:
        left = array.array("i", [0])
        if stdin is not None:
            fcntl.ioctl(stdin, termios.FIONREAD, left)
        seen = seen + 1 if left[0] == 0 and threads_rest(process.pid) else 0
        time.sleep(0.005)


@contextlib.contextmanager
def scratch_directory():
    """A new directory is the current one, and is removed in the end."""
    prefix = f"edgrep-{os.path.basename(sys.argv[0])}-"
    with tempfile.TemporaryDirectory(prefix=prefix) as directory:
        os.chdir(directory)
        try:
            yield directory
        finally:
            os.chdir("/")


def write_file(name, text):
    """Writes bytes, or text in UTF-8, to a file in a directory that is made if need be; its name."""
    os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return name


def some_text(lines):
    """A number of lines of words; many words are nearly `house`. Always the same."""
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
    """Counts checks, prints those that fail, and ends with the line that tests/all adds up."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, failure):
        """`failure` is text, or a function that returns it. It is printed if not `good`."""
        if good:
            self.passed += 1
            return
        self.failed += 1
        text = failure() if callable(failure) else failure
        print(f"FAILED {text}", flush=True)

    def check_program(self, name, command, **env):
        """A test program counts as one check, by its exit status. Prints its last line."""
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
