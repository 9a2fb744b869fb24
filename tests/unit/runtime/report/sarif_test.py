"""Checks SARIF files against what SARIF 2.1.0 asks of the parts that lockstep writes, and the checks against broken files.

The numbers are those of the sections of the OASIS standard.

usage: sarif_test.py FILE...
"""
import copy
import json
import re
import sys

LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"^(file:///)?[A-Za-z0-9._~/%-]+$")


class Refused(Exception):
    """What is wrong with a file."""


def need(condition, what):
    if not condition:
        raise Refused(what)


def check_text(message, what):
    need(isinstance(message, dict) and isinstance(message.get("text"), str) and message["text"], what + " has no text")


def check_location(location, run):
    physical = location.get("physicalLocation")
    if physical:
        place = physical["artifactLocation"]
        need(URI.match(place["uri"]), f"3.4.3: no URI: {place['uri']}")
        need(("uriBaseId" in place) != place["uri"].startswith("file:"), "3.4.4: a base for what is absolute")
        need(place.get("uriBaseId", "SRCROOT") in run["originalUriBaseIds"], "3.14.14: unknown base")
        need(run["artifacts"][place["index"]]["location"]["uri"] == place["uri"], "3.4.5: another file's index")
        region = physical.get("region", {"startLine": 1})
        need(region["startLine"] >= 1 and region.get("startColumn", 1) >= 1, "3.30.5: lines and columns begin at 1")
    if "message" in location:
        check_text(location["message"], "3.28.5: location")


def check_result(result, run, rules):
    need(rules[result["ruleIndex"]]["id"] == result["ruleId"], "3.27.6: ruleIndex is another rule's")
    need(result["level"] in LEVELS, "3.27.10: level")
    check_text(result["message"], "3.27.11: result")
    related = result.get("relatedLocations", [])
    need(len({one["id"] for one in related if "id" in one}) == sum("id" in one for one in related), "3.28.2: equal ids")
    for location in result.get("locations", []) + related:
        check_location(location, run)
    for flow in result.get("codeFlows", []):
        need(flow["threadFlows"], "3.36.3: a flow without threads")
        for thread in flow["threadFlows"]:
            need(thread["locations"], "3.37.6: a thread without locations")
            for step in thread["locations"]:
                check_location(step["location"], run)
                need(step["nestingLevel"] >= 0, "3.38.10")
    if result["ruleId"] != "launch-timeout":
        need(re.match("^[0-9a-f]{12}(-[0-9]+)?$", result["partialFingerprints"]["lockstepId/v1"]), "3.27.17: no id")
        need(len(result["codeFlows"][0]["threadFlows"]) == 1 + (result["properties"]["rule"] != "out-of-bounds"),
             "one thread for each side")
    for one in result.get("suppressions", []):
        need(one["kind"] in {"inSource", "external"}, "3.35.2")
    need(result.get("baselineState", "new") in {"new", "unchanged", "updated", "absent"}, "3.27.24")


def check_kind(rule, taxonomies):
    """Its page, a place that says more, and what the weakness is called elsewhere."""
    page = rule["help"]["markdown"]
    need(page.startswith(f"# {rule['id']}: ") and "```c" in page, "3.12.4: no page")
    need(not re.search(r"\]\((?!https://)", page), "3.12.4: a link into lockstep's own documents")
    need(rule["helpUri"].startswith("https://") and rule["helpUri"] in page, "3.49.12: helpUri")
    for relationship in rule["relationships"]:
        taxonomy = taxonomies[relationship["target"]["toolComponent"]["index"]]
        need(taxonomy["name"] == relationship["target"]["toolComponent"]["name"], "3.54.4: another taxonomy's index")
        need(relationship["target"]["id"] in {taxon["id"] for taxon in taxonomy["taxa"]}, "3.52.4: unknown taxon")
        need(f"external/cwe/cwe-{relationship['target']['id']}" in rule["properties"]["tags"], "the tag is another one")


def check(log):
    """Raises Refused, KeyError or the like if `log` is not what the standard describes."""
    need(log["version"] == "2.1.0", "3.13.2: version")
    need(len(log["runs"]) == 1, "3.13.4: runs")
    run = log["runs"][0]
    driver = run["tool"]["driver"]
    need(driver["name"] == "lockstep" and driver["version"], "3.19.8")
    rules = driver["rules"]
    need(len({rule["id"] for rule in rules}) == len(rules), "3.49.3: equal rules")
    for rule in rules:
        for text in ("shortDescription", "fullDescription", "help"):
            check_text(rule[text], f"3.49: {rule['id']}: {text}")
        need(re.match("^[A-Z][A-Za-z]+$", rule["name"]), "3.49.7: name")
        need(rule["defaultConfiguration"]["level"] in LEVELS, "3.50.3")
        if rule["id"] != "launch-timeout":
            check_kind(rule, run["taxonomies"])
    need([one["name"] for one in driver["supportedTaxonomies"]] == [one["name"] for one in run["taxonomies"]], "3.19.13")
    need(run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}, "3.14.17")
    need(run["invocations"], "no invocation")
    told = {one["id"] for one in driver["notifications"]}
    for invocation in run["invocations"]:
        need(isinstance(invocation["executionSuccessful"], bool), "3.20.14")
        for notification in invocation.get("toolExecutionNotifications", []):
            check_text(notification["message"], "3.58.5: notification")
            need(notification["level"] in LEVELS, "3.58.6")
            need(notification["descriptor"]["id"] in told, "3.58.2: unknown descriptor")
    states = {"baselineState" in result for result in run["results"]}
    need(len(states) <= 1, "3.27.24: some results have a state, others none")
    for result in run["results"]:
        check_result(result, run, rules)


def broken(log):
    """Copies of a valid file, each with one thing that check() must refuse."""
    def set_at(path, value):
        bad = copy.deepcopy(log)
        at = bad["runs"][0]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        return bad

    results = log["runs"][0]["results"]
    result = ("results", next(i for i, one in enumerate(results) if "physicalLocation" in one["locations"][0]))
    place = result + ("locations", 0, "physicalLocation")
    rule = ("tool", "driver", "rules", 0)
    for path, value in [(rule + ("help", "markdown"), "see [here](there.md)"), (rule + ("helpUri",), "rules.md"),
                        (("taxonomies",), []), (("columnKind",), "bytes"), (result + ("level",), "info"), (result + ("ruleIndex",), 1),
                        (result + ("message",), {}), (place + ("region", "startLine"), 0),
                        (place + ("artifactLocation", "uri"), "a b.cl"), (place + ("artifactLocation", "index"), 99),
                        (result + ("codeFlows", 0, "threadFlows"), []), (result + ("baselineState",), "new"),
                        (result + ("partialFingerprints",), {}), (("tool", "driver", "rules"), [])]:
        yield path, set_at(path, value)


def refuses(log):
    try:
        check(log)
    except (Refused, KeyError, IndexError, TypeError, AttributeError):
        return True
    return False


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            log = json.load(file)
        check(log)
        if log["runs"][0]["results"]:
            for path, bad in broken(log):
                if not refuses(bad):
                    sys.exit(f"{name}: {path} is not looked at")


if __name__ == "__main__":
    main()
