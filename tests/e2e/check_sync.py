#!/usr/bin/python3
"""Runs one kernel of sync/ as it is, which must be clean, and with every single order, scope and flag of
it one step weaker, each of which must end as its line says. All versions are kernels of one program, so that
they cost one compilation.

Usage: check_sync.py --build DIR [--list] FILE.cl
--list prints the sweep as a table (docs/atomics.md) and runs nothing.

`//values: NAME=TEXT …` says what `$NAME` stands for. `//weaken: KIND REACH REGION: NAME=TEXT; NAME=TEXT …` names
versions, each with other values, in which at least one such race must be found, and nothing but races;
`//weaken: clean, WHY: NAME=TEXT; …` versions that the definitions leave correct. `@` is the version's number.

The script refuses a file that leaves a weakening out: which there are follows from the values alone (`steps`), and
no order above relaxed, scope or fence flag may stand in the kernel other than as a value.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ORDERS = {"acquire": ["relaxed"], "release": ["relaxed"], "acq_rel": ["acquire", "release"]}
SCOPES = {"all_svm_devices": "device", "device": "work_group", "work_group": "work_item"}
OTHER_FLAG = {"CLK_GLOBAL_MEM_FENCE": "CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE": "CLK_GLOBAL_MEM_FENCE"}
LITERAL = re.compile(r"memory_order_(?!relaxed)\w+|memory_scope_\w+|atomic_work_item_fence\(CLK_|"
                     r"barrier\([^)]*\|")
IMPLICIT = re.compile(r"\batomic_(?!init|work_item)\w+(?<!_explicit)\(")


def assignments(text):
    return dict(word.split("=", 1) for word in text.split())


def weaker_orders(order, call):
    """The orders one step below `order`; what lies below seq_cst depends on the operation."""
    if order == "seq_cst":
        return [{"load": "acquire", "store": "release", "clear": "release"}.get(call, "acq_rel")]
    return ORDERS.get(order, [])


def call_around(body, name):
    """Of the call that `$name` is an argument of: load, store, or anything else."""
    depth = 0
    for at in range(re.search(rf"\${name}\b", body).start(), -1, -1):
        depth += {")": 1, "(": -1}.get(body[at], 0)
        if depth < 0:
            word = re.search(r"\w+$", body[:at]).group()
            return next((kind for kind in ("load", "store", "clear")
                         if word in (f"atomic_{kind}_explicit", f"atomic_flag_{kind}_explicit")), word)
    return ""


def steps(name, text, body):
    """All values of `name` that are one step weaker than `text`."""
    match = re.fullmatch(r"memory_order_(\w+)", text)
    if match:
        return ["memory_order_" + weaker for weaker in weaker_orders(match[1], call_around(body, name))]
    match = re.fullmatch(r"memory_scope_(\w+)", text)
    if match:
        return ["memory_scope_" + SCOPES[match[1]]] if match[1] in SCOPES else []
    if text.startswith("CLK_"):
        flags = text.split("|")
        return ["|".join(f for f in flags if f != dropped) or OTHER_FLAG[dropped] for dropped in flags]
    match = re.fullmatch(r"atomic_(\w+)\((.*)\)", text)  # seq_cst, of device scope
    if match:
        orders = [(order, "device") for order in weaker_orders("seq_cst", match[1])]
        return [f"atomic_{match[1]}_explicit({match[2]},memory_order_{order},memory_scope_{scope})"
                for order, scope in [*orders, ("seq_cst", "work_group")]]
    return []


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
                self.versions[0][1].update(assignments(text))
            elif word == "launch":
                self.launches.append(text)
            else:
                expected, changes = text.split(":", 1)
                self.versions += [(expected.strip(), assignments(change)) for change in changes.split(";")]
        self.body = "\n".join(lines) + "\n"

    def gaps(self):
        """What keeps the sweep from being whole: sentences."""
        found = [f"not a value: {match.group()}" for match in LITERAL.finditer(self.body)]
        found += [f"not a value: {match.group()}" for match in IMPLICIT.finditer(self.body)]
        swept = [tuple(*changes.items()) for _, changes in self.versions[1:] if len(changes) == 1]
        for name, text in self.versions[0][1].items():
            places = re.findall(rf"\${name}\b", self.body)
            if len(places) != 1:
                found.append(f"${name} stands for {len(places)} places, not one")
                continue
            found += [f"not weakened: {name}={weaker}" for weaker in steps(name, text, self.body)
                      if (name, weaker) not in swept]
        return found

    def source(self):
        head, bodies = ["//build: -cl-std=CL3.0"], []
        for number, (_, changes) in enumerate(self.versions):
            for launch in self.launches:
                head.append("//launch: " + re.sub(r"kernel=(\w+)", rf"kernel=\g<1>{number}", launch))
            values = {**self.versions[0][1], **changes}
            body = self.body.replace("@", str(number))
            body = re.sub(r"\$(\w+)", lambda match: values[match[1]], body)
            bodies.append(f'#line 1 "version-{number}"\n{body}')
        return "\n".join(head) + "\n" + "".join(bodies)


def judge(number, expected, changes, report):
    name = re.compile(rf"\D+{number}$")
    found = [(f["rule"], f["kind"], f["reach"], f["region"]) for one in report["findings"] for f in one["forms"]
             if name.match(f["kernel"])]
    what = " ".join(f"{key}={value}" for key, value in changes.items()) if number else "as it is"
    if expected is None or expected.startswith("clean"):
        return [f"{what}: not expected: {f}" for f in found]
    wrong = [f"{what}: no race: {f}" for f in found if f[0] != "data-race"]
    if ("data-race", *expected.split()) not in found:
        wrong.append(f"{what}: {expected} not found, but {found}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("file")
    args = parser.parse_args()
    build = pathlib.Path(args.build)
    path = pathlib.Path(args.file)
    template = Template(path)
    if args.list:
        for expected, changes in template.versions[1:]:
            what = ", ".join(f"{name} {template.versions[0][1][name]} -> {text}" for name, text in changes.items())
            print(f"{path.stem}: {what}: {expected}")
        return 0
    wrong = template.gaps()
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
    wrong += [str(report[key]) for key in ("incomplete", "not_instrumented") if report[key]]
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
