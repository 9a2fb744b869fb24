#!/usr/bin/env python3
"""Runs a check whose programs are built with sanitizers; fails if it fails or a sanitizer reports.

usage: check_sanitized.py --tree=DIR --suppressions=DIR --helper=LOCKSTEP-CC -- COMMAND...
Exit status 77: there is no tree (build_tree.py --turn).
"""
import os
import pathlib
import subprocess
import sys
import tempfile


def main():
    split = sys.argv.index("--")
    given = dict(a[2:].split("=", 1) for a in sys.argv[1:split])
    if not pathlib.Path(given["tree"]).exists():
        print(f"left out: no {given['tree']}")
        return 77
    with tempfile.TemporaryDirectory(prefix="lockstep-sanitize-") as directory:
        logs, folder = f"log_path={directory}/log", given["suppressions"]
        env = dict(
            os.environ,
            # The library's own neighbour is not in the sanitized tree.
            LOCKSTEP_CC=given["helper"],
            LOCKSTEP_TRIAL="1",  # there is no lockstep program in these trees that could try the driver
            # Allocation tricks of the drivers' compilers are none of our business. The leak check's own look
            # at threads' variables in libraries that were loaded late crashes now and then.
            ASAN_OPTIONS=f"{logs}:detect_leaks=1:intercept_tls_get_addr=0:new_delete_type_mismatch=0:alloc_dealloc_mismatch=0:"
                         "allocator_may_return_null=1",
            LSAN_OPTIONS=f"suppressions={folder}/leaks.supp:print_suppressions=0",
            UBSAN_OPTIONS=f"{logs}:print_stacktrace=1",
            TSAN_OPTIONS=f"{logs}:suppressions={folder}/threads.supp:"
                         "ignore_noninstrumented_modules=1:history_size=4")
        done = subprocess.run(sys.argv[split + 1:], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        reports = sorted(pathlib.Path(directory).glob("log*"))
        print(done.stdout)
        for report in reports[:3]:
            print(report.read_text(errors="replace")[:6000])
        if reports:
            print(f"{len(reports)} processes with reports")
    return 1 if reports or done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
