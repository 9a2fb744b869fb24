#!/usr/bin/python3
"""Proofs that took long are found again by the next process; damaged ones are made anew; findings do not change.

Usage: check_kept.py --build DIR
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The proof about `tile` takes long enough to be kept; that about `out` does not. RACY leaves out a barrier.
KERNEL = """kernel void k(global int *out, int rounds) {
  local int tile[256];
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < rounds; ++i) {
    tile[(l + i) & 255] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[l];
    BARRIER
  }
  out[get_global_id(0)] = sum;
}
"""
TEXTS = {"clean": KERNEL.replace("BARRIER", "barrier(CLK_LOCAL_MEM_FENCE);"), "racy": KERNEL.replace("BARRIER", "")}


class Runs:
    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        for name, text in TEXTS.items():
            (folder / f"{name}.cl").write_text(text)

    def lockstep(self, name, rounds, *options):
        """(proofs made, proofs read, launches pruned, findings) of one process."""
        command = [f"{self.build}/bin/lockstep", "kernel", f"{name}.cl", "--global=1024", "--local=256",
                   "--arg=0:buffer,1024*int,zeros:int", f"--arg=1:int:{rounds}", "--error-exitcode=0",
                   "--certify=off", *options]
        env = dict(os.environ, LOCKSTEP_CACHE_DIR=str(self.folder / "cache"), LOCKSTEP_OPTIONS="")
        text = subprocess.run([*command, "--verbose"], cwd=self.folder, env=env, capture_output=True, text=True,
                              timeout=100)
        if text.returncode != 0:
            sys.exit(f"exit status {text.returncode}\n{text.stdout}{text.stderr}")
        all_of_it = text.stdout + text.stderr

        def number(pattern):
            found = re.search(pattern, all_of_it)
            return int(found.group(1)) if found else 0

        what = sorted(re.findall(r"data race: .*|(?:read|write) +racy.cl:\d+:\d+", all_of_it))
        return (number(r"proofs .*?(\d+) made"), number(r"proofs .*?(\d+) read from the cache"),
                number(r"\((\d+) pruned\)"), what)

    def entries(self):
        return [path for path in (self.folder / "cache").rglob("*")
                if path.is_file() and b"LOCKSTEP-PROOF" in path.read_bytes()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build.resolve()
    wrong = []

    def expect(what, got, wanted):
        if got != wanted:
            wrong.append(f"{what}: {got}, not {wanted}")

    with tempfile.TemporaryDirectory() as name:
        runs = Runs(build, pathlib.Path(name))
        expect("without a cache", runs.lockstep("clean", 64, "--cache-size=0")[:3], (2, 0, 1))
        expect("kept without a cache", len(runs.entries()) if (runs.folder / "cache").exists() else 0, 0)
        expect("first process", runs.lockstep("clean", 64)[:3], (2, 0, 1))
        expect("entries", len(runs.entries()), 1)
        expect("second process", runs.lockstep("clean", 64)[:3], (1, 1, 1))
        expect("another number", runs.lockstep("clean", 65)[:3], (2, 0, 1))
        for path in runs.entries():
            path.write_bytes(path.read_bytes().replace(b"proven", b"prowen"))
        expect("damaged", runs.lockstep("clean", 64)[:3], (2, 0, 1))
        expect("mended", runs.lockstep("clean", 64)[:3], (1, 1, 1))
        first, second = runs.lockstep("racy", 64), runs.lockstep("racy", 64)
        unpruned = runs.lockstep("racy", 64, "--prune=off")
        expect("pruned although racy", (first[2], second[2]), (0, 0))
        expect("findings with proofs from the cache", second[3], first[3])
        expect("findings without proofs", unpruned[3], first[3])
        if not first[3]:
            wrong.append("the race was not found")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
