// The part of a life in which host and device exchange data, waiting for it.
#include "life.h"

#define CALL(name) (control->announce(#name), name)
#define SAY(...) fprintf(out, __VA_ARGS__)

void Transfers(const FakeControl* control, FILE* out, cl_command_queue queue, cl_mem memory) {
  char data[64] = "";
  const size_t origin[3] = {0, 0, 0}, region[3] = {4, 1, 1};
  size_t row = 0, slice = 0;
  cl_int error = -1;
  SAY("read %d\n", CALL(clEnqueueReadBuffer)(queue, memory, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  SAY("write %d\n", CALL(clEnqueueWriteBuffer)(queue, memory, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  SAY("read rectangle %d\n",
      CALL(clEnqueueReadBufferRect)(queue, memory, CL_TRUE, origin, origin, region, 0, 0, 0, 0, data,
                                    0, NULL, NULL));
  SAY("write rectangle %d\n",
      CALL(clEnqueueWriteBufferRect)(queue, memory, CL_TRUE, origin, origin, region, 0, 0, 0, 0,
                                     data, 0, NULL, NULL));
  SAY("read image %d\n", CALL(clEnqueueReadImage)(queue, memory, CL_TRUE, origin, region, 0, 0, data,
                                                  0, NULL, NULL));
  SAY("write image %d\n", CALL(clEnqueueWriteImage)(queue, memory, CL_TRUE, origin, region, 0, 0,
                                                    data, 0, NULL, NULL));
  void* mapped = CALL(clEnqueueMapBuffer)(queue, memory, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL,
                                          &error);
  SAY("map %d %d\n", mapped != NULL, error);
  mapped = CALL(clEnqueueMapImage)(queue, memory, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice,
                                   0, NULL, NULL, &error);
  SAY("map image %d %d\n", mapped != NULL, error);
  SAY("map svm %d\n",
      CALL(clEnqueueSVMMap)(queue, CL_TRUE, CL_MAP_READ, data, sizeof(data), 0, NULL, NULL));
  SAY("copy svm %d\n",
      CALL(clEnqueueSVMMemcpy)(queue, CL_TRUE, data, data + 32, 32, 0, NULL, NULL));
}
