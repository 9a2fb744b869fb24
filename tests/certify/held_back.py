#!/usr/bin/python3
"""Enqueues equal launches one behind the other, without waiting for any. Run by check_held_back.py."""
import time

import numpy as np
import pyopencl as cl

SOURCE = """
kernel void stream_1(global int *a) { a[get_global_id(0) ^ 1] += 1; }
kernel void stream_2(global int *a) { a[get_global_id(0) ^ 1] += 1; }
kernel void stream_3(global int *a) { a[get_global_id(0) ^ 1] += 1; }
kernel void behind_event(global int *a) { a[get_global_id(0) ^ 1] += 2; }
kernel void from_callback(global int *a) { a[get_global_id(0) ^ 1] += 4; }
"""
N, LAUNCHES = 1 << 18, 100
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, SOURCE).build()
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR


def launch(name, wait_for=None, items=N):
    return cl.enqueue_nd_range_kernel(queue, KERNELS[name], (items,), (64,), wait_for=wait_for)


KERNELS = {}
contents = {}
STEPS = {"stream_1": 1, "stream_2": 1, "stream_3": 1, "behind_event": 2, "from_callback": 4}
for name in STEPS:
    contents[name] = cl.Buffer(context, flags, hostbuf=np.zeros(2 * N, np.int32))
    KERNELS[name] = cl.Kernel(program, name)
    KERNELS[name].set_args(contents[name])

# A launch of another size first: who waits for a driver that still compiles soon gives up, for all that come. A larger
# one, since PoCL compiles small ones apart.
for name in ("stream_1", "stream_2", "stream_3"):
    launch(name, items=2 * N).wait()
    cl.enqueue_fill_buffer(queue, contents[name], np.int32(0), 0, 8 * N)
queue.finish()

for name in ("stream_1", "stream_2", "stream_3"):
    for _ in range(LAUNCHES):
        launch(name)
    queue.finish()

# None of these can end before all have been enqueued.
start = cl.UserEvent(context)
begun = time.monotonic()
launch("behind_event", [start])
for _ in range(LAUNCHES - 1):
    launch("behind_event")
held_back = time.monotonic() - begun
start.set_status(cl.command_execution_status.COMPLETE)
queue.finish()

# The thread that tells that the first is complete may be the one on which the others are enqueued.
enqueued = []
event = launch("from_callback")
event.set_callback(cl.command_execution_status.COMPLETE, lambda _: enqueued.extend(
    launch("from_callback") for _ in range(LAUNCHES - 1)))
event.wait()
while len(enqueued) < LAUNCHES - 1:
    time.sleep(0.01)
queue.finish()

for name, step in STEPS.items():
    result = np.empty(N, np.int32)
    cl.enqueue_copy(queue, result, contents[name])
    assert (result == LAUNCHES * step).all(), name
assert held_back < 30, f"{held_back} s to enqueue what cannot run yet"
print("as it should be")
