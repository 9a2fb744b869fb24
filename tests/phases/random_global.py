"""Random kernels that share an array in global memory without barriers, and what their work-items touch.

Statements and expressions are tuples, as in random_kernels.py, of which arithmetic and text are taken over.
"""
import random

import random_kernels

CELLS = 256   # ints of the shared array
SHAPES = [(8, 3), (16, 2), (5, 4), (32, 1), (10, 3)]  # work-items of a group, groups


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counters = 0

    def kernel(self):
        pick = self.random.choice
        return {"shape": pick(SHAPES), "n": pick([1, 2, 4, 8, 3, 6, 30]), "guarded": self.random.random() < 0.3,
                "body": self.block([], 2)}

    def block(self, counters, depth):
        return [self.statement(counters, depth) for _ in range(self.random.randint(1, 2))]

    def statement(self, counters, depth):
        pick = self.random.random()
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
        return ("for", name, start, bound, step, self.block(counters + [name], depth - 1))

    def address(self, counters):
        pick = self.random.random
        own = self.random.choice([
            ("item",), ("item",), ("mul", ("item",), ("const", self.random.choice([2, 3, 4]))),
            ("add", ("mul", ("item",), ("n",)), self.leaf(counters)),
            ("add", self.leaf(counters), ("mul", ("size",), self.leaf(counters))),
            ("sub", ("mul", ("const", 2), ("item",)), ("and", ("item",), ("const", self.random.choice([1, 3, 7])))),
            ("add", ("mul", ("div", ("item",), ("const", 4)), ("const", 8)), ("mod", ("item",), ("const", 4)))])
        if pick() < 0.3:
            own = ("add", own, self.random.choice([("const", self.random.choice([1, 4, 32, 64, 128])), ("size",), ("n",)]))
        return own if pick() < 0.8 else ("add", own, self.leaf(counters))

    def leaf(self, counters):
        return self.random.choice([("item",), ("x",), ("w",), ("n",), ("const", self.random.randint(0, 5))] +
                                  3 * [("counter", name) for name in counters])

    def condition(self, counters):
        left = self.random.choice([self.leaf(counters), ("and", ("item",), ("const", self.random.choice([1, 2, 4])))])
        return (self.random.choice(["lt", "le", "eq", "ne"]), left, self.leaf(counters))


def text_of(e):
    if e[0] in ("item", "x", "w", "n", "size"):
        return e[0]
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
    else:
        _, name, start, bound, step, _ = statement
        head = f"{pad}for (int {name} = {text_of(start)}; {name} < {text_of(bound)}; {name} += {text_of(step)}) {{"
    lines = [head]
    for inner in statement[-1]:
        lines += lines_of(inner, pad + "  ")
    return lines + [pad + "}"]


def opencl(kernel, name):
    lines = [f"kernel void {name}(global int *a, global int *out, int n) {{",
             "  int item = get_global_id(0), x = get_local_id(0), w = get_group_id(0), size = get_global_size(0), v = 0;"]
    if kernel["guarded"]:
        lines.append("  if (item >= size - 3) return;")
    for statement in kernel["body"]:
        lines += lines_of(statement, "  ")
    return "\n".join(lines + ["  out[item] = v;", "}", ""])


class Item:
    """One work-item: the cells that it reads and writes."""

    def __init__(self, kernel, item):
        local, groups = kernel["shape"]
        self.values = {"item": item, "x": item % local, "w": item // local, "n": kernel["n"], "size": local * groups}
        self.read, self.written = set(), set()
        if not kernel["guarded"] or item < local * groups - 3:
            self.run(kernel["body"])

    def value(self, e):
        if e[0] == "const":
            return e[1]
        if e[0] == "counter":
            return self.values[e[1]]
        if len(e) == 1:
            return self.values[e[0]]
        a, b = self.value(e[1]), self.value(e[2])
        return {"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "and": lambda: a & b,
                "xor": lambda: a ^ b, "div": lambda: a // b, "mod": lambda: a % b, "lt": lambda: a < b,
                "le": lambda: a <= b, "eq": lambda: a == b, "ne": lambda: a != b}[e[0]]()

    def run(self, statements):
        for statement in statements:
            if statement[0] in ("read", "write"):
                cells = self.read if statement[0] == "read" else self.written
                cells.add(self.value(statement[1]) & (CELLS - 1))
            elif statement[0] == "if":
                if self.value(statement[1]):
                    self.run(statement[2])
            else:
                _, name, start, bound, step, body = statement
                at = self.value(start)
                while at < self.value(bound):
                    self.values[name] = at
                    self.run(body)
                    at += self.value(step)


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
