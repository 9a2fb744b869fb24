#!/usr/bin/python3
"""Compiles end-to-end kernels with their checks to PTX and has ptxas assemble it.

Usage: assemble_kernels.py --build DIR (--part I/N [--sample M] | --all) [--list]
Part I of N of the erroneous kernels of tests/e2e/kernels, for one of the architectures in turn, in the
form of NVIDIA's OpenCL or (every second part) of the CUDA driver API, which costs the few seconds a
build can spare, with --sample one in M of them (tests/sample.py); --all takes the repaired ones too,
both forms and every architecture.
All PTX is for sm_70 (`.target sm_70`), which newer GPUs take; a ptxas that no longer assembles for sm_70
itself (CUDA 13) is given it for the others. ptxas must find no more static shared memory in an entry
than every such GPU has, 48 KiB: the cells of local memory are among what a launch adds to it.
Many kernels are compiled as one program, which costs a tenth of compiling each; a program that fails
is halved until the kernel that does is alone. not_emitted.txt must name exactly the kernels for which
there is no PTX, with the reason. --list prints such lines. Exit status 77 without ptxas: all else has
been checked by then.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tests/e2e"), str(ROOT / "tests")]
import expectations  # noqa: E402
import sample  # noqa: E402

BATCH = 24
ARCHITECTURES = ["sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90"]
BACKENDS = ["ptx", "ptx-cuda"]
STATIC_SHARED = 48 << 10  # bytes; PTX ISA, state space .shared
SKIPPED = 77


def find_ptxas():
    """ptxas and those of ARCHITECTURES that it knows; (None, []) without one."""
    path = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
    if path is None:
        return None, []
    help_text = subprocess.run([path, "--help"], capture_output=True, text=True).stdout
    return path, [name for name in ARCHITECTURES if f"'{name}'" in help_text]


class Source:
    """A kernel file as one unit of a program: what it defines gets a name of its own."""

    def __init__(self, path, number):
        self.name = path.stem
        self.text = path.read_text()
        kernel = expectations.Kernel(path)
        options = [kernel.build, kernel.twin or ""]
        code = re.sub(r"//[^\n]*", "", self.text)
        defined = re.findall(r"^[a-z_][\w \t*()]*?\b(\w+)\s*(?:\(|=|;|\[)", code, re.MULTILINE)
        entries = re.findall(r"\b(?:__)?kernel\b[^;{]*?\bvoid\s+(\w+)\s*\(", code)
        words = sorted(set(defined + entries) - {"__attribute__", "if", "for", "typedef"})
        options += [f"-D{word}={word}_{number}" for word in words]
        self.kernels = [f"{word}_{number}" for word in sorted(set(entries))]
        self.unit = {"source": self.text, "source_name": path.name, "headers": [], "cwd": "/",
                     "options": " ".join(options)}


class Assembler:
    def __init__(self, build, backend, ptxas, architectures):
        self.backend = backend
        self.compiler = pathlib.Path(build) / "bin/lockstep-cc"
        self.device = json.loads((ROOT / "tests/lit/pocl_device.json").read_text())
        self.ptxas, self.architectures = ptxas, architectures
        self.object = None  # where ptxas writes what nobody reads
        self.largest = 0    # bytes of static shared memory
        self.refused = {}  # kernel file -> reason
        self.errors = []

    def run(self, sources):
        """Compiles and assembles; on failure the halves of `sources` by themselves."""
        error = self.attempt(sources)
        if error is None:
            return
        if len(sources) == 1:
            self.errors.append(f"{sources[0].name}: {error}")
            return
        middle = len(sources) // 2
        self.run(sources[:middle])
        self.run(sources[middle:])

    def attempt(self, sources):
        """What is wrong with the program of all `sources`, or None."""
        request = {"abi": 1, "backend": self.backend, "variant": "full", "device": self.device,
                   "units": [source.unit for source in sources], "link_options": ""}
        done = subprocess.run([self.compiler, "--request=-", "--output=-"], capture_output=True,
                              input=json.dumps(request).encode())
        if done.returncode != 0:
            return f"lockstep-cc: {done.stderr.decode()}"
        _, metadata, code = done.stdout.split(b"\n", 2)
        reasons = {kernel["name"]: kernel["reason"] for kernel in json.loads(metadata)["kernels"]
                   if not kernel["instrumented"]}
        for source in sources:
            for kernel in source.kernels:
                if kernel in reasons:
                    own_names = re.sub(r"_\d+\b", "", reasons[kernel])
                    self.refused[source.name] = own_names
                elif f".entry {kernel}(".encode() not in code:
                    return f"no entry {kernel}"
        if b".target sm_70" not in code:
            return "the PTX is not for sm_70"
        for architecture in self.architectures:
            assembled = subprocess.run([self.ptxas, "-v", f"-arch={architecture}", "-O0", "-o",
                                        self.object, "/dev/stdin"], input=code, capture_output=True)
            told = assembled.stderr.decode()
            if assembled.returncode != 0:
                return f"ptxas -arch={architecture}: {told}"
            shared = [int(size) for size in re.findall(r"(\d+) bytes smem", told)]
            self.largest = max([self.largest, *shared])
            if self.largest > STATIC_SHARED:
                return f"{self.largest} bytes of static shared memory"
        return None


def listed():
    """The lines of not_emitted.txt: kernel file -> reason."""
    lines = [line for line in (HERE / "not_emitted.txt").read_text().splitlines()
             if line and not line.startswith("#")]
    return dict(line.split(": ", 1) for line in lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--sample", type=int, default=1, metavar="M")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    part, parts = (int(word) for word in args.part.split("/"))
    ptxas, architectures = find_ptxas()
    files = sorted((ROOT / "tests/e2e/kernels").glob("*/*.cl"), key=lambda path: path.name)
    # That back end has none of the functions that kernels need of their driver (tests/lit/ptx/refused.cl).
    files = [path for path in files if "\n//needs: " not in path.read_text()]
    if not args.all:
        files = sample.drawn([path for path in files if not path.stem.endswith(".fixed")][part - 1::parts], args.sample)
        architectures = architectures[part % len(architectures):][:1] if architectures else []
    sources = [Source(path, number) for number, path in enumerate(files)]
    expected = {name: reason for name, reason in listed().items()
                if name in {source.name for source in sources}}
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for backend in BACKENDS if args.all else [BACKENDS[part % len(BACKENDS)]]:
            assembler = Assembler(args.build, backend, ptxas, architectures)
            assembler.object = os.path.join(folder, "cubin")
            for start in range(0, len(sources), BATCH):
                assembler.run(sources[start:start + BATCH])
            if args.list:
                for name, reason in sorted(assembler.refused.items()):
                    print(f"{name}: {reason}")
            wrong += assembler.errors
            for name in sorted(expected.keys() | assembler.refused.keys()):
                if expected.get(name) != assembler.refused.get(name):
                    wrong.append(f"{name}: no PTX because: {assembler.refused.get(name)}; "
                                 f"not_emitted.txt says: {expected.get(name)}")
            print(f"{backend}: {len(files)} kernel files, {len(assembler.refused)} without PTX, "
                  f"PTX for sm_70 assembled for {', '.join(architectures) or 'nothing'}, "
                  f"at most {assembler.largest} bytes of static shared memory")
    print(*wrong, sep="\n")
    if wrong:
        return 1
    if not architectures:
        print("skipped: no ptxas here, so nothing was assembled")
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
