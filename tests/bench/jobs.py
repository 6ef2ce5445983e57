"""Runs jobs of several ranks with mpirun, on this host or on two that a slow link joins.

Environment: BENCH_MPIRUN, the launcher and its options; the number of ranks follows them
("mpirun -q --oversubscribe --bind-to none" for Open MPI)."""

import os
import shlex
import shutil
import subprocess
import tempfile

from texts import BUILD
from turns import ENVIRONMENT

ENVIRONMENT.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
NO_DEVICES = "CUDA_VISIBLE_DEVICES="  # processors are measured
LAUNCHER = shlex.split(os.environ.get("BENCH_MPIRUN",
                                      "mpirun -q --oversubscribe --bind-to none"))


def program(name):
    return os.path.join(BUILD, f"{name}-mpi")


def why_not():
    """Returns why no job can be started here, or None."""
    for name in program("edgrep"), program("edcmp"), LAUNCHER[0]:
        if shutil.which(name) is None:
            return f"{name} is not here"
    return None


# Open MPI would wait a second or two after status 1, which says that files differ.
QUIETLY = ["sh", "-c", '"$0" "$@" || [ $? = 1 ]']


def job(*parts, launcher=()):
    """Returns the command of a job with ranks of several kinds: (number, command), where variables
    NAME=VALUE may precede the command. Its status is 0 if rank 0's is 0 or 1."""
    words = []
    for ranks, command in parts:
        words += [":"] * bool(words) + ["-n", str(ranks), *QUIETLY, "env", NO_DEVICES, *command]
    return [*(launcher or LAUNCHER), *words]


class Link:
    """Two network namespaces, each a host with its own name, and a link between them. Rank 0 and
    the launcher are on the first; Open MPI reaches the second by a script instead of ssh.
    """
    ADDRESSES = "10.231.7.1", "10.231.7.2"

    def __init__(self):
        self.spaces = [f"edgrep-{os.getpid()}-{i}" for i in range(2)]
        self.ends = [f"eg{os.getpid() % 1000000}x{i}" for i in range(2)]
        self.directory = tempfile.TemporaryDirectory()
        self.agent = os.path.join(self.directory.name, "agent")

    def why_not(self):
        """Makes the namespaces. Returns why that failed, or None."""
        if shutil.which("ip") is None or shutil.which("tc") is None:
            return "ip and tc are not here (Debian's package iproute2)"
        if os.geteuid() != 0:
            return "only root may make network namespaces"
        a, b = self.ends
        steps = [f"ip netns add {space}" for space in self.spaces]
        steps.append(f"ip link add {a} netns {self.spaces[0]} type veth peer name {b} netns"
                     f" {self.spaces[1]}")
        for space, end, address in zip(self.spaces, self.ends, self.ADDRESSES):
            steps += [f"ip -n {space} addr add {address}/24 dev {end}",
                      f"ip -n {space} link set {end} up", f"ip -n {space} link set lo up"]
        for step in steps:
            if complaint := self.run(step):
                self.close()
                return f"{step}: {complaint}"
        self.write_agent()
        return None

    @staticmethod
    def run(command):
        """Runs a command. Returns its error message in one line; "" if it succeeded."""
        done = subprocess.run(shlex.split(command), stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, check=False)
        message = done.stderr.decode(errors="replace").strip().split("\n")[0]
        return (message or f"status {done.returncode}") if done.returncode else ""

    def write_agent(self):
        with open(self.agent, "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\nshift\nexec {shlex.join(self.within(1))} sh -c "$*"\n')
        os.chmod(self.agent, 0o755)

    def within(self, host):
        """Returns a command prefix that runs a command on that host (0 or 1)."""
        named = f'hostname {self.spaces[host]} && exec "$@"'
        return ["ip", "netns", "exec", self.spaces[host], "unshare", "--uts", "sh", "-c", named, "sh"]

    def slow(self, rate):
        """Limits both directions to a rate in megabits per second. Returns "", or why that failed."""
        for space, end in zip(self.spaces, self.ends):
            if complaint := self.run(f"tc -n {space} qdisc replace dev {end} root tbf"
                                     f" rate {rate}mbit burst 64kb latency 200ms"):
                return complaint
        return ""

    def launcher(self):
        """Returns a replacement for LAUNCHER: one rank on each host."""
        a, b = self.ADDRESSES
        network = "10.231.7.0/24"
        return [*self.within(0), *LAUNCHER, "--host", f"{a}:1,{b}:1", "--map-by", "node",
                "--mca", "plm_rsh_agent", self.agent, "--mca", "btl", "tcp,self",
                "--mca", "pml", "ob1", "--mca", "btl_tcp_if_include", network,
                "--mca", "oob_tcp_if_include", network]

    def close(self):
        for space in self.spaces:
            self.run(f"ip netns del {space}")
        self.directory.cleanup()
