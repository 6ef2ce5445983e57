"""What the test programs share: the program under test, its environment, counting."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
EDGREP = os.path.abspath(os.environ.get("EDGREP", os.path.join(BUILD, "edgrep")))
EDCMP = os.path.abspath(os.environ.get("EDCMP", os.path.join(BUILD, "edcmp")))
WORKERS = len(os.sched_getaffinity(0))


def environment(**changes):
    """The environment of every run: nothing of the user's, but what the tests are told."""
    kept = {name: value for name, value in os.environ.items()
            if name in ("PATH", "TMPDIR", "EDGREP_CPU") or name.endswith("SAN_OPTIONS")}
    return {**kept, "LC_ALL": "C.UTF-8", **changes}


class Tally:
    """Counts checks, tells the failed ones, and closes with the line that tests/all adds up."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, failure):
        """`failure` is text, or a function that makes it, and is told when not `good`."""
        if good:
            self.passed += 1
            return
        self.failed += 1
        text = failure() if callable(failure) else failure
        print(f"FAILED {text}", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(self.failed > 0)
