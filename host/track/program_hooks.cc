// The hooked calls that make programs out of text, code and names, and that hold and release them.
#include "host/api/extension_function.h"
#include "host/api/hooks.h"
#include "host/api/roomy_stack.h"
#include "host/driver/query.h"
#include "host/track/program.h"

namespace lockstep::host {
namespace {

// The strings of clCreateProgramWithSource as one text.
std::string JoinStrings(cl_uint count, const char** strings, const size_t* lengths) {
  std::string text;
  for (cl_uint i = 0; i < count; ++i) {
    if (lengths != nullptr && lengths[i] != 0) {
      text.append(strings[i], lengths[i]);
    } else {
      text.append(strings[i]);
    }
  }
  // To drivers the source ends at a 0, whatever lengths were given: a file read into a larger buffer has rubbish
  // behind.
  if (const size_t end = text.find('\0'); end != text.npos) text.resize(end);
  return text;
}

}  // namespace

cl_program Hook_clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                          const size_t* lengths, cl_int* error) {
  cl_program program =
      Next().clCreateProgramWithSource(context, count, strings, lengths, error);
  Guard("clCreateProgramWithSource", [&] {
    if (program == nullptr) return;
    auto made = std::make_shared<Program>(program, context);
    made->SetSource(JoinStrings(count, strings, lengths));
    RegisterProgram(std::move(made));
  });
  return program;
}

namespace {

cl_program NotedWithIl(cl_program program, cl_context context, const void* il, size_t length) {
  Guard("clCreateProgramWithIL", [&] {
    if (program == nullptr) return;
    auto made = std::make_shared<Program>(program, context);
    auto unit = std::make_shared<Unit>();
    unit->code.assign(static_cast<const char*>(il), length);
    for (cl_device_id device : DevicesOf(program)) made->SetRecipe(device, Recipe{{unit}, ""});
    RegisterProgram(std::move(made));
  });
  return program;
}

// Of cl_khr_il_program: a driver may have this one alone.
cl_program CL_API_CALL CreateWithIlOfExtension(cl_context context, const void* il, size_t length, cl_int* error) {
  return NotedWithIl(g_driver<&CreateWithIlOfExtension>.load()(context, il, length, error), context, il, length);
}

}  // namespace

cl_program Hook_clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* error) {
  return NotedWithIl(Next().clCreateProgramWithIL(context, il, length, error), context, il, length);
}

void* ProgramHook(const char* name, void* found) {
  void* ours = nullptr;
  StandIn<&CreateWithIlOfExtension>(name, "clCreateProgramWithILKHR", found, &ours);
  return ours;
}

cl_int Hook_clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                               const void* value) {
  const cl_int result = Next().clSetProgramSpecializationConstant(program, id, size, value);
  Guard("clSetProgramSpecializationConstant", [&] {
    std::shared_ptr<Program> known = FindProgram(program);
    // A twin with the constants' initial values would compute something else.
    if (result == CL_SUCCESS && known) {
      known->Forget("its program has specialization constants that were set");
    }
  });
  return result;
}

cl_program Hook_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                                  const cl_device_id* devices, const char* names,
                                                  cl_int* error) {
  cl_program program =
      Next().clCreateProgramWithBuiltInKernels(context, count, devices, names, error);
  Guard("clCreateProgramWithBuiltInKernels", [&] {
    if (program == nullptr) return;
    auto made = std::make_shared<Program>(program, context);
    made->SetUnknown("it is a built-in kernel of the device");
    RegisterProgram(std::move(made));
  });
  return program;
}

cl_int Hook_clRetainProgram(cl_program program) {
  const cl_int result = Next().clRetainProgram(program);
  Guard("clRetainProgram", [&] {
    if (result == CL_SUCCESS) RetainProgram(program);
  });
  return result;
}

cl_int Hook_clReleaseProgram(cl_program program) {
  // Ours goes first: once the driver has freed the handle, it may come back as another program.
  Guard("clReleaseProgram", [&] { ReleaseProgram(program); });
  cl_int result = CL_SUCCESS;
  OnCallersStack([&] { result = Next().clReleaseProgram(program); });  // it may call the application back
  return result;
}

}  // namespace lockstep::host
