"""A race that a Python program launches, for --host-stacks."""
import pyopencl as cl

SOURCE = "kernel void total(global const int *in, global int *out) { out[0] += in[get_global_id(0)]; }"


def memory(context):
    return cl.Buffer(context, cl.mem_flags.READ_WRITE, 1024)  # creation


def build(context):
    return cl.Program(context, SOURCE).build()  # build


class Solver:
    def __init__(self, context):
        self.queue = cl.CommandQueue(context)
        self.kernel = cl.Kernel(build(context), "total")
        self.memory = [memory(context), memory(context)]
        self.kernel.set_args(*self.memory)

    def step(self):
        cl.enqueue_nd_range_kernel(self.queue, self.kernel, (256,), None).wait()  # enqueue


Solver(cl.create_some_context(interactive=False)).step()  # main
