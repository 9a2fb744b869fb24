"""Random structured kernels, as OpenCL C and as trees that model.py runs.

A kernel is a list of statements:
  ("set", var, expr) ("out", expr) ("barrier", flags, mark) ("exchange", var, expr, shift, marks)
  ("helper", var, expr, cond, mark) ("if", cond, then, else) ("for", var, bound, body, mark)
  ("while", cond, body, mark) ("do", body, cond, mark) ("switch", expr, [(case, body)])
  ("break",) ("continue",) ("return", mark)
and, with parts, where sub-groups of PART work-items meet, or the group at a function:
  ("part_barrier", flags, mark) ("part_exchange", var, expr, shift, marks) ("sum", function, var, expr, mark)
A mark is a list that the printer fills with the positions [(line, column), ...] of the statement.
Expressions and conditions are nested tuples over ints; see Printer.Expression.
"""
import random

HELPER = """int helper(local int *tmp, int l, int value, int early) {
  if (early)
    return value;
  tmp[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value = tmp[(l + 1) % 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  return value;
}
"""
HELPER_BARRIERS = [(5, 3), (7, 3)]
PART = 4
# For the twin alone: PoCL 3.1 has no sub-groups, and what one is the twin asks these.
PARTS = """void __attribute__((overloadable)) sub_group_barrier(uint);
int __attribute__((overloadable)) sub_group_reduce_add(int);
int __attribute__((overloadable)) sub_group_scan_exclusive_add(int);
int __attribute__((overloadable)) work_group_reduce_add(int);
int __attribute__((overloadable)) work_group_scan_exclusive_add(int);
uint __attribute__((overloadable, used, always_inline)) get_sub_group_id(void) { return get_local_id(0) / 4; }
"""
FUNCTIONS = ["sub_group_reduce_add", "sub_group_scan_exclusive_add", "work_group_reduce_add", "work_group_scan_exclusive_add"]
VARIABLES = ["a", "b", "c"]
LOCAL_SIZE = 8
FLAGS = {1: "CLK_LOCAL_MEM_FENCE", 2: "CLK_GLOBAL_MEM_FENCE",
         3: "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"}


