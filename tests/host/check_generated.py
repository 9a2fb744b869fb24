#!/usr/bin/env python3
"""Compares the committed generated files with what host/api/generate.py makes of the headers here.
usage: check_generated.py HOST_API_DIRECTORY
"""
import pathlib
import subprocess
import sys
import tempfile


def main():
    api = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([sys.executable, api / "generate.py", f"--output={directory}"], check=True)
        made = {p.name: p.read_text() for p in pathlib.Path(directory).iterdir()}
    kept = {p.name: p.read_text() for p in (api / "generated").iterdir()}
    if made == kept:
        return 0
    print("host/api/generated is out of date; run host/api/generate.py:",
          [n for n in sorted(made.keys() | kept.keys()) if made.get(n) != kept.get(n)])
    return 1


if __name__ == "__main__":
    sys.exit(main())
