// Kernels and their arguments.
#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

namespace {

cl_kernel MakeKernel(cl_program program, const std::shared_ptr<Built>& built,
                     const KernelForm& form, cl_int* error) {
  const CurrentContext current(built->context);
  CuFunction function = nullptr;
  const cl_int got =
      FromCuda(Cuda()->cuModuleGetFunction(&function, built->module, form.name.c_str()),
               "cuModuleGetFunction");
  if (got != CL_SUCCESS) return Give<_cl_kernel>(nullptr, got, error);
  auto* kernel = new _cl_kernel;
  kernel->program = Ref<_cl_program>(program);
  ++program->kernels;
  kernel->built = built;
  kernel->form = &form;
  kernel->function = function;
  kernel->args.resize(form.args.size());
  return Give(kernel, CL_SUCCESS, error);
}

std::shared_ptr<Built> BuiltOf(cl_program program) {
  std::lock_guard<std::mutex> lock(program->mutex);
  return program->built;
}

size_t FunctionAttribute(cl_kernel kernel, int attribute) {
  const CurrentContext current(kernel->built->context);
  int value = 0;
  Cuda()->cuFuncGetAttribute(&value, attribute, kernel->function);
  return static_cast<size_t>(value);
}

cl_kernel_arg_type_qualifier TypeQualifier(const ArgumentForm& form) {
  cl_kernel_arg_type_qualifier result = CL_KERNEL_ARG_TYPE_NONE;
  const auto has = [&](const char* word) { return form.qualifiers.find(word) != std::string::npos; };
  if (has("const")) result |= CL_KERNEL_ARG_TYPE_CONST;
  if (has("restrict")) result |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (has("volatile")) result |= CL_KERNEL_ARG_TYPE_VOLATILE;
  return result;
}

cl_kernel_arg_address_qualifier AddressQualifier(const ArgumentForm& form) {
  if (form.space == "global") return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  if (form.space == "constant") return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  if (form.space == "local") return CL_KERNEL_ARG_ADDRESS_LOCAL;
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

}  // namespace

_cl_kernel::~_cl_kernel() { --program->kernels; }

cl_kernel Icd_clCreateKernel(cl_program program, const char* name, cl_int* error) {
  if (program == nullptr) return Give<_cl_kernel>(nullptr, CL_INVALID_PROGRAM, error);
  if (name == nullptr) return Give<_cl_kernel>(nullptr, CL_INVALID_VALUE, error);
  const std::shared_ptr<Built> built = BuiltOf(program);
  if (!built) return Give<_cl_kernel>(nullptr, CL_INVALID_PROGRAM_EXECUTABLE, error);
  for (const KernelForm& form : built->kernels) {
    if (form.name == name) return MakeKernel(program, built, form, error);
  }
  return Give<_cl_kernel>(nullptr, CL_INVALID_KERNEL_NAME, error);
}

cl_int Icd_clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel* kernels,
                                    cl_uint* count) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  const std::shared_ptr<Built> built = BuiltOf(program);
  if (!built) return CL_INVALID_PROGRAM_EXECUTABLE;
  if (kernels != nullptr && room < built->kernels.size()) return CL_INVALID_VALUE;
  if (count != nullptr) *count = static_cast<cl_uint>(built->kernels.size());
  for (size_t i = 0; kernels != nullptr && i < built->kernels.size(); ++i) {
    cl_int error = CL_SUCCESS;
    kernels[i] = MakeKernel(program, built, built->kernels[i], &error);
    if (error != CL_SUCCESS) {
      while (i > 0) Drop(kernels[--i]);
      return error;
    }
  }
  return CL_SUCCESS;
}

cl_int Icd_clRetainKernel(cl_kernel kernel) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  ++kernel->references;
  return CL_SUCCESS;
}

cl_int Icd_clReleaseKernel(cl_kernel kernel) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  Drop(kernel);
  return CL_SUCCESS;
}

cl_int Icd_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void* value) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  if (index >= kernel->args.size()) return CL_INVALID_ARG_INDEX;
  const ArgumentForm& form = kernel->form->args[index];
  _cl_kernel::Argument argument;
  argument.set = true;
  if (form.space == "local") {
    if (value != nullptr) return CL_INVALID_ARG_VALUE;
    if (bytes == 0) return CL_INVALID_ARG_SIZE;
    argument.local = bytes;
  } else if (form.space == "private") {
    if (value == nullptr) return CL_INVALID_ARG_VALUE;
    if (bytes != form.size) return CL_INVALID_ARG_SIZE;
    argument.bytes.assign(static_cast<const char*>(value), bytes);
  } else {
    if (bytes != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
    // Null stands for no buffer.
    if (value != nullptr) argument.memory = Ref<_cl_mem>(*static_cast<const cl_mem*>(value));
  }
  kernel->args[index] = std::move(argument);
  return CL_SUCCESS;
}

cl_int Icd_clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t room, void* value,
                           size_t* size) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  const Answer answer{room, value, size};
  switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return answer.Text(kernel->form->name);
    case CL_KERNEL_NUM_ARGS:
      return answer.Value(static_cast<cl_uint>(kernel->args.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return answer.Value<cl_uint>(kernel->references);
    case CL_KERNEL_CONTEXT:
      return answer.Value(static_cast<cl_context>(kernel->program->context.get()));
    case CL_KERNEL_PROGRAM:
      return answer.Value(static_cast<cl_program>(kernel->program.get()));
    case CL_KERNEL_ATTRIBUTES:
      return answer.Text("");
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int Icd_clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t room,
                              void* value, size_t* size) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  if (index >= kernel->args.size()) return CL_INVALID_ARG_INDEX;
  const ArgumentForm& form = kernel->form->args[index];
  const Answer answer{room, value, size};
  switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return answer.Value(AddressQualifier(form));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return answer.Value<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_NONE);
    case CL_KERNEL_ARG_TYPE_NAME:
      return answer.Text(form.type);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return answer.Value(TypeQualifier(form));
    case CL_KERNEL_ARG_NAME:
      return answer.Text(form.name);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int Icd_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                    cl_kernel_work_group_info name, size_t room, void* value,
                                    size_t* size) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  const Answer answer{room, value, size};
  switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      // Any group of the device's: FunctionFor (module.h) sees to it.
      return answer.Value(static_cast<size_t>(
          kernel->program->context->device->Attribute(kMaxThreadsPerBlock)));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
      return answer.Bytes(kernel->form->group.data(), sizeof(kernel->form->group));
    case CL_KERNEL_LOCAL_MEM_SIZE: {
      cl_ulong bytes = FunctionAttribute(kernel, kFunctionSharedBytes);
      for (const _cl_kernel::Argument& argument : kernel->args) bytes += argument.local;
      return answer.Value(bytes);
    }
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return answer.Value<size_t>(32);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return answer.Value<cl_ulong>(FunctionAttribute(kernel, kFunctionLocalBytes));
    default:
      return CL_INVALID_VALUE;
  }
}
