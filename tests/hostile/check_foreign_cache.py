#!/usr/bin/python3
"""A cache that another user could have written is not used, and one line says so.

A twin without checks is planted in the place of a racy kernel's. Where only root could have put it there, it is
believed, and the race is gone: so the plant works. With any owner or mode by which somebody else could have put
it there, the race is found. Needs root, to give files away.
usage: check_foreign_cache.py --lockstep=EXE --helper=EXE [--work=DIR] …
"""
import argparse
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534
MAGIC = b"LOCKSTEP-CACHE 2 "
SOURCE = "kernel void k(global int *a) { const int i = get_global_id(0); a[%s] = i; }\n"
OFF = "working without the cache of instrumented kernels"


class Setup:
    def __init__(self, options, folder):
        self.options, self.folder, self.problems = options, folder, []
        self.runs = 0
        (folder / "kernels").mkdir()
        self.source = folder / "kernels/k.cl"
        # Kernels of one cache are built once for each content; PoCL's own cache is of no interest here.
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("LOCKSTEP_", "XDG_"))}
        # No trial of the driver: its kernels would lie in the caches too.
        self.env.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", POCL_CACHE_DIR=str(folder / "pocl"),
                        LOCKSTEP_TRIAL="1")

    def run(self, index="0", command=("kernel", "{source}"), **changes):
        """Runs the kernel that writes a[index]; returns whether a race was found, and stderr."""
        self.source.write_text(SOURCE % index)
        self.runs += 1
        report = self.folder / f"report{self.runs}.json"
        words = [self.options.lockstep] + [word.replace("{source}", str(self.source)) for word in command]
        words[2:2] = ["--format=json", f"--report={report}", "--error-exitcode=0"]
        if command[0] == "kernel":
            words += ["--global=64", "--local=16", "--arg=0:buffer,64*int"]
        done = subprocess.run(words, env=dict(self.env, **changes), capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0 or not report.exists():
            sys.exit(f"status {done.returncode}: {done.stderr[-3000:]}")
        found = json.loads(report.read_text())
        if found["not_instrumented"]:
            self.problems.append(f"not instrumented: {found['not_instrumented']}")
        return bool(found["findings"]), done.stderr


def entries(cache):
    return {path.name: path for path in cache.rglob("*") if path.is_file() and len(path.name) == 64}


def content(path):
    return path.read_bytes().split(b"\n", 1)[1]


def images(cache):
    return [name for name, path in entries(cache).items() if content(path).startswith(b"LOCKSTEP-PROGRAM")]


def entry(key, body):
    return MAGIC + b"%d %s\n" % (len(body), hashlib.sha256(key.encode() + body).hexdigest().encode()) + body


def make_plant(setup):
    """Fills a cache with a clean twin under the racy one's key, and what certifies it. Returns the key."""
    good, other, plant = (setup.folder / name for name in ("good", "other", "plant"))
    racy, _ = setup.run(LOCKSTEP_CACHE_DIR=str(good))
    clean, _ = setup.run("i", LOCKSTEP_CACHE_DIR=str(other))
    keys, others = images(good), images(other)
    if not racy or clean or len(keys) != 1 or len(others) != 1:
        sys.exit(f"no cache to plant in: race {racy}, {clean}, images {keys}, {others}")
    key = keys[0]
    body = content(entries(other)[others[0]])
    shutil.copytree(good, plant)
    entries(plant)[key].write_bytes(entry(key, body))
    return key


def give_away(path, owner=NOBODY, mode=None):
    os.chown(path, owner, owner, follow_symlinks=False)
    if mode is not None:
        os.chmod(path, mode)


def place(setup, name, key, change):
    """A copy of the plant in a folder of its own; `change` gets the folder, the cache, the shard and the entry."""
    base = setup.folder / name.replace(" ", "-")
    cache = base / "cache"
    base.mkdir(mode=0o755)
    shutil.copytree(setup.folder / "plant", cache)
    for path in [cache, *cache.rglob("*")]:
        os.chmod(path, 0o700 if path.is_dir() else 0o600)
    shard = cache / key[:2]
    change(base, cache, shard, shard / key)
    return cache


def link_entry(base, _, __, path):
    path.rename(base / "elsewhere")
    path.symlink_to(base / "elsewhere")


def link_cache(base, cache, *_):
    cache.rename(base / "real")
    cache.symlink_to("real")
    give_away(cache)


# What -> what is done to the planted cache, and what is said (None: it is trusted, and the plant works).
PLACES = {
    "only root could": (lambda *_: None, None),
    "below a sticky folder": (lambda base, *_: os.chmod(base, 0o1777), None),
    "the cache is another user's": (lambda b, cache, *_: give_away(cache), OFF + ".*another user"),
    "all may write to the cache": (lambda b, cache, *_: os.chmod(cache, 0o777), OFF + ".*everybody"),
    "all may write to the sticky cache": (lambda b, cache, *_: os.chmod(cache, 0o1777), OFF + ".*everybody"),
    "its group may": (lambda b, cache, *_: os.chmod(cache, 0o770), OFF + ".*group"),
    "the folder above is another user's": (lambda base, *_: give_away(base), OFF + ".*another user"),
    "all may write to the folder above": (lambda base, *_: os.chmod(base, 0o777), OFF + ".*everybody"),
    "a folder in it is another user's": (lambda b, c, shard, e: give_away(shard), OFF + ".*another user"),
    "all may write to a folder in it": (lambda b, c, shard, e: os.chmod(shard, 0o777), OFF + ".*everybody"),
    "the entry is another user's": (lambda b, c, s, path: give_away(path), "not trusted.*another user"),
    "all may write the entry": (lambda b, c, s, path: os.chmod(path, 0o666), "not trusted.*everybody"),
    "the entry leads elsewhere": (link_entry, "not trusted.*symbolic link"),
    "another user's link leads to the cache": (link_cache, OFF + ".*symbolic link"),
}


def check_places(setup, key):
    import re
    for what, (change, said) in PLACES.items():
        cache = place(setup, what, key, change)
        race, errors = setup.run(LOCKSTEP_CACHE_DIR=str(cache))
        lines = [line for line in errors.split("\n") if "cache" in line]
        if race != (said is not None):
            setup.problems.append(f"{what}: " + ("a race is found, so the plant does not work"
                                                 if race else "the planted twin was run"))
        if said is None and lines or said is not None and (len(lines) != 1 or not re.search(said, lines[0])):
            setup.problems.append(f"{what}: not said in one line: {errors}")
        # What was not trusted is not there any more, or is not used the next time either.
        if said is not None and not setup.run(LOCKSTEP_CACHE_DIR=str(cache))[0]:
            setup.problems.append(f"{what}: the planted twin was run the second time")


def check_home(setup):
    """Root with another user's HOME, as after sudo -E: nothing is taken from there and nothing left there."""
    home = setup.folder / "home"
    home.mkdir()
    give_away(home, mode=0o755)
    race, errors = setup.run(HOME=str(home))
    if not race or len([line for line in errors.split("\n") if OFF in line]) != 1:
        setup.problems.append(f"another user's home: race {race}, said {errors}")
    if list(home.iterdir()):
        setup.problems.append(f"another user's home now holds {list(home.rglob('*'))}")


def check_said_once(setup):
    """`lockstep run` says it, and not each process of the program."""
    cache = setup.folder / "open"
    cache.mkdir()
    cache.chmod(0o777)
    words = f"{setup.options.lockstep} kernel {{source}} --unchecked --global=64 --local=16 --arg=0:buffer,64*int"
    _, errors = setup.run(command=("run", "--", "sh", "-c", f"{words} && {words}"), LOCKSTEP_CACHE_DIR=str(cache))
    if errors.count(OFF) != 1:
        setup.problems.append(f"two processes: said {errors.count(OFF)} times: {errors}")


def check_rights(setup):
    """What lockstep makes is nobody else's business, whatever the umask."""
    old = os.umask(0)
    cache = setup.folder / "made/cache"
    setup.run(LOCKSTEP_CACHE_DIR=str(cache))
    os.umask(old)
    for path in [cache.parent, cache, *cache.rglob("*")]:
        mode = path.stat().st_mode & 0o777
        if mode != (0o700 if path.is_dir() else 0o600):
            setup.problems.append(f"{path} has mode {mode:o}")
    if not images(cache):
        setup.problems.append("nothing is kept")


def check_names(setup):
    """Entries are known by the contents of the tools, whatever their size, time and place."""
    log = setup.folder / "calls"
    text = f'#!/bin/sh\n# %s\necho >>{log}\nexec {setup.options.helper} "$@"\n'
    cache = setup.folder / "names"

    def calls(tool, letter, where):
        path = setup.folder / where
        path.mkdir(exist_ok=True)
        tool = path / tool
        tool.write_text(text % letter)
        tool.chmod(0o755)
        os.utime(tool, (1000000000, 1000000000))
        before = log.read_text().count("\n") if log.exists() else 0
        if not setup.run(LOCKSTEP_CACHE_DIR=str(cache), LOCKSTEP_CC=str(tool))[0]:
            setup.problems.append(f"{where} {letter}: the race is not found")
        return (log.read_text().count("\n") if log.exists() else 0) - before

    for letter, where, expected, what in (("a", "one", 1, "a new tool"), ("a", "one", 0, "the same one"),
                                          ("b", "one", 1, "another of the same size and time"),
                                          ("a", "one", 0, "the first again"), ("b", "two", 0, "the other elsewhere")):
        found = calls("lockstep-cc", letter, where)
        if found != expected:
            setup.problems.append(f"{what}: lockstep-cc was called {found} times, not {expected}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "library", "helper", "examples", "work"):
        parser.add_argument("--" + name)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockstep-foreign-") as directory:
        os.chmod(directory, 0o755)
        setup = Setup(options, pathlib.Path(directory))
        check_places(setup, make_plant(setup))
        for check in (check_home, check_said_once, check_rights, check_names):
            check(setup)
        # Root may remove what it gave away; others' sticky folders need no care.
    print("\n".join(setup.problems))
    return 1 if setup.problems else 0


if __name__ == "__main__":
    sys.exit(main())
