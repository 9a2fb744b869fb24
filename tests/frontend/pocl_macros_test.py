#!/usr/bin/env python3
"""Every macro that a kernel can see under PoCL must look the same to lockstep-cc.

One source spells the value of each name in a list; PoCL runs it, lockstep-cc compiles it, and the
texts are compared. The names are all predefined macros of the CPU target and of spir64, all macros
of clang's OpenCL header, PoCL's own, and every extension and feature.
Usage: pocl_macros_test.py LOCKSTEP_CC [build option]...
"""
import json
import os
import re
import subprocess
import sys

import pyopencl as cl

# Differences that no kernel can use to behave differently, with the reason for each.
ALLOWED = {
    "__clang_version__", "__VERSION__",          # same compiler, other wording
    "POCL_DEVICE_TYPES_H", "__X86_IMAGE_H__",    # include guards of PoCL's headers
    "__opencl_c_named_address_space_builtins",   # clang asks for it when it looks built-ins up
}
PREFIXES_ALLOWED = (
    "_CL_", "__IF_", "IMG_",           # PoCL's tools for its own headers
    "POCL_BUILTIN", "CLANG_HAS_",
)


def pocl_device():
    for platform in cl.get_platforms():
        if "Portable" in platform.name:
            return platform.get_devices()[0]
    sys.exit("no PoCL device")


def feature_names(device):
    """CL_DEVICE_OPENCL_C_FEATURES as names (struct of a u32 version and char[64])."""
    import ctypes
    library = ctypes.CDLL("libOpenCL.so.1")
    size = ctypes.c_size_t()
    query = ctypes.c_uint(0x106F)
    handle = ctypes.c_void_p(device.int_ptr)
    if library.clGetDeviceInfo(handle, query, ctypes.c_size_t(0), None, ctypes.byref(size)) != 0:
        return []
    data = ctypes.create_string_buffer(size.value)
    library.clGetDeviceInfo(handle, query, size, data, None)
    return [data.raw[i + 4:i + 68].split(b"\0")[0].decode() for i in range(0, size.value, 68)]


def macro_names(device):
    names = set(device.extensions.split()) | set(feature_names(device))
    names |= {"inline", "kernel", "__kernel", "cl_khr_int64", "cl_khr_fp16", "cl_khr_subgroups",
              "POCL_DEVICE_ADDRESS_BITS", "__pocl__", "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE",
              "__ENDIAN_LITTLE__", "__IMAGE_SUPPORT__", "__FAST_RELAXED_MATH__", "FP_FAST_FMA",
              "FP_FAST_FMAF", "__GPU__", "__CPU__", "__AMD__", "NDEBUG",
              "__opencl_c_generic_address_space", "__opencl_c_device_enqueue", "__opencl_c_pipes",
              "__opencl_c_program_scope_global_variables", "__opencl_c_subgroups"}
    for target in ("x86_64-pc-linux-gnu", "spir64-unknown-unknown"):
        for std in ("CL1.2", "CL3.0"):
            text = subprocess.run(
                ["/usr/bin/clang-15", "-x", "cl", "-target", target, "-cl-std=" + std,
                 "-march=skylake-avx512" if "x86" in target else "-O0",
                 "-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins",
                 "-dM", "-E", "/dev/null"], capture_output=True, text=True, check=True).stdout
            names |= {m for m in re.findall(r"^#define (\w+)(?: |$)", text, re.M)}
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
    program = cl._cl._Program(context, source)
    program._build(options.encode(), [device])
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
    request = {
        "abi": 1, "backend": "pocl", "source": source, "options": options,
        "device": {"name": device.name, "vendor": device.vendor, "version": device.version,
                   "c_version": device.opencl_c_version, "extensions": device.extensions,
                   "features": feature_names(device), "address_bits": device.address_bits,
                   "little_endian": bool(device.endian_little),
                   "images": bool(device.image_support)}}
    done = subprocess.run([lockstep_cc, "--request=-", "--output=-", "--emit=source-ll"],
                          input=json.dumps(request), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("lockstep-cc: " + done.stderr)
    escaped = re.search(r'@text = .*?constant \[\d+ x i8\] c"(.*)", align', done.stdout).group(1)
    return re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m.group(1), 16)), escaped).rstrip("\0")


# In OpenCL C 2.0 these say nothing new, and clang needs them for the same features in 3.0.
ALLOWED_IN_20 = {"__opencl_c_fp64", "__opencl_c_3d_image_writes"}


def main():
    lockstep_cc, options = sys.argv[1], " ".join(sys.argv[2:])
    device = pocl_device()
    names = macro_names(device)
    if "CL2.0" in options:
        names = [name for name in names if name not in ALLOWED_IN_20]
    source = probe_source(names)
    theirs = ask_pocl(device, source, options).splitlines()
    ours = ask_lockstep(lockstep_cc, device, source, options).splitlines()
    wrong = [(a, b) for a, b in zip(theirs, ours) if a != b]
    for a, b in wrong:
        print("PoCL: %-60s lockstep-cc: %s" % (a, b.partition("=")[2]))
    if len(theirs) != len(names) or len(ours) != len(names):
        sys.exit("%d names, PoCL printed %d, lockstep-cc %d" % (len(names), len(theirs), len(ours)))
    print("%d macros compared, %d differ" % (len(names), len(wrong)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
