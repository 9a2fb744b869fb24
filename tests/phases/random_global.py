"""Random kernels that share an array in global memory without barriers, and what their work-items touch.

Statements and expressions are tuples, as in random_kernels.py, of which arithmetic and text are taken over.
Half of them keep to affine addresses, the others have what people write besides: clamps and choices, variables that are
set on some ways, loops that count otherwise, and pointers that walk.
"""
import random

import random_kernels

CELLS = 256   # ints of the shared array
SHAPES = [(8, 3), (16, 2), (5, 4), (32, 1), (10, 3)]  # work-items of a group, groups


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counters = 0
        self.rich = seed % 2 == 0

    def kernel(self):
        pick = self.random.choice
        return {"shape": pick(SHAPES), "n": pick([1, 2, 4, 8, 3, 6, 30]), "guarded": self.random.random() < 0.3,
                "body": self.block([], 2)}

    def block(self, counters, depth):
        return [self.statement(counters, depth) for _ in range(self.random.randint(1, 2))]

    def statement(self, counters, depth):
        pick = self.random.random()
        if self.rich and pick < 0.3:
            return self.rich_statement(counters, depth)
        if depth == 0 or pick < 0.35:
            return ("write" if self.random.random() < 0.7 else "read", self.address(counters))
        if pick < 0.6:
            return ("if", self.condition(counters), self.block(counters, depth - 1))
        if pick < 0.72:  # only one of each pair
            stride = self.random.choice([("const", self.random.choice([1, 2, 4])), ("n",)])
            partner = ("xor", ("item",), stride)
            return ("if", ("lt", ("item",), partner), [("write", ("item",)), ("write", partner)])
        name = f"k{self.counters}"
        self.counters += 1
        start = self.random.choice([("const", 0), ("const", 1), ("item",), ("x",)])
        bound = self.random.choice([("n",), ("const", self.random.randint(1, 6)), ("const", 200)])
        step = self.random.choice([("const", 1), ("const", 2), ("size",)])
        if bound == ("const", 200):
            step = ("size",)
        return ("for", name, start, "<", bound, step, None, self.block(counters + [name], depth - 1))

    def rich_statement(self, counters, depth):
        pick = self.random.random()
        small = self.random.choice([("n",), ("const", self.random.randint(1, 6))])
        if pick < 0.35 or depth == 0:
            return ("set", self.random.choice(["m0", "m1"]), self.choice(counters))
        if pick < 0.6:
            start = ("and", self.address(counters), ("const", 63))
            return ("walk", start, small, self.random.choice(["!=", "<"]), self.random.randint(1, 3))
        name, second = f"k{self.counters}", f"j{self.counters}"
        self.counters += 1
        beside, known = None, [name]
        if self.random.random() < 0.5:
            beside = (second, self.leaf(counters), self.random.choice([("const", 1), ("const", 3), ("size",), ("n",)]))
            known = [second, second, name]
        start = self.random.choice([("const", 0), ("item",), ("mul", ("item",), small)])
        step = self.random.choice([("const", 1), ("const", 1), ("const", 2)])
        end = ("add", start, ("mul", small, step))
        count, begin, bound = self.random.choice(
            [("!=", start, end), ("<", start, end), ("<=", start, end), (">", end, start), (">>", small, ("const", 0))])
        return ("for", name, begin, count, bound, step, beside, self.block(counters + known, depth - 1))

    def choice(self, counters):
        """A value between bounds, or one of two."""
        near = ("add", self.leaf(counters), ("const", self.random.randint(-3, 3)))
        return self.random.choice([
            ("max", near, ("const", 0)), ("min", near, ("n",)), ("abs", near),
            ("clamp", near, ("const", 0), ("sub", ("size",), ("const", 1))),
            ("clamp", near, ("item",), ("add", ("item",), ("const", self.random.randint(0, 2)))),
            ("select", (self.random.choice(["lt", "le", "eq"]), self.leaf(counters), self.leaf(counters)),
             self.leaf(counters), near),
            ("mad24", ("item",), self.random.choice([("n",), ("const", 3)]), self.leaf(counters)), ("item",)])

    def address(self, counters):
        pick = self.random.random
        own = self.random.choice([
            ("item",), ("item",), ("mul", ("item",), ("const", self.random.choice([2, 3, 4]))),
            ("add", ("mul", ("item",), ("n",)), self.leaf(counters)),
            ("add", self.leaf(counters), ("mul", ("size",), self.leaf(counters))),
            ("sub", ("mul", ("const", 2), ("item",)), ("and", ("item",), ("const", self.random.choice([1, 3, 7])))),
            ("add", ("mul", ("div", ("item",), ("const", 4)), ("const", 8)), ("mod", ("item",), ("const", 4)))])
        if self.rich and pick() < 0.3:
            own = self.random.choice([self.choice(counters), ("add", ("mul", ("item",), ("n",)), self.choice(counters))])
        if pick() < 0.3:
            own = ("add", own, self.random.choice([("const", self.random.choice([1, 4, 32, 64, 128])), ("size",), ("n",)]))
        return own if pick() < 0.8 else ("add", own, self.leaf(counters))

    def leaf(self, counters):
        return self.random.choice([("item",), ("x",), ("w",), ("n",), ("const", self.random.randint(0, 5))] +
                                  3 * [("counter", name) for name in counters] +
                                  (2 * [("m0",), ("m1",)] if self.rich else []))

    def condition(self, counters):
        left = self.random.choice([self.leaf(counters), ("and", ("item",), ("const", self.random.choice([1, 2, 4])))])
        return (self.random.choice(["lt", "le", "eq", "ne"]), left, self.leaf(counters))


NAMES = ("item", "x", "w", "n", "size", "m0", "m1")


