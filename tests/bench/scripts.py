"""Text of the world's scripts in UTF-8 beside ASCII text of as many bytes: one thread."""

import os
import resource
import subprocess

from texts import BUILD, SEED, generate, parse_size

SIZE = parse_size(os.environ.get("BENCH_SIZE", "64M"))
ROUNDS = 7
# Each kind of text with the share of the rate of ASCII that is its goal, in percent, and a pattern.
GOALS = {"latin": (100, "connexion"), "accent": (90, "connexion"), "russian": (50, "привычка"),
         "greek": (50, "γραμματα"), "chinese": (50, "北京大学中文系"), "hindi": (50, "कखगघङचछज"),
         "emoji": (50, "\U0001f600\U0001f601\U0001f602\U0001f603\U0001f604\U0001f605"),
         "bytes": (25, "connexion")}
FOLDED = 70  # goal of -i, in percent of the rate without


def processor_seconds(*command):
    """User and system time of a command in a UTF-8 locale."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False,
                   env={**os.environ, "LC_ALL": "C.UTF-8"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


class Scripts:
    """The best of some rounds, each over all texts, with ASCII's pattern and with their own."""

    def __init__(self, directory, figures):
        self.directory = directory
        self.figures = figures
        self.edgrep = [os.path.join(BUILD, "edgrep"), "-j1", "-c", "-k2"]

    def measure(self):
        ways = {"foreign": lambda own: ["connexion"], "own": lambda own: [own],
                "own -i": lambda own: ["-i", own]}
        best = {}
        for _ in range(ROUNDS):
            for kind, (_, own) in GOALS.items():
                path = os.path.join(self.directory, kind)
                for way, arguments in ways.items():
                    seconds = processor_seconds(*self.edgrep, *arguments(own), path)
                    best[kind, way] = min(best.get((kind, way), seconds), seconds)
        return best

    def print(self):
        for kind in GOALS:
            generate(os.path.join(self.directory, kind), kind, str(SIZE), str(SEED))
        best = self.measure()
        ascii_seconds = best["latin", "foreign"]
        print(f"\n### UTF-8, {SIZE / 1e6:.3g} MB, -c -k2; processor seconds\n")
        print("| text | `connexion` | of ASCII's rate | goal | own pattern | of ASCII's rate |"
              f" with -i | of the rate without (goal {FOLDED}%) |")
        print("| --- |" + " --: |" * 7)
        for kind, (goal, _) in GOALS.items():
            foreign, own, folded = (best[kind, way] for way in ("foreign", "own", "own -i"))
            print(f"| {kind} | {foreign:.4f} | {100 * ascii_seconds / foreign:.0f}% | {goal}% |"
                  f" {own:.4f} | {100 * ascii_seconds / own:.0f}% | {folded:.4f} |"
                  f" {100 * own / folded:.0f}% |", flush=True)
            self.figures.add("scripts", text=kind, seconds=foreign, own=own, folded=folded)
            os.unlink(os.path.join(self.directory, kind))
