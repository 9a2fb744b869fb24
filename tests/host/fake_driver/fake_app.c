// Goes through an application's life on whatever driver there is and prints every answer, going on
// after failures as far as it can. Releases all it has got.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = -1;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  printf("context %d %d\n", context != NULL, error);
  if (context == NULL) return 0;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  printf("queue %d %d\n", queue != NULL, error);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &error);
  printf("buffer %d %d\n", buffer != NULL, error);
  const char* source = "kernel void k(global int* a, int n) { a[0] = n; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  printf("program %d %d\n", program != NULL, error);
  cl_kernel kernel = NULL;
  if (program != NULL) {
    printf("build %d\n", clBuildProgram(program, 1, &device, "", NULL, NULL));
    kernel = clCreateKernel(program, "k", &error);
    printf("kernel %d %d\n", kernel != NULL, error);
  }
  if (kernel != NULL) {
    const size_t global = 64, local = 8;
    const int n = 5;
    for (int round = 0; queue != NULL && round < 2; ++round) {
      cl_event event = NULL;
      printf("unset %d\n", round == 0 ? clEnqueueTask(queue, kernel, 0, NULL, NULL) : 0);
      printf("arguments %d", clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
      printf(" %d\n", clSetKernelArg(kernel, 1, sizeof(n), &n));
      error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, round != 0 ? &local : NULL, 0,
                                     NULL, &event);
      printf("launch %d %d\n", error, event != NULL);
      if (event != NULL) {
        printf("wait %d\n", clWaitForEvents(1, &event));
        printf("release event %d\n", clReleaseEvent(event));
      }
      printf("task %d\n", clEnqueueTask(queue, kernel, 0, NULL, NULL));
      printf("finish %d\n", clFinish(queue));
    }
    printf("retain kernel %d\n", clRetainKernel(kernel));
    cl_uint references = 0;
    clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(references), &references, NULL);
    printf("kernel references %u\n", references);
    while (references-- > 0) printf("release kernel %d\n", clReleaseKernel(kernel));
  }
  cl_uint references = 0;
  clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof(references), &references, NULL);
  printf("context references %u\n", references);
  if (program != NULL) printf("release program %d\n", clReleaseProgram(program));
  if (buffer != NULL) printf("release buffer %d\n", clReleaseMemObject(buffer));
  if (queue != NULL) printf("release queue %d\n", clReleaseCommandQueue(queue));
  error = clRetainContext(context);
  printf("retain context %d\n", error);
  if (error == CL_SUCCESS) printf("release context %d\n", clReleaseContext(context));
  printf("release context %d\n", clReleaseContext(context));
  return 0;
}
