"""Runs a kernel as PoCL does and as its twin with the barrier passes, without the access checks.

Every kernel here has the signature
  kernel void k(global int *out, global const int *in, local int *tmp, int n)
"""
import atexit
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import warnings

if "POCL_CACHE_DIR" not in os.environ:
    os.environ["POCL_CACHE_DIR"] = tempfile.mkdtemp(prefix="lockstep-pocl-")
    atexit.register(shutil.rmtree, os.environ["POCL_CACHE_DIR"], ignore_errors=True)
os.environ.setdefault("PYOPENCL_NO_CACHE", "1")

import numpy as np  # noqa: E402  (after the environment of PoCL)
import pyopencl as cl  # noqa: E402

warnings.filterwarnings("ignore", category=cl.CompilerWarning)
PASSES = ("prepare,narrow-vector-access,lower-builtins,add-hidden-args,count-segments,"
          "lower-collectives,flatten-divergent-barriers,link-device-library,cleanup")
HERE = os.path.dirname(os.path.abspath(__file__))
FINDING_DIVERGENCE = 4
SYNC_WORDS = 72
LOG_SLOTS = 256  # a power of two; kernels that part everywhere have more than 64 findings
OFFER_WORDS = 4
OUT_WORDS = 4096
PARTED = {1: "site", 2: "iteration", 3: "flags"}


class Device:
    def __init__(self):
        platforms = [p for p in cl.get_platforms() if "Portable" in p.name]
        if not platforms:
            raise SystemExit("no PoCL platform")
        self.device = platforms[0].get_devices()[0]
        self.takes_spirv = "SPIR-V" in self.device.il_version  # PoCL 3.1 takes bitcode instead
        self.context = cl.Context([self.device])
        self.queue = cl.CommandQueue(self.context)

    def inputs(self, count=1024, seed=7):
        """Small numbers; the first few steer the kernels' control flow."""
        return np.random.default_rng(seed).integers(0, 8, count, dtype=np.int32)

    def buffers(self, values, writable=0):
        flags = cl.mem_flags
        out = cl.Buffer(self.context, flags.READ_WRITE | flags.COPY_HOST_PTR,
                        hostbuf=np.zeros(OUT_WORDS, np.int32))
        source = cl.Buffer(self.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=values)
        return out, source

    def read(self, buffer, words=OUT_WORDS):
        result = np.zeros(words, np.int32)
        cl.enqueue_copy(self.queue, result, buffer)
        return result


class Native:
    """The kernels as the driver builds them from source."""

    def __init__(self, device, source):
        self.device = device
        self.program = cl.Program(device.context, source).build()

    def run(self, name, values, global_size, local_size, n):
        out, source = self.device.buffers(values)
        kernel = cl.Kernel(self.program, name)
        kernel.set_args(out, source, cl.LocalMemory(4096), np.int32(n))
        cl.enqueue_nd_range_kernel(self.device.queue, kernel, global_size, local_size)
        return self.device.read(out)


