#!/usr/bin/python3
"""Launches a scatter by an index list, which is changed in between in every way in which memory can change.

Usage: contents.py [unseen]

With `unseen` it first asks for a function of an extension by which memory could change unseen, and plays one way. For
each way there are two kernels: NAME_changed, whose list is made one that races, and NAME_beside, which has the same
done to another buffer. Run under lockstep by check_contents.py.
"""
import ctypes
import sys
import time

import numpy as np
import pyopencl as cl

N = 64
FLAGS = cl.mem_flags
GOOD = np.roll(np.arange(N, dtype=np.int32), 5)
RACY = np.full(N, 7, np.int32)
BEFORE, AFTER, RESTORED = 4, 2, 3  # launches
INTEGERS = cl.ImageFormat(cl.channel_order.R, cl.channel_type.SIGNED_INT32)
WRITERS = """
kernel void writes(global int *to, global const int *from) { to[get_global_id(0)] = from[get_global_id(0)]; }
kernel void hidden(global int *to, global const int *from) { to[get_global_id(0)] = from[get_global_id(0)]; }
kernel void alone(global int *to, global const int *from) { for (int i = 0; i < 64; ++i) to[i] = from[i]; }
kernel void texels(write_only image1d_buffer_t to, global const int *from) {
  int g = get_global_id(0);
  write_imagei(to, g, (int4)(from[g], 0, 0, 0));
}
"""
SCATTER = """
kernel void %s(global int *out, global const int *list, global const int *in) {
  int g = get_global_id(0);
  out[list[g]] = in[g];
}
"""


class Stage:
    """A context with one queue, and the programs in it."""

    def __init__(self, names, others="", properties=0):
        self.context = cl.create_some_context(interactive=False)
        self.queue = cl.CommandQueue(self.context, properties=properties)
        text = WRITERS + "".join(SCATTER % name for name in names) + others
        self.program = cl.Program(self.context, text).build()

    def buffer(self, values, flags=FLAGS.READ_WRITE):
        return cl.Buffer(self.context, flags | FLAGS.COPY_HOST_PTR, hostbuf=values)

    def run(self, name, *arguments, size=N):
        cl.Kernel(self.program, name)(self.queue, (size,), (min(size, 16),), *arguments)


def write(stage, to, values):
    cl.enqueue_copy(stage.queue, to, values)


def write_later(stage, to, values):
    cl.enqueue_copy(stage.queue, to, values, is_blocking=False)


def write_part(stage, to, values):
    cl.enqueue_copy(stage.queue, to, values[:8], dst_offset=32)


def write_rectangle(stage, to, values):
    cl.enqueue_copy(stage.queue, to, values, buffer_origin=(0, 0), host_origin=(0, 0), region=(32, 8))


def fill(stage, to, values):
    cl.enqueue_fill_buffer(stage.queue, to, values[:1], 0, 4 * N)


def copy(stage, to, values):
    cl.enqueue_copy(stage.queue, to, stage.buffer(values))


def copy_rectangle(stage, to, values):
    cl.enqueue_copy(stage.queue, to, stage.buffer(values), src_origin=(0, 0), dst_origin=(0, 0), region=(32, 8))


def mapped(stage, to, flags):
    return cl.enqueue_map_buffer(stage.queue, to, flags, 0, (N,), np.int32)[0]


def map_and_write(stage, to, values):
    region = mapped(stage, to, cl.map_flags.WRITE)
    region[:] = values
    region.base.release(stage.queue)


def map_anew(stage, to, values):
    region = mapped(stage, to, cl.map_flags.WRITE_INVALIDATE_REGION)
    region[:] = values
    region.base.release(stage.queue)


def map_that_stays(stage, to, values):
    stage.kept = getattr(stage, "kept", []) + [mapped(stage, to, cl.map_flags.READ | cl.map_flags.WRITE)]
    stage.kept[-1][:] = values


def kernel(stage, to, values):
    stage.run("writes", to, stage.buffer(values))


def task(stage, to, values):
    stage.run("alone", to, stage.buffer(values), size=1)


def unchecked(stage, to, values):
    stage.run("hidden", to, stage.buffer(values))


def part(stage, to, values):
    write(stage, to.get_sub_region(0, 4 * N), values)


def kernel_at_part(stage, to, values):
    stage.run("writes", to.get_sub_region(0, 4 * N), stage.buffer(values))


def image_over(stage, to):
    return cl.Image(stage.context, FLAGS.READ_WRITE, INTEGERS, shape=(N,), buffer=to)


def kernel_at_image(stage, to, values):
    image = image_over(stage, to)
    stage.run("texels", image, stage.buffer(values))
    stage.queue.finish()  # PoCL does not keep an image over a buffer for the launches that use it


def image(stage, to, values):
    cl._cl._enqueue_write_image(stage.queue, image_over(stage, to), (0, 0, 0), (N, 1, 1), values)


def copied_to_image(stage, to, values):
    cl._cl._enqueue_copy_buffer_to_image(stage.queue, stage.buffer(values), image_over(stage, to), 0, (0, 0, 0),
                                         (N, 1, 1))


