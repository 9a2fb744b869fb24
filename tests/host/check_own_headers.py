#!/usr/bin/python3
"""An application that includes lockstep/rsp.clh builds under lockstep without saying where it is.

Usage: check_own_headers.py LOCKSTEP
Runs itself under `lockstep run` (and with -I, without lockstep) and compares what the application sees.
"""
import os
import subprocess
import sys
import tempfile

# Only one group adds at its own scope: that of two groups would race, in the schedules in which no remote
# operation comes between them.
KERNEL = """
kernel void k(global atomic_int *a) {
  atomic_fetch_add_explicit_remote(a, 2, memory_order_acq_rel, memory_scope_device);
  if (get_group_id(0) == 0)
    atomic_fetch_add_explicit(a, 3, memory_order_acq_rel, memory_scope_work_group);
}
"""
DIRECT = "#include <lockstep/rsp.clh>\n" + KERNEL
NESTED = "#include \"queue.h\"\n" + KERNEL
OPTIONS = "-cl-std=CL3.0 -DX=1"


def application(include):
    """Builds and runs both sources; prints results and what the application is told."""
    import numpy
    import pyopencl as cl
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    for source in (DIRECT, NESTED):
        options = OPTIONS + (" -I " + include if include else "")
        program = cl._cl._Program(context, source)
        program._build(options=options.encode())
        told = program.get_build_info(context.devices[0], cl.program_build_info.OPTIONS)
        print(told.strip() == options, program.get_info(cl.program_info.SOURCE) == source)
        buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4)
        cl.enqueue_copy(queue, buffer, numpy.zeros(1, numpy.int32))
        kernel = cl._cl.Kernel(program, "k")
        kernel.set_arg(0, buffer)
        cl.enqueue_nd_range_kernel(queue, kernel, (64,), (4,))
        out = numpy.zeros(1, numpy.int32)
        cl.enqueue_copy(queue, out, buffer)
        print(out[0])


def run(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)


def main(lockstep):
    me = [sys.executable, os.path.abspath(__file__), "--application"]
    include = run([lockstep, "--include-dir"], ".").stdout.strip()
    expected = "True True\n140\n" * 2
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/queue.h", "w") as file:
            file.write("#include <lockstep/rsp.clh>\n")
        native = run(me + [include], folder)
        checked = run([lockstep, "run", "--"] + me, folder)
        with open(folder + "/k.cl", "w") as file:
            file.write(DIRECT)
        alone = run([lockstep, "kernel", "k.cl", "--unchecked", "--global=4",
                     "--build-options=-cl-std=CL3.0"], folder)
    for name, done in (("without lockstep", native), ("under lockstep", checked)):
        if done.returncode != 0 or done.stdout != expected:
            wrong.append(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    if "not instrumented" in checked.stderr or "2 launches" not in checked.stderr:
        wrong.append("not everything was checked:\n" + checked.stderr)
    if alone.returncode != 0:
        wrong.append("lockstep kernel --unchecked:\n" + alone.stderr)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "--application":
        application(sys.argv[2] if len(sys.argv) > 2 else "")
    else:
        sys.exit(main(sys.argv[1]))
