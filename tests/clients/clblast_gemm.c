/* CLBlast's SGEMM through its C interface, checked against three loops. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clblast_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kM = 96, kN = 80, kK = 72 };

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, NULL) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 1;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);

  float *a = malloc(kM * kK * sizeof *a), *b = malloc(kK * kN * sizeof *b),
        *c = calloc(kM * kN, sizeof *c);
  for (int i = 0; i < kM * kK; ++i) a[i] = (float)(i % 13) / 8;
  for (int i = 0; i < kK * kN; ++i) b[i] = (float)(i % 11) / 4;
  cl_mem ma = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kM * kK * sizeof *a,
                             a, NULL);
  cl_mem mb = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kK * kN * sizeof *b,
                             b, NULL);
  cl_mem mc = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kM * kN * sizeof *c,
                             c, NULL);
  CLBlastStatusCode status =
      CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, kM, kN, kK, 1.5f,
                   ma, 0, kK, mb, 0, kN, 0.0f, mc, 0, kN, &queue, NULL);
  clFinish(queue);
  clEnqueueReadBuffer(queue, mc, CL_TRUE, 0, kM * kN * sizeof *c, c, 0, NULL, NULL);

  double worst = 0;
  for (int i = 0; i < kM; ++i)
    for (int j = 0; j < kN; ++j) {
      double sum = 0;
      for (int k = 0; k < kK; ++k) sum += (double)a[i * kK + k] * b[k * kN + j];
      worst = fmax(worst, fabs(1.5 * sum - c[i * kN + j]));
    }
  printf("status %d, c[0] %.4f, c[last] %.4f, right: %s\n", status, c[0], c[kM * kN - 1],
         worst < 1e-2 ? "yes" : "no");
  clReleaseMemObject(ma);
  clReleaseMemObject(mb);
  clReleaseMemObject(mc);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return worst < 1e-2 ? 0 : 1;
}
