#!/usr/bin/env python3
"""libOpenCL is unloaded with the plug-in that used it, and loaded again with the next: each launch is checked.

usage: check_reload.py --lockstep=EXE … --work=DIR --app=EXE --plugin=SO
"""
from run_checks import RACE, run_all


def check_reload(checks):
    for mode in ("auto", "layer", "preload"):
        for bind in ("flat", "deep"):
            if (mode, bind) == ("preload", "deep"):
                continue  # what stands before libOpenCL is passed by
            checks.run(f"{bind}, {mode}", checks.app(checks.options.plugin, bind, "race"), 66,
                       [RACE, "1 error in 3 launches of 1 kernel"], options=[f"--hook={mode}"])


if __name__ == "__main__":
    run_all(__doc__, ["app", "plugin"], [check_reload])
