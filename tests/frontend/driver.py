"""What the front end's tests share: the PoCL device, and requests to lockstep-cc about it."""
import ctypes
import json
import subprocess
import sys

import pyopencl as cl


def pocl_device():
    for platform in cl.get_platforms():
        if "Portable" in platform.name:
            return platform.get_devices()[0]
    sys.exit("no PoCL device")


def feature_names(device):
    """CL_DEVICE_OPENCL_C_FEATURES as names (records of a u32 version and char[64])."""
    library = ctypes.CDLL("libOpenCL.so.1")
    size = ctypes.c_size_t()
    query = ctypes.c_uint(0x106F)
    handle = ctypes.c_void_p(device.int_ptr)
    if library.clGetDeviceInfo(handle, query, ctypes.c_size_t(0), None, ctypes.byref(size)) != 0:
        return []
    data = ctypes.create_string_buffer(size.value)
    library.clGetDeviceInfo(handle, query, size, data, None)
    return [data.raw[i + 4:i + 68].split(b"\0")[0].decode() for i in range(0, size.value, 68)]


def takes_spirv(device):
    """PoCL 3.1 takes bitcode instead."""
    return "SPIR-V" in device.il_version


def lockstep_cc(tool, device, source, options, emit):
    """The bytes that lockstep-cc writes; exits with its diagnostics if it fails."""
    request = {
        "abi": 1, "backend": "spirv-serial" if takes_spirv(device) else "pocl", "source": source, "options": options,
        "device": {"name": device.name, "vendor": device.vendor, "version": device.version,
                   "c_version": device.opencl_c_version, "extensions": device.extensions,
                   "features": feature_names(device), "address_bits": device.address_bits,
                   "little_endian": bool(device.endian_little),
                   "images": bool(device.image_support)}}
    done = subprocess.run([tool, "--request=-", "--output=-", "--emit=" + emit],
                          input=json.dumps(request).encode(), capture_output=True)
    if done.returncode != 0:
        sys.exit("lockstep-cc: " + done.stderr.decode())
    return done.stdout


def build_source(context, device, source, options):
    """As pyopencl would, but with no options and no cache of its own."""
    program = cl._cl._Program(context, source)
    program._build(options.encode(), [device])
    return program


def takes(device, options):
    """Whether the driver builds an empty kernel with these options."""
    try:
        build_source(cl.Context([device]), device, "kernel void k(void) {}", options)
    except cl.RuntimeError:
        return False
    return True


def build_code(context, device, code, options):
    if takes_spirv(device):
        program = cl._cl._create_program_with_il(context, code)
    else:
        program = cl._cl._Program(context, [device], [code])
    program._build(options.encode(), [device])
    return program