def text_of(e):
    if e[0] in NAMES:
        return e[0]
    if e[0] == "select":
        return f"({text_of(e[1])} ? {text_of(e[2])} : {text_of(e[3])})"
    if e[0] == "abs":
        return f"(int)abs({text_of(e[1])})"
    if e[0] in ("max", "min", "clamp", "mad24"):
        return f"{e[0]}({', '.join(map(text_of, e[1:]))})"
    if e[0] in ("const", "counter"):
        return str(e[1])
    return f"({text_of(e[1])} {random_kernels.WORDS[e[0]]} {text_of(e[2])})"


def lines_of(statement, pad):
    kind = statement[0]
    if kind == "write":
        return [f"{pad}a[{text_of(statement[1])} & {CELLS - 1}] = item;"]
    if kind == "read":
        return [f"{pad}v += a[{text_of(statement[1])} & {CELLS - 1}];"]
    if kind == "if":
        head = f"{pad}if ({text_of(statement[1])}) {{"
    elif kind == "set":
        return [f"{pad}{statement[1]} = {text_of(statement[2])};"]
    elif kind == "walk":
        _, start, count, relation, stride = statement
        return [f"{pad}for (global int *p = a + {text_of(start)}, *e = p + {text_of(count)} * {stride}; p {relation} e; "
                f"p += {stride}) *p = item;"]
    else:
        _, name, start, relation, bound, step, beside, _ = statement
        more, move = "", ""
        if beside is not None:
            more = f", {beside[0]} = {text_of(beside[1])}"
            move = f", {beside[0]} += {text_of(beside[2])}"
        # One of the two is 64 bits wide.
        width = "get_global_size(0)" if step == ("size",) and start[0] in ("item", "x") else text_of(step)
        move = {">": f"{name} -= {width}", ">>": f"{name} >>= 1"}.get(relation, f"{name} += {width}") + move
        test = ">" if relation == ">>" else relation
        head = f"{pad}for (int {name} = {text_of(start)}{more}; {name} {test} {text_of(bound)}; {move}) {{"
    lines = [head]
    for inner in statement[-1]:
        lines += lines_of(inner, pad + "  ")
    return lines + [pad + "}"]


def opencl(kernel, name):
    lines = [f"kernel void {name}(global int *a, global int *out, int n) {{",
             "  int item = get_global_id(0), x = get_local_id(0), w = get_group_id(0), size = get_global_size(0), v = 0;",
             "  int m0 = 0, m1 = item;"]
    if kernel["guarded"]:
        lines.append("  if (item >= size - 3) return;")
    for statement in kernel["body"]:
        lines += lines_of(statement, "  ")
    return "\n".join(lines + ["  out[item] = v;", "}", ""])


class Item:
    """One work-item: the cells that it reads and writes."""

    def __init__(self, kernel, item):
        local, groups = kernel["shape"]
        self.values = {"item": item, "x": item % local, "w": item // local, "n": kernel["n"], "size": local * groups,
                       "m0": 0, "m1": item}
        self.read, self.written = set(), set()
        if not kernel["guarded"] or item < local * groups - 3:
            self.run(kernel["body"])

    def value(self, e):
        if e[0] == "const":
            return e[1]
        if e[0] == "counter":
            return self.values[e[1]]
        if e[0] == "select":
            return self.value(e[2] if self.value(e[1]) else e[3])
        if len(e) == 1:
            return self.values[e[0]]
        if e[0] in ("abs", "clamp", "mad24"):
            at = [self.value(part) for part in e[1:]]
            return {"abs": lambda x: abs(x), "clamp": lambda x, low, high: min(max(x, low), high),
                    "mad24": lambda x, y, z: x * y + z}[e[0]](*at)
        a, b = self.value(e[1]), self.value(e[2])
        return {"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "and": lambda: a & b,
                "xor": lambda: a ^ b, "div": lambda: a // b, "mod": lambda: a % b, "lt": lambda: a < b,
                "le": lambda: a <= b, "max": lambda: max(a, b), "min": lambda: min(a, b), "eq": lambda: a == b, "ne": lambda: a != b}[e[0]]()

    def run(self, statements):
        for statement in statements:
            if statement[0] in ("read", "write"):
                cells = self.read if statement[0] == "read" else self.written
                cells.add(self.value(statement[1]) & (CELLS - 1))
            elif statement[0] == "if":
                if self.value(statement[1]):
                    self.run(statement[2])
            elif statement[0] == "set":
                self.values[statement[1]] = self.value(statement[2])
            elif statement[0] == "walk":
                _, start, count, _, stride = statement
                first = self.value(start)
                self.written |= set(range(first, first + self.value(count) * stride, stride))
            else:
                self.loop(*statement[1:])

    def loop(self, name, start, relation, bound, step, beside, body):
        stays = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "!=": lambda a, b: a != b}.get(relation, lambda a, b: a > b)
        at = self.value(start)
        second = None if beside is None else self.value(beside[1])
        while stays(at, self.value(bound)):
            self.values[name] = at
            if beside is not None:
                self.values[beside[0]] = second
            self.run(body)
            at = at >> 1 if relation == ">>" else at - self.value(step) if relation == ">" else at + self.value(step)
            if beside is not None:
                second += self.value(beside[2])


def conflicts(kernel):
    """The cells that two work-items touch, at least one writing."""
    local, groups = kernel["shape"]
    readers, writers = {}, {}
    for number in range(local * groups):
        item = Item(kernel, number)
        for cells, who in ((item.read, readers), (item.written, writers)):
            for cell in cells:
                who.setdefault(cell, set()).add(number)
    return {cell for cell, who in writers.items() if len(who | readers.get(cell, set())) > 1}
