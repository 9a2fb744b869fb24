// Launches that race, or do not, depending on which memory the host hands them.
#include "probe.h"

static const char kSource[] =
    "kernel void copy(global int* out, const global int* in, int shift) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = in[i + shift];\n"
    "}\n"
    "kernel void fill(global int* out) { out[get_global_id(0)] = 3; }\n"
    "kernel void chase(global ulong* head) {\n"
    "  global int* p = (global int*)head[0];\n"
    "  p[get_global_id(0) / 2] = get_global_id(0);\n"
    "}\n";

int RunRaces(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel fill = MakeKernel(program, "fill");
  cl_mem a = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  clSetKernelArg(fill, 0, sizeof(a), &a);
  Launch1D(&setup, fill, 64, 16);
  Launch1D(&setup, fill, 64, 16);
  PrintInts(&setup, "fill", a, 4);
  clReleaseKernel(fill);
  clReleaseProgram(program);
  clReleaseMemObject(a);
  DropSetup(&setup);
  return 0;
}

// The same buffer under two arguments, sub-buffers apart and overlapping, and SVM. What races
// cannot be compared between runs, so only clean results are printed.
int RunMemory(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel copy = MakeKernel(program, "copy");
  int input[128];
  for (int i = 0; i < 128; ++i) input[i] = i;
  cl_mem whole = MakeBuffer(&setup, sizeof(input), input), out = MakeBuffer(&setup, 512, NULL);
  cl_int error;
  cl_buffer_region low = {0, 256}, high = {256, 256}, middle = {128, 256};
  cl_mem first = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &low,
                                   &error);
  Check(error, "first");
  cl_mem second = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &high,
                                    &error);
  Check(error, "second");
  cl_mem between = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                     &middle, &error);
  Check(error, "between");
  int shift = 0;
  // 1: apart, clean.
  clSetKernelArg(copy, 0, sizeof(cl_mem), &second);
  clSetKernelArg(copy, 1, sizeof(cl_mem), &first);
  clSetKernelArg(copy, 2, sizeof(shift), &shift);
  Launch1D(&setup, copy, 64, 16);
  PrintInts(&setup, "apart", second, 4);
  // 2: one buffer, each work-item its own element, clean.
  clSetKernelArg(copy, 0, sizeof(cl_mem), &whole);
  clSetKernelArg(copy, 1, sizeof(cl_mem), &whole);
  Launch1D(&setup, copy, 64, 16);
  // 3: one buffer, neighbours: races.
  shift = 1;
  clSetKernelArg(copy, 2, sizeof(shift), &shift);
  Launch1D(&setup, copy, 64, 16);
  // 4: overlapping sub-buffers: races across work-groups.
  shift = 0;
  clSetKernelArg(copy, 0, sizeof(cl_mem), &between);
  clSetKernelArg(copy, 1, sizeof(cl_mem), &first);
  clSetKernelArg(copy, 2, sizeof(shift), &shift);
  Launch1D(&setup, copy, 64, 16);
  // 5: shared virtual memory, clean, and offset into the same allocation: races.
  int* shared = clSVMAlloc(setup.context, CL_MEM_READ_WRITE, 1024, 0);
  memset(shared, 0, 1024);
  clSetKernelArgSVMPointer(copy, 0, shared);
  clSetKernelArgSVMPointer(copy, 1, shared + 128);
  Launch1D(&setup, copy, 64, 16);
  clSetKernelArgSVMPointer(copy, 1, shared + 8);
  Launch1D(&setup, copy, 64, 16);
  // 6: memory reached through a pointer in memory: races.
  cl_kernel chase = MakeKernel(program, "chase");
  int* target = clSVMAlloc(setup.context, CL_MEM_READ_WRITE, 256, 0);
  cl_ulong address = (cl_ulong)(size_t)target;
  cl_mem head = MakeBuffer(&setup, sizeof(address), &address);
  clSetKernelArg(chase, 0, sizeof(head), &head);
  void* reached[] = {target};
  printf("exec info %d\n",
         clSetKernelExecInfo(chase, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(reached), reached));
  Launch1D(&setup, chase, 64, 16);

  clSVMFree(setup.context, target);
  clSVMFree(setup.context, shared);
  clReleaseMemObject(head);
  clReleaseMemObject(first);
  clReleaseMemObject(second);
  clReleaseMemObject(between);
  clReleaseMemObject(whole);
  clReleaseMemObject(out);
  clReleaseKernel(chase);
  clReleaseKernel(copy);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}
