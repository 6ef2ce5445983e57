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
    """`program` is linked with inject_cuda.c."""

    def __init__(self, program, tally, **env):
        self.program, self.tally, self.env = program, tally, env

    def run(self, engine, inject, path):
        with tempfile.TemporaryFile() as mark:
            env = environment(INJECT_CUDA=inject, INJECT_FD=str(mark.fileno()), EDGREP_BEGIN="0",
                              **self.env)
            done = subprocess.run([self.program, f"--engine={engine}", "-j2", *SEARCH, path],
                                  capture_output=True, env=env, pass_fds=[mark.fileno()],
                                  timeout=120, check=False)
            return done, os.fstat(mark.fileno()).st_size > 0

    def right(self, engine, want, done, struck):
        """With `auto` nobody notices; otherwise the whole output, or its beginning and why."""
        same = (done.returncode, done.stdout, done.stderr) == (0, want, b"")
        if engine == "auto" or not struck:
            return same
        return same or (done.returncode == 2 and want.startswith(done.stdout)
                        and done.stderr.count(b"\n") == 1
                        and done.stderr.startswith((b"edgrep: engine cuda failed: ",
                                                    b"edgrep: --engine=cuda: not usable here: ")))

    def check_engine(self, engine, onward, want, path, step):
        """All calls, or every so many, until none is reached any more, some at a time."""
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for first in range(1, MOST_CALLS, WORKERS * step):
                calls = range(first, first + WORKERS * step, step)
                runs = pool.map(lambda n: self.run(engine, f"{n}{onward}", path), calls)
                missed = 0
                for n, (done, struck) in zip(calls, runs):
                    self.tally.check(self.right(engine, want, done, struck),
                                     f"{engine}, call {n}{onward}: {done}")
                    missed += not struck
                if missed == WORKERS:
                    return first
        return MOST_CALLS

    def check(self, step=1):
        """Each call alone; all from there on, for every `step`-th."""
        text = some_text(4000)
        with tempfile.NamedTemporaryFile() as file:
            file.write(text)
            file.flush()
            want = subprocess.run([self.program, "--engine=scalar", *SEARCH, file.name],
                                  capture_output=True, env=environment(), check=True).stdout
            for engine in ("cuda", "auto"):
                for onward in ("", "+"):
                    calls = self.check_engine(engine, onward, want, file.name,
                                              step if onward else 1)
                    self.tally.check(calls > 20, f"{engine}: only {calls} calls")
