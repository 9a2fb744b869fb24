#!/usr/bin/env python3
"""Random programs of commands, judged twice: by runtime/commands and by plain search in a graph.

Usage: commands_oracle.py --program=REPLAY_COMMANDS [--count=N] [--seed=N]

The judge here was written from the list of edges in docs/commands.md, not from runtime/commands: every call has a point
where it is made and one where it returns, every command and user event a point of its own; two points are ordered if
one is reached from the other. A byte races if two unordered commands touch it and one writes. Each race must be told by
a meeting that has one of the two commands as its second and covers the byte (an access may stand for earlier ones that
it is ordered behind), and each meeting must be a race. Each edge of the graph around a meeting must order the two in
the judge's graph, too.

Lines of a program: queue IN_ORDER; command QUEUE KIND COMPLETE MAPPING MAP WAITS TOUCHES; user; set NODE FAILED;
finish QUEUE; wait NODES; launch NUMBER EQUAL QUEUE AT_ONCE WAITS PLACES; known NUMBER FOUND; end. Lists have their length in
front; a touch is ROOT BEGIN END WRITE UNTIL_RETURN; a place is ROOT BEGIN END READS WRITES and a list of BEGIN END WRITE,
which is what the launch touches there (none if it is equal to an earlier one, EQUAL); queues count from 1, nodes (commands and user events) from 0. MAPPING: 1 map, 2
unmap of MAP. What a launch touches may be known at once, or later (FOUND), or never: then it races with nobody.
"""
import argparse
import random
import subprocess
import sys

COMMAND, MARKER, BARRIER = range(3)
NONE, MAP, UNMAP = range(3)
BYTES = 24
ROOTS = 3


class Command:
    def __init__(self, number, node, point):
        self.number, self.node, self.point = number, node, point
        self.touches = []  # root, begin, end, write, until_return
        self.mapping, self.map = NONE, 0
        self.returned = None  # the point at which the call returned


class Launches:
    """Equal ones: what one of them touches all do."""

    def __init__(self, places, touches):
        self.places, self.touches = places, touches
        self.commands, self.number = [], 0  # the first one's
        self.never_known = False


