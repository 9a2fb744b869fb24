#!/usr/bin/python3
"""perf/instructions says what moved: nothing against its own baseline; one count that was changed, one
that is gone and one that is new, by name. The stored baseline names every scenario there is."""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    args = parser.parse_args()
    problems = []

    def run(*options):
        done = subprocess.run([ROOT / "perf/instructions", "--build", args.build, *options],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"perf/instructions {options}: {done.returncode}: {done.stderr}")
        return done.returncode, done.stdout

    with tempfile.TemporaryDirectory() as folder:
        baseline = pathlib.Path(folder) / "baseline.csv"
        run("--update", f"--baseline={baseline}")
        # The allocator's way through a hook may differ a little from run to run.
        status, text = run(f"--baseline={baseline}", "--tolerance=10")
        if status != 0:
            problems.append(f"equal builds differ: {text}")
        rows = list(csv.reader(baseline.open()))
        stored = list(csv.reader((ROOT / "perf/counting/baseline.csv").open()))
        if [row[:2] for row in rows] != [row[:2] for row in stored]:
            problems.append("perf/counting/baseline.csv names other scenarios: perf/instructions --update")
        changed, gone = rows[1], rows.pop(2)
        changed[2] = str(float(changed[2]) * 1.5)
        rows.append(["device", "no such function", "1"])
        with baseline.open("w", newline="") as out:
            csv.writer(out).writerows(rows)
        status, text = run(f"--baseline={baseline}", "--tolerance=10")
        expected = {f"{changed[0]}, {changed[1]}": "->", f"{gone[0]}, {gone[1]}": "new",
                    "device, no such function": "gone"}
        lines = text.splitlines()
        if status != 1 or len(lines) != 3:
            problems.append(f"status {status} for three changes:\n{text}")
        for name, word in expected.items():
            if not any(line.startswith(name + ":") and word in line for line in lines):
                problems.append(f"'{name}: … {word}' is missing in:\n{text}")
    print("\n".join(problems) or "what moved is named")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
