#!/usr/bin/python3
"""Each source file compiles by itself: that it includes what it uses is not seen where many are compiled at a time.

usage: check_alone.py ROOT BUILD [--most=N] [--file=PATH...]
The commands are those of BUILD/compile_commands.json, of which unity builds have one for two dozen files. Files are
drawn by the commit; all with LOCKSTEP_ALL_TESTS=1. Exit status 1 if one does not compile.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sample  # noqa: E402

INCLUDED = re.compile(r'^#include "(.+)"$', re.M)


def commands(root, build):
    """{file below `root`: (its compiler's words without what they write, the folder they are for)}"""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        is_unity = "Unity" in source.parts
        for file in INCLUDED.findall(source.read_text()) if is_unity else [str(source)]:
            if pathlib.Path(file).is_relative_to(build) or not pathlib.Path(file).is_relative_to(root):
                continue
            words, written = [], False
            for word in shlex.split(entry["command"]):
                written, skipped = word in ("-o", "-MF", "-MT"), written
                if not (written or skipped or word in ("-c", "-MD", str(source)) or word.endswith("ccache")):
                    words.append(word)
            found.setdefault(file, ([*words, "-fsyntax-only", file], entry["directory"]))
    return found


def compiles(entry):
    """What the compiler says against it."""
    file, (words, folder) = entry
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{file} does not compile by itself:\n{done.stderr[:2000]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--most", type=int, default=30)
    parser.add_argument("--file", action="append", default=[])
    args = parser.parse_args()
    found = commands(args.root.resolve(), args.build.resolve())
    chosen = sorted(found, key=lambda file: sample.number("alone", file))
    if args.file:
        chosen = [str(pathlib.Path(file).resolve()) for file in args.file]
    elif not sample.everything():
        chosen = chosen[:args.most]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [text for text in pool.map(compiles, [(file, found[file]) for file in chosen]) if text]
    print("\n".join([*wrong, f"{len(chosen)} of {len(found)} files, {len(wrong)} not by themselves"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
