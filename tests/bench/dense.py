"""What a line costs where nearly each is found: searches that print millions.

Environment: BENCH_HITS, about how many are found (10M: ten times 2^20); EDGREP_BEFORE, the path
of an older edgrep to run beside, such as 0.1; BENCH_THREADS, BENCH_OPTIONS and BENCH_ROUNDS
(scaling.py)."""

import os

from logs import OPTIONS, place
from scaling import THREADS
from tables import heading, number, row
from texts import PROGRAM, SEED, Part, generate, parse_size
from turns import in_turn

HITS = parse_size(os.environ.get("BENCH_HITS", "10M"))
BEFORE = os.environ.get("EDGREP_BEFORE")
LINE = 8  # random bits, among which each of these stands in 96% of the lines
SEARCHES = {"01": ["01"], "-k1 0101": ["-k1", "0101"], "-c -k1 0101": ["-c", "-k1", "0101"]}
GOAL = 4  # times as fast as 0.1, with two threads


class Dense(Part):
    def print(self):
        size = HITS * (LINE + 1)
        with place(size) as directory:
            path = os.path.join(directory, "dense")
            generate(path, f"--line={LINE}", "binary01", str(size), str(SEED))
            heading(f"{HITS} lines of {LINE} characters, nearly each found; ns a line", "search",
                    "lines found", "threads", "wall", "processor",
                    f"times as fast as -j{THREADS[0]}", "before, wall", "processor",
                    f"times as fast as before (goal {GOAL})")
            for name, search in SEARCHES.items():
                self.print_search(name, [*OPTIONS, *search, path])

    def print_search(self, name, search):
        found = int(in_turn({"": [PROGRAM, "-c", *search]}, rounds=1)[""].output)
        programs = {"now": PROGRAM, **({"before": BEFORE} if BEFORE else {})}
        first = None  # wall time of the first
        for threads in THREADS:
            costs = in_turn({which: [program, f"-j{threads}", *search]
                             for which, program in programs.items()}, keep=False)
            wall, processor = ({which: 1e9 * getattr(cost, seconds) / found
                                for which, cost in costs.items()}
                               for seconds in ("wall", "processor"))
            now, before = wall["now"], wall.get("before")
            first = first or now
            row(name, found, threads, number(now), number(processor["now"]), number(first / now),
                number(before), number(processor.get("before")), number(before and before / now))
            self.figures.add("dense", search=name, found=found, threads=threads, wall_ns=now,
                             processor_ns=processor["now"], before_wall_ns=before,
                             before_processor_ns=processor.get("before"))
