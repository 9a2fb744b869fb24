#!/usr/bin/python3
"""Whether the lines that came since the commit in formatted_since.txt are as clang-format has them.

usage: check_format.py ROOT [--fix]
--fix formats them. Lines that are older stay as they are. Ends with status 77, which CTest calls skipped, where there
is no git history back to that commit or no clang-format 15 (others break lines at other places).
"""
import pathlib
import shutil
import subprocess
import sys

import since

SKIPPED = 77
FORMATTER = "git-clang-format-15"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if shutil.which(FORMATTER) is None:
        print(f"skipped: there is no {FORMATTER}; Debian 12 has it in clang-format-15")
        return SKIPPED
    base = since.base(root, "formatted")
    if base is None:
        return SKIPPED
    fix = "--fix" in sys.argv[2:]
    command = [FORMATTER, "--binary", "clang-format-15", "--extensions", "h,cc", "--force" if fix else "--diff", base]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    wrong = "\n--- " in f"\n{done.stdout}" or (done.returncode != 0 and not done.stdout.strip())
    print(done.stdout + done.stderr, end="")
    # What git does not know yet is not in its differences.
    added = subprocess.run(["git", "ls-files", "--others", "--exclude-standard", "--", "*.h", "*.cc"], cwd=root,
                           capture_output=True, text=True, check=True).stdout.split()
    if added:
        mode = ["-i"] if fix else ["--dry-run", "--Werror"]
        wrong |= subprocess.run(["clang-format-15", *mode, *added], cwd=root, check=False).returncode != 0
    if wrong and not fix:
        print("check_format.py ROOT --fix formats these lines")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
