#!/usr/bin/python3
"""What loops read in a row, and who writes into it: random bounds, the findings against what must race.

Usage: check_ranges.py --build FOLDER [--count N] [--seed N]
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

KERNEL = """\
kernel void k(global int *out, int from1, int to1, int first, int end, int from2, int to2, int writer1, int at1,
              int from3, int to3, int writer2, int at2, int stop) {
  local int l[300];
  int i = get_local_id(0), sum = 0;
  for (int j = i; j < 300; j += 32) l[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= first && i < end)
    for (int k = from1; k < to1; ++k) sum += l[k];
  for (int k = to2 - 1; k >= from2; --k) sum += l[k];
  if (i == writer1) l[at1] = 1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= first)
    for (int k = from3; k < to3; ++k) {
      if (k > stop) break;
      sum += l[k];
    }
  if (i == writer2) l[at2] = 2000;
  out[i] = sum;
}
"""
# Lines of the three reads and of the two writes.
UP, DOWN, WRITE, STOPPED, WRITE_AGAIN = 8, 9, 10, 15, 17
LENGTHS = (0, 1, 7, 8, 9, 16, 17, 40, 100)


def row(rng):
    start = rng.randrange(280)
    return start, min(300, start + rng.choice(LENGTHS))


def near(rng, start, end):
    """An element at an end of what is read, or anywhere."""
    places = (start - 1, start, start + 1, end - 2, end - 1, end, (start + end) // 2, rng.randrange(300))
    return min(299, max(0, rng.choice(places)))


def example(rng):
    """(arguments, pairs of lines that race)"""
    up, down, stopped = row(rng), row(rng), row(rng)
    first = rng.randrange(32)
    end = rng.randrange(first, 33)
    stop = rng.choice((999, stopped[0] + rng.randrange(30)))
    read = (stopped[0], max(stopped[0], min(stopped[1], stop + 1)))
    writers = rng.randrange(32), rng.randrange(32)
    places = near(rng, *rng.choice((up, down))), near(rng, *read)
    races = set()
    if up[0] <= places[0] < up[1] and set(range(first, end)) - {writers[0]}:
        races.add((UP, WRITE))
    if down[0] <= places[0] < down[1]:
        races.add((DOWN, WRITE))
    if read[0] <= places[1] < read[1] and set(range(first, 32)) - {writers[1]}:
        races.add((STOPPED, WRITE_AGAIN))
    return [*up, first, end, *down, writers[0], places[0], *stopped, writers[1], places[1], stop], races


def found(lockstep, source, arguments):
    command = [lockstep, "kernel", "--format=json", "--certify=off", "--prune=off", "--global=32", "--local=32",
               "--arg=0:buffer,128,zeros:int", *(f"--arg={i}:int:{v}" for i, v in enumerate(arguments, 1)), source]
    report = source.with_suffix(".json")
    subprocess.run([*command, f"--report={report}"], capture_output=True, text=True)
    told = json.loads(report.read_text())
    if told["summary"]["launches_checked"] != 1:
        sys.exit(f"check_ranges.py: not checked: {' '.join(map(str, command))}")
    return {tuple(sorted(access["line"] for access in finding["accesses"])) for finding in told["findings"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "ranges.cl"
        source.write_text(KERNEL)
        for _ in range(args.count):
            arguments, races = example(rng)
            told = found(args.build / "bin/lockstep", source, arguments)
            either = {(UP, WRITE), (DOWN, WRITE)}
            if either <= races and told & either:
                told |= either  # of several reads of one byte not every line need be told
            if told != races:
                sys.exit(f"check_ranges.py: {arguments}: told {sorted(told)}, must be {sorted(races)}")


if __name__ == "__main__":
    main()
