"""Measures commands in turn, so that other load of the machine affects all of them alike."""

import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
FEWEST, PATIENCE = 2, 5.0  # minimum rounds, and seconds after which no further round starts
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


@dataclass
class Cost:
    """The least time of some runs of a command, in seconds, and the output of the first."""
    wall: float
    processor: float  # user and system
    output: bytes

    def least(self, other):
        return Cost(min(self.wall, other.wall), min(self.processor, other.processor), self.output)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cost(command, keep):
    with tempfile.TemporaryFile() as output:
        processor, wall = processor_seconds(), time.monotonic()
        status = subprocess.run(command, stdin=subprocess.DEVNULL,
                                stdout=output if keep else subprocess.DEVNULL, env=ENVIRONMENT,
                                check=False).returncode
        wall, processor = time.monotonic() - wall, processor_seconds() - processor
        if status not in (0, 1):
            sys.exit(f"bench: {shlex.join(command)}: status {status}")
        output.seek(0)
        return Cost(wall, processor, output.read())


def in_turn(commands, rounds=ROUNDS, patience=PATIENCE, keep=True):
    """Returns {name: Cost} of the commands. Their output is kept or not (grep stops early if it is
    /dev/null)."""
    costs = {}
    stop = time.monotonic() + patience
    for done in range(rounds):
        if done >= FEWEST and time.monotonic() > stop:
            break
        for name, command in commands.items():
            new = cost(command, keep)
            costs[name] = costs[name].least(new) if name in costs else new
    return costs


def at_once(commands):
    """Returns a command that runs all these at the same time, and fails if one of them does."""
    begin = "".join(f'{shlex.join(command)} & all="$all $!"; ' for command in commands)
    return ["sh", "-c", begin + "for one in $all; do wait $one || [ $? = 1 ] || exit 2; done"]


def doubled(most):
    """Returns 1, 2, 4 ... and `most`."""
    return [1 << i for i in range((most - 1).bit_length())] + [most]
