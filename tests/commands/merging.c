// merging [+]SIZE...: for each a write of a buffer of so many bytes and a read beside it in another queue; with + both
// are enqueued at another place in the program.
#include "pairs.h"

static void Race(size_t size) {
  cl_mem mem = Buffer(CL_MEM_READ_WRITE, size, NULL);
  const cl_int one = 1;
  DO(clEnqueueFillBuffer(q, mem, &one, sizeof(one), 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(other, mem, CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
  DO(clFinish(q));
  DO(clFinish(other));
  DO(clReleaseMemObject(mem));
}

static void Elsewhere(size_t size) {
  cl_mem mem = Buffer(CL_MEM_READ_WRITE, size, NULL);
  const cl_int two = 2;
  DO(clEnqueueFillBuffer(q, mem, &two, sizeof(two), 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(other, mem, CL_FALSE, 0, BYTES, more, 0, NULL, NULL));
  DO(clFinish(q));
  DO(clFinish(other));
  DO(clReleaseMemObject(mem));
}

int main(int argc, char** argv) {
  Start();
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '+') {
      Elsewhere((size_t)atoi(argv[i] + 1));
    } else {
      Race((size_t)atoi(argv[i]));
    }
  }
  return 0;
}
