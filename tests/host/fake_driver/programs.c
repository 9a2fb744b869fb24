// The fake driver: programs, kernels and launches.
#include <stdio.h>

#include "calls.h"

enum { kArguments = 2, kHidden = 6 };

static cl_program NewProgram(cl_context context, const char* name) {
  Object* program = NewObject(&g_dispatch, kProgram, context, NULL);
  strcpy(program->name, name);
  return (cl_program)program;
}

static cl_program CreateWithSource(cl_context context, cl_uint count, const char** strings,
                                   const size_t* lengths, cl_int* error) {
  (void)count, (void)strings, (void)lengths;
  FAIL_NULL("clCreateProgramWithSource", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewProgram(context, "own");
}

// Binaries of this driver say "own"; what else comes is instrumented code.
static cl_program CreateWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                   const size_t* lengths, const unsigned char** binaries,
                                   cl_int* status, cl_int* error) {
  (void)count;
  FAIL_NULL("clCreateProgramWithBinary", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  NEED_NULL(devices[0], kDevice, error, CL_INVALID_DEVICE);
  if (status != NULL) status[0] = CL_SUCCESS;
  return NewProgram(context, lengths[0] == 3 && memcmp(binaries[0], "own", 3) == 0 ? "own" : "twin");
}

static cl_program CreateWithIl(cl_context context, const void* il, size_t length, cl_int* error) {
  (void)il, (void)length;
  FAIL_NULL("clCreateProgramWithIL", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewProgram(context, "own");
}

static cl_int SetSpecialization(cl_program program, cl_uint id, size_t size, const void* value) {
  (void)id, (void)size, (void)value;
  FAIL_HERE("clSetProgramSpecializationConstant");
  NEED(program, kProgram, CL_INVALID_PROGRAM);
  return CL_SUCCESS;
}

static cl_program CreateWithBuiltIn(cl_context context, cl_uint count, const cl_device_id* devices,
                                    const char* names, cl_int* error) {
  (void)count, (void)devices, (void)names;
  FAIL_NULL("clCreateProgramWithBuiltInKernels", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewProgram(context, "own");
}

static cl_int BuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                           const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                           void* user) {
  (void)count, (void)devices, (void)options;
  FAIL_HERE("clBuildProgram");
  NEED(program, kProgram, CL_INVALID_PROGRAM);
  if (notify != NULL) notify(program, user);
  return CL_SUCCESS;
}

static cl_int CompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                             const char* options, cl_uint headers, const cl_program* programs,
                             const char** names, void(CL_CALLBACK* notify)(cl_program, void*),
                             void* user) {
  (void)count, (void)devices, (void)options, (void)names, (void)notify, (void)user;
  FAIL_HERE("clCompileProgram");
  NEED(program, kProgram, CL_INVALID_PROGRAM);
  for (cl_uint i = 0; i < headers; ++i) NEED(programs[i], kProgram, CL_INVALID_PROGRAM);
  return CL_SUCCESS;
}

static cl_program LinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                              const char* options, cl_uint inputs, const cl_program* programs,
                              void(CL_CALLBACK* notify)(cl_program, void*), void* user,
                              cl_int* error) {
  (void)count, (void)devices, (void)options, (void)notify, (void)user;
  FAIL_NULL("clLinkProgram", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  for (cl_uint i = 0; i < inputs; ++i) NEED_NULL(programs[i], kProgram, error, CL_INVALID_PROGRAM);
  return NewProgram(context, "own");
}

static cl_int GetProgramInfo(cl_program program, cl_program_info name, INFO) {
  FAIL_HERE("clGetProgramInfo");
  NEED(program, kProgram, CL_INVALID_PROGRAM);
  Object* object = (Object*)program;
  if (name == CL_PROGRAM_CONTEXT) VALUE(cl_context, (cl_context)object->parents[0]);
  if (name == CL_PROGRAM_DEVICES) VALUE(cl_device_id, (cl_device_id)g_device);
  if (name == CL_PROGRAM_REFERENCE_COUNT) VALUE(cl_uint, object->references);
  if (name == CL_PROGRAM_BINARY_SIZES) VALUE(size_t, 3);
  if (name == CL_PROGRAM_BINARIES) {
    if (out != NULL && *(char**)out != NULL) memcpy(*(char**)out, "own", 3);
    if (size_ret != NULL) *size_ret = sizeof(char*);
    return CL_SUCCESS;
  }
  return CL_INVALID_VALUE;
}

static cl_int GetProgramBuildInfo(cl_program program, cl_device_id device,
                                  cl_program_build_info name, INFO) {
  (void)name;
  FAIL_HERE("clGetProgramBuildInfo");
  NEED(program, kProgram, CL_INVALID_PROGRAM);
  NEED(device, kDevice, CL_INVALID_DEVICE);
  return TEXT("the build log");
}

static cl_kernel CreateKernel(cl_program program, const char* name, cl_int* error) {
  FAIL_NULL("clCreateKernel", error);
  NEED_NULL(program, kProgram, error, CL_INVALID_PROGRAM);
  Object* kernel = NewObject(&g_dispatch, kKernel, program, NULL);
  snprintf(kernel->name, sizeof(kernel->name), "%s", name);
  return (cl_kernel)kernel;
}

static cl_int CreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel* kernels,
                                     cl_uint* count_ret) {
  FAIL_HERE("clCreateKernelsInProgram");
  NEED(program, kProgram, CL_INVALID_PROGRAM);
  if (count_ret != NULL) *count_ret = 1;
  if (kernels == NULL || count == 0) return CL_SUCCESS;
  kernels[0] = (cl_kernel)NewObject(&g_dispatch, kKernel, program, NULL);
  strcpy(((Object*)kernels[0])->name, "k");
  return CL_SUCCESS;
}

