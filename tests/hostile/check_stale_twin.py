#!/usr/bin/python3
"""A twin from the cache is what the compiler would make of the source now, whatever lies around it now.

Of each case a program is built and launched natively and under lockstep, which fills the cache; then something
changes around its source, by which the compiler takes another text, and the same is done again. What the
kernels compute must be equal each time, and the race that only the new text has must be found.
usage: check_stale_twin.py --lockstep=EXE [--work=DIR] …
       check_stale_twin.py --app=DIR    the application: builds and launches every case below DIR
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ITEMS = 64
OLD = "#define VALUE 1\n"
# Whoever reads the word that work-item 0 writes races with it; what is computed of it is 0 all the same.
NEW = "#define VALUE 2\n#define RACY\n"
BODY = """
kernel void %s(global int *a) {
  const int i = get_global_id(0);
  a[i] = VALUE;
#ifdef RACY
  if (i == 0) a[%d] = 0; else a[i] += a[%d] * 0;
#endif
}
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def replace_in_place(path, text):
    """Another text of the same length, and the file's times as they were."""
    facts = path.stat()
    old = path.read_text()
    path.write_text(text.ljust(len(old)))
    assert len(path.read_text()) == len(old)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))


def relink(link, target):
    link.unlink()
    link.symlink_to(target)


def exchange(one, other):
    one.rename(one.with_name("aside"))
    other.rename(one)


def prepare_links(case):
    write(case / "b/conf.h", OLD)
    write(case / "c/conf.h", NEW)
    (case / "link").symlink_to("b")


def prepare_two(case):
    write(case / "b/conf.h", OLD)
    write(case / "c/conf.h", NEW)


def prepare_same_file(case):
    write(case / "b/one.h", "#pragma once\n#ifdef VALUE\n#define RACY\n#else\n#define VALUE 1\n#endif\n")
    (case / "b/two.h").symlink_to("one.h")


def prepare_same_folder(case):
    write(case / "a/conf.h", "#ifdef VALUE\n#define RACY\n#else\n#define VALUE 1\n#include_next <conf.h>\n#endif\n")
    write(case / "c/conf.h", "")
    (case / "b").symlink_to("a")


def copy_over_link(link):
    target = link.resolve()
    link.unlink()
    if target.is_dir():
        shutil.copytree(target, link)
    else:
        shutil.copyfile(target, link)


def become_folder(path):
    path.unlink()
    path.mkdir()


CONF = '#include "conf.h"\n'
HAS = '#define VALUE 1\n#if __has_include("extra.h")\n#define RACY\n#endif\n'
# name -> options, what stands before the kernel, how its folder is made, what changes.
CASES = {
    "earlier_folder": ("-I a -I b", CONF, lambda c: (write(c / "b/conf.h", OLD), (c / "a").mkdir()),
                       lambda c: write(c / "a/conf.h", NEW)),
    "current_folder": ("-I b", CONF, lambda c: write(c / "b/conf.h", OLD), lambda c: write(c / "conf.h", NEW)),
    "folder_comes": ("-I a -I b", CONF, lambda c: write(c / "b/conf.h", OLD), lambda c: write(c / "a/conf.h", NEW)),
    "folder_in_name_comes": ("-I a -I b", '#include "deep/er/conf.h"\n',
                             lambda c: (write(c / "b/deep/er/conf.h", OLD), (c / "a").mkdir()),
                             lambda c: write(c / "a/deep/er/conf.h", NEW)),
    "has_include": ("-I a", HAS, lambda c: (c / "a").mkdir(), lambda c: write(c / "a/extra.h", "")),
    "has_include_no_folder": ("-I a", HAS, lambda c: None, lambda c: write(c / "a/extra.h", "")),
    "has_include_absolute": ("", HAS.replace("extra.h", "{case}/none/extra.h"), lambda c: None,
                             lambda c: write(c / "none/extra.h", "")),
    "has_no_include": ("-I a", HAS.replace("#if ", "#if !"), lambda c: write(c / "a/extra.h", ""),
                       lambda c: (c / "a/extra.h").unlink()),
    "has_include_in_header": ("-I b", CONF, lambda c: write(c / "b/conf.h", HAS),
                              lambda c: write(c / "b/extra.h", "")),
    "include_next": ("-I a -I b -I c", CONF,
                     lambda c: (write(c / "a/conf.h", "#include_next <conf.h>\n"), (c / "b").mkdir(),
                                write(c / "c/conf.h", OLD)),
                     lambda c: write(c / "b/conf.h", NEW)),
    "beside_the_header": ("-I b -I c", CONF,
                          lambda c: (write(c / "b/conf.h", '#include "detail.h"\n'), write(c / "c/detail.h", OLD)),
                          lambda c: write(c / "b/detail.h", NEW)),
    "import": ("-I a -I b", '#import "conf.h"\n', lambda c: (write(c / "b/conf.h", OLD), (c / "a").mkdir()),
               lambda c: write(c / "a/conf.h", NEW)),
    "spliced": ("-I a -I b", '#inc\\\nlude "conf.h"\n', lambda c: (write(c / "b/conf.h", OLD), (c / "a").mkdir()),
                lambda c: write(c / "a/conf.h", NEW)),
    "link_leads_elsewhere": ("-I link", CONF, prepare_links, lambda c: relink(c / "link", "c")),
    "link_begins_to_lead": ("-I a -I b", CONF,
                            lambda c: (write(c / "b/conf.h", OLD), (c / "a").mkdir(),
                                       (c / "a/conf.h").symlink_to("../c/conf.h")),
                            lambda c: write(c / "c/conf.h", NEW)),
    "folder_is_replaced": ("-I b", CONF, prepare_two, lambda c: exchange(c / "b", c / "c")),
    "file_becomes_folder": ("-I b -I c", CONF, prepare_two, lambda c: become_folder(c / "b/conf.h")),
    "folder_becomes_file": ("-I a -I b", CONF, lambda c: ((c / "a/conf.h").mkdir(parents=True),
                                                          write(c / "b/conf.h", OLD)),
                            lambda c: ((c / "a/conf.h").rmdir(), write(c / "a/conf.h", NEW))),
    "same_size_and_time": ("-I b", CONF, lambda c: write(c / "b/conf.h", OLD + " " * len(NEW)),
                           lambda c: replace_in_place(c / "b/conf.h", NEW)),
    "once_no_longer_once": ("-I b", '#include "one.h"\n#include "two.h"\n', prepare_same_file,
                            lambda c: copy_over_link(c / "b/two.h")),
    "folder_no_longer_once": ("-I a -I b -I c", CONF, prepare_same_folder, lambda c: copy_over_link(c / "b")),
    "another_current_folder": ("-I ../b -I b", CONF,
                               lambda c: (write(c / "one/b/conf.h", OLD), write(c / "two/b/conf.h", NEW),
                                          write(c / "cwd", "one")),
                               lambda c: write(c / "cwd", "two")),
}