class Program:
    """A random program, its text, and the edges between its points."""

    def __init__(self, rng):
        self.rng = rng
        self.lines, self.before = [], []  # before[p]: points with an edge to p
        self.nodes, self.commands = [], []
        self.queues = []  # in order?, commands, barrier or predecessor point, all points
        self.unset, self.failed = set(), set()
        self.open_maps = []
        self.maps = 0
        self.host = self.point([])
        self.host_points = {self.host}
        self.launches, self.awaited = [], []
        self.launching = rng.choice((0, 0.2, 0.6))  # how many of the commands are launches
        for _ in range(rng.randint(1, 3)):
            in_order = rng.random() < 0.5
            self.queues.append({"in_order": in_order, "behind": None, "all": []})
            self.lines.append(f"queue {int(in_order)}")

    def point(self, before):
        self.before.append(list(before))
        return len(self.before) - 1

    def ancestors(self, point, but=frozenset()):
        """All points from which `point` is reached, by ways around the points `but`."""
        seen, todo = set(), [point]
        while todo:
            for other in self.before[todo.pop()]:
                if other not in seen and other not in but:
                    seen.add(other)
                    todo.append(other)
        return seen

    def is_open(self, point):
        return bool((self.ancestors(point) | {point}) & self.unset)

    def call(self, waits_for=()):
        """A call of the host that returns when these points are reached."""
        made = self.point([self.host])
        self.host = self.point([made, *waits_for])
        self.host_points |= {made, self.host}
        return made

    def random_touches(self):
        rng = self.rng
        touches = []
        for _ in range(rng.randint(0, 2)):
            begin = rng.randrange(BYTES - 1)
            touches.append((rng.randrange(ROOTS), begin, rng.randint(begin + 1, BYTES), int(rng.random() < 0.5), 0))
        return touches

    def enqueue(self, queue_number, kind, waits, touches, mapping=NONE, map_number=0, complete=False):
        queue = self.queues[queue_number]
        points = [self.nodes[wait] for wait in waits]
        made = self.point([self.host])
        if kind != COMMAND and not waits:
            before = [made, *queue["all"]]
        else:
            before = [made, *points]
        if queue["behind"] is not None:
            before.append(queue["behind"])
        point = self.point(before)
        if self.is_open(point):  # a blocking call behind an event that is not set would not return
            complete = False
            touches = [touch[:4] + (0,) for touch in touches]
        self.host = self.point([made] + ([point] if complete else []))
        self.host_points |= {made, self.host}
        if queue["in_order"] or kind == BARRIER:
            queue["behind"] = point
        queue["all"].append(point)
        command = Command(len(self.commands) + 1, len(self.nodes), point)
        command.touches, command.mapping, command.map = touches, mapping, map_number
        command.returned = self.host
        self.commands.append(command)
        self.nodes.append(point)
        words = ["command", queue_number + 1, kind, int(complete), mapping, map_number, len(waits), *waits, len(touches)]
        for touch in touches:
            words += touch
        self.lines.append(" ".join(map(str, words)))
        return command

    def launch(self, queue):
        """A launch that may touch more than it does, or one that is equal to an earlier one."""
        rng = self.rng
        if self.launches and rng.random() < 0.3:
            equal = rng.choice(self.launches)
        else:
            equal = Launches(*self.random_places())
            self.launches.append(equal)
            if rng.random() < 0.8:
                self.awaited.append(equal)
        waits = self.some_nodes(2)
        command = self.enqueue(queue, COMMAND, waits, [])
        command.touches = [] if equal.never_known else equal.touches
        if not equal.commands:
            equal.number, at_once = command.number, int(equal not in self.awaited)
        equal.commands.append(command)
        words = ["launch", command.number, equal.number, queue + 1]
        if equal.number == command.number:
            words += [at_once, len(waits), *waits, len(equal.places), *equal.places]
        else:
            words += [0, len(waits), *waits, 0]
        self.lines[-1] = " ".join(map(str, words))

    def random_places(self):
        """What a launch may touch, as text, and what it touches."""
        rng = self.rng
        places, exact = [], []
        for root in rng.sample(range(ROOTS), rng.randint(1, 2)):
            begin = rng.randrange(BYTES - 1)
            end = rng.randint(begin + 1, BYTES)
            reads, writes = rng.choice(((0, 1), (1, 0), (1, 1)))
            touches = []
            for _ in range(rng.randint(0, 2)):
                first = rng.randrange(begin, end)
                touches.append((first, rng.randint(first + 1, end), rng.choice([0] * reads + [1] * writes)))
            words = [root, begin, end, reads, writes, len(touches)]
            places.append(" ".join(map(str, words + [word for touch in touches for word in touch])))
            exact += [(root, *touch, 0) for touch in touches]
        return places, exact

    def know(self, launches):
        launches.never_known = self.rng.random() < 0.2
        for command in launches.commands:
            command.touches = [] if launches.never_known else launches.touches
        self.lines.append(f"known {launches.number} {int(not launches.never_known)}")

    def some_nodes(self, most):
        count = min(len(self.nodes), self.rng.randint(0, most))
        return self.rng.sample(range(len(self.nodes)), count)

    def step(self):
        rng = self.rng
        queue = rng.randrange(len(self.queues))
        if rng.random() < self.launching:
            self.launch(queue)
            return
        if self.awaited and rng.random() < 0.15:
            self.know(self.awaited.pop(rng.randrange(len(self.awaited))))
            return
        choice = rng.random()
        if choice < 0.50:
            touches = self.random_touches()
            complete = rng.random() < 0.1
            if not complete and rng.random() < 0.1 and touches:  # a blocking write gives its source back
                root, begin, end, write, _ = touches[0]
                touches[0] = (root, begin, end, write, 1)
            self.enqueue(queue, COMMAND, self.some_nodes(2), touches, complete=complete)
        elif choice < 0.60:
            self.enqueue(queue, rng.choice((MARKER, BARRIER)), self.some_nodes(2), [])
        elif choice < 0.67:
            begin = rng.randrange(BYTES - 1)
            touch = (rng.randrange(ROOTS), begin, rng.randint(begin + 1, BYTES), int(rng.random() < 0.5), 0)
            self.maps += 1
            command = self.enqueue(queue, COMMAND, self.some_nodes(1), [touch], MAP, self.maps, rng.random() < 0.5)
            self.open_maps.append(command)
        elif choice < 0.75 and self.open_maps:
            mapped = self.open_maps.pop(rng.randrange(len(self.open_maps)))
            self.enqueue(queue, COMMAND, [mapped.node], mapped.touches, UNMAP, mapped.map)
        elif choice < 0.80:
            self.unset.add(self.point([]))
            self.nodes.append(len(self.before) - 1)
            self.lines.append("user")
        elif choice < 0.88 and self.unset:
            point = rng.choice(sorted(self.unset))
            failed = rng.random() < 0.1
            made = self.call()
            self.before[point].append(made)
            self.unset.discard(point)
            if failed:
                self.failed.add(point)
            self.lines.append(f"set {self.nodes.index(point)} {int(failed)}")
        elif choice < 0.94:
            points = self.queues[queue]["all"]
            if not any(self.is_open(point) for point in points):
                self.call(points)
                self.lines.append(f"finish {queue + 1}")
        else:
            nodes = [node for node in self.some_nodes(2) if not self.is_open(self.nodes[node])]
            self.call([self.nodes[node] for node in nodes])
            self.lines.append(f"wait {len(nodes)} " + " ".join(map(str, nodes)))

    def races(self):
        """(number, number, root, byte) of all races, and of what may be told or not: pairs of maps, and maps of which
        the unmap does not run."""
        ancestors = {command.number: self.ancestors(command.point) for command in self.commands}
        runs = [command for command in self.commands
                if not self.ancestors(command.point, self.host_points) & (self.unset | self.failed)]
        unmaps = {command.map: command for command in runs if command.mapping == UNMAP}
        failed = {command.map for command in self.commands if command.mapping == UNMAP} - unmaps.keys()
        told, optional = set(), set()
        for i, a in enumerate(runs):
            for b in runs[i + 1:]:
                ordered = a.point in ancestors[b.number] or b.point in ancestors[a.number]
                for touch_a in a.touches:
                    for touch_b in b.touches:
                        if touch_a[0] != touch_b[0] or not (touch_a[3] or touch_b[3]):
                            continue
                        # Memory that the call gave back is behind the return for all that is enqueued later.
                        given_back = (touch_a[4] and a.returned in ancestors[b.number]) or (
                            touch_b[4] and b.returned in ancestors[a.number])
                        if ordered or given_back:
                            if not self.inside(a, b, unmaps, ancestors) and not self.inside(b, a, unmaps, ancestors):
                                continue
                        for byte in range(max(touch_a[1], touch_b[1]), min(touch_a[2], touch_b[2])):
                            pair = (a.number, b.number, touch_a[0], byte)
                            if (a.mapping != NONE and b.mapping != NONE) or a.map in failed or b.map in failed:
                                optional.add(pair)
                            else:
                                told.add(pair)
        return told, optional

    def inside(self, mapped, other, unmaps, ancestors):
        """Whether `other` begins while the region of the map `mapped` is mapped."""
        if mapped.mapping != MAP or mapped.point not in ancestors[other.number]:
            return False
        unmap = unmaps.get(mapped.map)
        return unmap is None or (unmap.point not in ancestors[other.number] and unmap is not other)


