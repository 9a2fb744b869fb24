#!/usr/bin/env python3
"""Lists the findings of a report that `lockstep run --report=json:FILE` has written, with the launch of each."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
if report["tool"] != "lockstep" or report["schema_version"] != 2:
    sys.exit("not a report that this reader knows (docs/report.schema.json)")
print(" ".join(report["command"]), "from", report["time"]["start"], "to", report["time"]["end"])
for device in report["devices"]:
    print("on", device["name"], "with driver", device["driver"], "and", device["launches"], "launches")
for finding in report["findings"]:
    print(finding["id"], finding["severity"], finding["kind"], "in", finding["kernel"], "launch", finding["launch"])
    for access in finding["accesses"]:
        print(f"  {access['op']} {access['file']}:{access['line']} by work-item {access['global_id']}")
    print("  global", finding["global_size"], "local", finding["local_size"])
    for argument in finding.get("arguments", []):
        known = argument.get("number", argument.get("value"))
        print(f"  {argument['name']}:", known if known is not None else f"{argument['size']} bytes")
sys.exit(1 if report["summary"]["errors"] else 0)
