#!/usr/bin/env python3
"""Compares the committed generated files with what host/api/generate.py makes of the headers here.

Headers since 2024 spell the same types otherwise. Of exports.inc the functions and how many parameters each has are
compared then: the compiler compares the types, since each export is declared in those headers too.
usage: check_generated.py HOST_API_DIRECTORY
"""
import pathlib
import re
import subprocess
import sys
import tempfile


NEWER = pathlib.Path("/usr/include/CL/cl_function_types.h")


def without_types(text):
    """For each export its name and its parameters' names."""
    return [(name, re.findall(r"\ba\d+\b", parameters))
            for name, parameters in re.findall(r"CL_API_CALL (cl\w+)\((.*)\) \{", text)]


def main():
    api = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([sys.executable, api / "generate.py", f"--output={directory}"], check=True)
        made = {p.name: p.read_text() for p in pathlib.Path(directory).iterdir()}
    kept = {p.name: p.read_text() for p in (api / "generated").iterdir()}
    if NEWER.exists():
        for files in (made, kept):
            files["exports.inc"] = without_types(files["exports.inc"])
    if made == kept and made["exports.inc"]:
        return 0
    print("host/api/generated is out of date; run host/api/generate.py:",
          [n for n in sorted(made.keys() | kept.keys()) if made.get(n) != kept.get(n)])
    return 1


if __name__ == "__main__":
    sys.exit(main())
