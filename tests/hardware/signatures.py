"""Entry signatures: those that NVIDIA's OpenCL compiler makes of a kernel beside those of our PTX back end.

NVIDIA's driver gives PTX as the program's binary. Compared are number, type, alignment, size and notes
(`.ptr .global .align 4`) of the parameters; their names are the compilers' own. The alignment after `.ptr` is a
promise about the buffer, for which each compiler takes what it likes, so only the space counts.
"""
import re

ENTRY = re.compile(r"\.entry\s+(\w+)\s*\((.*?)\)", re.DOTALL)


def parameter(text):
    """`.param .u64 .ptr .global .align 4 k_param_0` as `.u64 .ptr .global`; arrays keep align and size."""
    words = text.split()
    name = words.pop()
    size = re.search(r"\[\d+\]$", name)
    words = [word for word in words if word != ".param"]
    if ".ptr" in words:
        while ".align" in words:
            at = words.index(".align")
            del words[at:at + 2]
    return " ".join(words) + (size[0] if size else "")


def entries(ptx):
    """Kernel name -> list of its parameters' forms."""
    ptx = re.sub(r"//[^\n]*", "", ptx)
    return {name: [parameter(one) for one in body.split(",") if one.strip()]
            for name, body in ENTRY.findall(ptx)}


def differences(theirs, ours):
    """Sentences on every kernel of `ours` (PTX texts) whose signature differs in `theirs`."""
    mine, others = entries(ours), entries(theirs)
    wrong = []
    for name, parameters in mine.items():
        if name not in others:
            wrong.append(f"the driver's PTX has no entry {name}")
        elif others[name] != parameters:
            wrong.append(f"{name}: the driver has ({', '.join(others[name])}), "
                         f"we ({', '.join(parameters)})")
    return wrong
