"""Compares edgrep -r with grep and ripgrep, which search exactly, on trees of many small files.

Environment: BENCH_FILES, the number of files in a generated tree (20000; 0: none); BENCH_TREES,
further trees to search (/usr/share/doc); BENCH_OPTIONS and BENCH_ROUNDS (logs.py, scaling.py)."""

import os
import random
import shutil

from logs import OPTIONS
from tables import heading, number, row
from texts import PROGRAM, SEED, Part, generate
from turns import in_turn

FILES = int(os.environ.get("BENCH_FILES", "20000"))
TREES = os.environ.get("BENCH_TREES", "/usr/share/doc").split()
PATTERN = "connexion"
SIZES = 6, 15  # of the files: two to a random power between these
TOOLS = {"edgrep": [PROGRAM, *OPTIONS, "-s", "-r", "-c", "-k2", PATTERN],
         "grep": ["grep", "-s", "-rac", "-F", PATTERN], "rg": ["rg", "-uuu", "-c", PATTERN]}
PROCESSOR_GOAL, WALL_GOAL = 2, 1.5  # multiple of grep's, of rg's


def make(directory):
    """Fills a directory with files of English text. Returns its path."""
    draw = random.Random(SEED)
    with open(generate(os.path.join(directory, "text"), "english", "8M", str(SEED)), "rb") as file:
        text = file.read()
    tree = os.path.join(directory, "tree")
    for i in range(FILES):
        size = int(2 ** draw.uniform(*SIZES))
        at = draw.randrange(len(text) - size)
        folder = os.path.join(tree, str(i % 20), str(i // 20 % 20))
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{i}.txt"), "wb") as file:
            file.write(text[at:at + size])
    return tree


def contents(tree):
    """Returns (number of files, their bytes)."""
    sizes = [os.lstat(os.path.join(folder, name)).st_size
             for folder, _, names in os.walk(tree) for name in names
             if not os.path.islink(os.path.join(folder, name))]
    return len(sizes), sum(sizes)


class Trees(Part):
    def print(self):
        heading("Trees of small files, -r -c -k2; seconds", "tree", "files", "MB",
                "edgrep, processor", "grep -rac -F", f"times grep's (goal {PROCESSOR_GOAL})",
                "edgrep, wall", "rg -uuu -c", f"times rg's (goal {WALL_GOAL})")
        if FILES > 0:
            tree = make(self.directory)
            self.print_tree("made", tree)
            shutil.rmtree(tree)
        for tree in filter(os.path.isdir, TREES):
            self.print_tree(tree, tree)

    def print_tree(self, name, tree):
        costs = in_turn({tool: [*command, tree] for tool, command in TOOLS.items()
                         if shutil.which(command[0])})
        files, size = contents(tree)
        processor, wall = costs["edgrep"].processor, costs["edgrep"].wall
        grep, rg = costs["grep"].processor, costs["rg"].wall if "rg" in costs else None
        row(name, files, f"{size / 1e6:.3g}", number(processor), number(grep),
            number(processor / grep), number(wall), number(rg), number(rg and wall / rg))
        for tool, cost in costs.items():
            self.figures.add("trees", tree=name, files=files, bytes=size, tool=tool,
                             processor_s=cost.processor, wall_s=cost.wall)