def judge_edges(program, edges):
    wrong = []
    for before, behind in sorted(edges):
        points = [program.commands[number - 1].point for number in (before, behind) if number > 0]  # 0: a user event
        if len(points) == 2 and points[0] not in program.ancestors(points[1]):
            wrong.append(f"an edge where there is no order: from command {before} to {behind}")
    return wrong


def judge(program, meetings):
    told, optional = program.races()
    wrong = []
    for first, second, root, begin, end in meetings:
        low, high = sorted((first, second))
        for byte in (begin, end - 1):
            if (low, high, root, byte) not in told | optional:
                wrong.append(f"no race: commands {first} and {second} at byte {byte} of {root}")
    for a, b, root, byte in sorted(told):
        # A map and its unmap stand for each other.
        if not any(second in (a, b) and of == root and begin <= byte < end for _, second, of, begin, end in meetings):
            partner = [c for c in program.commands if c.mapping == UNMAP and
                       c.map in {d.map for d in program.commands if d.number in (a, b) and d.mapping == MAP}]
            numbers = {a, b} | {c.number for c in partner}
            if not any({first, second} <= numbers and of == root and begin <= byte < end
                       for first, second, of, begin, end in meetings):
                wrong.append(f"not told: commands {a} and {b} at byte {byte} of {root}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with subprocess.Popen([options.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        racy = drawn = 0
        for number in range(options.count):
            program = Program(random.Random(options.seed * 1000003 + number))
            for _ in range(program.rng.randint(2, 22)):
                program.step()
            for launches in program.awaited:
                program.know(launches)
            process.stdin.write("\n".join(program.lines) + "\nend\n")
            process.stdin.flush()
            meetings, edges = [], set()
            while (line := process.stdout.readline().strip()) != "end":
                if not line:
                    sys.exit(f"{options.program} ended early")
                numbers = tuple(map(int, line.split()))
                if len(numbers) == 2:  # an edge
                    edges.add(numbers)
                else:
                    meetings.append(numbers)
            racy += bool(meetings)
            drawn += len(edges)
            wrong = judge(program, meetings) + judge_edges(program, edges)
            if wrong:
                print("\n".join(program.lines))
                print("\n".join(wrong))
                sys.exit(f"program {number} of seed {options.seed}: the judges do not agree")
        process.stdin.close()
    print(f"{options.count} programs, {racy} of them racy, {drawn} edges around those races: the judges agree")


if __name__ == "__main__":
    main()
