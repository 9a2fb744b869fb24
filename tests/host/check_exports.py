#!/usr/bin/env python3
"""The library shows exactly libOpenCL's functions, the layer's entry points, dlsym, what starts programs and waits for
them, and needs nothing but the C and C++ run time, and no static TLS.
usage: check_exports.py LIBLOCKSTEP EXPORTED_DEF
"""
import re
import subprocess
import sys

LAYER = {"clGetLayerInfo", "clInitLayer", "clInitLayerWithProperties", "clDeinitLayer"}
STARTS = {"execve", "execv", "execvp", "execvpe", "fexecve", "execveat", "execl", "execlp", "execle",
          "posix_spawn", "posix_spawnp", "system", "popen", "waitpid"}
NEEDED = re.compile(r"lib(c|m|stdc\+\+|gcc_s)\.so\.\d+$|ld-linux")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    library, table = sys.argv[1:3]
    with open(table, encoding="utf-8") as file:
        wanted = set(re.findall(r"LS_CL_EXPORT\((\w+)\)", file.read())) | LAYER | STARTS | {"dlsym"}
    shown = {line.split()[-1].split("@")[0]
             for line in output("nm", "-D", "--defined-only", library).splitlines()}
    dynamic = output("readelf", "-d", library)
    needed = re.findall(r"NEEDED\)\s+Shared library: \[(.*)\]", dynamic)
    problems = []
    if shown != wanted:
        problems.append(f"shown too much: {sorted(shown - wanted)}, "
                        f"missing: {sorted(wanted - shown)}")
    strangers = [name for name in needed if not NEEDED.match(name)]
    if strangers:
        problems.append(f"needs {strangers}")
    if "STATIC_TLS" in dynamic:
        problems.append("needs static TLS, of which a process that loads it late may have none left")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
