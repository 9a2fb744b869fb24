#!/usr/bin/env python3
"""#line directives of every kind through lockstep-cc: each access is placed where the directives say.

Random sources (fixed seed): names with control characters, of files that exist, with quotes, empty and long ones;
numbers up to the largest; directives between and within functions and in macros. For each access the site must
have the name and number that clang gives it by the language's rules, and the excerpt, if there is one, must be
the line of the source on which the access stands, whatever it is called.
usage: check_lines.py --helper=LOCKSTEP-CC --device=JSON [--programs=N] [--seed=N]
"""
import argparse
import json
import random
import subprocess
import sys

NAMES = ["conf.h", "/etc/passwd", "a b.cl", "x\x1b[31m", "x\u202ey.cl", "\x01k.cl:7", "k.cl\x01k.cl:7", "../../up.cl", "", "k.cl", "k" * 3000,
         "caf\u00e9.cl", "tab\there", "lockstep: summary: no findings"]
KERNELS = 8


class Source:
    def __init__(self, chance):
        self.chance, self.lines, self.file, self.number, self.places = chance, [], "k.cl", 1, {}

    def add(self, text, tag=None):
        if tag is not None:
            self.places[tag] = (self.file, self.number)
        self.lines.append(text)
        self.number += 1

    def directive(self):
        if self.chance.random() < 0.5:
            return
        number = self.chance.choice([1, 5, 77, 1000, 65536, 2147483000, self.chance.randrange(1, 5000)])
        name = self.chance.choice(NAMES)
        form = self.chance.randrange(3)
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        self.lines.append([f"#line {number}", f'#line {number} "{quoted}"', f'# {number} "{quoted}"'][form])
        self.number = number
        if form != 0:
            self.file = name

    def kernel(self, index):
        self.directive()
        self.add(f"kernel void k{index}(global int *a, global int *b) {{")
        for access in range(3):
            for _ in range(self.chance.randrange(2)):
                self.add("")
            self.directive()
            tag = index * 10 + access
            self.add(f"  a[get_global_id(0) / 2] = {tag}; /* here {tag} */", tag)
        self.add("}")


def description_of(options, device, source):
    request = {"abi": 1, "backend": "pocl", "variant": "default", "headers": [], "cwd": "/", "device": device,
               "source": source, "source_name": "k.cl", "options": ""}
    done = subprocess.run([options.helper, "--request=-", "--output=-", "--emit=image"], input=json.dumps(request).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        return None, done.stderr.decode(errors="replace")
    return json.loads(done.stdout.split(b"\n", 2)[1]), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--helper", required=True)
    parser.add_argument("--device", required=True)
    parser.add_argument("--programs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with open(options.device) as file:
        device = json.load(file)
    problems, accesses, excerpts = [], 0, 0
    for program in range(options.programs):
        source = Source(random.Random(options.seed * 1000 + program))
        for index in range(KERNELS):
            source.kernel(index)
        text = "\n".join(source.lines) + "\n"
        description, error = description_of(options, device, text)
        if description is None:
            problems.append(f"program {program} is refused: {error}\n{text}")
            continue
        for index, kernel in enumerate(sorted(description["kernels"], key=lambda one: one["name"])):
            writes = [site for site in kernel["sites"] if site["op"] == "write"]
            wanted = [source.places[index * 10 + access] for access in range(3)]
            got = [(site.get("file", ""), site.get("line", 0)) for site in writes]
            accesses += len(writes)
            if sorted(got) != sorted(set(wanted)) and sorted(got) != sorted(wanted):
                problems.append(f"program {program}, {kernel['name']}: {got} instead of {wanted}")
            for site in writes:
                if not site.get("excerpt"):
                    continue
                excerpts += 1
                shown = kernel["excerpts"][site["excerpt"] - 1]
                tags = [tag for tag, place in source.places.items() if tag // 10 == index and f"/* here {tag} */" in shown]
                if not tags or source.places[tags[0]] != (site.get("file", ""), site.get("line", 0)):
                    problems.append(f"program {program}, {kernel['name']}: shows {shown!r} at {site.get('file')}:{site.get('line')}")
    print(f"{options.programs} programs, {accesses} accesses, {excerpts} excerpts, {len(problems)} problems")
    print(*problems[:10], sep="\n")
    return 1 if problems or accesses == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
