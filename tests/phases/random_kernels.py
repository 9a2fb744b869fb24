"""Random kernels with local memory as trees, their text as OpenCL C, and what their work-items touch.

A kernel is a list of statements; expressions are tuples. All arithmetic is on C's int, and stays far from its
bounds: every sub-expression is reduced where it is made.
"""
import random

CELLS = 64      # ints of the local array
DATA = 32       # ints of the array in global memory, each 0 to 7
SHAPES = [(8, 1), (16, 1), (4, 4), (5, 2), (32, 1)]
GROUPS = 2


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counters = 0
        # Careful kernels have fewer shared addresses; without them hardly any would be free of conflicts.
        self.careful = self.random.random() < 0.6

    def kernel(self):
        shape = self.random.choice(SHAPES)
        return {"shape": shape, "n": self.random.randint(1, 6), "body": self.block([], 2, True)}

    def block(self, counters, depth, uniform):
        statements = []
        for _ in range(self.random.randint(1, 3)):
            statements.append(self.statement(counters, depth, uniform))
            if uniform and self.random.random() < (0.8 if self.careful else 0.4):
                statements.append(("barrier", "local" if self.random.random() < 0.93 else "global"))
        return statements

    def statement(self, counters, depth, uniform):
        pick = self.random.random()
        if pick < 0.08:  # a variable that later addresses may use
            return ("set", self.expression(counters, 1))
        if depth == 0 or pick < 0.5:
            address = self.address(counters)
            return ("write" if self.random.random() < 0.5 else "read", address)
        if pick < 0.72:
            sides = [self.block(counters, depth - 1, False) for _ in range(self.random.randint(1, 2))]
            if self.random.random() < 0.3:  # only one way is not for everybody
                shared = ("write", self.expression(counters, 1))
                sides = self.random.sample([[shared], [("set", self.expression(counters, 0))]], 2)
            return ("if", self.condition(counters), *sides)
        if pick < 0.80 and uniform:
            return ("if", self.uniform_condition(counters), self.block(counters, depth - 1, True))
        name = f"k{self.counters}"
        self.counters += 1
        trips = self.random.choice(["up", "double", "halve", "data", "own"])
        if trips == "own":  # as often as the work-item's id or its data say
            return ("for", name, "own", self.expression(counters, 1),
                    self.block(counters + [name], depth - 1, False))
        bound = ("const", self.random.randint(1, 4)) if self.random.random() < 0.6 else ("n",)
        if trips == "data" and self.random.random() < 0.5:
            bound = ("load", ("const", self.random.randint(0, DATA - 1)))
        return ("for", name, trips, bound, self.block(counters + [name], depth - 1, uniform))

    def address(self, counters):
        if self.careful and self.random.random() < 0.75:
            own = self.random.choice([("item",), ("add", ("item",), ("const", 32)),
                                      ("xor", ("item",), ("const", self.random.choice([1, 3, 4]))),
                                      ("mul", ("item",), ("const", self.random.choice([1, 2])))])
            return own
        return self.expression(counters, 2)

    def expression(self, counters, depth):
        leaves = [("item",), ("x",), ("y",), ("n",), ("w",), ("const", self.random.randint(0, 9))]
        leaves += [(name,) for name in counters]
        leaves += [("counter", name) for name in counters]
        leaf = self.random.choice([l for l in leaves if len(l) > 1 or not l[0].startswith("k")])
        if depth == 0 or self.random.random() < 0.15:
            return leaf
        if self.random.random() < 0.08:
            return ("load", self.expression(counters, 0))
        op = self.random.choice(["add", "sub", "mul", "and", "xor", "div", "mod", "shl", "shr", "min"])
        left, right = self.expression(counters, depth - 1), self.expression(counters, depth - 1)
        if op in ("div", "mod"):
            right = ("const", self.random.choice([2, 3, 4, 8]))
        if op in ("shl", "shr"):
            right = ("const", self.random.randint(0, 3))
        return (op, left, right)

    def condition(self, counters):
        op = self.random.choice(["lt", "le", "eq", "ne"])
        if self.random.random() < 0.4:  # of data: both ways count, whatever the data are
            return (op, ("load", self.expression(counters, 0)), ("const", self.random.randint(1, 6)))
        return (op, self.expression(counters, 1), self.expression(counters, 1))

    def uniform_condition(self, counters):
        left = self.random.choice([("n",), ("load", ("const", self.random.randint(0, DATA - 1)))] +
                                  [("counter", name) for name in counters])
        return ("lt", left, ("const", self.random.randint(0, 5)))


WORDS = {"add": "+", "sub": "-", "mul": "*", "and": "&", "xor": "^", "div": "/", "mod": "%", "shl": "<<",
         "shr": ">>", "lt": "<", "le": "<=", "eq": "==", "ne": "!="}


def text_of(expression):
    kind = expression[0]
    if kind in ("item", "x", "y", "n", "w"):
        return kind
    if kind == "const":
        return str(expression[1])
    if kind == "counter":
        return expression[1]
    if kind == "load":
        return f"d[({text_of(expression[1])}) & {DATA - 1}]"
    left, right = text_of(expression[1]), text_of(expression[2])
    if kind == "min":
        return f"min({left}, {right})"
    if kind == "shl":  # of negative numbers it is not defined
        return f"((({left}) & 255) << {right})"
    if kind == "mul":
        return f"((({left}) & 255) * (({right}) & 255))"
    return f"({left} {WORDS[kind]} {right})"