def application(folder):
    import numpy
    import pyopencl as cl
    device = [d for p in cl.get_platforms() if "Portable" in p.name for d in p.get_devices()][0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    answers = {}
    for case in sorted(path for path in pathlib.Path(folder).iterdir() if (path / "source.cl").exists()):
        cwd = case / "cwd"
        os.chdir(case / cwd.read_text() if cwd.is_file() else case)
        source = (case / "source.cl").read_text()
        try:
            program = cl.Program(context, source).build((case / "options").read_text().split())
        except cl.RuntimeError as error:
            answers[case.name] = f"does not build: {error}"
            continue
        values = numpy.zeros(ITEMS + 1, numpy.int32)
        buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
        cl.Kernel(program, case.name)(queue, (ITEMS,), (16,), buffer)
        cl.enqueue_copy(queue, values, buffer)
        answers[case.name] = values.tolist()
    print(json.dumps(answers))


class Runs:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("LOCKSTEP_")}
        self.env.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", PYOPENCL_NO_CACHE="1",
                        POCL_CACHE_DIR=str(folder / "pocl"), LOCKSTEP_CACHE_DIR=str(folder / "lockstep"))
        # Read by other tools than the driver: they must change nothing.
        self.env.update(CPATH=str(folder / "cpath"), C_INCLUDE_PATH=str(folder / "cpath"))
        write(folder / "cpath/conf.h", "#error taken from CPATH\n")

    def run(self, checked):
        """What the kernels computed, and, if checked, which of them have findings and which are unchecked."""
        command = ["/usr/bin/python3", os.path.abspath(__file__), f"--app={self.folder / 'cases'}"]
        report = self.folder / "report.json"
        if checked:
            command = [self.options.lockstep, "run", "--error-exitcode=0", "--format=json",
                       f"--report={report}", "--"] + command
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=280, check=False)
        if done.returncode != 0:
            sys.exit(f"status {done.returncode}\n{done.stderr[-4000:]}")
        if not checked:
            return json.loads(done.stdout)
        found = json.loads(report.read_text())
        return (json.loads(done.stdout), {f["kernel"] for f in found["findings"]},
                {entry["kernel"]: entry["reason"] for entry in found["not_instrumented"]})


def compare(runs, value, racy):
    problems = []
    plain = runs.run(False)
    computed, findings, unchecked = runs.run(True)
    for name in CASES:
        expected = [value.get(name, 1)] * ITEMS + [0]
        if plain[name] != expected:
            problems.append(f"{name}: natively it computes {str(plain[name])[:200]}: the test is wrong")
        if computed[name] != plain[name]:
            problems.append(f"{name}: computes {str(plain[name])[:50]} natively, {str(computed[name])[:50]} checked")
        if (name in findings) != racy:
            problems.append(f"{name}: " + ("the race is not found" if racy else "a race is found"))
        if name in unchecked:
            problems.append(f"{name}: not instrumented: {unchecked[name]}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("app", "lockstep", "library", "helper", "examples", "work"):
        parser.add_argument("--" + name)
    options = parser.parse_args()
    if options.app:
        application(options.app)
        return 0
    with tempfile.TemporaryDirectory(prefix="lockstep-stale-") as directory:
        folder = pathlib.Path(directory)
        for name, (build_options, head, make, _) in CASES.items():
            case = folder / "cases" / name
            case.mkdir(parents=True)
            write(case / "source.cl", head.replace("{case}", str(case)) + BODY % (name, ITEMS, ITEMS))
            write(case / "options", build_options)
            make(case)
        runs = Runs(options, folder)
        problems = [f"before the change: {p}" for p in compare(runs, {}, False)]
        for name, (_, _, _, change) in CASES.items():
            change(folder / "cases" / name)
        takes_new = [name for name, case in CASES.items() if "VALUE 1" not in case[1] and name not in (
            "has_include_in_header", "once_no_longer_once", "folder_no_longer_once")]
        problems += [f"after it: {p}" for p in compare(runs, dict.fromkeys(takes_new, 2), True)]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
