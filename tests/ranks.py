"""Runs of several ranks: the command line of mpirun, and servers that run many cases in one of its
starts (tests/serve.c).

Environment: MPI, the launcher: openmpi (default), or mpich, whose programs lie in BUILD/mpich.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from harness import BUILD, environment

MPI = os.environ.get("MPI", "openmpi")
PROGRAMS = BUILD if MPI == "openmpi" else os.path.join(BUILD, MPI)
ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
QUICK = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}  # mpirun's status, if not 0, comes two seconds earlier
OPTIONS = {"openmpi": ["-q", "--oversubscribe", "--bind-to", "none"], "mpich": []}
PATIENCE = 10  # seconds that a job has to end in
TOOL = "tests/serve"  # what Server starts
SESSIONS = tempfile.TemporaryDirectory(prefix="edgrep")  # removed when the check ends


def launcher():
    """The launcher's path, or None."""
    return shutil.which(f"mpirun.{MPI}") or (MPI == "openmpi" and shutil.which("mpirun")) or None


def ranked(program):
    """The path of NAME-mpi; under tests/ lie the tools."""
    return os.path.join(PROGRAMS, f"{program}-mpi")


def missing_for(*programs):
    """What is not there, of these programs and the launcher."""
    missing = [p for p in map(ranked, programs) if not os.path.exists(p)]
    return missing if launcher() is not None else [*missing, f"mpirun of {MPI}"]


def skip_without(*programs):
    """Ends a check where ranks cannot run, with the reason."""
    if missing := missing_for(*programs):
        print(f"not checked, for want of {', '.join(missing)}\n1 passed, 0 failed")
        sys.exit(0)


def mpirun(ranks, *command):
    """A command line. `ranks` is a number; other contexts of MPMD may follow in the command.

    Each run has its own directory for sessions: one run of Open MPI removes the common one when it
    ends, although another may just begin in it."""
    options = list(OPTIONS[MPI])
    if MPI == "openmpi":
        options += ["--mca", "orte_tmpdir_base", tempfile.mkdtemp(dir=SESSIONS.name)]
    return [launcher(), *options, "-n", str(ranks), *command]


class Server:
    """One of edgrep or edcmp over some ranks, in `directory`, where the cases' files are made."""

    def __init__(self, program, ranks, directory):
        self.command = mpirun(ranks, ranked(TOOL), program)
        self.directory = directory
        self.job = self.socket = None

    def begin(self):
        with tempfile.TemporaryDirectory(prefix="edgrep-ranks-") as place, \
                socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            path = os.path.join(place, "socket")
            listener.bind(path)
            listener.listen(1)
            self.job = subprocess.Popen([*self.command, path], cwd=self.directory,
                                        env=environment(**ALLOWED, **QUICK), stdin=subprocess.DEVNULL,
                                        start_new_session=True)
            listener.settimeout(1)
            while self.socket is None:
                with contextlib.suppress(TimeoutError):
                    self.socket = listener.accept()[0]
                if self.socket is None and self.job.poll() is not None:
                    raise RuntimeError(f"{' '.join(self.command)} ended with status {self.job.returncode}")

    def ask(self, arguments, streams, env):
        """Begins to run the program with these arguments (bytes) and descriptors 0, 1 and 2."""
        if self.job is None:
            self.begin()
        variables = [f"{name}={value}".encode() for name, value in env.items()]
        packet = b"".join(s + b"\0" for s in [*variables, b"", *arguments])
        socket.send_fds(self.socket, [packet], streams)

    def answer(self):
        """(status, whether the other ranks have worked, what they have printed); None: no answer, as
        the job ended."""
        said = self.socket.recv(1 << 16)
        if not said:
            self.end()
            return None
        numbers, _, printed = said.partition(b"\n")
        status, _, work, last = map(int, numbers.split())
        if last:
            self.end()
        return status, work > 0, printed

    def end(self):
        """Ends the job, by force if need be."""
        if self.job is None:
            return
        self.socket.close()
        for end in (lambda: None, self.job.terminate,
                    lambda: os.killpg(self.job.pid, signal.SIGKILL)):
            end()
            try:
                self.job.wait(PATIENCE)
                break
            except subprocess.TimeoutExpired:
                pass
        self.job = self.socket = None
