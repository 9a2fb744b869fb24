// Memory objects of every kind around a launch: what the application was told stays true.
#include <time.h>

#include "probe.h"

static const char kSource[] =
    "kernel void k(global int* a) { a[get_global_id(0)] += 5; }\n";

static int g_order = 0;

static void CL_CALLBACK Gone(cl_mem memory, void* user) {
  (void)memory;
  g_order = g_order * 10 + *(int*)user;
}

static void Describe(const char* what, cl_mem memory, const void* host) {
  cl_mem_object_type type = 0;
  cl_mem_flags flags = 0;
  size_t size = 0, offset = 0;
  void* pointer = NULL;
  cl_uint maps = 0;
  cl_bool svm = 2;
  clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof(type), &type, NULL);
  clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof(flags), &flags, NULL);
  clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(size), &size, NULL);
  clGetMemObjectInfo(memory, CL_MEM_OFFSET, sizeof(offset), &offset, NULL);
  clGetMemObjectInfo(memory, CL_MEM_HOST_PTR, sizeof(pointer), &pointer, NULL);
  clGetMemObjectInfo(memory, CL_MEM_MAP_COUNT, sizeof(maps), &maps, NULL);
  clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof(svm), &svm, NULL);
  printf("%s: type %x flags %llx size %zu offset %zu host pointer %s maps %u svm %u\n", what, type,
         (unsigned long long)flags, size, offset,
         pointer == NULL ? "none" : pointer == host ? "the application's" : "another", maps, svm);
}

int RunMemoryObjects(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel kernel = MakeKernel(program, "k");
  static int host[64] __attribute__((aligned(4096)));
  static int order[3] = {1, 2, 3};
  cl_int error;
  cl_mem whole = clCreateBuffer(setup.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                sizeof(host), host, &error);
  Check(error, "use host pointer");
  cl_mem copied = clCreateBuffer(setup.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 sizeof(host), host, &error);
  Check(error, "copy host pointer");
  cl_buffer_region half = {128, 128};
  cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half,
                                  &error);
  printf("part %d\n", error);
  cl_buffer_region quarter = {0, 64};
  clCreateSubBuffer(part, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &quarter, &error);
  printf("part of a part %d\n", error);
  cl_mem pipe = clCreatePipe(setup.context, 0, 4, 16, NULL, &error);
  printf("pipe %d %d\n", pipe != NULL, error);
  for (int i = 0; i < 3; ++i) clSetMemObjectDestructorCallback(copied, Gone, &order[i]);

  const cl_mem arguments[] = {whole, part, copied};
  for (int i = 0; i < 3; ++i) {
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &arguments[i]);
    Launch1D(&setup, kernel, i == 1 ? 32 : 64, 16);
    Describe("whole", whole, host);
    Describe("part", part, host + 32);
    Describe("copied", copied, host);
  }
  cl_event event;
  printf("migrate %d\n", clEnqueueMigrateMemObjects(setup.queue, 2, arguments,
                                                    CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, &event));
  clWaitForEvents(1, &event);
  clReleaseEvent(event);
  int* mapped = clEnqueueMapBuffer(setup.queue, whole, CL_TRUE, CL_MAP_READ, 0, sizeof(host), 0,
                                   NULL, NULL, &error);
  printf("mapped %d: %s, %d %d\n", error, mapped == host ? "the application's" : "another",
         mapped[0], mapped[63]);
  Describe("mapped", whole, host);
  clEnqueueUnmapMemObject(setup.queue, whole, mapped, 0, NULL, NULL);
  Launch1D(&setup, kernel, 64, 16);
  PrintInts(&setup, "copied", copied, 2);
  clReleaseKernel(kernel);
  clReleaseMemObject(copied);
  clFinish(setup.queue);
  for (int i = 0; i < 3000 && g_order < 100; ++i) {
    struct timespec moment = {0, 1000000};
    nanosleep(&moment, NULL);
  }
  printf("callbacks in the order %d\n", g_order);
  clReleaseMemObject(part);
  clReleaseMemObject(whole);
  if (pipe != NULL) clReleaseMemObject(pipe);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}
