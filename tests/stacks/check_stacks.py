#!/usr/bin/python3
"""What --host-stacks says of programs of which the source says where they are: lines with the comments // enqueue,
// creation, // build and so on (in Python: # enqueue).

usage: check_stacks.py --build DIR --program FILE
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
FOUND = 66
wrong = []


def expect(holds, sentence):
    if not holds:
        wrong.append(sentence)


def line_of(source, mark):
    lines = [n for n, text in enumerate((HERE / source).read_text().splitlines(), 1) if text.endswith(f" {mark}")]
    if len(lines) != 1:
        sys.exit(f"{source} marks {mark} {len(lines)} times")
    return lines[0]


def run(words, **changes):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=200,
                          env=dict(os.environ, **changes))


def report_of(path):
    report = json.loads(path.read_text())
    jsonschema.validate(report, json.loads((HERE.parents[1] / "docs/report.schema.json").read_text()))
    return report


def stacks_of(report, rule):
    """{(what, command): [(function without arguments, file name, line)]} of the one finding of `rule`."""
    findings = [one for one in report["findings"] if one["rule"] == rule]
    expect(len(findings) == 1, f"{len(findings)} findings of {rule}")
    stacks = {}
    for finding in findings:
        for stack in finding.get("host_stacks", []):
            stacks[stack["what"], stack["command"]] = [
                ((frame["function"] or "").replace("(anonymous namespace)::", "").split("(")[0] or None, pathlib.Path(frame["file"] or "").name, frame["line"])
                for frame in stack["frames"]]
    return stacks


def check_native(lockstep, program, work):
    def at(mark):
        return "stacks_app.cc", line_of("stacks_app.cc", "// " + mark)

    files = {form: work / f"native.{form}" for form in ("json", "sarif", "html", "junit")}
    done = run([lockstep, "run", "--host-stacks=8", "--commands=on",
                *(f"--report={form}:{file}" for form, file in files.items()), "--", program])
    expect(done.returncode == FOUND, f"ends with {done.returncode}: {done.stderr}")
    expect(done.stdout == "done\n", f"the program prints {done.stdout!r}")
    report = report_of(files["json"])
    launched = [("Launch", *at("enqueue")), ("Step", *at("step")), ("main", *at("main step"))]
    made = [("MakeMemory", *at("creation")), ("main", *at("main out"))]
    stacks = stacks_of(report, "data-race")

    def same(got, want, what):
        got = [(function and function.split("::")[-1], file, line) for function, file, line in got or []]
        expect(got == want, f"{what}: {got}, not {want}")

    same(stacks.get(("enqueue", None)), launched, "enqueue")
    same(stacks.get(("creation", None)), made, "creation")
    same(stacks.get(("build", None)), [("BuildIt", *at("build")), ("main", *at("main build"))], "build")
    stacks = stacks_of(report, "command-race")
    same(stacks.get(("enqueue", 0)), [("Upload", *at("upload")), ("main", *at("main upload"))], "upload")
    same(stacks.get(("enqueue", 1)), launched, "launch as a command")
    same(stacks.get(("creation", None)), [made[0], ("main", *at("main in"))], "creation of what commands touch")
    flat = " ".join(done.stderr.split())
    for text in (f"stacks_app.cc:{at('enqueue')[1]}", "created by", "built by"):
        expect(text in flat, f"the text has no '{text}': {done.stderr}")
    sarif = json.loads(files["sarif"].read_text())
    frames = [frame for result in sarif["runs"][0]["results"] for stack in result["stacks"] for frame in stack["frames"]]
    lines = {frame["location"]["physicalLocation"]["region"]["startLine"] for frame in frames}
    expect(at("upload")[1] in lines and at("build")[1] in lines, f"SARIF has lines {lines}")
    for form in ("html", "junit"):
        expect(f"stacks_app.cc:{at('enqueue')[1]}" in files[form].read_text(), f"{form} has no place")
    # What was read back is what was written.
    again = run([lockstep, "report", files["json"], "--format=json", f"--report={work}/again.json"])
    expect(stacks_of(json.loads((work / "again.json").read_text()), "command-race") == stacks, f"read back: {again.stderr}")


def check_off(lockstep, program, work):
    run([lockstep, "run", "--format=json", f"--report={work}/off.json", "--", program])
    expect("host_stacks" not in (work / "off.json").read_text(), "stacks that nobody asked for")
    run([lockstep, "run", "--host-stacks=1", "--format=json", f"--report={work}/one.json", "--", program])
    stack = stacks_of(json.loads((work / "one.json").read_text()), "data-race")["build", None]
    expect(len(stack) == 1 and stack[0][2] == line_of("stacks_app.cc", "// build"), f"one frame: {stack}")


def check_without_data(lockstep, program, work):
    """Stripped: names of functions are gone, the program and the place in it are not. And without an answer."""
    stripped = work / "stripped"
    subprocess.run(["strip", "-o", stripped, program], check=True)
    for name, words, changes in (("stripped", [stripped], {}), ("no answer", [program], {"LOCKSTEP_CC": "/bin/false"})):
        done = run([lockstep, "run", "--host-stacks=3", "--certify=off", "--", *words], **changes)
        if name == "no answer":
            expect(done.returncode == 0 and "not instrumented" in done.stderr, f"{name}: {done.stderr}")
            continue
        expect(done.returncode == FOUND and "stripped+0x" in done.stderr, f"{name}: {done.stderr}")


def check_alone(build, program, work):
    """Preloaded without `lockstep run`: the process asks for its places itself."""
    done = run([program], LD_PRELOAD=str(build / "lib/liblockstep.so"),
               LOCKSTEP_OPTIONS=f"host-stacks=8 format=json report={work}/alone.json")
    expect(done.returncode == FOUND, f"alone: {done.returncode}, {done.stderr}")
    lines = [line for _, _, line in stacks_of(report_of(work / "alone.json"), "data-race")["enqueue", None]]
    expect(lines[0] == line_of("stacks_app.cc", "// enqueue"), f"alone: lines {lines}")


def check_python(lockstep, work):
    done = run([lockstep, "run", "--host-stacks=32", "--format=json", f"--report={work}/python.json", "--",
                "/usr/bin/python3", HERE / "stacks_app.py"])
    expect(done.returncode == FOUND, f"Python: {done.returncode}, {done.stderr}")
    stacks = stacks_of(json.loads((work / "python.json").read_text()), "data-race")
    for what, function in (("enqueue", "step"), ("creation", "memory"), ("build", "build")):
        want = (function, "stacks_app.py", line_of("stacks_app.py", "# " + what))
        stack = stacks.get((what, None), [])
        expect(want in stack, f"Python: {what} is {stack}, without {want}")
        expect(stack[-1:] == [("<module>", "stacks_app.py", line_of("stacks_app.py", "# main"))], f"{what} ends {stack[-1:]}")
        expect(not any(function and function.startswith("_PyEval") for function, _, _ in stack), f"interpreter in {what}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    args = parser.parse_args()
    lockstep = str(args.build / "bin/lockstep")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        check_native(lockstep, args.program, work)
        check_off(lockstep, args.program, work)
        check_without_data(lockstep, args.program, work)
        check_alone(args.build, args.program, work)
        check_python(lockstep, work)
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
