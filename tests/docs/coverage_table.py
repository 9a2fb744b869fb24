"""docs/coverage.md as tests and rows say it: the `covers:` lines of the tests, and the rows of coverage_rows.md."""
import pathlib
import re

# A comment of its own line: `//covers: KEY, KEY` or, where the test's name does not follow from the place,
# `# covers(NAME): KEY, KEY` (`*` in NAME: any characters).
LINE = re.compile(r"\s*(?://|#|;+)\s*covers(?:\(([^()\s]+)\))?:\s*(.*?)\s*$")
SUFFIXES = {".c", ".cc", ".cl", ".cmake", ".ll", ".py", ".test", ".txt"}
FOLDERS = ("tests", "perf")

# Which test a file is, by its place.
PLACES = (
    (r"tests/e2e/kernels/[^/]+/(.+)\.cl", "e2e.{}"),
    (r"tests/e2e/sync/(.+)\.cl", "e2e.sync.{}"),
    (r"tests/hardware/cuda/(.+)\.cl", "hardware.twin.{}"),
    (r"tests/hostile/check_(.+)\.py", "hostile.{}"),
    (r"tests/limits/kernels/([^.]+)\.cl", "limits.{}"),
    (r"tests/lit/([^/]+)/.+", "lit.{}"),
)
UNIT_TEST = re.compile(r"TEST(_F|_P)?\((\w+),\s*(\w+)\)")


class Row:
    """A row of coverage_rows.md: `| key | construct | yes, no or partly | note |`."""

    def __init__(self, line):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) != 4:
            raise ValueError(f"{len(cells)} columns, not 4: {line}")
        self.key, self.construct, self.covered, self.note = cells

    def text(self, tests):
        """The row of docs/coverage.md. `tests`: names, in any order. `{}` in the note is where they stand."""
        names = ", ".join(f"`{name}`" for name in sorted(set(tests), key=order))
        if "{}" in self.note:
            last = self.note.replace("{}", names)
        elif self.covered == "yes":
            last = "; ".join(part for part in (names, self.note) if part)
        else:
            last = ": ".join(part for part in (self.note, names) if part)
        return f"| {self.construct} | {self.covered} | {last} |"


def order(name):
    """End-to-end tests first, since a reader may look into these; numbers by their values."""
    return not name.startswith("e2e."), [int(part) if part.isdigit() else part
                                         for part in re.split(r"(\d+)", name)]


def is_row(line):
    """True for the lines of a table below its head."""
    return line.startswith("|") and not line.startswith(("| key ", "|--"))


def rows(template):
    """The rows in the text of coverage_rows.md, from top to bottom."""
    return [Row(line) for line in template.splitlines() if is_row(line)]


def document(template, tests):
    """The text of docs/coverage.md: the template from its title on. `tests`: for each key the names of its tests."""
    lines = template.splitlines()
    made = []
    for line in lines[lines.index("# Coverage"):]:
        if is_row(line):
            row = Row(line)
            line = row.text(tests.get(row.key, []))
        elif line.startswith("| key |"):
            line = f"| {line.split('|')[2].strip()} | covered? | tests, or why not |"
        elif line.startswith("|--"):
            line = "|---|---|---|"
        made.append(line)
    return "\n".join(made) + "\n"


def implied(path, below):
    """The test that a `covers:` line without a name is about; None if its place does not say.

    `path`: of its file, from the repository's root; `below`: the file's lines below it.
    """
    for place, name in PLACES:
        match = re.fullmatch(place, path)
        if match:
            return name.format(match[1])
    if path.endswith("_test.cc"):
        match = next(filter(None, map(UNIT_TEST.match, below)), None)
        if match:
            prefix = "host.unit." if path.startswith("tests/host/unit/") else ""
            return f"*{match[2]}.{match[3]}/*" if match[1] == "_P" else f"{prefix}{match[2]}.{match[3]}"
    return None


def covers_lines(root):
    """All `covers:` lines below `root` (the repository), as (place, test or None, keys)."""
    root = pathlib.Path(root)
    for path in sorted(file for folder in FOLDERS for file in (root / folder).rglob("*")
                       if file.suffix in SUFFIXES and file.is_file()):
        lines = path.read_text(errors="replace").splitlines()
        where = path.relative_to(root).as_posix()
        for number, line in enumerate(lines, 1):
            match = LINE.match(line)
            if match:
                keys = [key.strip() for key in match[2].split(",")]
                yield f"{where}:{number}", match[1] or implied(where, lines[number:]), keys
