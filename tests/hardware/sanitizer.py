"""What compute-sanitizer prints, read: findings of racecheck and synccheck.

The forms are those of NVIDIA's Compute Sanitizer documentation (Racecheck Tool, Synccheck Tool), in which
every line begins with `=========`:

    ========= Error: Race reported between Write access at 0xe0 in twins.cu:31:k(const int *, int *)
    =========     and Read access at 0x110 in twins.cu:33:k(const int *, int *) [512 hazards]
    ========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)

    ========= Barrier error detected. Divergent thread(s) in block.
    =========     at 0x250 in twins.cu:95:k(const int *, int *)
    =========     by thread (0,0,0) in block (0,0,0)
    ========= ERROR SUMMARY: 128 errors

Newer releases say `k(const int *, int *)+0xe0 in twins.cu:31` for a place. Both are read.
"""
import re

PLACE = re.compile(r"\bin ([^\s:]+):(\d+)(?::|\s|$)")
SUMMARY = re.compile(r"(?:RACECHECK|ERROR) SUMMARY: (\d+) (?:hazards?|errors?)")


def place(text):
    """`twins.cu:31` of one access or barrier; None where there is no line information."""
    match = PLACE.search(text)
    return f"{match[1].rsplit('/', 1)[-1]}:{match[2]}" if match else None


def lines_of(output):
    """The sanitizer's own lines without their mark; the program's are left out."""
    for line in output.splitlines():
        if line.startswith("========="):
            yield line[len("========="):].strip()


def parse(output):
    """{"findings": [...], "summary": N}: what was found, equal findings once with their number.

    A finding is {"kind": "race" or "barrier", "severity": ..., "places": [...], "count": N}. `summary` is the
    number of the tool's own last line; None if it printed none, which means that it did not finish.
    """
    found, summary, current = {}, None, None

    def close(finding):
        key = (finding["kind"], finding["severity"], tuple(finding["places"]))
        if key in found:
            found[key]["count"] += finding["count"]
        else:
            found[key] = finding

    for line in lines_of(output):
        match = SUMMARY.search(line)
        if match:
            summary = int(match[1])
        race = re.match(r"(Error|Warning|Info): ?(?:\([^)]*\) ?)?Race reported between", line)
        barrier = line.startswith("Barrier error detected")
        if race or barrier or not line or match:
            if current:
                close(current)
                current = None
        if race:
            current = {"kind": "race", "severity": race[1].lower(), "places": [], "count": 1}
        elif barrier:
            current = {"kind": "barrier", "severity": "error", "places": [], "count": 1,
                       "text": line}
        if current is None:
            continue
        hazards = re.search(r"\[(\d+) hazards?\]", line)
        if hazards:
            current["count"] = int(hazards[1])
        at = place(line)
        if at and (current["kind"] == "race" or not current["places"]):
            current["places"].append(at)
    if current:
        close(current)
    return {"findings": list(found.values()), "summary": summary}