def copied_from_image(stage, to, values):
    source = cl.Image(stage.context, FLAGS.READ_WRITE | FLAGS.COPY_HOST_PTR, INTEGERS, shape=(N, 1), hostbuf=values)
    cl.enqueue_copy(stage.queue, to, source, origin=(0, 0), region=(N, 1), offset=0)


def mapped_image(stage, to, values):
    region = cl.enqueue_map_image(stage.queue, image_over(stage, to), cl.map_flags.WRITE, (0, 0, 0), (N, 1, 1), (N,),
                                  np.int32)[0]
    region[:] = values
    region.base.release(stage.queue)


def migrated(stage, to, values):
    cl.enqueue_migrate_mem_objects(stage.queue, [to], flags=cl.mem_migration_flags.CONTENT_UNDEFINED)
    write(stage, to, values)


def moved(stage, to, values):
    cl.enqueue_migrate_mem_objects(stage.queue, [to])
    write(stage, to, values)


WAYS = [write, write_later, write_part, write_rectangle, fill, copy, copy_rectangle, map_and_write, map_anew,
        map_that_stays, kernel, task, unchecked, part, kernel_at_part, kernel_at_image, image,
        copied_to_image, copied_from_image, mapped_image, migrated, moved]
# After these, no launch of the context is certified any more.
DISORDER = ["second_queue", "second_queue_first", "out_of_order"]


def scatter(stage, name, out, indices, source, times):
    for _ in range(times):
        stage.run(name, out, indices, source)
        stage.queue.finish()
        time.sleep(0.01)  # a driver tells of a launch's end some time after clFinish has returned


def play(stage, name, change, beside):
    """Launches as they come to `change`, which is done to the list or beside it."""
    out, source = stage.buffer(np.zeros(N, np.int32)), stage.buffer(np.arange(N, dtype=np.int32))
    indices, other = stage.buffer(GOOD), stage.buffer(GOOD)
    scatter(stage, name, out, indices, source, BEFORE)
    change(stage, other if beside else indices, RACY)
    scatter(stage, name, out, indices, source, AFTER)
    cl.enqueue_copy(stage.queue, other if beside else indices, GOOD)
    scatter(stage, name, out, indices, source, RESTORED)


def play_others(stage):
    """Other lists in place of the first one."""
    out, source = stage.buffer(np.zeros(N, np.int32)), stage.buffer(np.arange(N, dtype=np.int32))
    scatter(stage, "other_list", out, stage.buffer(GOOD), source, BEFORE)
    scatter(stage, "other_list", out, stage.buffer(RACY), source, AFTER)
    for values in (GOOD, RACY, GOOD, RACY):  # each is released before the next is made, which may get its handle
        scatter(stage, "handle_again", out, stage.buffer(values), source, 2)
    memory = GOOD.copy()
    shared = cl.Buffer(stage.context, FLAGS.READ_WRITE | FLAGS.USE_HOST_PTR, hostbuf=memory)
    scatter(stage, "host_memory", out, shared, source, BEFORE)
    memory[:] = RACY
    scatter(stage, "host_memory", out, shared, source, AFTER)
    both = stage.buffer(np.concatenate([GOOD, np.zeros(N, np.int32)]))  # a list beside what is written
    scatter(stage, "one_buffer", both.get_sub_region(4 * N, 4 * N), both.get_sub_region(0, 4 * N), source, BEFORE)
    write(stage, both, RACY)
    scatter(stage, "one_buffer", both.get_sub_region(4 * N, 4 * N), both.get_sub_region(0, 4 * N), source, AFTER)


def play_disorder(name):
    stage = Stage([name], properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
                  if name == "out_of_order" else 0)
    queues = {"second_queue": lambda: cl.CommandQueue(stage.context), "out_of_order": lambda: stage.queue}
    if name == "second_queue_first":
        second = cl.CommandQueue(stage.context)
        queues[name] = lambda: second

    def change(stage, to, values):
        cl.enqueue_copy(queues[name](), to, values)
    play(stage, name, change, False)


def look_up(name):
    """Whether the driver has the extension's function `name`."""
    library = ctypes.CDLL("libOpenCL.so.1")
    library.clGetExtensionFunctionAddressForPlatform.restype = ctypes.c_void_p
    library.clGetExtensionFunctionAddressForPlatform.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    platform = cl.get_platforms()[0].int_ptr
    return library.clGetExtensionFunctionAddressForPlatform(platform, name.encode()) is not None


def main():
    look_up("clCreateProgramWithILKHR")  # harmless
    look_up("clNoSuchFunction")
    unseen = sys.argv[1:] == ["unseen"]
    if unseen and not look_up("clSetContentSizeBufferPoCL"):
        sys.exit("the driver has no such function")
    ways = WAYS[:1] if unseen else WAYS
    names = [way.__name__ + suffix for way in ways for suffix in ("_changed", "_beside")]
    stage = Stage(names + ["other_list", "handle_again", "host_memory", "one_buffer"])
    for way in ways:
        play(stage, way.__name__ + "_changed", way, False)
        play(stage, way.__name__ + "_beside", way, True)
    if unseen:
        return
    play_others(stage)
    for name in DISORDER:
        play_disorder(name)


if __name__ == "__main__":
    main()
