#!/usr/bin/env python3
"""Generates the wrappers of the tracing layer from the installed CL/cl_icd.h.

Each wrapper calls the function below and writes one line: its name, what went in that is the same
in every run, and everything that came out. See trace.h for how values are written.
usage: generate.py --header=CL/cl_icd.h --parser=host/api/generate.py --output=FILE
"""
import argparse
import importlib.util
import pathlib
import re

HANDLES = {"cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue", "cl_mem",
           "cl_program", "cl_kernel", "cl_event", "cl_sampler"}
INTEGERS = re.compile(r"(cl_u?(int|long|short|char)|size_t|cl_bool|unsigned( int)?|int|"
                      r"cl_bitfield|cl_\w+_(info|flags|type|level|kind|properties))$")
# Called by loaders and in loops of polling; the times they take are not the tool's affair.
UNTRACED = re.compile(r"D3D|DX9|EGL|clIcd|clGetExtensionFunctionAddress|clUnloadCompiler")


def base(parameter):
    """The parameter's type without its name and without const."""
    text = re.sub(r"\bconst\b|\bCL_CALLBACK\b", "", parameter)
    text = re.sub(r"\ba\d+\b", "", text)
    return " ".join(text.replace("*", " * ").split())


def record(index, parameter, kind, last):
    """The C++ statement that writes argument `index` after the call."""
    variable = f"a{index}"
    if kind in HANDLES:
        return f"line.Handle({variable});"
    if INTEGERS.match(kind):
        return f"line.Number(static_cast<unsigned long long>({variable}));"
    if kind == "cl_event *" and last and "const" not in parameter:
        return f"line.Out({variable});"
    if kind == "cl_int *":
        return f"line.Code({variable});"
    if kind == "cl_uint *":
        return f"line.OutNumber({variable});"
    return f"line.Presence(reinterpret_cast<const void*>({variable}));"


def wrapper(parser, name, result, parameters):
    pairs = [parser.named(p, i) for i, p in enumerate(parser.split_parameters(parameters))]
    kinds = [base(p[0]) for p in pairs]
    is_info = (re.match(r"clGet\w*Info(KHR)?$", name) and len(kinds) >= 4
               and kinds[-3:] == ["size_t", "void *", "size_t *"])
    arguments = ", ".join(p[1] for p in pairs)
    lines = [f"static {result} CL_API_CALL Trace_{name}({', '.join(p[0] for p in pairs)}) {{"]
    assign = "" if result == "void" else "const auto result = "
    count = len(pairs)
    counting = re.match(r"cl(Retain|Release)[A-Z]", name)
    if counting:
        # Before the call: behind it another thread's new object may be where this one was.
        change = 1 if counting[1] == "Retain" else -1
        lines += [f"  Line line(\"{name}\");", f"  line.Counted(a0, {change});",
                  f"  {assign}g_next.{name}({arguments});"]
    elif is_info:
        lines += ["  size_t length = 0;",
                  f"  {assign}g_next.{name}({', '.join(p[1] for p in pairs[:-1])}, &length);",
                  f"  if (a{count - 1} != nullptr && result == CL_SUCCESS) *a{count - 1} = length;"]
    else:
        lines += [f"  {assign}g_next.{name}({arguments});"]
    if not counting:
        lines += [f"  Line line(\"{name}\");"]
    for index, kind in enumerate(kinds):
        if counting or is_info and index >= count - 3:
            break
        lines.append("  " + record(index, pairs[index][0], kind, index == count - 1))
    if is_info:
        asked = next(i for i, kind in enumerate(kinds) if kind.endswith("_info"))
        lines.append(f"  if (result == CL_SUCCESS) line.Info(\"{name}\", "
                     f"static_cast<unsigned>(a{asked}), a{count - 2}, a{count - 3}, length);")
    if result != "void":
        if result in HANDLES:
            lines.append("  line.Result(result);")
        elif result == "cl_int":
            lines.append("  line.Number(static_cast<long long>(result));")
        else:
            lines.append("  line.Presence(reinterpret_cast<const void*>(result));")
        lines.append("  line.End();\n  return result;")
    else:
        lines.append("  line.End();")
    return "\n".join(lines + ["}", ""])


def main():
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("header", "parser", "output"):
        options.add_argument("--" + name, required=True)
    options = options.parse_args()
    spec = importlib.util.spec_from_file_location("generate", options.parser)
    parser = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(parser)
    text = parser.read_headers(pathlib.Path(options.header))
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    known = parser.signatures(text)
    names = [n for n in parser.dispatch_names(text) if n in known and not UNTRACED.search(n)]
    out = [wrapper(parser, name, *known[name]) for name in names]
    out.append("static void InstallAll() {")
    out += [f"  if (g_next.{name} != nullptr) g_layer.{name} = Trace_{name};" for name in names]
    out.append("}\n")
    pathlib.Path(options.output).write_text("\n".join(out))


if __name__ == "__main__":
    main()
