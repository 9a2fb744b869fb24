#!/usr/bin/python3
"""Whether clang-tidy finds a mistake (the checks of .clang-tidy), and clang something to warn of, in C++ and C of ours.

usage: check_tidy.py ROOT BUILD [--all | --most=N | FILE...]
Looks at the files that came or changed since the commit in tidied_since.txt; --all: at every file; --most=N: at the N
that changed last, or with LOCKSTEP_ALL_TESTS=1 in the environment at all that changed. Files that compile alike are
looked at together, as one translation unit, because nearly all of the time goes to the headers; a file whose names
clash with those of the others waits for the next unit. Headers are looked at with a file that includes them; device
code in device-lib/*.h, which no C++ includes, is not.
BUILD has compile_commands.json. Ends with status 77, which CTest calls skipped, where there is no clang-tidy 15 or no
git history back to that commit.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import since

SKIPPED = 77
TIDY = "clang-tidy-15"
CLANG = {".cc": "clang++-15", ".c": "clang-15"}
TOGETHER = 20  # files; more would take too much memory
# gcc's options that clang lacks, and its precompiled headers.
DROPPED = re.compile(r" -Winvalid-pch| -fpch-preprocess| -include \S*cmake_pch\.hxx| -o \S+| -c \S+")
# Found unless something is wrong with how clang-tidy is called; then its silence about other files means nothing.
MISTAKE = "int Mistaken(bool given) {\n  int* none = nullptr;\n  return given ? *none : 0;\n}\n"
FOUND = "clang-analyzer-core.NullDereference"


def commands(root, build):
    """File -> the words it is compiled with, less those that name the file."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(DROPPED.sub("", entry["command"]))[1:]
        files = [pathlib.Path(entry["file"])]
        if files[0].name.startswith("unity_"):  # CMake's own, which includes the files that it compiles together
            files = [pathlib.Path(name) for name in re.findall(r'^#include "(.*)"', files[0].read_text(), re.MULTILINE)]
        for file in files:
            if root in file.parents and build not in file.parents:
                found.setdefault(file.relative_to(root).as_posix(), (*words, "-Wno-unknown-warning-option"))
    return found


def includer(header, texts, known, wanted):
    """A file with a command that includes `header`, one of `wanted` or its namesake first; None if there is none."""
    direct = [name for name, text in texts.items() if f'#include "{header}"' in text]
    direct.sort(key=lambda name: (name not in wanted, pathlib.Path(name).stem != pathlib.Path(header).stem, name))
    compiled = [name for name in direct if name in known]
    return next(filter(None, compiled + [includer(name, texts, known, wanted) for name in direct if not compiled]), None)


def sources(root, names, known):
    """What to compile to see `names`, and those of them that nothing compiles."""
    texts = {path.relative_to(root).as_posix(): path.read_text(errors="replace")
             for top in {name.partition("/")[0] for name in known} for path in (root / top).rglob("*.*")
             if path.suffix in (".h", *CLANG)}
    seen = {name: name if name in known else includer(name, texts, known, names) for name in names}
    return list(dict.fromkeys(filter(None, seen.values()))), [name for name in names if seen[name] is None]


class Units:
    """Translation units in a folder of their own, numbered."""

    def __init__(self, root, folder, build):
        self.root, self.folder, self.build, self.count = root, pathlib.Path(folder), build, 0

    def write(self, text, suffix):
        self.count += 1
        path = self.folder / f"{self.count}{suffix}"
        path.write_text(text)
        return path

    def together(self, names, words):
        """A unit of those of `names` that go together, and the others."""
        suffix, others = pathlib.Path(names[0]).suffix, []
        while True:
            unit = self.write("".join(f'#include "{self.root / name}"\n' for name in names), suffix)
            if len(names) == 1:
                return unit, others
            command = [CLANG[suffix], *words, "-w", "-fsyntax-only", "-ferror-limit=0", unit]
            errors = subprocess.run(command, cwd=self.build, capture_output=True, text=True, check=False).stderr
            wrong = set(re.findall(r"^(\S+?):\d+:\d+: (?:fatal )?error:", errors, re.MULTILINE))
            if not wrong:
                return unit, others
            clash = [name for name in names[1:] if str(self.root / name) in wrong] or names[1:]
            names, others = [name for name in names if name not in clash], others + clash

    def tidy(self, unit, words):
        """What clang-tidy says of `unit`, and whether it is content."""
        command = [TIDY, "-quiet", f"--config-file={self.root / '.clang-tidy'}", f"--header-filter=^{self.root}/", unit, "--", *words]
        done = subprocess.run(command, cwd=self.build, capture_output=True, text=True, check=False)
        return done.stdout or (done.stderr if done.returncode else ""), done.returncode == 0


def look(units, known, todo):
    """Prints what clang-tidy says of the files `todo`, and returns whether it said something; None if it sees nothing."""
    said, _ = units.tidy(units.write(MISTAKE, ".cc"), ["-std=c++17"])
    if FOUND not in said:
        print(f"{TIDY} does not find {FOUND} in\n{MISTAKE}{said}")
        return None
    alike = {}
    for name in todo:
        alike.setdefault((known[name], pathlib.Path(name).suffix), []).append(name)
    wrong = False
    for (words, _), files in alike.items():
        while files:
            unit, others = units.together(files[:TOGETHER], words)
            files = others + files[TOGETHER:]
            said, content = units.tidy(unit, words)
            print(said, end="", flush=True)
            wrong = wrong or not content
    return wrong


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    options = sys.argv[3:]
    if shutil.which(TIDY) is None:
        print(f"skipped: there is no {TIDY}; Debian 12 has it in the package of that name")
        return SKIPPED
    known = commands(root, build)
    most = next((int(word[len("--most="):]) for word in options if word.startswith("--most=")), None)
    if "--all" in options:
        names = sorted(known)
    elif options and most is None:
        names = [pathlib.Path(word).resolve().relative_to(root).as_posix() for word in options]
    else:
        commit = since.base(root, "tidied")
        if commit is None:
            return SKIPPED
        names = [name for name in since.changed(root, commit) if pathlib.Path(name).suffix in (".h", *CLANG)]
    todo, unseen = sources(root, names, known)
    for name in unseen:
        print(f"not looked at, for nothing that is built includes it: {name}")
    if most is not None and len(todo) > most and os.environ.get("LOCKSTEP_ALL_TESTS") != "1":
        print(f"not looked at, for {most} others changed later: {' '.join(todo[most:])}")
        todo = todo[:most]

    with tempfile.TemporaryDirectory() as folder:
        wrong = look(Units(root, folder, build), known, todo)
    if wrong is None:
        return 1
    print(f"{len(todo)} files: {'mistakes' if wrong else 'no mistake'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