class ArmsGenerator:
    """Kernels whose barriers stand in branches on the group's number, which it provably agrees on, among a few tests of
    the work-item's number that come again and again: kernels that keep their form, and that PoCL's optimiser makes
    other branches of."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.sized = self.random.random() < 0.7
        self.tests = [self.Test() for _ in range(2)]
        self.counters = 0
        self.barriers = 0

    def Kernel(self):
        body = [("set", v, ("in", ("add", ("lid",), ("num", i)))) for i, v in enumerate(VARIABLES)]
        body += self.Body(3)
        return body + [("out", ("var", v)) for v in VARIABLES] + [("return", [])]

    def Test(self):
        return ("lt", self.random.choice([("lid",), ("xor", ("lid",), ("num", self.random.randint(1, 7)))]),
                ("num", self.random.randint(1, 7)))

    def Divergent(self):
        test = self.random.choice(self.tests) if self.random.random() < 0.8 else self.Test()
        return ("and", test, self.random.choice(self.tests)) if self.random.random() < 0.4 else test

    def Uniform(self):
        number = ("mod", ("add", ("grp",), ("num", self.random.randint(0, 3))), 4)
        return ("lt", number, ("num", self.random.randint(1, 3)))

    def Plain(self):
        variable = self.random.choice(VARIABLES)
        value = self.random.choice([("num", self.random.randint(0, 9)),
                                    ("xor", ("var", variable), ("add", ("lid",), ("num", 3))),
                                    ("add", ("var", self.random.choice(VARIABLES)), ("gid",))])
        return ("out", ("var", variable)) if self.random.random() < 0.3 else ("set", variable, value)

    def Tests(self):
        more = self.random.random()
        orelse = [self.Plain()] if more < 0.3 else [("if", self.Divergent(), [self.Plain()], [])] if more < 0.5 else []
        return ("if", self.Divergent(), [self.Plain()], orelse)

    def Loop(self):
        self.counters += 1
        bound = self.random.choice([("grp",), ("mod", ("lid",), 3)])
        return ("for", "i%d" % self.counters, bound, [self.Plain()], [])

    def Barrier(self):
        self.barriers += 1
        if self.barriers < 3 and self.random.random() < 0.4:  # it has two
            self.barriers += 1
            return ("exchange", self.random.choice(VARIABLES), ("var", "a"), self.random.randint(1, LOCAL_SIZE - 1), [])
        return ("barrier", self.random.choice([1, 2, 3]), [])

    def Body(self, depth):
        statements = []
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.random()
            if kind < 0.3:
                statements.append(self.Tests())
            elif kind < 0.45 and self.barriers < 5:
                statements.append(self.Barrier())
            elif kind < 0.55:
                statements.append(self.Plain())
            elif kind < 0.62:
                statements.append(self.Loop())
            elif depth > 0:
                then, orelse = self.Body(depth - 1), []
                if self.random.random() < 0.6:
                    orelse = self.Body(depth - 1) if self.random.random() < 0.6 else [self.Tests()]
                statements.append(("if", self.Uniform(), then, orelse))
        return statements


class Generator:
    """`wild`: barriers may stand behind conditions that differ between work-items. `tiles`: all conditions are about a
    work-item's number in a tile, and few of them differ."""

    def __init__(self, seed, wild, parts=False, tiles=False):
        self.random = random.Random(seed)
        self.wild = wild
        self.parts = parts
        self.tiles = tiles
        self.counters = 0

    def Kernel(self):
        self.sized = self.tiles or self.random.random() < 0.7  # whether the kernel says how large its groups are
        body = [("set", v, ("in", ("num", i))) for i, v in enumerate(VARIABLES)]
        body += self.Body(depth=3, loops=[], barriers=True, in_switch=False)
        body += [("out", ("var", v)) for v in VARIABLES] + [("return", [])]
        return body

    def Body(self, depth, loops, barriers, in_switch):
        statements = []
        for _ in range(self.random.randint(1, 4)):
            statements.append(self.Statement(depth, loops, barriers, in_switch))
        last = self.random.random()
        if last < 0.12 and loops:
            statements.append((self.random.choice(["break", "continue"]),)
                              if not in_switch else ("continue",))
        elif last < 0.16 and depth < 3 and barriers:
            statements.append(("return", []))
        return statements

    def Statement(self, depth, loops, barriers, in_switch):
        kinds = ["set", "set", "out"]
        if barriers:
            kinds += ["barrier", "exchange", "exchange", "helper"]
        if barriers and self.parts:
            kinds += ["part_barrier", "part_exchange", "part_exchange", "sum", "sum"]
        if depth > 0:
            kinds += ["if", "if", "for", "while", "do", "switch"]
        kind = self.random.choice(kinds)
        inner = barriers and (self.wild or self.random.random() < 0.75)
        if kind == "set":
            return ("set", self.random.choice(VARIABLES), self.Expression(2))
        if kind == "out":
            return ("out", self.Expression(2))
        if kind == "barrier":
            return ("barrier", self.random.choice([1, 1, 2, 3]), [])
        if kind == "exchange":
            return ("exchange", self.random.choice(VARIABLES), self.Expression(1),
                    self.random.randint(1, LOCAL_SIZE - 1), [])
        if kind == "part_barrier":
            return ("part_barrier", self.random.choice([1, 1, 2, 3]), [])
        if kind == "part_exchange":
            return ("part_exchange", self.random.choice(VARIABLES), self.Expression(1), self.random.randint(1, PART - 1), [])
        if kind == "sum":
            return ("sum", self.random.choice(FUNCTIONS), self.random.choice(VARIABLES), self.Expression(1), [])
        if kind == "helper":
            return ("helper", self.random.choice(VARIABLES), self.Expression(1),
                    self.Condition(loops, group=not self.wild), [])
        group = inner and not self.wild  # whether the condition has to be equal for the group
        # Leaving a loop or the kernel decides about barriers elsewhere: not from a body that work-items
        # of the group may enter or not.
        reach = [] if barriers and not inner else loops
        body = lambda more=[], switch=in_switch: self.Body(  # noqa: E731
            depth - 1, reach + more, inner, switch)
        if kind == "if":
            return ("if", self.Condition(loops, group), body(),
                    body() if self.random.random() < 0.5 else [])
        if kind == "switch":
            cases = sorted(self.random.sample(range(4), self.random.randint(1, 3)))
            arms = [(case, body(switch=True) + ([("break",)] if self.random.random() < 0.6 else []))
                    for case in cases]
            arms = [(case, Trim(arm)) for case, arm in arms]
            return ("switch", ("mod", self.Steering(loops, group), 4), arms)
        self.counters += 1
        counter = "i%d" % self.counters
        if kind == "for":
            bound = ("mod", self.Steering(loops, group), 4)
            return ("for", counter, bound, body([counter], False), [])
        condition = ("and", ("lt", ("next", counter), ("num", 4)), self.Condition(loops, group))
        if kind == "while":
            return ("while", counter, condition, body([counter], False), [])
        return ("do", counter, body([counter], False), condition, [])

    def Expression(self, depth):
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice([("num", self.random.randint(0, 9)), ("lid",), ("gid",),
                                       ("var", self.random.choice(VARIABLES)),
                                       ("in", ("lid",))])
        operation = self.random.choice(["add", "mul", "xor"])
        return (operation, self.Expression(depth - 1), self.Expression(depth - 1))

    def Steering(self, loops, group):
        """A number to decide by; `group`: equal for the group, though seldom provably."""
        if self.tiles:
            return ("add", ("in", ("num", self.random.randint(0, 30))), ("grp",))
        if not group and self.parts and self.random.random() < 0.6:
            return self.random.choice([("part",), ("in", ("part",))])
        if not group and self.random.random() < 0.4:
            return self.random.choice([("lid",), ("in", ("lid",)), ("var", "a"),
                                       ("xor", ("lid",), ("num", self.random.randint(0, 7)))])
        number = ("in", ("num", self.random.randint(0, 30)))
        if loops and self.random.random() < 0.5:
            number = ("in", ("add", ("var", self.random.choice(loops)), ("num", 3)))
        if self.random.random() < 0.3:
            number = ("add", number, ("grp",))
        if self.random.random() < 0.8:
            number = ("add", number, ("zero",))  # nobody can prove that this adds nothing
        return number

    def Condition(self, loops, group):
        if self.tiles or self.random.random() < 0.25:
            return self.TileCondition(loops, group)
        return ("lt", self.Steering(loops, group), ("num", self.random.randint(1, 7)))

    def TileCondition(self, loops, group):
        """Whether a work-item's number in a tile is below a bound. `group`: for all of the group or for none, since a
        group is a whole tile; else it may be a part of one, or the bound in the middle of one."""
        group = group or (self.tiles and self.random.random() < 0.7)
        scale = self.random.choice([1, 2])
        size = LOCAL_SIZE * scale
        if not group and self.random.random() < 0.3:
            size //= 2
        own = ("mul", ("lid",), ("num", scale))
        if self.random.random() < 0.3:
            own = ("add", own, ("num", self.random.randint(0, scale if not group else scale - 1)))
        tile = self.Steering(loops, group=True)
        number = ("add", own, ("mul", tile, ("num", size)))
        limit = tile if self.random.random() < 0.5 else ("in", ("num", self.random.randint(0, 30)))
        bound = ("mul", limit, ("num", size))
        if not group and self.random.random() < 0.7:
            bound = ("add", bound, ("num", self.random.choice([1, size // 2, size - 1])))
        if self.random.random() < 0.4:
            return ("lt", ("div", number, size), ("div", bound, size))
        return ("lt", number, bound)


def Trim(body):
    """Drops what stands behind a jump."""
    for at, statement in enumerate(body):
        if statement[0] in ("break", "continue", "return"):
            return body[:at + 1]
    return body


class Printer:
    def __init__(self, first_line):
        self.lines = []
        self.first_line = first_line

    def Kernel(self, name, body, sized):
        attribute = "__attribute__((reqd_work_group_size(%d, 1, 1))) " % LOCAL_SIZE if sized else ""
        self.Line(0, "kernel %svoid %s(global int *out, global const int *in, local int *tmp, int n) {"
                  % (attribute, name))
        self.Line(1, "int l = get_local_id(0), g = get_global_id(0), grp = get_group_id(0);")
        self.Line(1, "int a = 0, b = 0, c = 0, zero = in[l] >> 8, result = 0;")
        self.Line(1, "tmp[l] = 0;")
        self.Body(1, body)
        self.Line(0, "}")
        return self.lines

    def Line(self, indent, text, *marks):
        """`marks`: (mark list, text whose column counts)."""
        text = "  " * indent + text
        self.lines.append(text)
        for mark, what in marks:
            mark.append((self.first_line + len(self.lines) - 1, text.index(what) + 1))

    def Body(self, indent, body):
        for statement in body:
            self.Statement(indent, statement)

    def Statement(self, indent, s):
        kind = s[0]
        if kind == "set":
            self.Line(indent, "%s = (%s) & 1023;" % (s[1], self.Expression(s[2])))
        elif kind == "out":
            self.Line(indent, "result = (result * 3 + (%s)) & 65535;" % self.Expression(s[1]))
            self.Line(indent, "out[g] = result;")
        elif kind == "barrier":
            self.Line(indent, "barrier(%s);" % FLAGS[s[1]], (s[2], "barrier"))
        elif kind == "exchange":
            self.Line(indent, "tmp[l] = (%s) & 1023;" % self.Expression(s[2]))
            self.Line(indent, "barrier(CLK_LOCAL_MEM_FENCE);", (s[4], "barrier"))
            self.Line(indent, "%s = tmp[(l + %d) %% 8];" % (s[1], s[3]))
            self.Line(indent, "barrier(CLK_LOCAL_MEM_FENCE);", (s[4], "barrier"))
        elif kind == "part_barrier":
            self.Line(indent, "sub_group_barrier(%s);" % FLAGS[s[1]], (s[2], "sub_group_barrier"))
        elif kind == "part_exchange":
            self.Line(indent, "tmp[l] = (%s) & 1023;" % self.Expression(s[2]))
            self.Line(indent, "sub_group_barrier(CLK_LOCAL_MEM_FENCE);", (s[4], "sub_group_barrier"))
            self.Line(indent, "%s = tmp[l / 4 * 4 + (l + %d) %% 4];" % (s[1], s[3]))
            self.Line(indent, "sub_group_barrier(CLK_LOCAL_MEM_FENCE);", (s[4], "sub_group_barrier"))
        elif kind == "sum":
            self.Line(indent, "%s = %s((%s) & 1023) & 1023;" % (s[2], s[1], self.Expression(s[3])), (s[4], s[1]))
        elif kind == "helper":
            self.Line(indent, "%s = helper(tmp, l, (%s) & 1023, %s);" %
                      (s[1], self.Expression(s[2]), self.Expression(s[3])), (s[4], "helper"))
        elif kind == "if":
            self.Line(indent, "if (%s) {" % self.Expression(s[1]))
            self.Body(indent + 1, s[2])
            if s[3]:
                self.Line(indent, "} else {")
                self.Body(indent + 1, s[3])
            self.Line(indent, "}")
        elif kind == "for":
            self.Line(indent, "for (int %s = 0; %s < %s; %s++) {" %
                      (s[1], s[1], self.Expression(s[2]), s[1]), (s[4], "for"))
            self.Body(indent + 1, s[3])
            self.Line(indent, "}")
        elif kind == "while":
            self.Line(indent, "int %s = 0;" % s[1])
            self.Line(indent, "while (%s) {" % self.Expression(s[2]), (s[4], "while"))
            self.Body(indent + 1, s[3])
            self.Line(indent, "}")
        elif kind == "do":
            self.Line(indent, "int %s = 0;" % s[1])
            self.Line(indent, "do {", (s[4], "do"))
            self.Body(indent + 1, s[2])
            self.Line(indent, "} while (%s);" % self.Expression(s[3]))
        elif kind == "switch":
            self.Line(indent, "switch (%s) {" % self.Expression(s[1]))
            for case, body in s[2]:
                self.Line(indent + 1, "case %d:;" % case)
                self.Body(indent + 2, body)
            self.Line(indent, "}")
        elif kind == "return":
            self.Line(indent, "return;", (s[1], "return"))
        else:
            self.Line(indent, kind + ";")

    def Expression(self, e):
        kind = e[0]
        if kind == "num":
            return str(e[1])
        if kind in ("add", "mul", "xor", "lt", "and"):
            symbol = {"add": "+", "mul": "*", "xor": "^", "lt": "<", "and": "&&"}[kind]
            return "(%s %s %s)" % (self.Expression(e[1]), symbol, self.Expression(e[2]))
        if kind == "mod":
            return "(%s %% %d)" % (self.Expression(e[1]), e[2])
        if kind == "div":  # rounds down, negative numbers too
            return "(%s >> %d)" % (self.Expression(e[1]), e[2].bit_length() - 1)
        if kind == "in":
            return "in[%s]" % self.Expression(e[1])
        if kind == "next":
            return "%s++" % e[1]
        return {"lid": "l", "gid": "g", "grp": "grp", "zero": "zero", "part": "(l / 4)"}.get(kind) or e[1]
