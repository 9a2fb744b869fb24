#include "host/track/program.h"

#include <unistd.h>

#include <cstring>

#include "host/api/hooks.h"
#include "host/launch/process.h"
#include "host/track/memory.h"
#include "host/track/query.h"
#include "host/track/remembered_binaries.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

struct Programs {
  std::mutex mutex;
  uint64_t last = 0;  // programs seen so far
  std::map<cl_program, std::shared_ptr<Program>> by_handle;
};

Programs& GetPrograms() {
  static Programs* programs = new Programs;
  return *programs;
}

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
  // What drivers see of a counted string that carries its final 0 ends there.
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

cl_context ContextHandleOf(cl_program program) {
  return QueryValue<cl_context>(Of(Next().clGetProgramInfo, program, CL_PROGRAM_CONTEXT));
}

std::vector<cl_device_id> DevicesOf(cl_program program) {
  return QueryArray<std::vector<cl_device_id>>(
      Of(Next().clGetProgramInfo, program, CL_PROGRAM_DEVICES));
}

// Makes the state of a new program; `why`: why it has no source, if it has none.
std::shared_ptr<Program> MakeProgram(cl_program handle, cl_context context,
                                     const std::string& why = "") {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  auto program = std::make_shared<Program>(handle, context, ProgramId{++programs.last});
  program->why_no_source = why;
  return program;
}

// Begins to know it.
void Register(std::shared_ptr<Program> program) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  programs.by_handle[program->handle()].swap(program);  // what it replaces goes after the lock
}

// Forgets a program that neither the application nor a kernel holds any more. The twins go with
// the last user of `program`, outside the lock.
void ForgetIfUnused(Programs& programs, const Program& program) {
  if (program.references > 0 || program.kernels > 0) return;
  auto found = programs.by_handle.find(program.handle());
  if (found != programs.by_handle.end() && found->second.get() == &program) {
    programs.by_handle.erase(found);
  }
}

}  // namespace

void Program::SetSource(std::string text) {
  auto made = std::make_shared<ProgramSource>();
  made->id = id_;
  made->name = StrCat("program-", id_.value, ".cl");
  made->text = std::move(text);
  source = std::move(made);
}

void Program::Recall(std::string text, std::map<cl_device_id, Recipe> recipes) {
  SetSource(std::move(text));
  recipes_ = std::move(recipes);
}

void Program::NoteBuild(const std::vector<cl_device_id>& devices, const std::string& options) {
  char* cwd = getcwd(nullptr, 0);
  const std::string directory = cwd != nullptr ? cwd : "/";
  free(cwd);
  std::vector<std::shared_ptr<TwinSet>> replaced;  // released without the lock
  std::lock_guard<std::mutex> lock(mutex_);
  for (cl_device_id device : devices) {
    std::shared_ptr<TwinSet>& build = builds_[device];
    replaced.push_back(build);
    const auto recipe = recipes_.find(device);
    if (recipe != recipes_.end()) {
      build = std::make_shared<TwinSet>(context_, device, source, recipe->second.options,
                                        recipe->second.directory);
    } else if (recipes_.empty()) {
      build = std::make_shared<TwinSet>(context_, device, source, options, directory);
    }
  }
}

std::shared_ptr<TwinSet> Program::BuildFor(cl_device_id device) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = builds_.find(device);
  return found == builds_.end() ? nullptr : found->second;
}

ObjectId Program::VariableNumber(const std::string& name) {
  std::lock_guard<std::mutex> lock(mutex_);
  ObjectId& number = variables_[name];
  if (!number) number = NewObject();
  return number;
}

std::shared_ptr<Program> FindProgram(cl_program handle) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  auto found = programs.by_handle.find(handle);
  return found == programs.by_handle.end() ? nullptr : found->second;
}

void AddKernelTo(Program& program) {
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  ++program.kernels;
}

void RemoveKernelFrom(Program& program) {
  std::shared_ptr<Program> keep = FindProgram(program.handle());
  Programs& programs = GetPrograms();
  std::lock_guard<std::mutex> lock(programs.mutex);
  --program.kernels;
  ForgetIfUnused(programs, program);
}

cl_program Hook_clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                          const size_t* lengths, cl_int* error) {
  cl_program program =
      Next().clCreateProgramWithSource(context, count, strings, lengths, error);
  Guard("clCreateProgramWithSource", [&] {
    if (program == nullptr) return;
    auto made = MakeProgram(program, context);
    made->SetSource(JoinStrings(count, strings, lengths));
    Register(std::move(made));
  });
  return program;
}

cl_program Hook_clCreateProgramWithBinary(cl_context context, cl_uint count,
                                          const cl_device_id* devices, const size_t* lengths,
                                          const unsigned char** binaries, cl_int* status,
                                          cl_int* error) {
  cl_program program = Next().clCreateProgramWithBinary(context, count, devices, lengths, binaries,
                                                        status, error);
  Guard("clCreateProgramWithBinary", [&] {
    if (program == nullptr) return;
    std::vector<std::string_view> texts;
    for (cl_uint i = 0; i < count; ++i) {
      texts.emplace_back(reinterpret_cast<const char*>(binaries[i]), lengths[i]);
    }
    auto made = MakeProgram(program, context,
                            "its program was created from a binary that lockstep did not see "
                            "being built; clear the application's own cache of compiled kernels");
    RecallSources(*made, std::vector<cl_device_id>(devices, devices + count), texts);
    Register(std::move(made));
  });
  return program;
}

