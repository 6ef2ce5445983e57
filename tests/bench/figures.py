"""Writes figures for programs, beside the tables for people: one CSV file per table.

BENCH_FIGURES names the directory for them; without it none are written. BENCH_NOTE is a remark
for the reader. A file begins with comments that say where, when and by which command it was
made; then follows a line with the names of the columns."""

import csv
import os
import time

FOLDER = os.environ.get("BENCH_FIGURES")
NOTE = os.environ.get("BENCH_NOTE")


def command():
    """Returns the command line of this run, without the names of directories and the note."""
    given = (f"{name}='{value}' " for name, value in sorted(os.environ.items())
             if name.startswith("BENCH_") and name not in ("BENCH_FIGURES", "BENCH_NOTE"))
    return "".join(given) + "tests/bench/run"


class Figures:
    def __init__(self, machine):
        self.head = [f"machine: {machine}", f"command: {command()}",
                     f"date: {time.strftime('%Y-%m-%d')}"] + [f"note: {NOTE}"] * bool(NOTE)
        self.begun = set()

    def add(self, table, **values):
        """Adds a row to FOLDER/TABLE.csv; all rows of a table have the same columns."""
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
