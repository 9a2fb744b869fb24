"""What the first lines of a test kernel expect, and how a JSON report is compared with it."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import repairs  # noqa: E402  (beside this file)


class Expected:
    """One `//lockstep:` line. `lines` is a sorted tuple of line numbers; '*' matches anything."""

    def __init__(self, text, path):
        words = text.split()
        self.text = text
        self.required = words[0] != "maybe"
        if not self.required:
            words = words[1:]
        self.lockstep_only = None  # not looked at
        self.object = None  # not looked at
        self.distance = None  # out-of-bounds: N bytes behind the end, -N before the start, or *
        if words[-1].startswith("object="):
            self.object = words.pop().partition("=")[2]
        if words[-1].startswith("lockstep-only="):
            self.lockstep_only = int(words.pop().partition("=")[2])
        self.rule = {"race": "data-race", "divergence": "barrier-divergence",
                     "loop": "irregular-loop", "out-of-bounds": "out-of-bounds"}[words[0]]
        self.kind, self.reach, self.region, self.loop = ("*",) * 4
        if words[0] == "race":
            self.kind, self.reach, self.region = words[1:4]
            places = words[4:]
        elif words[0] == "out-of-bounds":
            self.region, self.distance = words[1], words[2]
            places = words[3:]
        elif words[0] == "loop":
            self.kind, self.loop = words[1], int(words[2].split(":")[1])
            places = words[3:]
        else:
            places = words[1:]
        self.lines = []
        for place in places:
            name, _, line = place.partition(":")
            if place != "*" and name != path.name:
                raise ValueError(f"{path.name}: {place} names another file")
            self.lines.append("*" if place == "*" else int(line.split(":")[0]))
        if len(self.lines) != (1 if self.distance else 2):
            raise ValueError(f"{path.name}: two places expected in: {text}")

    def matches(self, finding):
        """True if `finding` (a form of one of the report's findings) is the one expected here."""
        for mine, key in ((self.rule, "rule"), (self.kind, "kind"), (self.reach, "reach"),
                          (self.region, "region")):
            if mine != "*" and finding[key] != mine:
                return False
        if self.lockstep_only is not None and self.lockstep_only != (finding["lockstep_only"] or 0):
            return False
        if self.object is not None and self.object != finding["memory"]["name"]:
            return False
        if self.loop != "*" and finding.get("loop", {}).get("line") != self.loop:
            return False
        found = [access["line"] for access in finding["accesses"]]
        if self.distance:
            return self.lines[0] in ("*", found[0]) and self.distance in ("*", distance(finding["bounds"]))
        if len(found) != 2:
            return False
        fits = lambda want, have: want in ("*", have)
        return any(fits(self.lines[0], a) and fits(self.lines[1], b)
                   for a, b in (found, found[::-1]))


def distance(bounds):
    """How far an access lies from its object, as a verdict has it: "8", "-4", "(4,0,0)" for images."""
    if bounds["coordinate"]:
        return "(" + ",".join(map(str, bounds["coordinate"])) + ")"
    if bounds["position"] < 0:
        return str(bounds["position"])
    return str(max(bounds["position"] - bounds["size"], 0))


class Kernel:
    """The leading comment lines of a kernel file; README.md explains each."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.expected, self.launches, self.items, self.options = [], [], [], []
        self.bytes = []  # (first, last) of the places in memory where findings may lie
        self.build, self.kernel, self.compare_outputs, self.clean = "", None, True, False
        self.not_instrumented = self.twin = None
        self.still_running = False
        self.needs = None  # what not every driver has; one that lacks it refuses the kernel
        self.dies = None  # the version of a driver that ends the process over this kernel, without lockstep too
        self.repairs = []  # texts of which each is the repair of some finding
        self.made = []  # of a repaired kernel: the changes that were made
        self.pruned = None  # how many launches nothing may have been left to check of; None: any
        self.timeout = []  # lines at which work-items of a launch that timed out may have been
        text = self.path.read_text()
        self.includes_ours = "<lockstep/" in text  # which a run without lockstep does not find on its own
        for line in text.splitlines():
            match = re.match(r"//(lockstep|launch|build|twin|options|kernel|items|at|outputs|pruned|repair|made|needs|dies):\s*(.*)", line)
            if not match:
                if line.startswith("//"):
                    continue
                break
            word, text = match.groups()
            if word == "lockstep" and text == "clean":
                self.clean = True
            elif word == "lockstep" and text.startswith("not-instrumented "):
                self.not_instrumented = text.split(" ", 1)[1]
            elif word == "lockstep" and text == "still-running":
                self.still_running = True
            elif word == "lockstep" and text.startswith("timeout "):
                self.timeout.append(int(text.split(":")[1]))
            elif word == "lockstep":
                self.expected.append(Expected(text, self.path))
            elif word == "launch":
                self.launches.append(text.split())
            elif word == "repair":
                self.repairs.append(text)
            elif word == "made":
                self.made.append(text)
            elif word == "pruned":
                self.pruned = int(text)
            elif word == "build":
                self.build = text
            elif word == "needs":
                self.needs = text
            elif word == "dies":
                self.dies = text
            elif word == "twin":
                self.twin = text
            elif word == "options":
                self.options = text.split()
            elif word == "kernel":
                self.kernel = text
            elif word == "items":
                self.items.append(sorted([int(n) for n in item.split(",")] for item in text.split()))
            elif word == "at":
                self.bytes += [tuple(int(n) for n in place.split("..")) for place in text.split()]
            elif word == "outputs":
                self.compare_outputs = not text.startswith("any")
        verdicts = [self.clean, bool(self.expected or self.timeout),
                    self.not_instrumented is not None]
        if verdicts.count(True) != 1 or not self.launches:
            raise ValueError(f"{self.path}: needs one kind of verdict and a launch")

    def name(self):
        """The kernel that findings must name."""
        if self.kernel:
            return self.kernel
        return self.launches[0][0].removeprefix("kernel=")

    def repeats(self):
        """How often to make the launches: after a divergence all goes on in a way that is defined, so
        that every time finds the same."""
        return 5 if any(e.rule == "barrier-divergence" for e in self.expected) else 1

    def together(self):
        """Whether it can be checked in one process with others: what its verdict needs is told of single launches, and
        the process is set up as for others."""
        local = any(e.distance and e.region == "local" for e in self.expected)
        return not (self.includes_ours or self.not_instrumented or self.timeout or self.still_running or
                    self.dies or local)

    def mismatches(self, report):
        """What in `report` is not as expected, as a list of sentences; empty when all is well."""
        wrong, findings = ill_formed(report["findings"]), forms(report)
        for finding in findings:
            where = describe(finding)
            if not any(e.matches(finding) for e in self.expected):
                wrong.append(f"not expected: {where}")
            if finding["kernel"] != self.name():
                wrong.append(f"kernel is {finding['kernel']}, not {self.name()}: {where}")
            items = sorted(access["global_id"] or [] for access in finding["accesses"])
            if self.items and items not in self.items:
                wrong.append(f"work-items {items} are none of {self.items}: {where}")
            memory = finding["memory"]
            if self.bytes and not any(first <= memory["offset"] and
                                      memory["offset"] + memory["bytes"] <= last + 1
                                      for first, last in self.bytes):
                wrong.append(f"{memory['bytes']} bytes at {memory['offset']} are in none of "
                             f"{self.bytes}: {where}")
            wrong += inconsistencies(finding)
            repeats = self.repeats()
            steady = finding["launches"] % repeats == 0 and (
                finding["rule"] == "data-race" or finding["count"] % repeats == 0)
            if not steady:
                wrong.append(f"seen {finding['count']} times in {finding['launches']} launches, "
                             f"not the same in all of {repeats}: {where}")
        for expected in self.expected:
            if expected.required and not any(expected.matches(f) for f in findings):
                wrong.append(f"not found: {expected.text}")
        if self.expected and not findings:
            wrong.append("nothing found")
        for repair in self.repairs:
            # What the kernel's file is called depends on how the program was made.
            told = sorted({re.sub(r"[^\s(]*\.cl:", self.path.name + ":", f["repair"]) for f in findings})
            if repair not in told:
                wrong.append(f"no finding has the repair {repair!r}, but: {told}")
        wrong += self.wrong_timeouts(report.get("timed_out", []))
        pruned = report["summary"]["launches_pruned"]
        if self.pruned is not None and pruned != self.pruned:
            wrong.append(f"{pruned} launches pruned, not {self.pruned}")
        # What lies behind local memory are our records.
        local = any(e.distance and e.region == "local" for e in self.expected)
        incomplete = [entry for entry in report["incomplete"]
                      if not (local and "writes beyond local memory" in entry["what"])]
        if incomplete:
            wrong.append(f"incomplete: {incomplete}")
        reasons = [entry["reason"] for entry in report["not_instrumented"]]
        if self.not_instrumented is None and reasons:
            wrong.append(f"not instrumented: {reasons}")
        if self.not_instrumented and not any(self.not_instrumented in r for r in reasons):
            wrong.append(f"not said to be uninstrumented: {self.not_instrumented}")
        made = len(self.launches) * self.repeats()
        if report["launches"] != made:
            wrong.append(f"{report['launches']} launches reported, {made} made")
        return wrong

    def wrong_timeouts(self, launches):
        """What in `launches` (the report's timed_out) is not as expected."""
        if self.still_running:
            ends = [launch["end"] for launch in launches]
            return [] if ends == ["still-running"] else [f"not one launch that ran on: {launches}"]
        if not self.timeout:
            return [f"timed out: {launches}"] if launches else []
        if len(launches) != 1 or launches[0]["end"] != "stopped":
            return [f"not one launch that was ended: {launches}"]
        lines = {place["line"] for place in launches[0]["places"] if place["what"] != "start"}
        return [] if lines and lines <= set(self.timeout) else [f"ended in lines {sorted(lines)}"]

    def exit_status(self, report):
        """The exit status that `lockstep run` owes for these findings."""
        errors = [f for f in report["findings"] if f["severity"] == "error"]
        return 66 if errors or report.get("timed_out") else 0


def forms(report):
    """Everything that was found, each way in which two statements met by itself."""
    return [form for finding in report["findings"] for form in finding["forms"]]


def ill_formed(findings):
    """What no list of mistakes can show, whatever was found."""
    wrong, ids = [], [finding["id"] for finding in findings]
    if len(set(ids)) != len(ids):
        wrong.append(f"one id for two findings: {sorted(ids)}")
    for finding in findings:
        first, leader = finding["forms"][0], finding["repaired_with"]
        if any(finding[key] != value for key, value in first.items() if key != "repair"):
            wrong.append(f"not its first form: {describe(finding)}")
        if leader is not None and (leader not in ids or leader == finding["id"]):
            wrong.append(f"repaired with {leader}, which is no other finding: {describe(finding)}")
    return wrong


def describe(finding):
    places = " ".join(f"{a['op']}@{a['line']}:{a['column']}" for a in finding["accesses"])
    return " ".join((finding["rule"], finding["kind"], finding["reach"], finding["region"], places))


def inconsistencies(finding):
    """Things that no correct finding can show, whatever the kernel."""
    wrong, where = [], describe(finding)
    a, b = finding["accesses"][0], finding["accesses"][-1]
    if finding["rule"] == "data-race":
        if a["global_id"] == b["global_id"] and not (a["copy"] and b["copy"]):
            wrong.append(f"a work-item races with itself: {where}")
        if (a["group_id"] == b["group_id"]) != (finding["reach"] == "intra-group"):
            wrong.append(f"reach does not fit the group ids: {where}")
        for access in (a, b):
            if access["copy"] != (access["global_id"] is None):
                wrong.append(f"a copy is by no work-item, all else by one: {where}")
        if "write" not in (a["op"], b["op"]) and "rmw" not in (a["op"], b["op"]):
            wrong.append(f"neither access writes: {where}")
    if not repairs.is_made_of_rows(finding["repair"]):
        wrong.append(f"no repair of the table: {finding['repair']!r}: {where}")
    if not finding["why"]:
        wrong.append(f"no reason given: {where}")
    severity = {"wrong-fence-flag": "warning", "same-value": "info", "irregular-loop": "warning",
                "spin-wait": "warning"}.get(finding["kind"], "error")
    if finding["severity"] != severity:
        wrong.append(f"severity is {finding['severity']}, not {severity}: {where}")
    return wrong
