#!/usr/bin/python3
"""The walls of the house: which room (folder) includes which, read from the real includes, against rooms.txt.

usage: check_includes.py ROOT [--update]
A line of rooms.txt is `room: what it may include`; rooms stand below what they include, so that there is no circle.
A line `room !! other N` allows N includes that break a wall and are to go: more fail, and so do fewer, so that the
number comes down with them.
docs/architecture.md has the picture of it, which is drawn here; --update draws it anew.
"""
import collections
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
ENDINGS = {".h", ".cc", ".inc", ".cl", ".def"}
MARK = "<!-- drawn by tests/house/check_includes.py -->\n"
OUTER = ("device-lib", "runtime", "instrument", "host")


def rules(path):
    """Rooms in their order with what each may include, and the broken walls with their numbers."""
    may, broken = {}, {}
    for line in path.read_text().splitlines():
        line = line.partition("#")[0].strip()
        if " !! " in line:
            room, other, number = line.replace(" !! ", " ").split()
            broken[room, other] = int(number)
        elif line:
            room, _, others = line.partition(":")
            may[room] = others.split()
    return may, broken


def includes(root):
    """(room, other room) -> the lines that make it so."""
    found = collections.defaultdict(list)
    for outer in OUTER:
        for path in sorted((root / outer).rglob("*")):
            if path.suffix not in ENDINGS:
                continue
            room = path.parent.relative_to(root).as_posix()
            for name in INCLUDE.findall(path.read_text(errors="replace")):
                if not name.startswith(tuple(o + "/" for o in OUTER)):
                    continue
                other = name.rpartition("/")[0]
                if other != room:
                    found[room, other].append(f"{path.relative_to(root)} includes {name}")
    return found


def drawn(may, found):
    """The rooms as a Mermaid graph: arrows lead from a room to what it includes, but for what a room in between includes."""
    def reaches(room, other):
        return other in may[room] or any(reaches(between, other) for between in may[room])

    name = lambda room: re.sub(r"\W", "_", room)
    lines = ["```mermaid", "graph BT"]
    for outer in OUTER:
        lines.append(f'  subgraph outer_{name(outer)}["{outer}/"]')
        lines += [f'    {name(room)}["{room}"]' for room in may if room.partition("/")[0] == outer]
        lines.append("  end")
    for room, others in may.items():
        direct = [one for one in others if not any(reaches(between, one) for between in others if between != one)]
        lines += [f"  {name(one)} --> {name(room)}" for one in direct]
    lines += [f"  {name(other)} -.->|{len(lines_)}| {name(room)}" for (room, other), lines_ in sorted(found.items())
              if other not in may.get(room, [])]
    return "\n".join(lines + ["```"]) + "\n"


def main():
    root = pathlib.Path(sys.argv[1])
    may, broken = rules(pathlib.Path(__file__).parent / "rooms.txt")
    found = includes(root)
    wrong, order = [], list(may)
    for room, others in may.items():
        for other in others:
            if other not in may:
                wrong.append(f"rooms.txt: {room} may include {other}, which is no room")
            elif order.index(other) >= order.index(room):
                wrong.append(f"rooms.txt: {room} may include {other}, which stands at or below it")
    for (room, other), lines in found.items():
        if room not in may:
            wrong.append(f"{room} is no room of rooms.txt")
        elif other not in may.get(room, []) and (room, other) not in broken:
            wrong += [f"{line}: {room} may not include {other}" for line in lines]
    for (room, other), number in broken.items():
        if len(found[room, other]) != number:
            wrong.append(f"{room} !! {other}: {len(found[room, other])} includes, not {number}")
            wrong += ["  " + line for line in found[room, other]]
    for room, others in may.items():
        wrong += [f"rooms.txt: {room} may include {other}, and does not" for other in others if not found[room, other]]
    document = root / "docs" / "architecture.md"
    before, begin, rest = document.read_text().partition(MARK)
    _, end, after = rest.partition("```\n")
    picture = begin + drawn(may, found) + after
    if "--update" in sys.argv:
        document.write_text(before + picture)
    elif before + picture != document.read_text():
        wrong.append("docs/architecture.md is not the picture of the includes; check_includes.py ROOT --update draws it")
    print(f"{len(may)} rooms, {sum(map(len, found.values()))} includes between them, {sum(broken.values())} through walls")
    print(*wrong, sep="\n")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
