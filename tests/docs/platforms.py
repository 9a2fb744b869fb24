#!/usr/bin/python3
"""docs/platforms.md's tables, and the outcomes that they are made of: docs/platforms.json.

usage: platforms.py ROOT                     are the tables what the outcomes say?
       platforms.py ROOT --update            makes them so
       platforms.py ROOT --kernels LOG WHERE   records what tests/e2e/check_platform.py printed
       platforms.py ROOT --tests LOG WHERE     records what ctest printed of the tree built there
       platforms.py ROOT --costs LOG WHERE     records what perf/run and perf/compile printed
WHERE: --release=WORDS --driver=WORDS --commit=WORDS --date=YYYY-MM-DD, and --with=WORDS for what is written behind the
driver. An outcome takes the place of an older one of the same kind, release and driver. `scripts/elsewhere` does it.
"""
import argparse
import collections
import json
import pathlib
import re
import sys

KINDS = ("right", "wrong", "declined", "refused")
TEST = re.compile(r"^ *\d+/\d+ +Test +#\d+: +(\S+)(?: +# GetParam.*?)? +\.*(?: +| *(?:Subprocess \w+)? *\*\*\*)(Passed|Failed|Skipped|Not Run|Timeout|Exception)")
# Where a kernel or test is named, the reason is cut: it says where the driver or lockstep stopped, not all it printed.
REASON = 160


def suite_of(test):
    """What a test belongs to, by its name: the word before the first dot, or before a dash and what follows it."""
    first = re.split(r"[./]", test)[0]
    return first.split("-")[0] if first.islower() else "unit tests"


def outcome_of_tests(text):
    """{suite: {passed, failed, left_out}} of what ctest printed; a test that ran twice counts as it ended."""
    ended = {}
    for line in text.splitlines():
        match = TEST.match(line)
        if match:
            ended[match[1]] = match[2]
    if not ended:
        sys.exit("no line of ctest's is in the log")
    suites = collections.defaultdict(lambda: {"passed": 0, "failed": [], "left_out": []})
    for test, how in sorted(ended.items()):
        suite = suites[suite_of(test)]
        if how == "Passed":
            suite["passed"] += 1
        else:
            suite["left_out" if how in ("Skipped", "Not Run") else "failed"].append(test)
    return {"suites": dict(sorted(suites.items()))}


def outcome_of_kernels(text):
    """Counts, and which ended otherwise than right, of what check_platform.py printed."""
    total = re.search(r"^(\d+) kernels: " + ", ".join(rf"(\d+) {kind}" for kind in KINDS) + "$", text, re.MULTILINE)
    if not total:
        sys.exit("the last line of check_platform.py is not in the log")
    named = collections.defaultdict(dict)
    for kind, name, reason in re.findall(r"^(wrong|declined): ([^:\s]+?)(?:\.cl)?: (.*)$", text, re.MULTILINE):
        named[kind][name] = re.sub(r"/\S*/", "", reason)[:REASON]
    return {"kernels": int(total[1]), **{kind: int(count) for kind, count in zip(KINDS, total.groups()[1:])},
            "named": dict(named)}


def outcome_of_costs(text):
    """The geometric means of perf/run's table, and perf/compile's last line."""
    means = re.search(r"^\| \*\*geometric mean\*\* \| \| (.*?) \| \|", text, re.MULTILINE)
    launches = re.search(r"^`perf/run.*?`: (\d+) kernels; .* together ([\d.]+) times native", text, re.MULTILINE)
    compiled = re.search(r"^\d+ kernels compiled, .*: default (.*), off (.*), cold (.*)$", text, re.MULTILINE)
    if not (means and launches and compiled):
        sys.exit("the means of perf/run or the last line of perf/compile are not in the log")
    columns = dict(zip(("first", "later", "off", "process", "memory"), re.findall(r"\*\*([\d.-]+)\*\*", means[1])))
    return {"kernels": int(launches[1]), "all": launches[2], **columns,
            "compile": compiled[1], "compile off": compiled[2], "cold": compiled[3]}


def record(data, kind, outcome, args):
    """Puts `outcome` into `data`."""
    row = {"release": args.release, "driver": args.driver, "with": args.beside, "commit": args.commit, "date": args.date}
    rows = [old for old in data[kind] if (old["release"], old["driver"]) != (args.release, args.driver)]
    data[kind] = sorted(rows + [{**row, **outcome}], key=lambda entry: (entry["release"], entry["driver"]))


