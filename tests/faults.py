"""Fault injection: any call of a run (run_injected), and each call of the CUDA runtime in turn."""

import concurrent.futures
import contextlib
import os
import random
import re
import tempfile

from harness import WORKERS, run_program, some_text

MOST_CALLS = 5000  # maximum calls of a run
SEARCH = ["-k", "1", "-n", "--chunk-size=40000", "house"]
MANY = ["-k", "1", "-n", "--chunk-size=40000",
        *(f"-e{word} zqxj{number} mouse" for word in ("garden", "horses") for number in range(9)),
        "-egarden mouse"]
EXPRESSION = ["-n", "--chunk-size=40000", "-E", "garden(er)? +h[ao]use and (tree|horse)"]


def run_injected(command, env, **options):
    """Returns the Result of run_program(), and whether a call failed: tests/inject.c and
    tests/gpu/inject_cuda.c write to INJECT_FD for each fault."""
    with tempfile.TemporaryFile() as mark:
        env = {**env, "INJECT_FD": str(mark.fileno())}
        result = run_program(command, env=env, pass_fds=[mark.fileno()], **options)
        return result, os.fstat(mark.fileno()).st_size > 0


class CudaFaults:
    """`program` with a plug-in that contains inject_cuda.c; results are compared with the
    processor's engine `reference`."""

    def __init__(self, program, checks, reference, arguments, **env):
        self.program, self.checks, self.arguments, self.env = program, checks, arguments, env
        self.name = os.path.basename(program)
        self.expected = self.run(reference, "0")[0]

    def run(self, engine, inject):
        """Runs the program with an injected fault. Returns its result, and whether a call failed."""
        return run_injected([self.program, f"--engine={engine}", "-j2", *self.arguments],
                            {"INJECT_CUDA": inject, "EDGREP_BEGIN": "-1", **self.env}, timeout=120)

    def right(self, engine, done, struck):
        """Checks the output: with `auto` it is complete; otherwise it is complete, or a prefix with
        a reason."""
        expected, name = self.expected, self.name.encode()
        same = done == (expected.status, expected.out, b"")
        if engine == "auto" or not struck:
            return same
        return same or (done.status == 2 and expected.out.startswith(done.out)
                        and done.err.count(b"\n") == 1
                        and done.err.startswith((name + b": engine cuda failed: ",
                                                 name + b": --engine=cuda: not usable here: ")))

    def check_engine(self, engine, onward, step):
        """Checks all calls, or one in each `step`, in parallel, until a run does not reach its
        call."""
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for first in range(1, MOST_CALLS, WORKERS * step):
                calls = range(first, first + WORKERS * step, step)
                runs = pool.map(lambda n: self.run(engine, f"{n}{onward}"), calls)
                missed = 0
                for n, (done, struck) in zip(calls, runs):
                    self.checks.check(self.right(engine, done, struck),
                                     f"{self.name} {engine}, call {n}{onward}: {done}")
                    missed += not struck
                if missed == WORKERS:
                    return first
        return MOST_CALLS

    def check(self, step=1, onward_step=None):
        """Injects a fault into every `step`-th call alone; into all calls from every
        `onward_step`-th on."""
        for engine in ("cuda", "auto"):
            for onward in ("", "+"):
                calls = self.check_engine(engine, onward, onward_step or step if onward else step)
                self.checks.check(calls > 20, f"{self.name} {engine}: only {calls} calls")


def edgrep_faults(program, checks, step=1, onward_step=None):
    """Searches ASCII, and text that the device decodes; for a word, for several patterns, and for
    an expression."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(some_text(2000))
        file.write(some_text(2000).replace(b"tree", "\u0434\u0435\u0440\u0435\u0432\u043e".encode()))
        file.flush()
        for search, times in (SEARCH, 1), (MANY, 15), (EXPRESSION, 15):
            CudaFaults(program, checks, "scalar", [*search, file.name]).check(
                times * step, times * (onward_step or step))


@contextlib.contextmanager
def random_pair(length):
    """Yields the names of two files of random DNA of this length."""
    draw = random.Random(1)
    with tempfile.NamedTemporaryFile("w") as x, tempfile.NamedTemporaryFile("w") as y:
        for file in x, y:
            file.write("".join(draw.choices("ACGT", k=length)))
            file.flush()
        yield x.name, y.name


def edcmp_faults(program, checks, length, options, step=1, **env):
    """Compares random DNA of this length."""
    with random_pair(length) as pair:
        CudaFaults(program, checks, "word", ["--algorithm=strips", *options, *pair], **env).check(step)


def lost_device(program, checks, at, arguments=("-k1", "house"), copies=1000, **env):
    """Makes device 1 of two fail from one of its calls on, one of `at`, with `auto`. The processor
    must finish that device's work, device 0 must go on, and the output must not change. The
    search must be long enough for both devices to start."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(some_text(2000) * copies)
        file.flush()
        search = CudaFaults(program, checks, "scalar",
                            ["-c", "--chunk-size=100K", "--range-size=400K", *arguments, file.name],
                            INJECT_DEVICE="1", EDGREP_TRACE="edgrep,scan", **env)
        for call in at:
            done, struck = search.run("auto", f"{call}+")
            after = re.split(rb"device-worker \d*[13579] scan: (?!cuda|scalar)", done.err, maxsplit=1)
            checks.check(done[:2] == search.expected[:2] and struck and len(after) == 2
                        and b", its device is lost" in after[1]
                        and re.search(rb"device-worker \d*[02468] scan: cuda begins", after[1]),
                        f"device 1 is lost with its call {call}: {done[:2]}, {struck}, {after[1:]}")


def lost_half(program, checks, length, at, reference="word"):
    """The same for two devices that compare random DNA of this length. With `cuda` the run may end
    with the reason."""
    with random_pair(length) as pair:
        faults = CudaFaults(program, checks, reference, ["--algorithm=strips", *pair], INJECT_DEVICE="1")
        for engine in "auto", "cuda":
            for call in at:
                done, struck = faults.run(engine, f"{call}+")
                checks.check(struck and faults.right(engine, done, struck),
                            f"{engine}: device 1 is lost with its call {call}: {done}, {struck}")


def hanging_device(program, checks, arguments, at, reference, **env):
    """Makes the device hang in one of its calls, one of `at`. With `cuda` the timeout is an error;
    with `auto` the processor does all the work, and the output must not change."""
    faults = CudaFaults(program, checks, reference, arguments, EDGREP_DEVICE_TIMEOUT="2", **env)
    message = f"{faults.name}: engine cuda failed: EDGREP_DEVICE_TIMEOUT: the GPU has finished nothing for 2 s\n"
    for call in at:
        done, struck = faults.run("cuda", f"{call}~")
        checks.check(struck and done.status == 2 and faults.expected.out.startswith(done.out) and done.err == message.encode(),
                    f"{faults.name} cuda: the device hangs with its call {call}: {done}, {struck}")
        done, struck = faults.run("auto", f"{call}~")
        checks.check(faults.right("auto", done, struck),
                    f"{faults.name} auto: the device hangs with its call {call}: {done}, {struck}")


def hanging_devices(edgrep, edcmp, checks, reference):
    """Checks a search and a comparison, in the first call and in later ones."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(some_text(2000))
        file.flush()
        hanging_device(edgrep, checks, [*SEARCH, file.name], (1, 9), "scalar")
    with random_pair(300) as pair:
        hanging_device(edcmp, checks, ["--algorithm=strips", *pair], (1, 9), reference, FAKE_CUDA="1")
