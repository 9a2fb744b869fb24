// A program that orders what its queues do for a long time, and then does not: launches that no two are equal of.
//   late racy|fixed
#include "pairs.h"

enum { ORDERED = 100, UNORDERED = 3 };

static cl_kernel fill;

static void Fill(cl_command_queue queue, cl_int value, cl_uint waits, const cl_event* list, cl_event* event) {
  DO(clSetKernelArg(fill, 1, sizeof(value), &value));
  Launch(queue, fill, 0, N, waits, list, event);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  fixed = strcmp(argv[1], "fixed") == 0;
  Start();
  fill = Kernel("fill");
  Arg(fill, 0, a);
  for (int i = 0; i < ORDERED; ++i) {
    Fill(i % 2 ? q : other, i, 0, NULL, NULL);
    DO(clFinish(i % 2 ? q : other));
  }
  for (int i = 0; i < UNORDERED; ++i) {
    Fill(q, ORDERED + 2 * i, 0, NULL, &e);
    Fill(other, ORDERED + 2 * i + 1, fixed ? 1 : 0, fixed ? &e : NULL, NULL);
    DO(clFinish(q));
    DO(clFinish(other));
  }
  return 0;
}
