// Work-group and sub-group functions in each version of OpenCL C: the driver's own answer, and no finding
// where it has them.
#include "probe.h"

int RunCollective(void) {
  Setup setup = MakeSetup(0);
  const char* sources[] = {
      "kernel void k(global int* a) {\n"
      "  a[get_global_id(0)] = work_group_reduce_add(a[get_global_id(0)]);\n"
      "}\n",
      "kernel void k(global int* a) {\n"
      "  if (work_group_any(a[get_global_id(0)])) a[0] = work_group_broadcast(a[1], 0);\n"
      "}\n",
      "kernel void k(global int* a) {\n"
      "  a[get_global_id(0)] = 1;\n"
      "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  a[get_global_id(0)] += sub_group_scan_inclusive_add(get_sub_group_local_id());\n"
      "}\n"};
  const char* options[] = {"", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
  cl_mem buffer = MakeBuffer(&setup, 16 * sizeof(int), NULL);
  for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); ++i) {
    for (size_t o = 0; o < sizeof(options) / sizeof(options[0]); ++o) {
      cl_int error;
      cl_program program = clCreateProgramWithSource(setup.context, 1, &sources[i], NULL, &error);
      printf("source %zu, options %zu: create %d, ", i, o, error);
      printf("build %d, ", clBuildProgram(program, 1, &setup.device, options[o], NULL, NULL));
      cl_build_status status = 0;
      clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_STATUS, sizeof(status),
                            &status, NULL);
      cl_kernel kernel = clCreateKernel(program, "k", &error);
      printf("status %d, kernel %d %d\n", status, kernel != NULL, error);
      if (kernel != NULL) {
        size_t global = 16, local = 8;
        clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
        printf("launch %d\n", clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &local,
                                                     0, NULL, NULL));
        clReleaseKernel(kernel);
      }
      clReleaseProgram(program);
    }
  }
  clFinish(setup.queue);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}
