#!/usr/bin/python3
"""Stands in for lockstep-cc: compiles the twin with further build options than the driver got.

For what lockstep-cc understands and no driver here does (generic pointers on PoCL 3.1): under these
options the test's source is the kernel that is meant, without them one that the driver accepts.
LOCKSTEP_TEST_CC is the real lockstep-cc, LOCKSTEP_TEST_TWIN the options.
"""
import json
import os
import subprocess
import sys


def main():
    request = json.load(sys.stdin)
    for part in [request] + request.get("units", []):
        part["options"] = part.get("options", "") + " " + os.environ["LOCKSTEP_TEST_TWIN"]
    words = [word for word in sys.argv[1:] if not word.startswith("--parent=")]
    return subprocess.run([os.environ["LOCKSTEP_TEST_CC"], f"--parent={os.getpid()}"] + words,
                          input=json.dumps(request), text=True, pass_fds=[3]).returncode


if __name__ == "__main__":
    sys.exit(main())