cl_program Hook_clCreateProgramWithIL(cl_context context, const void* il, size_t length,
                                      cl_int* error) {
  cl_program program = Next().clCreateProgramWithIL(context, il, length, error);
  Guard("clCreateProgramWithIL", [&] {
    if (program == nullptr) return;
    Register(MakeProgram(program, context, "its program was created from intermediate language"));
  });
  return program;
}

cl_program Hook_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                                  const cl_device_id* devices, const char* names,
                                                  cl_int* error) {
  cl_program program =
      Next().clCreateProgramWithBuiltInKernels(context, count, devices, names, error);
  Guard("clCreateProgramWithBuiltInKernels", [&] {
    if (program == nullptr) return;
    Register(MakeProgram(program, context, "it is a built-in kernel of the device"));
  });
  return program;
}

cl_program Hook_clLinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                              const char* options, cl_uint inputs, const cl_program* programs,
                              void(CL_CALLBACK* notify)(cl_program, void*), void* user,
                              cl_int* error) {
  cl_program program = Next().clLinkProgram(context, count, devices, options, inputs, programs,
                                            notify, user, error);
  Guard("clLinkProgram", [&] {
    if (program == nullptr || ContextHandleOf(program) == nullptr) return;
    Register(MakeProgram(program, context,
                         "its program was put together with clCompileProgram and clLinkProgram"));
  });
  return program;
}

cl_int Hook_clRetainProgram(cl_program program) {
  const cl_int result = Next().clRetainProgram(program);
  Guard("clRetainProgram", [&] {
    if (result != CL_SUCCESS) return;
    Programs& programs = GetPrograms();
    std::lock_guard<std::mutex> lock(programs.mutex);
    auto found = programs.by_handle.find(program);
    if (found != programs.by_handle.end()) ++found->second->references;
  });
  return result;
}

cl_int Hook_clReleaseProgram(cl_program program) {
  // Ours goes first: once the driver has freed the handle, it may come back as another program.
  Guard("clReleaseProgram", [&] {
    std::shared_ptr<Program> known = FindProgram(program);
    if (!known) return;
    Programs& programs = GetPrograms();
    std::lock_guard<std::mutex> lock(programs.mutex);
    --known->references;
    ForgetIfUnused(programs, *known);
  });
  return Next().clReleaseProgram(program);
}

cl_int Hook_clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                           const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                           void* user) {
  // Noted before the driver's build, because `notify` may create kernels. A build that fails
  // leaves no kernel to launch.
  Guard("clBuildProgram", [&] {
    std::shared_ptr<Program> known = FindProgram(program);
    if (!known || !known->source) return;
    const std::vector<cl_device_id> all =
        devices != nullptr ? std::vector<cl_device_id>(devices, devices + count)
                           : DevicesOf(program);
    known->NoteBuild(all, options != nullptr ? options : "");
  });
  const cl_int result = Next().clBuildProgram(program, count, devices, options, notify, user);
  Guard("clBuildProgram", [&] {
    std::shared_ptr<Program> known = FindProgram(program);
    if (result != CL_SUCCESS || !known || !known->source) return;
    // Files it includes may be gone at the first launch.
    if (known->source->text.find("#") == std::string::npos ||
        known->source->text.find("include") == std::string::npos) {
      return;
    }
    const std::vector<cl_device_id> all =
        devices != nullptr ? std::vector<cl_device_id>(devices, devices + count)
                           : DevicesOf(program);
    for (cl_device_id device : all) {
      if (auto build = known->BuildFor(device)) build->Prepare();
    }
  });
  return result;
}

cl_int Hook_clCompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                             const char* options, cl_uint headers, const cl_program* programs,
                             const char** names, void(CL_CALLBACK* notify)(cl_program, void*),
                             void* user) {
  return Next().clCompileProgram(program, count, devices, options, headers, programs, names,
                                 notify, user);
}

cl_int Hook_clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void* value,
                             size_t* size_ret) {
  const cl_int result = Next().clGetProgramInfo(program, name, size, value, size_ret);
  Guard("clGetProgramInfo", [&] {
    if (result != CL_SUCCESS || name != CL_PROGRAM_BINARIES || value == nullptr) return;
    std::shared_ptr<Program> known = FindProgram(program);
    if (!known || !known->source) return;
    const auto sizes = QueryArray<std::vector<size_t>>(
        Of(Next().clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
    const std::vector<cl_device_id> devices = DevicesOf(program);
    auto* const* binaries = static_cast<const char* const*>(value);
    for (size_t i = 0; i < sizes.size() && i < devices.size(); ++i) {
      if ((i + 1) * sizeof(char*) > size || binaries[i] == nullptr || sizes[i] == 0) continue;
      RememberBinary(*known, devices[i], std::string_view(binaries[i], sizes[i]));
    }
  });
  return result;
}

}  // namespace lockstep::host
