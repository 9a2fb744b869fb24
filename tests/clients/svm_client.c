/* Lists and tables that the host builds in SVM: the kernel gets a table of pointers, and everything
   else through pointers in memory that clSetKernelExecInfo names. Prints the sums it finds. */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <stdio.h>

enum { kLists = 16, kNodes = 12 };

typedef struct Node {
  struct Node *next;
  cl_int value, sum;
} Node;

static const char kSource[] =
    "typedef struct Node { global struct Node *next; int value, sum; } Node;\n"
    "kernel void own_list(global Node *global *heads) {\n"
    "  int i = get_global_id(0), sum = 0;\n"
    "  for (global Node *n = heads[i]; n; n = n->next) n->sum = sum += n->value;\n"
    "}\n"
    "kernel void shared_list(global Node *global *heads) {\n"
    "  int i = get_global_id(0), sum = 0;\n"
    "  for (global Node *n = heads[i / 2]; n; n = n->next) {\n"
    "    sum += n->value;\n"
    "    n->sum = i;\n"
    "  }\n"
    "}\n";

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, NULL) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 1;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
  const char *source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  /* PoCL 6 has no 2.0 any more, and its features in 3.0. */
  if (clBuildProgram(program, 1, &device, "-cl-std=CL2.0", NULL, NULL) &&
      clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL))
    return 1;

  /* One allocation for each node, so that only their addresses connect them. */
  static void *all[kLists * kNodes + 1];
  size_t count = 0;
  Node **heads = clSVMAlloc(context, CL_MEM_READ_WRITE, kLists * sizeof(Node *), 0);
  if (!heads) return 1;
  all[count++] = heads;
  clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, heads, kLists * sizeof(Node *), 0, NULL, NULL);
  for (int list = 0; list < kLists; ++list) {
    heads[list] = NULL;
    for (int n = 0; n < kNodes; ++n) {
      Node *node = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(Node), 0);
      if (!node) return 1;
      all[count++] = node;
      clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, node, sizeof(Node), 0, NULL, NULL);
      *node = (Node){heads[list], list + n, 0};
      clEnqueueSVMUnmap(queue, node, 0, NULL, NULL);
      heads[list] = node;
    }
  }
  clEnqueueSVMUnmap(queue, heads, 0, NULL, NULL);

  const char *names[] = {"shared_list", "own_list"};
  for (int k = 0; k < 2; ++k) {
    cl_kernel kernel = clCreateKernel(program, names[k], NULL);
    size_t global = kLists, local = 4;
    if (clSetKernelArgSVMPointer(kernel, 0, heads) ||
        clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof all, all) ||
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) ||
        clFinish(queue))
      return 1;
    clReleaseKernel(kernel);
  }
  for (size_t i = 0; i < count; ++i) {
    Node *node = all[i];
    if (i == 0) continue;
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, node, sizeof(Node), 0, NULL, NULL);
    printf("%d%c", node->sum, i % kNodes ? ' ' : '\n');
    clEnqueueSVMUnmap(queue, node, 0, NULL, NULL);
  }
  clFinish(queue);
  while (count > 0) clSVMFree(context, all[--count]);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
