"""Runs programs over several ranks: command lines of mpirun, and servers that run many cases with
one start of mpirun (tests/serve.c).

Environment: MPI, the launcher: openmpi (default), or mpich, whose programs are in BUILD/mpich.
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
QUICK = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}  # a nonzero status of mpirun comes two seconds earlier
OPTIONS = {"openmpi": ["-q", "--oversubscribe", "--bind-to", "none"], "mpich": []}
PATIENCE = 10  # seconds in which a job must end
TOOL = "tests/serve"  # the program that Server starts
SESSIONS = tempfile.TemporaryDirectory(prefix="edgrep")  # removed when the check ends


def launcher():
    """Returns the launcher's path, or None."""
    return shutil.which(f"mpirun.{MPI}") or (MPI == "openmpi" and shutil.which("mpirun")) or None


def ranked(program):
    """Returns the path of NAME-mpi; the names of tools begin with tests/."""
    return os.path.join(PROGRAMS, f"{program}-mpi")


def missing_for(*programs):
    """Returns what is missing of these programs and the launcher."""
    missing = [p for p in map(ranked, programs) if not os.path.exists(p)]
    return missing if launcher() is not None else [*missing, f"mpirun of {MPI}"]


def skip_without(*programs):
    """Ends a check with the reason if ranks cannot run here."""
    if missing := missing_for(*programs):
        print(f"not checked: {', '.join(missing)} missing\n1 passed, 0 failed")
        sys.exit(0)


def mpirun(ranks, *command):
    """Returns a command line. `ranks` is a number; the command may contain further contexts (MPMD).

    Each run has its own session directory: when a run of Open MPI ends, it removes the common
    one, although another run may just start in it."""
    options = list(OPTIONS[MPI])
    if MPI == "openmpi":
        options += ["--mca", "orte_tmpdir_base", tempfile.mkdtemp(dir=SESSIONS.name)]
    return [launcher(), *options, "-n", str(ranks), *command]


class Server:
    """edgrep or edcmp over some ranks, in `directory`, where the files of the cases are made."""

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
        """Starts the program with these arguments (bytes) and descriptors 0, 1 and 2."""
        if self.job is None:
            self.begin()
        variables = [f"{name}={value}".encode() for name, value in env.items()]
        packet = b"".join(s + b"\0" for s in [*variables, b"", *arguments])
        socket.send_fds(self.socket, [packet], streams)

    def answer(self):
        """Returns (status, whether the other ranks have worked, what they have printed); None: the
        job ended without a reply."""
        reply = self.socket.recv(1 << 16)
        if not reply:
            self.end()
            return None
        numbers, _, printed = reply.partition(b"\n")
        status, _, work, last = map(int, numbers.split())
        if last:
            self.end()
        return status, work > 0, printed

    def end(self):
        """Ends the job; kills it if it does not end by itself."""
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
