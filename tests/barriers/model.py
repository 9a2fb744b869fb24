"""Runs the trees of random_kernels.py by the definitions: the oracle for the twins.

Work-items run one after the other from barrier to barrier (Theorem 5.2 of [000]: for a race-free
kernel any order gives the same). At a barrier every work-item carries its barrier variables
(semantics.md, section 4); who does not agree is reported as docs/barriers.md says, and everybody
goes on from where they wait. Accesses to `tmp` are watched, so that it is known whether the
outcome depends on the order.
"""
import random_kernels

ITEMS = random_kernels.LOCAL_SIZE


class Group:
    def __init__(self, body, values, group, sites):
        self.body, self.values, self.group = body, values, group
        self.sites = sites  # place -> (id, [loop positions, outermost first])
        self.tmp = [0] * random_kernels.LOCAL_SIZE
        self.out = [0] * random_kernels.LOCAL_SIZE
        self.touched = {}   # word -> {(item, is_write, segment)}
        self.segment = 0    # meetings so far
        # known[y][x]: the first segment of x that is not ordered before what y does to `tmp` now.
        self.known = [[0] * ITEMS for _ in range(ITEMS)]
        self.racy = False
        self.findings = []

    def Run(self):
        items = [Item(self, l) for l in range(random_kernels.LOCAL_SIZE)]
        flows = [item.Flow() for item in items]
        waiting = [None] * len(items)
        going = set(range(len(items)))
        while True:
            for l in sorted(going):
                waiting[l] = next(flows[l])
            if all(stop.left for stop in waiting):
                return self
            # As long as anybody is where a sub-group meets, all others stay.
            going = {l for l, stop in enumerate(waiting) if stop.part is not None}
            if going:
                self.CompareParts(waiting)
            else:
                going = {l for l, stop in enumerate(waiting) if not stop.left}
                self.Compare(waiting)
            self.Meet([waiting[l] if l in going else None for l in range(len(items))])

    def Meet(self, stops):
        """What is ordered behind the meeting of those who go on, and what functions give them."""
        self.segment += 1
        before = [list(row) for row in self.known]
        for y, mine in enumerate(stops):
            together = [z for z, stop in enumerate(stops) if stop and mine and stop.Place() == mine.Place()]
            if mine and mine.flags & 1 and not mine.function:
                self.known[y] = [max(before[z][x] for z in together) for x in range(ITEMS)]
                for z in together:
                    self.known[y][z] = self.segment
            if mine and mine.function:
                offers = [(z, stop) for z, stop in enumerate(stops) if stop and stop.function and stop.Turn() == mine.Turn()]
                mine.result = sum(stop.value for z, stop in offers if "reduce" in mine.function or z < y)

    def CompareParts(self, waiting):
        for begin in range(0, ITEMS, random_kernels.PART):
            for l in range(begin + 1, begin + random_kernels.PART):
                pair = [waiting[begin], waiting[l]]
                if all(stop.part is None for stop in pair):
                    continue
                key = lambda s: (s.left, s.site)  # noqa: E731
                loop = next((d for d in range(len(pair[0].counts)) if pair[0].counts[d] != pair[1].counts[d]), None) \
                    if key(pair[0]) == key(pair[1]) else None
                if key(pair[0]) == key(pair[1]) and loop is None:
                    continue
                swap = pair[1].counts[loop] < pair[0].counts[loop] if loop is not None else key(pair[1]) < key(pair[0])
                a, b = (l, begin) if swap else (begin, l)
                self.Report(waiting, a, b, "site" if loop is None else "iteration", loop)
                break

    def Compare(self, waiting):
        key = lambda l: (waiting[l].left, waiting[l].site)  # noqa: E731
        everyone = range(len(waiting))
        if len({key(l) for l in everyone}) > 1:
            a, b = self.Extremes(waiting, lambda s: (s.left, s.site, s.flags))
            return self.Report(waiting, a, b, "site")
        for loop in range(len(waiting[0].counts)):
            if len({stop.counts[loop] for stop in waiting}) > 1:
                a, b = self.Extremes(waiting, lambda s: s.counts[loop])
                return self.Report(waiting, a, b, "iteration", loop)
        return None

    @staticmethod
    def Extremes(waiting, value):
        values = [value(stop) for stop in waiting]
        return values.index(min(values)), values.index(max(values))

    def Report(self, waiting, a, b, what, loop=None):
        text = "%s / %s by %s" % (waiting[a].place, waiting[b].place, what)
        if loop is not None:
            text += " %d/%d" % (waiting[a].counts[loop], waiting[b].counts[loop])
        self.findings.append(text + " items %d/%d" % (a, b))

    def Touch(self, item, word, is_write):
        seen = self.touched.setdefault(word, set())
        self.racy |= any(other != item and (is_write or wrote) and segment >= self.known[item][other]
                         for other, wrote, segment in seen)
        seen.add((item, is_write, self.segment))


class Stop:
    def __init__(self, left, site, place, flags, counts, part=None, function=None, value=0, turn=0):
        self.left, self.site, self.place = left, site, place
        self.flags, self.counts = flags, counts
        self.part = part  # the number of the sub-group that meets there; None: the group does
        self.function, self.value, self.turn = function, value, turn

    def Place(self):
        return (self.place, self.counts, self.part)

    def Turn(self):
        return (self.place, self.turn, self.part)