class Twin:
    """The kernels after the barrier passes. `metadata[name]` is the image's entry."""

    def __init__(self, device, source, name="kernel.cl", passes=PASSES):
        self.device = device
        backend = "--backend=" + ("spirv-serial" if device.takes_spirv else "pocl")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(source)
            front = subprocess.run(
                ["/usr/bin/python3", os.path.join(HERE, "../lit/run_cc.py"), "--emit=source-ll",
                 backend, path], check=True, stdout=subprocess.PIPE).stdout
            with open(path + ".ll", "wb") as file:
                file.write(front)
            meta = path + ".json"
            subprocess.run(["lockstep-opt", backend, "--passes=" + passes, "--device-library",
                            "--strip-debug", "--metadata=" + meta, "-o", path + ".twin.ll",
                            path + ".ll"], check=True)
            with open(path + ".twin.ll") as file:
                text = file.read()
            # What random_kernels.PARTS keeps for the passes is no function of the program's any more: PoCL compiles none
            # but kernels.
            text = re.sub(r"^@llvm[.](compiler[.])?used = .*$", "", text, flags=re.M)
            text = re.sub(r"^define dso_local (spir_func i32 @_Z16get_sub_group_idv)", r"define internal \1", text, flags=re.M)
            with open(path + ".twin.ll", "w") as file:
                file.write(text)
            subprocess.run([os.environ.get("LOCKSTEP_LLVM_AS", "llvm-as-15"), path + ".twin.ll", "-o", path + ".bc"], check=True)
            with open(meta) as file:
                loaded = json.load(file)
            kernels = loaded if isinstance(loaded, list) else loaded["kernels"]
            self.metadata = {kernel["name"]: kernel for kernel in kernels}
            if device.takes_spirv:
                subprocess.run([os.environ["LOCKSTEP_LLVM_SPIRV"], path + ".bc", "-o", path + ".spv"], check=True)
            with open(path + (".spv" if device.takes_spirv else ".bc"), "rb") as file:
                code = file.read()
        if device.takes_spirv:
            self.program = cl.Program(device.context, code).build()
        else:
            self.program = cl.Program(device.context, [device.device], [code]).build()

    def run(self, name, values, global_size, local_size, n):
        """Returns (out, findings); a finding is a dict, see _decode."""
        out, source = self.device.buffers(values)
        flags = cl.mem_flags
        size = list(local_size) + [1] * (3 - len(local_size))
        # ls_control of device-lib/shared/control.h, line by line as its comments divide it.
        segment_shift, actor_shift, first_actor = 32, 48, 1
        control = b"".join((
            struct.pack("<4I", 1, 0, 0, 10),
            struct.pack("<Q2I", first_actor, int(np.prod(size)), segment_shift | actor_shift << 8),
            struct.pack("<3I5I", *size, 1 << 15, segment_shift, actor_shift, LOG_SLOTS, 0),
            struct.pack("<4Q", 0, 0, 0, 0),
            struct.pack("<4I", 0, 0, SYNC_WORDS, SYNC_WORDS),
            struct.pack("<6I", 0, int(np.prod(size)), 0, 0, 0, 0),
            struct.pack("<2I2Q", SYNC_WORDS, 0, 0, 0)))
        assert len(control) == 160
        make = lambda data: cl.Buffer(  # noqa: E731
            self.device.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=data)
        log_bytes = np.zeros(64 + 80 * LOG_SLOTS, np.uint8)
        log = make(log_bytes)
        kernel = cl.Kernel(self.program, name)
        dummy = make(np.zeros(64, np.uint8))
        control_buffer = make(np.frombuffer(control, np.uint8).copy())  # kernels hold no reference
        kernel.set_args(out, source, cl.LocalMemory(4096), np.int32(n), control_buffer, dummy,
                        dummy, dummy, log, cl.LocalMemory(8 * (SYNC_WORDS + OFFER_WORDS * int(np.prod(size)))))
        cl.enqueue_nd_range_kernel(self.device.queue, kernel, global_size, local_size)
        result = self.device.read(out)
        cl.enqueue_copy(self.device.queue, log_bytes, log)
        return result, self._decode(name, log_bytes.tobytes(), int(np.prod(size)))

    def _decode(self, name, log, group_size):
        sites = self.metadata[name]["sites"]
        findings = []
        for slot in range(LOG_SLOTS):
            at = 64 + 80 * slot
            key, _, count, record_a, record_b, _, _, _, *extra = struct.unpack_from(
                "<QIIQQQII4Q", log, at)
            if key == 0:
                continue
            assert key & 15 == FINDING_DIVERGENCE, hex(key)
            site_a, site_b = sites[key >> 40], sites[key >> 16 & 0xffffff]
            findings.append({
                "a": place(site_a), "b": place(site_b), "count": count,
                "who_a": (record_a - 1) % group_size, "who_b": (record_b - 1) % group_size,
                "group": (record_a - 1) // group_size,
                "what": PARTED[extra[0] >> 8 & 3], "loop": extra[0] >> 16 & 0xff,
                "flags_a": extra[0] & 7, "flags_b": extra[2] & 7,
                "counts_a": [count_of(extra[0], extra[1], i) for i in range(loops(site_a))],
                "counts_b": [count_of(extra[2], extra[3], i) for i in range(loops(site_b))],
            })
        return sorted(findings, key=lambda f: (f["a"], f["b"]))


def loops(site):
    return len(site.get("loops", []))


def place(site):
    calls = "".join(" < %d:%d" % (c["line"], c["column"]) for c in site["inlined_at"])
    return "%s %d:%d%s" % (site["op"], site["line"], site["column"], calls)


def count_of(low, high, loop):
    """ls_parted_count of device-lib/shared/divergence.h."""
    if loop == 0:
        return low >> 32
    if loop == 1:
        return high & 0xffffffff
    return high >> 32 if loop == (low >> 24 & 0xff) else 0


def describe(finding):
    """One line: what the tests write down."""
    text = "%s / %s by %s" % (finding["a"], finding["b"], finding["what"])
    if finding["what"] == "iteration":
        loop = finding["loop"]
        text += " %d/%d" % (finding["counts_a"][loop], finding["counts_b"][loop])
    if finding["what"] == "flags":
        text += " %d/%d" % (finding["flags_a"], finding["flags_b"])
    return text + " items %d/%d" % (finding["who_a"], finding["who_b"])