def where(row, between):
    """The release, and behind `between` the driver with what belongs to it."""
    return f"{row['release']}{between}{row['driver']}{', ' + row['with'] if row['with'] else ''}"


def cell(names):
    return ", ".join(f"`{name}`" for name in names)


def kernel_table(rows):
    """Lines of the table of end-to-end kernels, and one for each kernel that is wrong or declined."""
    lines = ["| release | driver | date, commit | kernels | right | wrong | declined | refused |", "|---|---|---|---|---|---|---|---|"]
    lines += [f"| {where(row, ' | ')} | {row['date']}, {row['commit']} | {row['kernels']} | {row['right']} | {row['wrong']} | {row['declined']} | {row['refused']} |" for row in rows]
    for row in rows:
        for kind, named in row["named"].items():
            lines += ["", f"{row['release']}, {row['driver']}, {kind}:"] + [f"- `{name}`: {reason}" for name, reason in named.items()]
    return lines


def test_table(rows):
    """Lines of the tables of all tests, one for each place."""
    lines = []
    for row in rows:
        suites = row["suites"]
        passed = sum(suite["passed"] for suite in suites.values())
        failed = sum(len(suite["failed"]) for suite in suites.values())
        lines += [f"{where(row, ', ')}, {row['date']}, {row['commit']}: "
                  f"{passed} passed, {failed} failed.", "", "| tests | passed | failed | left out |", "|---|---|---|---|"]
        for name, suite in suites.items():
            left_out = suite["left_out"]
            shown = cell(left_out) if len(left_out) <= 12 else f"{len(left_out)} tests, `{left_out[0]}` among them"
            lines.append(f"| {name} | {suite['passed']} | {cell(suite['failed']) or 0} | {shown} |")
        lines.append("")
    return lines[:-1]


def cost_table(rows):
    """Lines of the table of costs, times native."""
    columns = ("first", "later", "all", "off", "process", "memory", "compile", "compile off", "cold")
    lines = ["| release | driver | date, commit | kernels | " + " | ".join(columns) + " |", "|---" * (4 + len(columns)) + "|"]
    return lines + [f"| {where(row, ' | ')} | {row['date']}, {row['commit']} | {row['kernels']} | " +
                    " | ".join(row[column] for column in columns) + " |" for row in rows]


def with_tables(text, data):
    """`text` of platforms.md with the tables of `data`."""
    tables = {"kernels": kernel_table, "tests": test_table, "costs": cost_table}
    for name, lines in ((name, table(data[name])) for name, table in tables.items()):
        begin, end = f"<!-- generated: {name} -->\n", f"<!-- end: {name} -->"
        if begin not in text or end not in text:
            sys.exit(f"docs/platforms.md: no place for the table '{name}'")
        text = text[:text.index(begin) + len(begin)] + "\n".join(lines) + "\n" + text[text.index(end):]
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--kernels", type=pathlib.Path)
    parser.add_argument("--tests", type=pathlib.Path)
    parser.add_argument("--costs", type=pathlib.Path)
    for name in ("release", "driver", "commit", "date"):
        parser.add_argument("--" + name)
    parser.add_argument("--with", dest="beside", default="")
    args = parser.parse_args()
    store, document = args.root / "docs/platforms.json", args.root / "docs/platforms.md"
    data = json.loads(store.read_text())
    for kind, log, read in (("kernels", args.kernels, outcome_of_kernels), ("tests", args.tests, outcome_of_tests),
                            ("costs", args.costs, outcome_of_costs)):
        if log is None:
            continue
        if None in (args.release, args.driver, args.commit, args.date):
            parser.error("--release, --driver, --commit and --date say what was run where")
        record(data, kind, read(log.read_text(errors="replace")), args)
        store.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
        args.update = True
    made = with_tables(document.read_text(), data)
    if made == document.read_text():
        return 0
    if args.update:
        document.write_text(made)
        return 0
    print("docs/platforms.md has other tables than docs/platforms.json says; platforms.py ROOT --update")
    return 1


if __name__ == "__main__":
    sys.exit(main())
