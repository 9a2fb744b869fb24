#!/usr/bin/env python3
"""Every macro that a kernel can see under PoCL must look the same to lockstep-cc.

One source spells the value of each name in a list; PoCL runs it, lockstep-cc compiles it, and the
texts are compared. The names are all predefined macros of the CPU target and of spir64, all macros
of clang's OpenCL header, PoCL's own, and every extension and feature.
Usage: pocl_macros_test.py CLANG LOCKSTEP_CC [build option]...
"""
import os
import re
import subprocess
import sys

import pyopencl as cl

import driver

# Differences that no kernel can use to behave differently, with the reason for each.
ALLOWED = {
    "__clang_version__", "__VERSION__",          # same compiler, other wording
    "POCL_DEVICE_TYPES_H", "__X86_IMAGE_H__",    # include guards of PoCL's headers
    "__opencl_c_named_address_space_builtins",   # clang asks for it when it looks built-ins up
}
PREFIXES_ALLOWED = (
    "__IF_", "IMG_RW_AQ", "POCL_BUILTIN", "CLANG_HAS_",  # PoCL's tools for its own headers
)
# What another version of clang in the driver has otherwise (docs/limitations.md), besides macros that it does not know.
OF_CLANGS_VERSION = {"__clang_major__", "__clang_minor__", "__clang_patchlevel__", "__BITINT_MAXWIDTH__"}
OF_POCLS_LLVM = re.compile(r"LLVM_(OLDER_THAN_)?\d+_0$")  # PoCL's tools for its own headers


def differs_by_version(name, value, known):
    """Whether that another version of clang compiles may be why the driver has `value`. `known`: our clang's macros."""
    return name in OF_CLANGS_VERSION or OF_POCLS_LLVM.match(name) or (value == name and name in known)


def predefined(clang):
    """The macros of our clang itself, for the CPU and for SPIR."""
    names = set()
    for target in ("x86_64-pc-linux-gnu", "spir64-unknown-unknown"):
        for std in ("CL1.2", "CL3.0"):
            text = subprocess.run(
                [clang, "-x", "cl", "-target", target, "-cl-std=" + std,
                 "-march=skylake-avx512" if "x86" in target else "-O0",
                 "-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins",
                 "-dM", "-E", "/dev/null"], capture_output=True, text=True, check=True).stdout
            names |= {m for m in re.findall(r"^#define (\w+)(?: |$)", text, re.M)}
    return names


def macro_names(device, clang):
    names = set(device.extensions.split()) | set(driver.feature_names(device))
    names |= {"inline", "kernel", "__kernel", "cl_khr_int64", "cl_khr_fp16", "cl_khr_subgroups",
              "POCL_DEVICE_ADDRESS_BITS", "__pocl__", "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE",
              "__ENDIAN_LITTLE__", "__IMAGE_SUPPORT__", "__FAST_RELAXED_MATH__", "FP_FAST_FMA",
              "FP_FAST_FMAF", "__GPU__", "__CPU__", "__AMD__", "NDEBUG",
              "__opencl_c_generic_address_space", "__opencl_c_device_enqueue", "__opencl_c_pipes",
              "__opencl_c_program_scope_global_variables", "__opencl_c_subgroups"}
    names |= predefined(clang)
    for header in os.listdir("/usr/share/pocl/include"):
        if header in ("_builtin_renames.h", "opencl-c.h", "opencl-c-base.h"):
            continue
        with open("/usr/share/pocl/include/" + header) as file:
            names |= set(re.findall(r"^#\s*define (\w+)(?: |$)", file.read(), re.M))
    return sorted(name for name in names
                  if name not in ALLOWED and not name.startswith(PREFIXES_ALLOWED)
                  and not name.startswith("__OPENCL_C_") or name == "__OPENCL_C_VERSION__")


def probe_source(names):
    lines = ["#define S_(...) #__VA_ARGS__", "#define S(...) S_(__VA_ARGS__)"]
    lines.append("__constant char text[] =")
    lines += ['"%s=" S(%s) "\\n"' % (name, name) for name in names]
    lines.append(";\n__kernel void probe(__global char *out) {\n"
                 "  for (int i = 0; i < (int)sizeof(text); ++i) out[i] = text[i];\n"
                 "  out[sizeof(text)] = 0;\n}\n")
    return "\n".join(lines)


def ask_pocl(device, source, options):
    context = cl.Context([device])
    program = driver.build_source(context, device, source, options)
    queue = cl.CommandQueue(context)
    size = 1 << 18
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, size)
    kernel = cl._cl.Kernel(program, "probe")
    kernel.set_arg(0, buffer)
    cl.enqueue_nd_range_kernel(queue, kernel, (1,), (1,))
    data = bytearray(size)
    cl.enqueue_copy(queue, data, buffer)
    return bytes(data).split(b"\0")[0].decode()


def ask_lockstep(lockstep_cc, device, source, options):
    text = driver.lockstep_cc(lockstep_cc, device, source, options, "source-ll").decode()
    escaped = re.search(r'@text = .*?constant \[\d+ x i8\] c"(.*)", align', text).group(1)
    return re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m.group(1), 16)), escaped).rstrip("\0")


# In OpenCL C 2.0 these say nothing new, and clang needs them for the same features in 3.0.
ALLOWED_IN_20 = {"__opencl_c_fp64", "__opencl_c_3d_image_writes"}


def main():
    clang, lockstep_cc, options = sys.argv[1], sys.argv[2], " ".join(sys.argv[3:])
    device = driver.pocl_device()
    if not driver.takes(device, options):
        print("skipped: PoCL refuses " + options)
        sys.exit(77)
    names = macro_names(device, clang)
    if "CL2.0" in options:
        names = [name for name in names if name not in ALLOWED_IN_20]
    source = probe_source(names)
    theirs = ask_pocl(device, source, options).splitlines()
    ours = ask_lockstep(lockstep_cc, device, source, options).splitlines()
    wrong = [(a, b) for a, b in zip(theirs, ours) if a != b]
    if any(a.startswith("__clang_major__=") for a, _ in wrong):
        known = predefined(clang)
        wrong = [(a, b) for a, b in wrong if not differs_by_version(*a.split("=", 1), known)]
        print("the driver's clang is of another version")
    for a, b in wrong:
        print("PoCL: %-60s lockstep-cc: %s" % (a, b.partition("=")[2]))
    if len(theirs) != len(names) or len(ours) != len(names):
        sys.exit("%d names, PoCL printed %d, lockstep-cc %d" % (len(names), len(theirs), len(ours)))
    print("%d macros compared, %d differ" % (len(names), len(wrong)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
