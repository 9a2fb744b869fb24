#!/usr/bin/env python3
"""Runs fuzzers: every stored input, then new ones. What breaks is kept as a file, and shown.

usage: run_fuzzers.py --tree=DIR [--runs=N | --seconds=N] [--keep=DIR] [NAME...]
  --runs     so many new inputs for each fuzzer, always the same ones; for tests
  --seconds  all fuzzers together for so long, guided by coverage; inputs that reached something new stay in --keep
  --keep     where such inputs, and those that break something, are kept from one time to the next
Prints a line for each: inputs executed, places in the code reached, and what was found.
Exit status 77: there is no tree (tests/sanitize/build_tree.py --turn).
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Stored inputs that are there for another reason.
MORE = {"litmus": [HERE.parent / "litmus" / "corpus"]}


def seeds(name):
    folders = [HERE / "corpus" / name, *MORE.get(name, [])]
    return [str(folder) for folder in folders if folder.is_dir()]


def run(name, options, keep):
    """(inputs, edges, whether nothing broke, what was printed)"""
    grown = keep / name
    grown.mkdir(parents=True, exist_ok=True)
    limits = [f"-max_total_time={options.share}"] if options.seconds else [f"-runs={options.runs}", "-seed=1"]
    command = [f"{options.tree}/fuzz_{name}", *limits, "-timeout=120", "-rss_limit_mb=4096", "-malloc_limit_mb=2048",
               "-print_final_stats=1", f"-artifact_prefix={keep}/{name}-", str(grown), *seeds(name)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    inputs = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stdout)
    edges = re.findall(r"cov: (\d+)", done.stdout)
    return int(inputs.group(1)) if inputs else 0, int(edges[-1]) if edges else 0, done.returncode == 0, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--keep")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or sorted(path.stem for path in (HERE / "targets").glob("*.cc"))
    options.share = max(1, options.seconds // len(names))
    if not pathlib.Path(options.tree).exists():
        print(f"left out: no {options.tree}")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory(prefix="lockstep-fuzz-") as temporary:
        keep = pathlib.Path(options.keep or temporary)
        for name in names:
            inputs, edges, good, text = run(name, options, keep)
            print(f"{name:14} {inputs:10,} inputs {edges:7,} places  {'nothing' if good else 'FOUND SOMETHING'}", flush=True)
            failed += not good
            if not good:
                print(text[-6000:])
                for path in sorted(keep.glob(f"{name}-*")) if options.keep else []:
                    print(f"kept: {path}; when it is mended, it belongs into {HERE}/corpus/{name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
