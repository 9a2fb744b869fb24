#!/usr/bin/python3
"""--capture and `lockstep replay` on a program (capture_app.c) with all that launches may have, and where they fail.

usage: check_app.py --build DIR
"""
import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

FOUND = 66
N = 256
wrong = []


def expect(holds, sentence):
    if not holds:
        wrong.append(sentence)


def run(work, *words):
    return subprocess.run(words, cwd=work, capture_output=True, text=True, errors="replace", timeout=120,
                          env=dict(os.environ, LOCKSTEP_OPTIONS="certify=off"))


def headers(work):
    """Of which one includes another."""
    (work / "headers/deep").mkdir(parents=True)
    (work / "headers/capture_app.h").write_text('#include "deep/next.h"\nstruct Pair { int scale, offset; };\n')
    (work / "headers/deep/next.h").write_text('#include "step.h"\n#define NEXT(i) (((i) + STEP) % 256)\n')
    (work / "headers/deep/step.h").write_text("#ifdef RACY\n#define STEP 1\n#else\n#define STEP 0\n#endif\n")


def check_racy(lockstep, app, work):
    done = run(work, lockstep, "run", "--capture=kept", "--", app, "racy")
    expect(done.returncode == FOUND, f"the racy program ends with {done.returncode}: {done.stderr}")
    folders = list((work / "kept").iterdir())
    expect([folder.name for folder in folders] == ["Enqueue_0001_add"], f"kept {folders}")
    expect("lockstep replay " in done.stderr, "does not say how to replay")
    folder = folders[0]
    capture = json.loads((folder / "capture.json").read_text())
    expect(capture["headers"] and "missing" not in capture, f"missing: {capture.get('missing')}")
    # The memory is as it was when the write before the launch had ended, and nothing of the launch.
    sizes = {memory["size"]: (folder / memory["file"]).read_bytes() for memory in capture["objects"]}
    expect(sizes == {size: struct.pack(f"{size // 4}i", *range(size // 4)) for size in (4 * N, 8 * N)},
           "other memory than before the launch")
    # Elsewhere, without what the program included.
    moved = work / "elsewhere"
    shutil.move(folder, moved)
    shutil.rmtree(work / "headers")
    again = run("/", lockstep, "replay", moved, "--format=json", f"--report={work}/again.json")
    expect(again.returncode == FOUND, f"replay ends with {again.returncode}: {again.stderr}")
    findings = json.loads((work / "again.json").read_text())["findings"]
    lines = {access["line"] for finding in findings for access in finding["accesses"]}
    expect(lines <= {6, 7} and lines, f"replay names lines {lines}")
    # Options of `lockstep kernel` change it: one work-group's race stays within it.
    small = run("/", lockstep, "replay", moved, "--global=16", "--output=0:" + str(work / "out.bin"))
    expect(small.returncode == FOUND and "inter-group" not in small.stderr, f"of one group: {small.stderr}")
    # The race of two neighbours needs no more than two.
    least = run("/", lockstep, "replay", moved, "--minimise")
    expect(least.returncode == FOUND and "--global=2 --local=2" in least.stderr, f"--minimise: {least.stderr}")
    smallest = run("/", lockstep, "replay", moved / "smallest")  # with headers and an image over a buffer
    expect(smallest.returncode == FOUND and "this capture has not" not in smallest.stderr, f"smallest: {smallest.stderr}")
    for argument in range(2):  # of memory that several arguments may be parts of
        kept = run("/", lockstep, "replay", moved, "--native", f"--output={argument}:" + str(work / "kept.bin"))
        expect(kept.returncode == 0, f"--output={argument}: {kept.stderr}")
    plain = run("/", lockstep, "replay", moved, "--native", "--output=0:" + str(work / "out.bin"))
    result = struct.unpack(f"{N}i", (work / "out.bin").read_bytes())
    # Which of two work-items comes first is anybody's guess, but not what else they write.
    value = [3 * (N + i + i % 16) + 5 for i in range(N)]
    expect(plain.returncode == 0 and all(result[i] in (value[i - 1], value[i - 1] + 1) for i in range(N)),
           f"--native: {plain.stderr}, {result}")
    return moved


SCATTER = """//launch: kernel=scatter global=256 local=16 arg=0:buffer,1024,value:3:int arg=1:buffer,1024,iota:int arg=2:buffer,4096,value:7:int arg=3:int:5
kernel void scatter(global int *out, global const int *index, global const int *unused, int n) {
  int i = get_global_id(0);
  if (index[i] == 37 || index[i] == 101) out[37] = out[38] + i + n;
}
"""


def check_smallest(lockstep, launcher, work):
    """Who races are work-items 37 and 101, and only these two indices have to be there."""
    (work / "scatter.cl").write_text(SCATTER)
    done = run(work, lockstep, "run", "--capture=scattered", "--", launcher, "scatter.cl")
    expect(done.returncode == FOUND, f"scatter ends with {done.returncode}: {done.stderr}")
    # What it does not touch is not kept: of `out` two elements are, of `unused` none.
    kept = work / "scattered/Enqueue_0001_scatter"
    memory = [(kept / one["file"]).read_bytes() for one in json.loads((kept / "capture.json").read_text())["objects"]]
    expect(memory == [struct.pack("256i", *([0] * 37 + [3, 3] + [0] * 217)), struct.pack("256i", *range(256)), bytes(4096)],
           f"kept of memory, not zero: {[[at for at, byte in enumerate(one) if byte] for one in memory]}")
    least = run(work, lockstep, "replay", "scattered", "--minimise")
    # Of four indices each, 16 bytes, as far as it looks.
    expect(least.returncode == FOUND and
           "--global=128 --local=16, 669 of 6144 bytes of memory, 8 of them not zero" in least.stderr, least.stderr)
    folder = work / "scattered/Enqueue_0001_scatter/smallest"
    again = run("/", lockstep, "replay", folder, "--format=json", f"--report={work}/smallest.json")
    accesses = json.loads((work / "smallest.json").read_text())["findings"][0]["accesses"]
    expect(again.returncode == FOUND and {access["line"] for access in accesses} == {4}, f"the smallest: {again.stderr}")
    # A launch that only this command line makes is not kept, but what is there goes on showing.
    other = run("/", lockstep, "replay", folder, "--minimise", "--arg=1:buffer,408,value:37:int")
    expect(other.returncode == FOUND and "is not kept" in other.stderr, f"with another argument: {other.stderr}")
    nothing = run("/", lockstep, "replay", folder, "--minimise", "--arg=1:buffer,1024,zeros")
    expect(nothing.returncode == 2 and "nothing that could stay" in nothing.stderr, nothing.stderr)
    both = run("/", lockstep, "replay", folder, "--minimise", "--native")
    expect(both.returncode == 2 and "one of --native, --minimise and --export" in both.stderr, both.stderr)


def check_binary(lockstep, probe, work):
    """The program is made from a binary of one that was built under lockstep: the launch is kept with its source."""
    done = run(work, lockstep, "run", "--capture=binary", "--", probe, "binaries")
    expect(done.returncode == FOUND, f"binaries ends with {done.returncode}: {done.stderr}")
    folders = sorted((work / "binary").glob("*"))
    expect(folders and all((folder / "kernel.cl").stat().st_size > 0 for folder in folders), f"binaries: kept {folders}")
    again = run(work, lockstep, "replay", "binary")
    expect(again.returncode == FOUND, f"the launch of a binary again: {again.returncode}, {again.stderr}")


def check_image_on_part(lockstep, probe, work):
    """Where PoCL cannot read the memory, the launch is not kept, and goes on."""
    done = run(work, lockstep, "run", "--capture=part", "--", probe, "image-on-part")
    expect(done.returncode == FOUND and "launches of draw are not kept: the driver cannot read an image" in done.stderr,
           f"an image on a part: {done.returncode}, {done.stderr}")
    expect(not (work / "part").exists(), "a launch with an image on a part is kept")


def check_clean(lockstep, app, work):
    headers(work)
    native = run(work, app, "clean")
    done = run(work, lockstep, "run", "--capture=clean", "--", app, "clean")
    expect(done.returncode == 0 and done.stdout == native.stdout, f"the clean program: {done.returncode}, {done.stderr}")
    expect(not (work / "clean").exists(), "a clean launch is kept")
    for option, kept in (("1", ["Enqueue_0001_add"]), ("2-", [])):
        named = run(work, lockstep, "run", f"--capture=named{option}", f"--capture-launch={option}", "--", app, "clean")
        folders = sorted(folder.name for folder in (work / f"named{option}").glob("*"))
        expect(named.returncode == 0 and named.stdout == native.stdout and folders == kept, f"named {option}: {folders}, {named.stderr}")
    again = run(work, lockstep, "replay", "named1")
    expect(again.returncode == 0 and "no findings in 1 launch" in again.stderr, f"the clean launch again: {again.stderr}")


def check_errors(lockstep, app, work, folder):
    """Each is one line, and the program runs on."""
    (work / "file").write_text("")
    done = run(work, lockstep, "run", "--capture=file/below", "--", app, "racy")
    expect(done.returncode == FOUND and "lockstep: --capture: " in done.stderr, f"no folder can be made: {done.stderr}")
    full = run(work, lockstep, "run", "--capture=/dev/full/x", "--", app, "racy")
    expect(full.returncode == FOUND and "lockstep: --capture: " in full.stderr, f"below a device: {full.stderr}")
    for what, words, sentence in (
            ("no folder", ["replay", "nowhere"], "cannot read nowhere"),
            ("no word", ["replay"], "needs the folder of a launch"),
            ("a folder without a launch", ["replay", "headers"], "has no capture.json"),
            ("an unknown option", ["replay", folder, "--globel=3"], "--globel")):
        done = run(work, lockstep, *words)
        lines = done.stderr.splitlines()
        expect(done.returncode == 2 and len(lines) == 1 and sentence in lines[0], f"{what}: {done.returncode}, {done.stderr}")
    capture = folder / "capture.json"
    text = capture.read_text()
    for broken in ("", "{", text.replace('"kernel"', '"colonel"'), text.replace('"buffer"', '"bucket"'), text[:-40]):
        capture.write_text(broken)
        done = run(work, lockstep, "replay", folder)
        expect(done.returncode == 2 and "capture.json" in done.stderr, f"a broken capture: {done.returncode}, {done.stderr}")
    capture.write_text(text)
    lacking = json.loads(text)
    number = lacking["objects"].pop(0)["number"]
    capture.write_text(json.dumps(lacking))
    for words in ([], ["--export=c"], ["--export=sim"], ["--minimise"]):
        done = run(work, lockstep, "replay", folder, *words)
        expect(done.returncode == 2 and f"lack number {number}, which argument" in done.stderr,
               f"an object is not there, {words}: {done.returncode}, {done.stderr}")
    capture.write_text(text)
    memory = folder / json.loads(text)["objects"][0]["file"]
    memory.unlink()
    done = run(work, lockstep, "replay", folder)
    expect(done.returncode == 2 and memory.name in done.stderr, f"memory is gone: {done.returncode}, {done.stderr}")
    done = run(work, lockstep, "replay", folder, "--minimise")
    expect(done.returncode == 2 and memory.name in done.stderr, f"... to minimise: {done.returncode}, {done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build.resolve()
    lockstep, app = build / "bin/lockstep", build / "bin/tests/capture_app"
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        headers(work)
        folder = check_racy(lockstep, app, work)
        check_smallest(lockstep, build / "bin/tests/run_kernel", work)
        check_binary(lockstep, build / "bin/tests/host_probe", work)
        check_image_on_part(lockstep, build / "bin/tests/host_probe", work)
        check_clean(lockstep, app, work)
        check_errors(lockstep, app, work, folder)
    print("\n".join(wrong) or "ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