def statement_text(statement, pad, inner_text=None):
    """Lines; `inner_text`: says the statements inside, if they are not all of this module's kinds."""
    inner_text = inner_text or statement_text
    kind = statement[0]
    if kind == "set":
        return [f"{pad}w = ({text_of(statement[1])}) & {CELLS - 1};"]
    if kind == "write":  # what no other work-item writes: equal values would be findings of another kind
        return [f"{pad}t[({text_of(statement[1])}) & {CELLS - 1}] = item;"]
    if kind == "read":
        return [f"{pad}v += t[({text_of(statement[1])}) & {CELLS - 1}];"]
    if kind == "barrier":
        return [f"{pad}barrier(CLK_{statement[1].upper()}_MEM_FENCE);"]
    if kind == "if":
        head = f"{pad}if ({text_of(statement[1])}) {{"
        bodies = statement[2:]
    else:
        _, name, trips, bound, *bodies = statement
        bound = f"(({text_of(bound)}) & 7)"
        head = {"up": f"for (int {name} = 0; {name} < {bound}; ++{name}) {{",
                "data": f"for (int {name} = 0; {name} < {bound}; ++{name}) {{",
                "own": f"for (int {name} = 0; {name} < {bound}; ++{name}) {{",
                "double": f"for (int {name} = 1; {name} <= 4 * {bound}; {name} *= 2) {{",
                "halve": f"for (int {name} = 4 * {bound}; {name} > 0; {name} >>= 1) {{"}[trips]
        head = pad + head
    lines = [head]
    for number, body in enumerate(bodies):
        lines += [f"{pad}}} else {{"] if number > 0 else []
        for inner in body:
            lines += inner_text(inner, pad + "  ")
    return lines + [pad + "}"]


def opencl(kernel, name, text_of_statement=statement_text):
    x, y = kernel["shape"]
    body = [line for statement in kernel["body"] for line in text_of_statement(statement, "  ")]
    lines = [f"kernel void {name}(global const int *d, global int *out, int n) {{",
             "  int x = get_local_id(0), y = get_local_id(1), v = 0, w = 0;",
             f"  int item = x + {x} * y;"]
    # PoCL 6 ends the process over an array that nobody uses.
    if any("t[" in line for line in body):
        lines.insert(1, f"  local int t[{CELLS}];")
    lines += body
    return "\n".join(lines + [f"  out[get_group_id(0) * {x * y} + item] = v;", "}", ""])


class Item:
    """One work-item: lists what it touches in each interval."""

    def __init__(self, kernel, data, x, y):
        self.data, self.n = data, kernel["n"]
        self.values = {"x": x, "y": y, "item": x + kernel["shape"][0] * y, "n": kernel["n"], "w": 0}
        self.touched = [(set(), set())]  # per interval: read, written
        self.run(kernel["body"])

    def value(self, e):
        kind = e[0]
        if kind in ("item", "x", "y", "n", "w"):
            return self.values[kind]
        if kind == "const":
            return e[1]
        if kind == "counter":
            return self.values[e[1]]
        if kind == "load":
            return self.data[self.value(e[1]) & (DATA - 1)]
        a, b = self.value(e[1]), self.value(e[2])
        if kind in ("div", "mod"):  # as C does it: towards zero
            quotient = abs(a) // b * (1 if a >= 0 else -1)
            return quotient if kind == "div" else a - quotient * b
        return {"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: (a & 255) * (b & 255),
                "and": lambda: a & b, "xor": lambda: a ^ b, "shl": lambda: (a & 255) << b, "shr": lambda: a >> b,
                "min": lambda: min(a, b), "lt": lambda: int(a < b), "le": lambda: int(a <= b),
                "eq": lambda: int(a == b), "ne": lambda: int(a != b)}[kind]()

    def run(self, statements):
        for statement in statements:
            kind = statement[0]
            if kind in ("read", "write"):
                cell = self.value(statement[1]) & (CELLS - 1)
                self.touched[-1][kind == "write"].add(cell)
            elif kind == "barrier":
                if statement[1] == "local":
                    self.touched.append((set(), set()))
            elif kind == "set":
                self.values["w"] = self.value(statement[1]) & (CELLS - 1)
            elif kind == "if":
                sides = [*statement[2:], []]
                self.run(sides[0 if self.value(statement[1]) else 1])
            else:
                self.loop(statement)

    def loop(self, statement):
        _, name, trips, bound, body = statement
        bound = lambda: self.value(statement[3]) & 7
        k = {"double": 1, "halve": 4 * bound()}.get(trips, 0)
        while True:
            more = {"double": k <= 4 * bound(), "halve": k > 0}.get(trips, k < bound())
            if not more:
                return
            self.values[name] = k
            self.run(body)
            k = {"double": 2 * k, "halve": k >> 1}.get(trips, k + 1)


def conflicts(kernel, data):
    """The cells that two work-items of a group touch in one interval, at least one writing."""
    x, y = kernel["shape"]
    items = [Item(kernel, data, i, j).touched for j in range(y) for i in range(x)]
    assert len({len(item) for item in items}) == 1, "work-items meet different barriers"
    return conflicts_between(items)


def conflicts_between(items):
    """The cells that two of `items` touch in one interval, at least one writing; of each item, a list by interval of
    (cells read, cells written). Some may end before others."""
    found = set()
    for interval in range(max(map(len, items))):
        readers, writers = {}, {}
        for number, item in enumerate(items):
            if interval >= len(item):
                continue
            for cell in item[interval][0]:
                readers.setdefault(cell, set()).add(number)
            for cell in item[interval][1]:
                writers.setdefault(cell, set()).add(number)
        for cell, who in writers.items():
            if len(who | readers.get(cell, set())) > 1:
                found.add(cell)
    return found


def data_of(seed):
    source = random.Random(seed)
    return [source.randrange(8) for _ in range(DATA)]