static cl_kernel CloneKernel(cl_kernel source, cl_int* error) {
  FAIL_NULL("clCloneKernel", error);
  NEED_NULL(source, kKernel, error, CL_INVALID_KERNEL);
  Object* original = (Object*)source;
  Object* kernel = NewObject(&g_dispatch, kKernel, original->parents[0], NULL);
  strcpy(kernel->name, original->name);
  kernel->set = original->set;
  return (cl_kernel)kernel;
}

static int IsTwin(const Object* kernel) { return strcmp(kernel->parents[0]->name, "twin") == 0; }

static cl_uint ArgumentsOf(const Object* kernel) {
  return kArguments + (IsTwin(kernel) ? kHidden : 0);
}

static cl_int GetKernelInfo(cl_kernel kernel, cl_kernel_info name, INFO) {
  FAIL_HERE("clGetKernelInfo");
  NEED(kernel, kKernel, CL_INVALID_KERNEL);
  Object* object = (Object*)kernel;
  if (name == CL_KERNEL_FUNCTION_NAME) return TEXT(object->name);
  if (name == CL_KERNEL_NUM_ARGS) VALUE(cl_uint, ArgumentsOf(object));
  if (name == CL_KERNEL_REFERENCE_COUNT) VALUE(cl_uint, object->references);
  return CL_INVALID_VALUE;
}

static cl_int GetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                     cl_kernel_work_group_info name, INFO) {
  FAIL_HERE("clGetKernelWorkGroupInfo");
  NEED(kernel, kKernel, CL_INVALID_KERNEL);
  NEED(device, kDevice, CL_INVALID_DEVICE);
  const size_t none[3] = {0, 0, 0};
  if (name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE) {
    return Answer(none, sizeof(none), size, out, size_ret);
  }
  if (name == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) VALUE(size_t, 8);
  return CL_INVALID_VALUE;
}

static cl_int SetArgument(cl_kernel kernel, cl_uint index) {
  NEED(kernel, kKernel, CL_INVALID_KERNEL);
  if (index >= ArgumentsOf((Object*)kernel)) return CL_INVALID_ARG_INDEX;
  ((Object*)kernel)->set |= 1u << index;
  return CL_SUCCESS;
}

