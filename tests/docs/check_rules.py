#!/usr/bin/python3
"""The pages of docs/rules: one for each kind, and each with a kernel that gives its kind and one that gives nothing.

Usage: check_rules.py --build DIR
The kernels are the first and the second block of code of a page, or what a host program does (tests/commands/pairs.h has the rest). Those of half the pages, others with each commit, run in
one `lockstep kernel`; those that need what the device lacks (work-group functions) in a second one, with that emulated as
in tests/e2e.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import sample  # noqa: E402  (of the folder above)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/rules"
E2E = ROOT / "tests/e2e"
BLOCK = re.compile(r"^```c\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def kinds(listing):
    """Kind -> title, of what `lockstep explain` prints."""
    return dict(re.findall(r"^  ([a-z-]+) +(?:error|warning|info) +(.+)$", listing, re.MULTILINE))


def page_mistakes(kind, title, text):
    """What is wrong with a page's form, as sentences."""
    wrong = []
    if not text.startswith(f"# {kind}: {title}\n"):
        wrong.append(f"does not begin with '# {kind}: {title}'")
    if len(BLOCK.findall(text)) != 2:
        wrong.append("has not two blocks of code: a kernel that shows it, and the repaired one")
    if "https://registry.khronos.org/OpenCL/specs/3.0-unified/html/OpenCL_" not in text:
        wrong.append("does not link into the specification")
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        if not (PAGES / link).exists():
            wrong.append(f"links to {link}, which is not there")
    return wrong


def emulated(source):
    """The kernel with what drivers may lack in front, under the options that this needs there."""
    lines = source.replace("-cl-std=CL3.0", "-cl-std=CL2.0").splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if not line.startswith("//"))
    return "".join(lines[:first] + ['#include "collectives.clh"\n'] + lines[first:])


HOST = """#include "pairs.h"
static void CL_CALLBACK native(void *arguments) { (void)arguments; }
static void *set_arguments(void *kernel) {
  SetBesideAnother(kernel, NULL);
  return NULL;
}
int main(void) {
  Start();
  cl_command_queue queue = q;
  cl_mem buffer = a, second = b;
  cl_kernel kernel = Kernel("add"), counting = Kernel("count"), filter = ImageKernel("brighten");
  cl_mem image = Image(), second_image = Image();
  const size_t texels = 256;
  const size_t count = N, size = BYTES;
  void *memory = host;
  Arg(kernel, 0, buffer);
  Arg(counting, 0, buffer);
  (void)queue, (void)second, (void)count, (void)size, (void)memory, (void)native, (void)set_arguments, (void)filter, (void)image, (void)second_image, (void)texels;
  {
%s  }
  DO(clFinish(q));
  DO(clFinish(other));
  return 0;
}
"""


def host_verdict(build, name, source):
    """The kinds that `lockstep run` finds in a host program; None if it does not run."""
    with tempfile.TemporaryDirectory() as folder:
        program, report = pathlib.Path(folder) / name.replace(".", "_"), pathlib.Path(folder) / "report.json"
        program.with_suffix(".c").write_text(HOST % source)
        made = subprocess.run(["cc", "-w", f"-I{ROOT / 'tests/commands'}", "-o", program, program.with_suffix(".c"), "-lOpenCL", "-lpthread"],
                              capture_output=True, text=True, check=False)
        if made.returncode != 0:
            print(f"{name}: {made.stderr}")
            return None
        done = subprocess.run([build / "bin/lockstep", "run", "--commands=all", "--same-value=report", f"--report=json:{report}", "--", program],
                              capture_output=True, text=True, check=False)
        if not report.exists():
            print(f"{name}: no report: {done.stderr}")
            return None
        return {finding["kind"] for finding in json.loads(report.read_text())["findings"]}


def verdicts(build, sources, emulate=False):
    """File name -> the kinds that `lockstep kernel` finds in it; None if it was not run. `sources`: name -> text."""
    environment = dict(os.environ)
    options = []
    if emulate:
        environment.update(LOCKSTEP_CC=str(E2E / "twin_cc.py"), LOCKSTEP_TEST_CC=str(build / "bin/lockstep-cc"),
                           LOCKSTEP_TEST_TWIN="-DLOCKSTEP_TWIN")
        options = [f"--build-options=-I {E2E}"]
    with tempfile.TemporaryDirectory() as folder:
        for name, source in sources.items():
            (pathlib.Path(folder) / name).write_text(emulated(source) if emulate else source)
        done = subprocess.run([build / "bin/lockstep", "kernel", ".", "--format=json"] + options, cwd=folder,
                              env=environment, capture_output=True, text=True, check=False)
    found = {}
    for kernel in json.loads(done.stdout)["kernels"]:
        name = pathlib.Path(kernel["file"]).name
        found[name] = {finding["kind"] for finding in kernel["report"]["findings"]} if kernel["verdict"] in (
            "clean", "findings") else None
        if found[name] is None:
            print(f"{name}: {kernel['verdict']}: {kernel['reason']}")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build.resolve()

    def explain(*words):
        return subprocess.run([build / "bin/lockstep", "explain", *words], capture_output=True, text=True, check=True).stdout

    titles = kinds(explain())
    texts = {page.stem: page.read_text() for page in PAGES.glob("*.md")}
    wrong = [f"docs/rules/{kind}.md is missing" for kind in titles.keys() - texts.keys()]
    wrong += [f"docs/rules/{kind}.md is about no kind of findings" for kind in texts.keys() - titles.keys()]
    run = {page.stem for page in sample.drawn(sorted(PAGES.glob("*.md")), 2)}
    sources = {}
    for kind in sorted(titles.keys() & texts.keys()):
        text = texts[kind]
        mistakes = page_mistakes(kind, titles[kind], text)
        if not explain(kind).startswith(text):
            mistakes.append(f"is not what `lockstep explain {kind}` prints")
        wrong += [f"docs/rules/{kind}.md {mistake}" for mistake in mistakes]
        if kind in run:
            sources.update(zip((f"{kind}.cl", f"{kind}.fixed.cl"), BLOCK.findall(text)))

    programs = {name: source for name, source in sources.items() if "kernel void" not in source}
    found = verdicts(build, {name: source for name, source in sources.items() if name not in programs})
    lacking = {name: sources[name] for name, verdict in found.items() if verdict is None}
    if lacking:
        found.update(verdicts(build, lacking, emulate=True))
    found.update({name: host_verdict(build, name, source) for name, source in programs.items()})
    for name in sources:
        wanted = set() if name.endswith(".fixed.cl") else {name[:-len(".cl")]}
        if found.get(name) != wanted:
            wrong.append(f"{name}: found {found.get(name)}, not {wanted or 'nothing'}")
    for sentence in wrong:
        print(sentence)
    return 1 if wrong or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
