#!/usr/bin/env python3
"""What the front end finds in a program is the same whether it comes as source, bitcode or SPIR-V, of versions 1.0 to 1.4.

SPIR-V comes from LLVM's translator, and once more as spirv-as assembles it for each version, without the names, the
source's language and the notes on arguments that other producers leave out. Compares the sites (what is done to which
argument, in which region, how ordered) of each kernel, and checks that each position in code without debug info is that
instruction's line in llvm-dis' listing.
usage: intermediate_code_test.py LOCKSTEP_CC CLANG LLVM_SPIRV LLVM_DIS VERSION
VERSION: LLVM's; up to 16 code has typed pointers.
"""
import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = """
void put(global int* at, int value) { *at = value; }
kernel void stores(global int* a, local int* t, global float4* v) {
  const int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  put(a + get_group_id(0), t[l ^ 1]);
  v[l] = v[l + 1];
}
kernel void atomics(global int* a, volatile local int* t) {
  atomic_add(a, 1);
  atomic_cmpxchg(a + 1, 2, 3);
  atomic_inc(t);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[2] = *t;
}
"""
VERSIONS = ("1.0", "1.1", "1.2", "1.3", "1.4")
LEFT_OUT = re.compile(r"^ *Op(Name|MemberName|Source|String|SourceExtension) .*\n|^ *%\d+ = OpString .*\n", re.MULTILINE)
DEVICE = {"name": "d", "vendor": "v", "version": "OpenCL 3.0 PoCL 3.1", "address_bits": 64,
          "c_version": "OpenCL C 1.2 PoCL", "extensions": "cl_khr_global_int32_base_atomics",
          "features": [], "little_endian": True, "images": False}


def image(tool, unit):
    request = {"abi": 1, "backend": "pocl", "variant": "full", "units": [unit], "device": DEVICE}
    done = subprocess.run([tool, "--request=-", "--output=-"], input=json.dumps(request).encode(),
                          capture_output=True)
    if done.returncode != 0:
        sys.exit("lockstep-cc: " + done.stderr.decode())
    return json.loads(done.stdout.split(b"\n")[1])


def shape(kernel):
    """Its sites without positions, in the order of the text."""
    keys = ("op", "atomic", "order", "scope", "region", "bytes", "roots", "flags")
    return sorted(str([site.get(key) for key in keys]) for site in kernel["sites"])


def misplaced(kernel, listing):
    words = {"read": ("load", "call"), "write": ("store", "call"), "rmw": ("call", "atomicrmw"),
             "barrier": ("call",)}
    return [f"{kernel['name']}: {site['op']} in line {site['line']}: {listing[site['line'] - 1]}"
            for site in kernel["sites"] if site["op"] in words
            and not any(word in listing[site["line"] - 1] for word in words[site["op"]])]


def main():
    tool, clang, translator, disassembler, version = sys.argv[1:6]
    typed = int(version) < 17
    expected = {k["name"]: shape(k) for k in image(tool, {"source": SOURCE})["kernels"]}
    problems = [] if len(expected) == 2 else ["the source has lost its kernels"]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "k.cl").write_text(SOURCE)
        run = lambda *words: subprocess.run(words, check=True, cwd=folder)  # noqa: E731
        run(clang, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64-unknown-unknown", "-O0",
            "-Xclang", "-finclude-default-header", *(["-Xclang", "-no-opaque-pointers"] if typed else []), "-emit-llvm",
            "-c", "k.cl", "-o", "k.bc")
        run(translator, "k.bc", "-o", "k.spv")
        run(disassembler, *(["--opaque-pointers=0"] if typed else []), "k.bc", "-o", "k.ll")
        listing = (place / "k.ll").read_text().split("\n")
        run("spirv-dis", "--raw-id", "k.spv", "-o", "k.spvasm")
        (place / "bare.spvasm").write_text(LEFT_OUT.sub("", (place / "k.spvasm").read_text()))
        for number in VERSIONS:
            run("spirv-as", "--preserve-numeric-ids", "--target-env", f"spv{number}", "bare.spvasm", "-o", f"{number}.spv")
        for name in ("k.bc", "k.spv", *(f"{number}.spv" for number in VERSIONS)):
            code = base64.b64encode((place / name).read_bytes()).decode()
            for kernel in image(tool, {"ir": code, "source_name": "k.ll"})["kernels"]:
                found = shape(kernel)
                wanted = expected[kernel["name"]]
                problems += [f"{name}: {kernel['name']}: lacks {site}"
                             for site in wanted if site not in found]
                problems += [f"{name}: {kernel['name']}: has {site}"
                             for site in found if site not in wanted]
                if name == "k.bc":
                    problems += misplaced(kernel, listing)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
