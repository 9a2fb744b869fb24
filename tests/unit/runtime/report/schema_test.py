"""Validates reports against docs/report.schema.json, and the schema against broken reports.

usage: schema_test.py SCHEMA REPORT...
"""
import copy
import json
import sys

import jsonschema


def broken_reports(report):
    """Copies of a valid report, each with one thing that the schema must refuse."""
    for path in [["findings"], ["summary", "errors"], ["launches"], ["tool"]]:
        bad = copy.deepcopy(report)
        at = bad
        for key in path[:-1]:
            at = at[key]
        del at[path[-1]]
        yield "without " + ".".join(path), bad
    if report["findings"]:
        for key, value in [("rule", "race"), ("kind", "x"), ("severity", "fatal"), ("launch", 0),
                           ("accesses", []), ("extra", 1)]:
            bad = copy.deepcopy(report)
            bad["findings"][0][key] = value
            yield f"finding with {key}={value!r}", bad
        bad = copy.deepcopy(report)
        bad["findings"][0]["accesses"][0]["global_id"] = [1, 2]
        yield "two-dimensional global_id", bad


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = 0
    for name in sys.argv[2:]:
        with open(name) as file:
            report = json.load(file)
        for error in validator.iter_errors(report):
            failures += 1
            print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
        for what, bad in broken_reports(report):
            if validator.is_valid(bad):
                failures += 1
                print(f"{name}: the schema accepts a report {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
