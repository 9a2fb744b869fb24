"""Random kernels whose barriers nothing proves to be met by the whole group: behind conditions of ids and data,
in loops with trips of the work-item's own, after returns. Some are met all the same, in others the group parts.

Built on random_kernels.py; what is new is the barriers' places, and that an enumeration says where the group parts.
"""
import random_kernels
from random_kernels import DATA

EARLY = "return"


class Generator(random_kernels.Generator):
    def kernel(self):
        shape = self.random.choice(random_kernels.SHAPES)
        self.items = shape[0] * shape[1]
        body = self.block([], 2, True)
        if self.random.random() < 0.4:
            body.insert(self.random.randint(0, 1), ("if", self.guard(), [(EARLY,)]))
        return {"shape": shape, "n": self.random.randint(1, 6), "body": body}

    def guard(self):
        """A condition of ids that holds for none, for all, or for some."""
        bound = self.random.choice(5 * [self.items] + [0, self.items - 1, 64])
        return ("le", ("const", bound), ("item",))

    def statement(self, counters, depth, uniform):
        if not uniform or depth == 0 or self.random.random() < 0.4:
            return super().statement(counters, depth, uniform)
        pick = self.random.random()
        if pick < 0.3:  # the same for all work-items, if the guard is for all or for none
            return ("if", self.guard(), self.block(counters, depth - 1, True))
        if pick < 0.4:  # one barrier on each way: not the same for the group, although all meet one
            self.counters += 2  # a number each, so that they are two
            return ("either", self.condition(counters), [("barrier", "local", self.counters)],
                    [("barrier", "local", self.counters + 1)])
        name = f"k{self.counters}"
        self.counters += 1
        inner = self.block(counters + [name], depth - 1, True)
        if pick < 0.7:  # in an iteration of the work-item's own
            if self.random.random() < 0.7:
                inner = [("write", ("item",)), ("barrier", "local")]
            inner = [("if", ("eq", ("counter", name), self.nearly(("const", 0))), inner)]
            return ("for", name, "up", ("const", 2), inner)
        return ("for", name, "own", self.nearly(("const", self.random.randint(0, 3))), inner)

    def nearly(self, number):
        """`number`, for all work-items or for all but some, in a way that has to be computed to be known."""
        item = self.random.choice([("item",), ("x",)])
        nothing = self.random.choice([("shr", item, ("const", 3)), ("div", item, ("const", 8)),
                                      ("sub", item, item), ("and", ("mul", item, ("const", 2)), ("const", 1)),
                                      ("min", item, ("const", 0))])
        if self.random.random() < 0.15:
            nothing = ("load", ("const", self.random.randint(0, DATA - 1)))  # equal for all, though not known
        return ("add", number, nothing)


def statement_text(statement, pad):
    kind = statement[0]
    if kind == EARLY:
        return [f"{pad}return;"]
    if kind == "either":
        return random_kernels.statement_text(("if", *statement[1:]), pad)
    return random_kernels.statement_text(statement, pad, statement_text)


def opencl(kernel, name):
    return random_kernels.opencl(kernel, name, statement_text)


class Left(Exception):
    """A work-item has left the kernel."""


class Item(random_kernels.Item):
    """Also lists which barriers it meets, each with the iterations of the loops around it."""

    def __init__(self, kernel, data, x, y):
        self.met, self.iterations = [], []
        try:
            super().__init__(kernel, data, x, y)
        except Left:
            pass

    def run(self, statements):
        for statement in statements:
            kind = statement[0]
            if kind == EARLY:
                raise Left
            if kind == "iterate":
                self.iterations[-1] += 1
            elif kind == "either":
                self.run(statement[2] if self.value(statement[1]) else statement[3])
            else:
                if kind == "barrier":
                    self.met.append((id(statement), statement[2:], tuple(self.iterations)))
                super().run([statement])

    def loop(self, statement):
        self.iterations.append(0)
        super().loop((*statement[:4], [("iterate",), *statement[4]]))
        self.iterations.pop()


def parts(kernel, data):
    """Whether the work-items of a group do not all meet the same barriers in the same iterations."""
    return len({tuple(item.met) for item in items_of(kernel, data)}) > 1


def items_of(kernel, data):
    x, y = kernel["shape"]
    return [Item(kernel, data, i, j) for j in range(y) for i in range(x)]


def conflicts(kernel, data):
    """The cells that two work-items of a group touch in one interval, one writing; of groups that do not part."""
    return random_kernels.conflicts_between([item.touched for item in items_of(kernel, data)])
