// Programs: from source through lockstep-cc, or from the PTX that it made.
#include <algorithm>
#include <cstdio>

#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/compile.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/module.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

namespace {

std::string KernelNames(const Built& built) {
  std::string names;
  for (const KernelForm& kernel : built.kernels) names += (names.empty() ? "" : ";") + kernel.name;
  return names;
}

// Builds `program` and notes log and status.
cl_int Build(cl_program program, const std::string& options) {
  auto built = std::make_shared<Built>();
  std::string log;
  bool good = true;
  if (program->source.empty()) {
    built->ptx = program->binary;
  } else {
    good = Compile(program->context->device, program->source, options, &built->ptx, &log);
  }
  if (good) {
    built->kernels = KernelForms(built->ptx);
    built->context = program->context->device->context;
    built->module = LoadModule(*built, /*max_registers=*/0, &log);
    good = built->module != nullptr;
  }
  std::lock_guard<std::mutex> lock(program->mutex);
  program->options = options;
  program->log = log;
  program->status = good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  program->built = good ? built : nullptr;
  return good ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

}  // namespace

cl_program Icd_clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                         const size_t* lengths, cl_int* error) {
  if (context == nullptr) return Give<_cl_program>(nullptr, CL_INVALID_CONTEXT, error);
  if (count == 0 || strings == nullptr) return Give<_cl_program>(nullptr, CL_INVALID_VALUE, error);
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    if (strings[i] == nullptr) return Give<_cl_program>(nullptr, CL_INVALID_VALUE, error);
    const bool told = lengths != nullptr && lengths[i] != 0;
    source += told ? std::string(strings[i], lengths[i]) : std::string(strings[i]);
  }
  auto* program = new _cl_program;
  program->context = Ref<_cl_context>(context);
  program->source = source.empty() ? "\n" : source;
  return Give(program, CL_SUCCESS, error);
}

cl_program Icd_clCreateProgramWithBinary(cl_context context, cl_uint count,
                                         const cl_device_id* devices, const size_t* lengths,
                                         const unsigned char** binaries, cl_int* status,
                                         cl_int* error) {
  if (context == nullptr) return Give<_cl_program>(nullptr, CL_INVALID_CONTEXT, error);
  if (count != 1 || devices == nullptr || lengths == nullptr || binaries == nullptr ||
      lengths[0] == 0 || binaries[0] == nullptr) {
    return Give<_cl_program>(nullptr, CL_INVALID_VALUE, error);
  }
  if (devices[0] != context->device) return Give<_cl_program>(nullptr, CL_INVALID_DEVICE, error);
  std::string text(reinterpret_cast<const char*>(binaries[0]), lengths[0]);
  const bool good = text.find(".version") != std::string::npos && text.find('\0') == text.npos;
  if (status != nullptr) *status = good ? CL_SUCCESS : CL_INVALID_BINARY;
  if (!good) return Give<_cl_program>(nullptr, CL_INVALID_BINARY, error);
  auto* program = new _cl_program;
  program->context = Ref<_cl_context>(context);
  program->binary = std::move(text);
  return Give(program, CL_SUCCESS, error);
}

cl_int Icd_clRetainProgram(cl_program program) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  ++program->references;
  return CL_SUCCESS;
}

cl_int Icd_clReleaseProgram(cl_program program) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  Drop(program);
  return CL_SUCCESS;
}

cl_int Icd_clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                          const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                          void* data) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  if ((count == 0) != (devices == nullptr)) return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < count; ++i) {
    if (devices[i] != program->context->device) return CL_INVALID_DEVICE;
  }
  if (program->kernels > 0) return CL_INVALID_OPERATION;
  const cl_int result = Build(program, options != nullptr ? options : "");
  if (notify == nullptr) return result;
  notify(program, data);
  return CL_SUCCESS;
}

cl_int Icd_clUnloadCompiler() { return CL_SUCCESS; }
cl_int Icd_clUnloadPlatformCompiler(cl_platform_id) { return CL_SUCCESS; }

cl_int Icd_clGetProgramInfo(cl_program program, cl_program_info name, size_t room, void* value,
                            size_t* size) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  const Answer answer{room, value, size};
  std::lock_guard<std::mutex> lock(program->mutex);
  const std::string& code = program->built ? program->built->ptx : program->binary;
  switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return answer.Value<cl_uint>(program->references);
    case CL_PROGRAM_CONTEXT:
      return answer.Value(static_cast<cl_context>(program->context.get()));
    case CL_PROGRAM_NUM_DEVICES:
      return answer.Value<cl_uint>(1);
    case CL_PROGRAM_DEVICES:
      return answer.Value(program->context->device);
    case CL_PROGRAM_SOURCE:
      return answer.Text(program->source);
    case CL_PROGRAM_IL:
      return answer.Bytes(nullptr, 0);
    case CL_PROGRAM_BINARY_SIZES:
      return answer.Value(code.size());
    case CL_PROGRAM_BINARIES: {
      if (value != nullptr && room < sizeof(char*)) return CL_INVALID_VALUE;
      if (size != nullptr) *size = sizeof(char*);
      char* to = value != nullptr ? static_cast<char**>(value)[0] : nullptr;
      if (to != nullptr) std::copy(code.begin(), code.end(), to);
      return CL_SUCCESS;
    }
    case CL_PROGRAM_NUM_KERNELS:
      if (!program->built) return CL_INVALID_PROGRAM_EXECUTABLE;
      return answer.Value(program->built->kernels.size());
    case CL_PROGRAM_KERNEL_NAMES:
      if (!program->built) return CL_INVALID_PROGRAM_EXECUTABLE;
      return answer.Text(KernelNames(*program->built));
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int Icd_clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                 cl_program_build_info name, size_t room, void* value,
                                 size_t* size) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  if (device != program->context->device) return CL_INVALID_DEVICE;
  const Answer answer{room, value, size};
  std::lock_guard<std::mutex> lock(program->mutex);
  switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
      return answer.Value(program->status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return answer.Text(program->options);
    case CL_PROGRAM_BUILD_LOG:
      return answer.Text(program->log);
    case CL_PROGRAM_BINARY_TYPE:
      return answer.Value<cl_program_binary_type>(
          program->built ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return answer.Value<size_t>(0);
    default:
      return CL_INVALID_VALUE;
  }
}
