"""Figures for programs, beside the tables for people: one file of comma-separated values a table.

BENCH_FIGURES names the folder they are written to; without it there are none. BENCH_NOTE is what
else a reader of the figures has to know. A file begins with comments, which say where, when and by
which command it was made; then comes a line with the names of the columns."""

import csv
import os
import time

FOLDER = os.environ.get("BENCH_FIGURES")
NOTE = os.environ.get("BENCH_NOTE")


def command():
    """The command line of this run, but for the names of folders and the note."""
    given = (f"{name}='{value}' " for name, value in sorted(os.environ.items())
             if name.startswith("BENCH_") and name not in ("BENCH_FIGURES", "BENCH_NOTE"))
    return "".join(given) + "tests/bench/run"


class Figures:
    def __init__(self, machine):
        self.head = [f"machine: {machine}", f"command: {command()}",
                     f"date: {time.strftime('%Y-%m-%d')}"] + [f"note: {NOTE}"] * bool(NOTE)
        self.begun = set()

    def add(self, table, **values):
        """Adds a row to FOLDER/TABLE.csv; all rows of a table have the same names."""
        if FOLDER is None:
            return
        os.makedirs(FOLDER, exist_ok=True)
        with open(os.path.join(FOLDER, f"{table}.csv"), "a" if table in self.begun else "w",
                  encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            if table not in self.begun:
                file.writelines(f"# {line}\n" for line in self.head)
                out.writerow(values)
            out.writerow(f"{v:.4g}" if isinstance(v, float) else v for v in values.values())
        self.begun.add(table)