class Item:
    def __init__(self, group, l):
        self.group, self.l = group, l
        self.variables = {"a": 0, "b": 0, "c": 0}
        self.result = 0
        self.counts = {}  # loop position -> iterations
        self.exit = None
        self.turns = {}  # of the group's functions and of the sub-group's

    def Flow(self):
        self.Write(self.l, 0)
        yield from self.Body(self.group.body)
        place = "exit %d:%d" % self.exit
        yield Stop(True, self.group.sites[place][0], place, 0, [])

    def Barrier(self, position, flags, call=None, part=False):
        place = "barrier %d:%d" % position + ("" if call is None else " < %d:%d" % call)
        site, loops = self.group.sites[place]
        return Stop(False, site, place, flags, [self.counts[loop] for loop in loops],
                    self.l // random_kernels.PART if part else None)

    def Function(self, position, name, value):
        place = "collective %d:%d" % position
        site, loops = self.group.sites[place]
        part = self.l // random_kernels.PART if name.startswith("sub_") else None
        self.turns[name[:4]] = self.turns.get(name[:4], 0) + 1
        return Stop(False, site, place, 0, [self.counts[loop] for loop in loops], part, name, value, self.turns[name[:4]])

    def Body(self, body):
        for statement in body:
            signal = yield from self.Statement(statement)
            if signal:
                return signal
        return None

    def Statement(self, s):
        kind = s[0]
        if kind == "set":
            self.variables[s[1]] = self.Value(s[2]) & 1023
        elif kind == "out":
            self.result = (self.result * 3 + self.Value(s[1])) & 65535
            self.group.out[self.l] = self.result
        elif kind == "barrier":
            yield self.Barrier(s[2][0], s[1])
        elif kind == "exchange":
            self.Write(self.l, self.Value(s[2]) & 1023)
            yield self.Barrier(s[4][0], 1)
            self.variables[s[1]] = self.Read((self.l + s[3]) % 8)
            yield self.Barrier(s[4][1], 1)
        elif kind == "part_barrier":
            yield self.Barrier(s[2][0], s[1], part=True)
        elif kind == "part_exchange":
            self.Write(self.l, self.Value(s[2]) & 1023)
            yield self.Barrier(s[4][0], 1, part=True)
            own = self.l - self.l % random_kernels.PART
            self.variables[s[1]] = self.Read(own + (self.l + s[3]) % random_kernels.PART)
            yield self.Barrier(s[4][1], 1, part=True)
        elif kind == "sum":
            stop = self.Function(s[4][0], s[1], self.Value(s[3]) & 1023)
            yield stop
            self.variables[s[2]] = stop.result & 1023
        elif kind == "helper":
            value = self.Value(s[2]) & 1023
            if not self.Value(s[3]):
                self.Write(self.l, value)
                yield self.Barrier(random_kernels.HELPER_BARRIERS[0], 1, s[4][0])
                value = self.Read((self.l + 1) % 8)
                yield self.Barrier(random_kernels.HELPER_BARRIERS[1], 1, s[4][0])
            self.variables[s[1]] = value
        elif kind == "if":
            return (yield from self.Body(s[2] if self.Value(s[1]) else s[3]))
        elif kind == "switch":
            return (yield from self.Switch(s))
        elif kind in ("for", "while", "do"):
            return (yield from self.Loop(s))
        elif kind == "return":
            self.exit = s[1][0]
            return "return"
        else:
            return kind
        return None

    def Switch(self, s):
        value, running = self.Value(s[1]), False
        for case, body in s[2]:
            running = running or case == value
            if running:
                signal = yield from self.Body(body)
                if signal:
                    return None if signal == "break" else signal
        return None

    def Loop(self, s):
        kind, counter = s[0], s[1]
        body, mark = (s[2] if kind == "do" else s[3]), s[4][0]
        self.variables[counter] = 0
        self.counts[mark] = 0
        while True:
            self.counts[mark] += 1
            if kind == "for":
                if not self.variables[counter] < self.Value(s[2]):
                    return None
            elif kind == "while" and not self.Value(s[2]):
                return None
            signal = yield from self.Body(body)
            if signal == "return":
                return signal
            if signal == "break":
                return None
            if kind == "for":
                self.variables[counter] += 1
            if kind == "do" and not self.Value(s[3]):
                return None

    def Read(self, word):
        self.group.Touch(self.l, word, False)
        return self.group.tmp[word]

    def Write(self, word, value):
        self.group.Touch(self.l, word, True)
        self.group.tmp[word] = value

    def Value(self, e):
        kind = e[0]
        if kind == "num":
            return e[1]
        if kind == "var":
            return self.variables[e[1]]
        if kind == "lid":
            return self.l
        if kind == "gid":
            return self.l + self.group.group * random_kernels.LOCAL_SIZE
        if kind == "grp":
            return self.group.group
        if kind == "part":
            return self.l // random_kernels.PART
        if kind == "zero":
            return 0
        if kind == "in":
            return int(self.group.values[self.Value(e[1])])
        if kind == "mod":
            return self.Value(e[1]) % e[2]
        if kind == "div":
            return self.Value(e[1]) // e[2]
        if kind == "next":
            self.variables[e[1]] += 1
            return self.variables[e[1]] - 1
        left = self.Value(e[1])
        if kind == "and":
            return int(bool(left) and bool(self.Value(e[2])))
        right = self.Value(e[2])
        return {"add": left + right, "mul": left * right, "xor": left ^ right,
                "lt": int(left < right)}[kind]
