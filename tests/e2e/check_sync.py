#!/usr/bin/python3
"""Runs one kernel of sync/ as it is, which must be clean, and weakened in each way that it names, which
must be found. All versions are kernels of one program, so that they cost one compilation.

Usage: check_sync.py --build DIR FILE.cl

`//values: NAME=TEXT …` says what `$NAME` stands for; `//weaken: KIND REACH REGION: NAME=TEXT …` is a
version with other values, in which at least one such race must be found, and nothing but races; `@` is
the version's number.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def assignments(text):
    return dict(word.split("=", 1) for word in text.split())


class Template:
    def __init__(self, path):
        self.versions = [(None, {})]
        self.launches, lines, header = [], [], True
        for line in path.read_text().splitlines():
            match = header and re.match(r"//(values|weaken|launch):\s*(.*)", line)
            header = header and line.startswith("//")
            lines.append("" if match else line)
            if not match:
                continue
            word, text = match.groups()
            if word == "values":
                self.versions[0] = (None, assignments(text))
            elif word == "launch":
                self.launches.append(text)
            else:
                expected, changes = text.split(":", 1)
                self.versions.append((expected.split(), assignments(changes)))
        self.body = "\n".join(lines) + "\n"

    def source(self):
        head, bodies = ["//build: -cl-std=CL3.0"], []
        for number, (_, changes) in enumerate(self.versions):
            for launch in self.launches:
                head.append("//launch: " + re.sub(r"kernel=(\w+)", rf"kernel=\g<1>{number}", launch))
            values = {**self.versions[0][1], **changes}
            body = self.body.replace("@", str(number))
            for name in sorted(values, key=len, reverse=True):
                body = body.replace("$" + name, values[name])
            bodies.append(f'#line 1 "version-{number}"\n{body}')
        return "\n".join(head) + "\n" + "".join(bodies)


def judge(number, expected, changes, report):
    name = re.compile(rf"\D+{number}$")
    found = [(f["rule"], f["kind"], f["reach"], f["region"]) for f in report["findings"]
             if name.match(f["kernel"])]
    what = " ".join(f"{key}={value}" for key, value in changes.items()) if number else "as it is"
    if expected is None:
        return [f"{what}: not expected: {f}" for f in found]
    wrong = [f"{what}: no race: {f}" for f in found if f[0] != "data-race"]
    if ("data-race", *expected) not in found:
        wrong.append(f"{what}: {expected} not found, but {found}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("file")
    args = parser.parse_args()
    build = pathlib.Path(args.build)
    template = Template(pathlib.Path(args.file))
    with tempfile.TemporaryDirectory() as folder:
        source, path = os.path.join(folder, "kernels.cl"), os.path.join(folder, "report.json")
        pathlib.Path(source).write_text(template.source())
        done = subprocess.run([build / "bin/lockstep", "run", "--format=json", f"--report={path}", "--",
                               build / "bin/tests/run_kernel", source],
                              capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL)
        if not os.path.exists(path):
            print(done.stdout, done.stderr, f"no report; exit status {done.returncode}")
            return 1
        report = json.loads(pathlib.Path(path).read_text())
    wrong = [str(report[key]) for key in ("incomplete", "not_instrumented") if report[key]]
    if report["launches"] != len(template.versions) * len(template.launches):
        wrong.append(f"{report['launches']} launches")
    for number, (expected, changes) in enumerate(template.versions):
        wrong += judge(number, expected, changes, report)
    print(*wrong, sep="\n")
    if wrong:
        print(done.stderr, json.dumps(report["findings"], indent=1)[:20000])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
