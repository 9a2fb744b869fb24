#!/usr/bin/python3
"""Runs one client program with and without lockstep: equal output, equal status, explained findings.
Then once more as a layer under a tracing layer: equal answers of every OpenCL call.

Usage: check_client.py --build DIR --trace SO NAME     (NAME: a row of clients.json)
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_S = 500

sys.path.insert(0, str(HERE.parent / "trace"))
import compare  # noqa: E402


def run(command, environment):
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S,
                          stdin=subprocess.DEVNULL, env=dict(os.environ, **environment))


def comparable(text, patterns):
    for pattern in patterns:
        text = re.sub(pattern, "~", text)
    return "\n".join(" ".join(line.split()) for line in text.splitlines())


def explained(finding, row):
    return (all(finding[key] == row[key] for key in ("rule", "kind", "region"))
            and finding["kernel"] is not None and re.fullmatch(row["kernel"], finding["kernel"]))


def judge_report(client, report):
    """Sentences about findings that nothing explains, and about planted ones that are missing."""
    rows, wrong = client.get("findings", []), []
    forms = [form for finding in report["findings"] for form in finding["forms"]]
    for finding in forms:
        if not any(explained(finding, row) for row in rows):
            places = [f"{a['op']} {a['file']}:{a['line']}" for a in finding["accesses"]]
            wrong.append(f"unexplained: {finding['rule']} {finding['kind']} {finding['region']} "
                         f"{finding['kernel']} {places}")
    for row in rows:
        if row.get("must") and not any(explained(f, row) for f in forms):
            wrong.append(f"missing: {row}")
    allowed = client.get("incomplete", "(?!)")
    incomplete = [e for e in report["incomplete"] if not re.search(allowed, e["what"])]
    for key, rows in (("not_instrumented", report["not_instrumented"]), ("incomplete", incomplete)):
        if rows:
            wrong.append(f"{key}: {rows}")
    if (report["launches"] != 0) != client.get("launches", True):
        wrong.append(f"{report['launches']} launches were seen")
    return wrong


def compare_traces(client, command, build, layer, caches, folder):
    """Sentences about calls that answer differently under lockstep."""
    sides = {"native": layer, "checked": f"{build}/lib/liblockstep.so:{layer}"}
    outputs, drop = [], client.get("drop", [])
    options = " ".join(["quiet", "error-exitcode=0", *client.get("options", [])])
    # This run also looks for races between commands, of which there are none.
    options += f" commands=on report=json:{folder}/commands.json"
    for side, layers in sides.items():
        done = run(command, dict(caches[side], OPENCL_LAYERS=layers, LOCKSTEP_OPTIONS=options,
                                 LOCKSTEP_TRACE=f"{folder}/{side}.trace"))
        outputs.append((done.returncode, comparable(done.stdout, drop)))
    wrong = [] if outputs[0] == outputs[1] else [f"traced: {outputs}"]
    reports = list(pathlib.Path(folder).glob("commands.json*"))
    if not reports:
        wrong.append("traced: no report")
    for report in reports:
        wrong += [f"traced: {sentence}" for sentence in judge_report(client, json.loads(report.read_text()))]
    return wrong + compare.differences(f"{folder}/native.trace", f"{folder}/checked.trace",
                                       client.get("trace", "exact"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--trace", required=True)
    parser.add_argument("name")
    args = parser.parse_args()
    client = json.loads((HERE / "clients.json").read_text())[args.name]
    command = [word.format(build=args.build, here=HERE) for word in client["command"]]
    drop, wrong = client.get("drop", []), []

    with tempfile.TemporaryDirectory() as folder:
        # Native and checked runs have caches of their own; a second run finds what the first left. Names of
        # one length: PoCL's build logs contain them, and programs ask how long a log is.
        more = client.get("environment", {})
        caches = {"native": {"XDG_CACHE_HOME": f"{folder}/0", **more}, "checked": {"XDG_CACHE_HOME": f"{folder}/1", **more}}
        for number in range(1, client["runs"] + 1):
            report_path = pathlib.Path(folder) / f"report{number}.json"
            native = run(command, caches["native"])
            checked = run([f"{args.build}/bin/lockstep", "run", "--error-exitcode=0", "--format=json",
                           f"--report={report_path}", *client.get("options", []), "--"] + command,
                          caches["checked"])
            if native.returncode != 0:
                wrong.append(f"run {number}: the client itself fails: {native.stderr}")
            if checked.returncode != native.returncode:
                wrong.append(f"run {number}: exit status {checked.returncode}, natively {native.returncode}\n"
                             f"{checked.stderr}")
            if comparable(checked.stdout, drop) != comparable(native.stdout, drop):
                wrong.append(f"run {number}: outputs differ\nnative:\n{native.stdout}\nlockstep:\n"
                             f"{checked.stdout}\n{checked.stderr}")
            if not report_path.exists():
                wrong.append(f"run {number}: no report\n{checked.stderr}")
                continue
            report = json.loads(report_path.read_text())
            wrong += [f"run {number}: {sentence}" for sentence in judge_report(client, report)]
            print(f"run {number}: {report['launches']} launches, {len(report['findings'])} findings")
        wrong += compare_traces(client, command, args.build, args.trace, caches, folder)
    for sentence in wrong:
        print(f"{args.name}: {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
