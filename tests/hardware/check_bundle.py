#!/usr/bin/python3
"""Makes the bundle's folder and checks that it needs nothing that this machine happens to have.

Usage: check_bundle.py --build DIR --version TEXT
1. Every library that its programs load, but glibc and lockstep-perf's C++ run time, lies in the bundle.
2. In a root that holds the bundle and glibc alone, the compiler makes code for every back end, and the
   command works. Left out, visibly, where no such root can be entered.
3. tests/hardware/run, from the bundle and with an empty environment, passes on PoCL.
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
GLIBC = re.compile(r"/(ld-linux-x86-64|libc|libm|libdl|libpthread|librt)\.so")
CXX = re.compile(r"/lib(stdc\+\+|gcc_s)\.so")  # lockstep-perf takes the machine's, as the driver in its process does
KERNELS = "^((reduction|div-if|atomic-c11)(.fixed)?|barrier-local)$"
SOURCE = "kernel void k(global float *a) { a[get_global_id(0)] = sqrt(a[0]); }\n"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}\n"
                 f"{done.stderr}")
    return done.stdout


def check_libraries(tree):
    for program in [path for path in (tree / "bin").rglob("*") if path.is_file()]:
        for line in run("ldd", program).splitlines():
            path = re.search(r"=> (/\S+)", line)
            if "not found" in line or (path and not path[1].startswith(str(tree))
                                       and not GLIBC.search(path[1])
                                       and not (program.name == "lockstep-perf" and CXX.search(path[1]))):
                sys.exit(f"{program} loads {line.strip()}, which is not in the bundle")


def request(backend):
    device = json.loads((ROOT / "tests/lit/pocl_device.json").read_text())
    return json.dumps({"abi": 1, "backend": backend, "variant": "default", "headers": [],
                       "cwd": "/", "device": device, "source": SOURCE, "source_name": "k.cl",
                       "options": ""})


def check_clean_root(tree, backends):
    with tempfile.TemporaryDirectory(dir=tree.parent) as folder:
        root = pathlib.Path(folder)
        for name in ("lib64", "lib/x86_64-linux-gnu", "proc", "tmp"):
            (root / name).mkdir(parents=True)
        shutil.copy("/lib64/ld-linux-x86-64.so.2", root / "lib64")
        for name in ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1"):
            shutil.copy(f"/lib/x86_64-linux-gnu/{name}", root / "lib/x86_64-linux-gnu")
        shutil.copytree(tree, root / "lockstep", copy_function=os.link)
        # Where a program lies is read from /proc.
        enter = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "sh", "-c",
                 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"', str(root)]
        possible = subprocess.run([*enter, "/lib64/ld-linux-x86-64.so.2", "--version"],
                                  capture_output=True, text=True)
        if possible.returncode != 0:
            print(f"left out: no root of its own can be entered here: {possible.stderr.strip()}")
            return
        for backend in backends:
            (root / "tmp/request.json").write_text(request(backend))
            run(*enter, "/lockstep/bin/lockstep-cc", "--request=/tmp/request.json",
                "--output=/tmp/image")
            metadata = json.loads((root / "tmp/image").read_bytes().split(b"\n", 2)[1])
            refused = [kernel for kernel in metadata["kernels"] if not kernel["instrumented"]]
            if refused:
                sys.exit(f"{backend}: {[(kernel['name'], kernel['reason']) for kernel in refused]}")
        run(*enter, "/lockstep/bin/lockstep", "litmus", "--help")
        print(f"in a root of its own: {', '.join(backends)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--version", required=True)
    args = parser.parse_args()
    run(ROOT / "scripts/bundle", args.build, args.version, "--tree")
    tree = args.build.resolve() / f"bundle-tree/lockstep-{args.version}-linux-x86_64"
    check_libraries(tree)
    backends = [line.split()[0] for line in
                run(tree / "bin/lockstep-cc", "--print-backends").splitlines()]
    check_clean_root(tree, backends)
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "result.json"
        print(run("/usr/bin/python3", tree / "tests/hardware/run", "--icd",
                  "/etc/OpenCL/vendors/pocl.icd", "--only", KERNELS, "--perf", "^vecadd$",
                  "--rounds", "1", "--twins", "^reduction$", "--litmus-iterations", "2000", "--output", output,
                  env={"PATH": "/usr/bin:/bin", "HOME": folder, "LOCKSTEP_PERF_SIZE": "small",
                       "POCL_CACHE_DIR": os.environ.get("POCL_CACHE_DIR", folder)}))
        result = json.loads(output.read_text())
    summary = result["summary"]
    passed = {part: summary[part].get("pass") for part in ("e2e", "litmus", "twins")}
    if passed != {"e2e": 6, "litmus": 1, "twins": 2} or set(summary["signatures"]) != {"unavailable"} \
            or not result["perf"]["geometric_mean_ratio"]["default"]:
        sys.exit(f"not all of the suite passed: {json.dumps(result, indent=1)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
