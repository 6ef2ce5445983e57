"""Makes each call of the CUDA runtime fail in turn (tests/gpu/inject_cuda.c)."""

import concurrent.futures
import os
import random
import subprocess
import tempfile

from harness import WORKERS, environment

MOST_CALLS = 5000  # of a run
SEARCH = ["-k", "1", "-n", "--chunk-size=40000", "house"]


def some_text(lines):
    draw = random.Random(1)
    words = "the house hose horse mouse garden tree my a huse hoouse stands there".split()
    return "".join(" ".join(draw.choices(words, k=draw.randint(0, 12))) + "\n"
                   for _ in range(lines)).encode()


class CudaFaults:
    """`program` is linked with inject_cuda.c; its processor's engine `reference` says what is right."""

    def __init__(self, program, tally, reference, arguments):
        self.program, self.tally, self.arguments = program, tally, arguments
        self.name = os.path.basename(program).split("_")[0]
        self.want = self.run(reference, "0")[0]

    def run(self, engine, inject):
        """Its result, and whether a call failed."""
        with tempfile.TemporaryFile() as mark:
            env = environment(INJECT_CUDA=inject, INJECT_FD=str(mark.fileno()), EDGREP_BEGIN="-1")
            done = subprocess.run([self.program, f"--engine={engine}", "-j2", *self.arguments],
                                  capture_output=True, env=env, pass_fds=[mark.fileno()],
                                  timeout=120, check=False)
            return done, os.fstat(mark.fileno()).st_size > 0

    def right(self, engine, done, struck):
        """With `auto` nobody notices; otherwise the whole output, or its beginning and why."""
        want, name = self.want, self.name.encode()
        same = (done.returncode, done.stdout, done.stderr) == (want.returncode, want.stdout, b"")
        if engine == "auto" or not struck:
            return same
        return same or (done.returncode == 2 and want.stdout.startswith(done.stdout)
                        and done.stderr.count(b"\n") == 1
                        and done.stderr.startswith((name + b": engine cuda failed: ", name +
                                                    b": --engine=cuda: not usable here: ")))

    def check_engine(self, engine, onward, step):
        """All calls, or every so many, until none is reached any more, some at a time."""
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for first in range(1, MOST_CALLS, WORKERS * step):
                calls = range(first, first + WORKERS * step, step)
                runs = pool.map(lambda n: self.run(engine, f"{n}{onward}"), calls)
                missed = 0
                for n, (done, struck) in zip(calls, runs):
                    self.tally.check(self.right(engine, done, struck),
                                     f"{self.name} {engine}, call {n}{onward}: {done}")
                    missed += not struck
                if missed == WORKERS:
                    return first
        return MOST_CALLS

    def check(self, step=1, onward_step=None):
        """Every `step`-th call alone; all from there on, for every `onward_step`-th."""
        for engine in ("cuda", "auto"):
            for onward in ("", "+"):
                calls = self.check_engine(engine, onward, onward_step or step if onward else step)
                self.tally.check(calls > 20, f"{self.name} {engine}: only {calls} calls")


def edgrep_faults(program, tally, step=1, onward_step=None):
    with tempfile.NamedTemporaryFile() as file:
        file.write(some_text(4000))
        file.flush()
        CudaFaults(program, tally, "scalar", [*SEARCH, file.name]).check(step, onward_step)


def edcmp_faults(program, tally, length, options, step=1):
    """Compares random DNA of that length."""
    draw = random.Random(1)
    with tempfile.NamedTemporaryFile("w") as x, tempfile.NamedTemporaryFile("w") as y:
        for file in x, y:
            file.write("".join(draw.choices("ACGT", k=length)))
            file.flush()
        CudaFaults(program, tally, "word", ["--algorithm=strips", *options, x.name, y.name]).check(step)