// Takes pointers to handles for what they are, so that a dead buffer shows.
static cl_int SetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  FAIL_HERE("clSetKernelArg");
  if (size == sizeof(cl_mem) && value != NULL && *(void* const*)value != NULL) {
    NEED(*(void* const*)value, kMemory, CL_INVALID_MEM_OBJECT);
  }
  return SetArgument(kernel, index);
}

static cl_int SetKernelArgSvm(cl_kernel kernel, cl_uint index, const void* value) {
  (void)value;
  FAIL_HERE("clSetKernelArgSVMPointer");
  return SetArgument(kernel, index);
}

static cl_int SetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                                const void* value) {
  (void)name, (void)size, (void)value;
  FAIL_HERE("clSetKernelExecInfo");
  NEED(kernel, kKernel, CL_INVALID_KERNEL);
  return CL_SUCCESS;
}

static cl_int Run(const char* call, cl_command_queue queue, cl_kernel kernel, cl_event* event) {
  FAIL_HERE(call);
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  NEED(kernel, kKernel, CL_INVALID_KERNEL);
  Object* object = (Object*)kernel;
  if (object->set != (1u << ArgumentsOf(object)) - 1u) return CL_INVALID_KERNEL_ARGS;
  CountRun(IsTwin(object));
  if (event != NULL) *event = (cl_event)NewObject(&g_dispatch, kEvent, queue, NULL);
  return CL_SUCCESS;
}

static cl_int EnqueueNDRange(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                             const size_t* offset, const size_t* global, const size_t* local,
                             cl_uint waits, const cl_event* list, cl_event* event) {
  (void)dimensions, (void)offset, (void)global, (void)local, (void)waits, (void)list;
  return Run("clEnqueueNDRangeKernel", queue, kernel, event);
}

static cl_int EnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                          const cl_event* list, cl_event* event) {
  (void)waits, (void)list;
  return Run("clEnqueueTask", queue, kernel, event);
}

static cl_int EnqueueNative(cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                            void* arguments, size_t size, cl_uint buffers, const cl_mem* list,
                            const void** places, cl_uint waits, const cl_event* wait_list,
                            cl_event* event) {
  (void)size, (void)buffers, (void)list, (void)places, (void)waits, (void)wait_list, (void)event;
  FAIL_HERE("clEnqueueNativeKernel");
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  function(arguments);
  return CL_SUCCESS;
}

void FillPrograms(void) {
  ENTRY(clCreateProgramWithSource, CreateWithSource);
  ENTRY(clCreateProgramWithBinary, CreateWithBinary);
  ENTRY(clCreateProgramWithIL, CreateWithIl);
  ENTRY(clCreateProgramWithBuiltInKernels, CreateWithBuiltIn);
  ENTRY(clBuildProgram, BuildProgram);
  ENTRY(clCompileProgram, CompileProgram);
  ENTRY(clLinkProgram, LinkProgram);
  ENTRY(clGetProgramInfo, GetProgramInfo);
  ENTRY(clGetProgramBuildInfo, GetProgramBuildInfo);
  ENTRY(clCreateKernel, CreateKernel);
  ENTRY(clCreateKernelsInProgram, CreateKernelsInProgram);
  ENTRY(clCloneKernel, CloneKernel);
  ENTRY(clGetKernelInfo, GetKernelInfo);
  ENTRY(clGetKernelWorkGroupInfo, GetKernelWorkGroupInfo);
  ENTRY(clSetKernelArg, SetKernelArg);
  ENTRY(clSetKernelArgSVMPointer, SetKernelArgSvm);
  ENTRY(clSetKernelExecInfo, SetKernelExecInfo);
  ENTRY(clEnqueueNDRangeKernel, EnqueueNDRange);
  ENTRY(clEnqueueTask, EnqueueTask);
  ENTRY(clEnqueueNativeKernel, EnqueueNative);
  ENTRY(clSetProgramSpecializationConstant, SetSpecialization);
}
