"""Compares two traces (line.h) of one program; imported by the checks that run programs.

exact  the same calls with the same answers, in the same order
set    the same different lines, handles without their numbers: for programs whose threads or
       timings decide how often and in which order they call
"""
import difflib
import pathlib
import re


def lines_of(path, mode):
    path = pathlib.Path(path)
    lines = path.read_text().splitlines() if path.exists() else []
    if mode == "set":
        return sorted({re.sub(r"#\d+", "", line) for line in lines})
    return lines


def differences(plain, checked, mode):
    """Sentences about what differs between the trace files; empty if nothing does."""
    a, b = lines_of(plain, mode), lines_of(checked, mode)
    if not a:
        return ["the trace of the run alone is empty"]
    if a == b:
        return []
    found = list(difflib.unified_diff(a, b, "alone", "under lockstep", n=1, lineterm=""))
    return ["API traces differ:"] + found[:40]
