#!/usr/bin/python3
"""What `cmake --install` installs: all that a user needs, nothing of those who work on lockstep, and it runs there.

Usage: check_install.py --build DIR
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WANTED = ["bin/lockstep", "bin/lockstep-cc", "lib/lockstep/liblockstep.so", "lib/lockstep/lockstep-device.bc",
          "lib/lockstep/include/lockstep/rsp.clh", "lib/lockstep/clang/include/opencl-c-base.h",
          "share/man/man1/lockstep.1", "share/bash-completion/completions/lockstep",
          "share/zsh/site-functions/_lockstep", "share/fish/vendor_completions.d/lockstep.fish",
          "lib/cmake/lockstep/lockstep-config.cmake", "lib/cmake/lockstep/lockstep-config-version.cmake",
          "share/lockstep/python/lockstep_pytest.py", "share/doc/lockstep/README.md", "share/doc/lockstep/cli.md",
          "share/doc/lockstep/rules/read-write.md", "share/doc/lockstep/first_look.cl"]
FOLDERS = {"bin", "lib", "share"}
DEVELOPERS = ["lockstep-opt", "lockstep-perf", "LockstepPasses", "test"]  # in names of programs and libraries


def installed_mistakes(prefix):
    """What is missing or too much, as sentences."""
    files = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    wrong = [f"{name} is not installed" for name in WANTED if name not in files]
    wrong += [f"{name} is empty" for name in WANTED if name in files and (prefix / name).stat().st_size == 0]
    wrong += [f"{name} is for those who work on lockstep" for name in files
              if not name.startswith("share/") and any(word in name for word in DEVELOPERS)]
    return wrong + [f"{name} lies in no usual folder" for name in files if name.split("/")[0] not in FOLDERS]


def run_mistakes(prefix, folder):
    """What does not work where it is installed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCKSTEP_")}
    environment["LOCKSTEP_CACHE_DIR"] = str(folder / "cache")
    lockstep = prefix / "bin/lockstep"

    def run(*words):
        return subprocess.run([lockstep, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)

    wrong = []
    include = run("--include-dir").stdout.strip()
    if include != str(prefix / "lib/lockstep/include"):
        wrong.append(f"--include-dir says {include}")
    (folder / "racy.cl").write_text("kernel void k(global int *a) { a[get_global_id(0) / 2] = get_global_id(0); }\n")
    done = run("kernel", "racy.cl", "--global=64", "--local=16", "--format=json", "--report=r.json")
    if done.returncode != 66:
        return wrong + [f"a racy kernel gives status {done.returncode}: {done.stdout}{done.stderr}"]
    kinds = {finding["kind"] for finding in json.loads((folder / "r.json").read_text())["findings"]}
    return wrong + ([] if kinds == {"write-write"} else [f"a racy kernel gives {kinds}"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        prefix = folder / "prefix"
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        wrong = installed_mistakes(prefix) + run_mistakes(prefix, folder)
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
