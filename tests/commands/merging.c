// merging [+]SIZE...: for each a write of a buffer of so many bytes and a read beside it in another queue; with + both
// are enqueued at another place in the program.
#include "pairs.h"

// The calls of each caller are its own.
static inline __attribute__((always_inline)) void Race(size_t size, cl_int value) {
  cl_mem mem = Buffer(CL_MEM_READ_WRITE, size, NULL);
  DO(clEnqueueFillBuffer(q, mem, &value, sizeof(value), 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(other, mem, CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
  DO(clFinish(q));
  DO(clFinish(other));
  DO(clReleaseMemObject(mem));
}

static __attribute__((noinline)) void Here(size_t size) { Race(size, 1); }
static __attribute__((noinline)) void Elsewhere(size_t size) { Race(size, 2); }

int main(int argc, char** argv) {
  Start();
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '+') {
      Elsewhere((size_t)atoi(argv[i] + 1));
    } else {
      Here((size_t)atoi(argv[i]));
    }
  }
  return 0;
}
