"""The changes that a finding's repair may name: the rows of runtime/checks/repairs.def."""
import pathlib
import re

TABLE = pathlib.Path(__file__).resolve().parents[2] / "runtime/checks/repairs.def"
ROW = re.compile(r'^LOCKSTEP_REPAIR\((\w+),((?:\s*"[^"\n]*")+)\)', re.MULTILINE)
# What stands between the changes that one repair names.
JOINTS = "(?:, or |, and |, |; between the work-groups: |; )"


def templates():
    """{enumerator: text with {words}}, in the table's order."""
    return {name: "".join(re.findall(r'"([^"\n]*)"', texts)) for name, texts in ROW.findall(TABLE.read_text())}


def expression(template):
    """A regular expression for `template` with words filled in: operands and lists of places have commas."""
    parts = re.split(r"\{(\w+)\}", template)
    words = ["[^;]+?" if word in ("wanted", "present", "places") else "[^,;]+?" for word in parts[1::2]] + [""]
    return "".join(re.escape(text) + word for text, word in zip(parts[::2], words))


def name_of(change):
    """The enumerator of the row that `change`, one change by itself, was made from; None if there is none."""
    names = [name for name, text in templates().items() if re.fullmatch(expression(text), change)]
    # A text that others begin with has words that fit theirs as well: the one with most words of its own.
    return max(names, key=lambda name: len(templates()[name]), default=None)


def is_made_of_rows(repair):
    """Whether all of `repair` comes from the table."""
    change = "(?:" + "|".join(expression(text) for text in templates().values()) + ")"
    return re.fullmatch(f"{change}(?:{JOINTS}{change})*", repair) is not None
