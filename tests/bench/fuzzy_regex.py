#!/usr/bin/env python3
"""Runs Python's module regex: `fuzzy_regex.py EXPRESSION K FILE` prints NUMBER:DISTANCE for each
line with a match of at most K edits. BESTMATCH finds the best match of a line."""

import sys

import regex

pattern = regex.compile(f"(?:{sys.argv[1]}){{e<={sys.argv[2]}}}", regex.BESTMATCH)
with open(sys.argv[3], encoding="latin-1", newline="\n") as file:
    for number, line in enumerate(file, 1):
        match = pattern.search(line.rstrip("\n"))
        if match:
            print(f"{number}:{sum(match.fuzzy_counts)}")
