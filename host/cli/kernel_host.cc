// The OpenCL host program that `lockstep kernel` is: builds the file, makes the arguments, runs the
// kernel. It knows nothing of the checking; the library does that to it as to any program.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include "host/cli/cl_api.h"
#include "host/cli/default_arg.h"
#include "host/cli/device_choice.h"
#include "host/cli/fit_arg.h"
#include "host/cli/kernel.h"
#include "host/cli/kernel_images.h"
#include "runtime/backends/backends.h"
#include "runtime/base/code_kind.h"
#include "runtime/base/file.h"
#include "runtime/base/include_dir.h"
#include "runtime/base/log.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

Status ClStatus(cl_int error, const std::string& what) {
  if (error == CL_SUCCESS) return OkStatus();
  return InternalError(StrCat(what, " failed: ", ClErrorName(error)));
}

// Everything made for one run; released in reverse.
struct Run {
  const KernelRequest& request;
  ClApi cl;
  ClDevice device;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  std::vector<cl_kernel> kernels;
  cl_kernel kernel = nullptr;
  std::string kernel_name;
  cl_uint argument_count = 0;
  std::map<std::string, cl_mem> memory;  // --memory, by name
  std::map<cl_uint, cl_mem> buffers;
  std::map<cl_uint, ImageSpec> images;  // of those in `buffers` that are images
  std::vector<cl_sampler> samplers;

  explicit Run(const KernelRequest& r) : request(r) {}
  ~Run() {
    for (auto& [index, buffer] : buffers) cl.clReleaseMemObject(buffer);
    for (auto& [name, buffer] : memory) cl.clReleaseMemObject(buffer);
    for (cl_sampler sampler : samplers) cl.clReleaseSampler(sampler);
    for (cl_kernel one : kernels) cl.clReleaseKernel(one);
    if (program != nullptr) cl.clReleaseProgram(program);
    if (queue != nullptr) cl.clReleaseCommandQueue(queue);
    if (context != nullptr) cl.clReleaseContext(context);
  }

  Status Open();
  Status MakeFromCode(const std::string& code);
  Status Build();
  StatusOr<std::vector<std::string>> MakeKernels();
  Status PickKernel();
  Status MakeMemory();
  Status SetArguments();
  Status SetArgument(const ArgumentFacts& facts, const ArgSpec& spec);
  Status GroupSizeError() const;
  Status RequireLibrary() const;
  Status Launch();
  Status WriteOutputs();
  std::string ArgText(cl_uint index, cl_kernel_arg_info what) const;
  std::string ArgName(cl_uint index) const;
  StatusOr<cl_uint> ArgIndex(const std::string& index_or_name) const;
  StatusOr<cl_mem> MakeBuffer(const ArgSpec& spec, const std::string& what) const;
  StatusOr<cl_mem> MakePart(const ArgSpec& spec, cl_mem whole, const std::string& what) const;
  StatusOr<cl_mem> BufferOf(const ArgSpec& spec, const std::string& what) const;
  ArgumentFacts FactsOf(cl_uint index) const;
  StatusOr<ArgSpec> DefaultSpec(const ArgumentFacts& facts) const;
  Status FitLocalMemory(const std::vector<std::unique_ptr<ArgSpec>>& specs) const;
};

Status Run::Open() {
  auto loaded = LoadOpenCl();
  if (!loaded.ok()) return loaded.status();
  cl = *loaded;
  auto chosen = ChooseDevice(ListDevices(cl), request.device);
  if (!chosen.ok()) return chosen.status();
  device = *chosen;
  cl_int error = CL_SUCCESS;
  context = cl.clCreateContext(nullptr, 1, &device.device, nullptr, nullptr, &error);
  if (error != CL_SUCCESS) return ClStatus(error, "clCreateContext");
  queue = cl.clCreateCommandQueue(context, device.device, 0, &error);
  return ClStatus(error, "clCreateCommandQueue");
}

// SPIR-V goes in as intermediate language; LLVM bitcode as a binary, which is how devices with
// cl_khr_spir take it.
Status Run::MakeFromCode(const std::string& code) {
  cl_int error = CL_SUCCESS, status = CL_SUCCESS;
  if (IsBitcode(code)) {
    const size_t size = code.size();
    const auto* bytes = reinterpret_cast<const unsigned char*>(code.data());
    program =
        cl.clCreateProgramWithBinary(context, 1, &device.device, &size, &bytes, &status, &error);
    if (error == CL_SUCCESS) return OkStatus();
    return InvalidArgumentError(StrCat(device.identity.name, " takes no LLVM bitcode (", ClErrorName(error),
                                       "); perhaps it takes what llvm-spirv makes of it"));
  }
  program = cl.clCreateProgramWithIL(context, code.data(), code.size(), &error);
  if (error == CL_SUCCESS) return OkStatus();
  return InvalidArgumentError(StrCat(device.identity.name, " takes no SPIR-V (", ClErrorName(error),
                                     "); perhaps it takes what llvm-spirv -r makes of it"));
}

Status Run::Build() {
  auto text = ReadFile(request.file);
  if (!text.ok()) return text.status();
  const bool code = IsIntermediateCode(*text);
  cl_int error = CL_SUCCESS;
  if (code) {
    if (Status status = MakeFromCode(*text); !status.ok()) return status;
  } else {
    // So that the driver's messages and the report name the file.
    std::string quoted;
    for (char c : request.file) {
      quoted += c == '"' || c == '\\' ? StrCat('\\', c) : std::string(1, c == '\n' ? ' ' : c);
    }
    std::string source = StrCat("#line 1 \"", quoted, "\"\n", *text);
    const char* pointer = source.c_str();
    program = cl.clCreateProgramWithSource(context, 1, &pointer, nullptr, &error);
    if (error != CL_SUCCESS) return ClStatus(error, "clCreateProgramWithSource");
  }
  std::string options = request.build_options;
  // Names and types of the arguments, for --arg=NAME:… and for arguments that were not given.
  if (!code) options += options.empty() ? "-cl-kernel-arg-info" : " -cl-kernel-arg-info";
  // For lockstep/rsp.clh; in a checked run the library adds it where it is needed.
  const std::string headers = IncludeDirectory(ExecutableDirectory());
  if (!code && !request.checked && !headers.empty()) options += StrCat(" -I ", headers);
  size_t slash = request.file.rfind('/');
  std::string directory = slash == std::string::npos ? "" : request.file.substr(0, slash);
  if (!code && !directory.empty() && directory.find_first_of(" \t'\"") == std::string::npos) {
    options += " -I " + directory;
  }
  error = cl.clBuildProgram(program, 1, &device.device, options.c_str(), nullptr, nullptr);
  if (error == CL_SUCCESS) return OkStatus();
  const std::string log = ClText([&](size_t size, void* out, size_t* size_out) {
    return cl.clGetProgramBuildInfo(program, device.device, CL_PROGRAM_BUILD_LOG, size, out, size_out);
  });
  WriteStderr(PrintableLines(log) + "\n");
  return InternalError(StrCat(request.file, " does not build on ", device.identity.name, ": ", ClErrorName(error),
                              ", see the driver's messages above"));
}

// All kernels of the program; their names, in the same order.
StatusOr<std::vector<std::string>> Run::MakeKernels() {
  cl_uint count = 0;
  cl_int error = cl.clCreateKernelsInProgram(program, 0, nullptr, &count);
  if (error != CL_SUCCESS) return ClStatus(error, "clCreateKernelsInProgram");
  kernels.resize(count);
  error = cl.clCreateKernelsInProgram(program, count, kernels.data(), nullptr);
  if (error != CL_SUCCESS) {
    kernels.clear();
    return ClStatus(error, "clCreateKernelsInProgram");
  }
  std::vector<std::string> names;
  for (cl_kernel one : kernels) {
    names.push_back(ClText([&](size_t size, void* out, size_t* size_out) {
      return cl.clGetKernelInfo(one, CL_KERNEL_FUNCTION_NAME, size, out, size_out);
    }));
  }
  return names;
}

Status Run::PickKernel() {
  auto made = MakeKernels();
  if (!made.ok()) return made.status();
  std::vector<std::string>& names = *made;
  for (size_t i = 0; i < names.size(); ++i) {
    const bool named = names[i] == request.kernel || KernelNameInSource(names[i], device.identity) == request.kernel;
    if (!named && !(request.kernel.empty() && names.size() == 1)) continue;
    kernel = kernels[i];
    kernel_name = names[i];
  }
  std::sort(names.begin(), names.end());
  if (kernel == nullptr) {
    return NotFoundError(
        names.empty() ? StrCat(request.file, " has no kernel")
        : request.kernel.empty()
            ? StrCat(request.file,
                     " has several kernels, pick one with --kernel: ", Join(names, ", "))
            : StrCat(request.file, " has no kernel '", request.kernel,
                     "', but: ", Join(names, ", ")));
  }
  return ClStatus(cl.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(argument_count),
                                     &argument_count, nullptr),
                  "clGetKernelInfo");
}

std::string Run::ArgText(cl_uint index, cl_kernel_arg_info what) const {
  return ClText([&](size_t size, void* out, size_t* size_out) {
    return cl.clGetKernelArgInfo(kernel, index, what, size, out, size_out);
  });
}

StatusOr<cl_uint> Run::ArgIndex(const std::string& index_or_name) const {
  if (auto number = ParseUnsigned(index_or_name)) {
    if (*number < argument_count) return static_cast<cl_uint>(*number);
    return NotFoundError(StrCat("kernel ", kernel_name, " has ",
                                Counted(argument_count, "argument", "arguments"), ", no number ",
                                index_or_name));
  }
  std::vector<std::string> names;
  for (cl_uint i = 0; i < argument_count; ++i) {
    names.push_back(ArgName(i));
    if (names.back() == index_or_name || ArgText(i, CL_KERNEL_ARG_NAME) == index_or_name) return i;
  }
  return NotFoundError(
      StrCat("kernel ", kernel_name, " has no argument '", index_or_name, "', but: ", Join(names, ", ")));
}

// As the source has it: PoCL takes `step` for a built-in, which it renames.
std::string Run::ArgName(cl_uint index) const {
  return KernelNameInSource(ArgText(index, CL_KERNEL_ARG_NAME), device.identity);
}

ArgumentFacts Run::FactsOf(cl_uint index) const {
  cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  cl.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space,
                        nullptr);
  ArgumentFacts facts;
  facts.index = index;
  facts.name = ArgName(index);
  facts.type_name = ArgText(index, CL_KERNEL_ARG_TYPE_NAME);
  facts.local = space == CL_KERNEL_ARG_ADDRESS_LOCAL;
  facts.in_memory = space != CL_KERNEL_ARG_ADDRESS_PRIVATE;
  return facts;
}

// What an argument that was not given gets; says so.
StatusOr<ArgSpec> Run::DefaultSpec(const ArgumentFacts& facts) const {
  auto made = MakeDefaultArg(facts, request);
  if (!made.ok()) return made.status();
  if (!request.quiet) {
    Log(StrCat("argument ", facts.index, " '", facts.name, "' not given: ", made->text));
  }
  return std::move(made->spec);
}

StatusOr<cl_mem> Run::MakeBuffer(const ArgSpec& spec, const std::string& what) const {
  std::string content = spec.content;
  if (content.empty()) content.resize(1);
  cl_int error = CL_SUCCESS;
  cl_mem made =
      cl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, content.size(), content.data(), &error);
  if (error != CL_SUCCESS) return ClStatus(error, "the buffer of " + what);
  return made;
}

StatusOr<cl_mem> Run::MakePart(const ArgSpec& spec, cl_mem whole, const std::string& what) const {
  const cl_buffer_region region = {spec.offset, spec.size};
  cl_int error = CL_SUCCESS;
  cl_mem made = cl.clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  if (error != CL_SUCCESS) return ClStatus(error, "the sub-buffer of " + what);
  return made;
}

// The buffer that `spec` refers to: of --memory, or another argument's.
StatusOr<cl_mem> Run::BufferOf(const ArgSpec& spec, const std::string& what) const {
  if (const auto named = memory.find(spec.other); named != memory.end()) return named->second;
  auto other = ArgIndex(spec.other);
  if (!other.ok()) return other.status();
  auto found = buffers.find(*other);
  if (found != buffers.end()) return found->second;
  return InvalidArgumentError(StrCat(what, " refers to argument ", spec.other, ", which is no buffer of its own"));
}

Status Run::MakeMemory() {
  for (const ArgSpec& spec : request.memory) {
    const std::string what = "--memory=" + spec.argument;
    StatusOr<cl_mem> made = nullptr;
    if (spec.kind == ArgSpec::Kind::kBuffer) {
      made = MakeBuffer(spec, what);
    } else {
      const auto whole = memory.find(spec.other);
      if (whole == memory.end())
        return NotFoundError(StrCat(what, " is a part of '", spec.other, "', which no --memory before it makes"));
      made = MakePart(spec, whole->second, what);
    }
    if (!made.ok()) return made.status();
    if (!memory.emplace(spec.argument, *made).second) {
      cl.clReleaseMemObject(*made);
      return InvalidArgumentError(StrCat(what, " is there twice"));
    }
  }
  return OkStatus();
}

Status Run::SetArgument(const ArgumentFacts& facts, const ArgSpec& spec) {
  const cl_uint index = facts.index;
  std::string what = StrCat("argument ", index);
  cl_mem buffer = nullptr;
  const ImageSpec* image_of =
      spec.kind == ArgSpec::Kind::kImage || spec.kind == ArgSpec::Kind::kImageView ? &spec.image : nullptr;
  if (spec.kind == ArgSpec::Kind::kSame && memory.count(spec.other) == 0) {
    const auto other = ArgIndex(spec.other);
    const auto image = other.ok() ? images.find(*other) : images.end();
    if (image != images.end()) image_of = &image->second;
  }
  if (Status status = FitsArgument(facts, spec, image_of); !status.ok()) return status;
  switch (spec.kind) {
    case ArgSpec::Kind::kLocal:
      return ClStatus(cl.clSetKernelArg(kernel, index, spec.size, nullptr), "setting " + what);
    case ArgSpec::Kind::kValue:
      return ClStatus(cl.clSetKernelArg(kernel, index, spec.content.size(), spec.content.data()),
                      StrCat("setting ", what, " to a value of ", spec.content.size(), " bytes"));
    case ArgSpec::Kind::kNull:
      return ClStatus(cl.clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr), "setting " + what);
    case ArgSpec::Kind::kBuffer: {
      auto made = MakeBuffer(spec, what);
      if (!made.ok()) return made.status();
      buffer = buffers[index] = *made;
      break;
    }
    case ArgSpec::Kind::kSampler: {
      auto sampler = MakeSampler(cl, context, spec.sampler);
      if (!sampler.ok()) return sampler.status();
      samplers.push_back(*sampler);
      return ClStatus(cl.clSetKernelArg(kernel, index, sizeof(cl_sampler), &samplers.back()),
                      "setting " + what);
    }
    case ArgSpec::Kind::kImage: {
      auto image = MakeImage(cl, context, spec.image, spec.content, nullptr);
      if (!image.ok()) return InternalError(StrCat(what, ": ", image.status().message()));
      buffer = buffers[index] = *image;
      images[index] = spec.image;
      break;
    }
    case ArgSpec::Kind::kSame:
    case ArgSpec::Kind::kImageView:
    case ArgSpec::Kind::kSubBuffer: {
      auto other = BufferOf(spec, what);
      if (!other.ok()) return other.status();
      buffer = *other;
      if (spec.kind == ArgSpec::Kind::kSubBuffer) {
        auto made = MakePart(spec, buffer, what);
        if (!made.ok()) return made.status();
        buffer = buffers[index] = *made;
      } else if (spec.kind == ArgSpec::Kind::kImageView) {
        auto image = MakeImage(cl, context, spec.image, "", buffer);
        if (!image.ok()) return InternalError(StrCat(what, ": ", image.status().message()));
        buffer = buffers[index] = *image;
        images[index] = spec.image;
      } else {
        cl.clRetainMemObject(buffer);
        buffers[index] = buffer;
        for (const auto& [first, image] : std::map(images)) {
          if (buffers[first] == buffer) images[index] = image;
        }
      }
      break;
    }
  }
  return ClStatus(cl.clSetKernelArg(kernel, index, sizeof(buffer), &buffer), "setting " + what);
}

// Drivers need not look at the sum, and write past the end.
Status Run::FitLocalMemory(const std::vector<std::unique_ptr<ArgSpec>>& specs) const {
  cl_ulong room = 0, asked = 0;
  if (cl.clGetDeviceInfo(device.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(room), &room, nullptr) != CL_SUCCESS)
    return OkStatus();
  cl.clGetKernelWorkGroupInfo(kernel, device.device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(asked), &asked, nullptr);
  for (const auto& spec : specs) {
    if (spec->kind == ArgSpec::Kind::kLocal) asked += std::min<cl_ulong>(spec->size, room + 1);
  }
  if (asked <= room) return OkStatus();
  return InvalidArgumentError(StrCat("kernel ", kernel_name, " with these arguments needs more local memory than the ",
                                     room, " bytes that ", device.identity.name, " has"));
}

Status Run::SetArguments() {
  std::vector<std::unique_ptr<ArgSpec>> specs(argument_count);
  for (const ArgSpec& spec : request.args) {
    auto index = ArgIndex(spec.argument);
    if (!index.ok()) return index.status();
    specs[*index] = std::make_unique<ArgSpec>(spec);
  }
  std::vector<ArgumentFacts> facts;
  for (cl_uint i = 0; i < argument_count; ++i) {
    facts.push_back(FactsOf(i));
    if (specs[i] != nullptr) continue;
    auto spec = DefaultSpec(facts[i]);
    if (!spec.ok()) return spec.status();
    specs[i] = std::make_unique<ArgSpec>(std::move(*spec));
  }
  if (Status status = FitLocalMemory(specs); !status.ok()) return status;
  // Buffers first: others may refer to them.
  for (bool own : {true, false}) {
    for (cl_uint i = 0; i < argument_count; ++i) {
      bool refers = specs[i]->kind == ArgSpec::Kind::kSame ||
                    specs[i]->kind == ArgSpec::Kind::kSubBuffer ||
                    specs[i]->kind == ArgSpec::Kind::kImageView;
      if (refers == own) continue;
      if (Status status = SetArgument(facts[i], *specs[i]); !status.ok()) return status;
    }
  }
  return OkStatus();
}

// Why a device may have refused the launch's work-groups.
Status Run::GroupSizeError() const {
  size_t most = 0;
  cl.clGetKernelWorkGroupInfo(kernel, device.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most,
                              nullptr);
  size_t asked[3] = {0, 0, 0};
  cl.clGetKernelWorkGroupInfo(kernel, device.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                              sizeof(asked), asked, nullptr);
  std::string text = StrCat("launching ", kernel_name,
                            " failed: CL_INVALID_WORK_GROUP_SIZE; --local must divide --global in each "
                            "dimension and ask for at most ", most, " work-items");
  if (asked[0] != 0) {
    text += StrCat(", and the kernel itself requires --local=", asked[0], ",", asked[1], ",", asked[2]);
  }
  return InvalidArgumentError(text);
}

// For the self-test (LOCKSTEP_UNCHECKED=refuse, launch_hooks.cc): is there somebody who checks?
Status Run::RequireLibrary() const {
  const char* unchecked = std::getenv("LOCKSTEP_UNCHECKED");
  if (unchecked == nullptr || std::string_view(unchecked) != "refuse") return OkStatus();
  const std::string version = ClText([&](size_t size, void* out, size_t* size_out) {
    return cl.clGetDeviceInfo(device.device, CL_DRIVER_VERSION, size, out, size_out);
  });
  // Its mark (host/driver/device_hooks.cc) comes by the way that the launch will go.
  if (version.find(" lockstep-") != std::string::npos) return OkStatus();
  return InternalError("lockstep's library was not loaded");
}

Status Run::Launch() {
  if (Status status = RequireLibrary(); !status.ok()) return status;
  size_t global[3];
  size_t local[3];
  size_t offset[3];
  std::copy(request.global, request.global + 3, global);
  std::copy(request.local, request.local + 3, local);
  std::copy(request.offset, request.offset + 3, offset);
  for (uint64_t i = 0; i < request.repeat; ++i) {
    cl_int error = cl.clEnqueueNDRangeKernel(
        queue, kernel, request.dimensions, request.has_offset ? offset : nullptr, global,
        request.has_local ? local : nullptr, 0, nullptr, nullptr);
    if (error == CL_INVALID_WORK_GROUP_SIZE) return GroupSizeError();
    if (error != CL_SUCCESS) return ClStatus(error, "launching " + kernel_name);
  }
  return ClStatus(cl.clFinish(queue), "running " + kernel_name);
}

Status Run::WriteOutputs() {
  for (const auto& [argument, file] : request.outputs) {
    auto index = ArgIndex(argument);
    if (!index.ok()) return index.status();
    auto buffer = buffers.find(*index);
    if (buffer == buffers.end()) {
      return InvalidArgumentError(StrCat("--output: argument ", argument, " is no buffer"));
    }
    if (auto image = images.find(*index); image != images.end()) {
      auto texels = ReadTexels(cl, queue, buffer->second, image->second);
      Status status = texels.ok() ? WriteFile(file, *texels) : texels.status();
      if (!status.ok()) return status;
      continue;
    }
    size_t size = 0;
    cl_int error = cl.clGetMemObjectInfo(buffer->second, CL_MEM_SIZE, sizeof(size), &size, nullptr);
    if (error != CL_SUCCESS) return ClStatus(error, "the size of argument " + argument);
    std::string content(size, '\0');
    error =
        cl.clEnqueueReadBuffer(queue, buffer->second, CL_TRUE, 0, content.size(), content.data(), 0, nullptr, nullptr);
    if (error != CL_SUCCESS) return ClStatus(error, "reading argument " + argument);
    if (Status status = WriteFile(file, content); !status.ok()) return status;
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::vector<std::string>> ListKernels(const KernelRequest& request) {
  Run run(request);
  if (Status status = run.Open(); !status.ok()) return status;
  if (Status status = run.Build(); !status.ok()) return status;
  auto names = run.MakeKernels();
  if (names.ok()) std::sort(names->begin(), names->end());
  return names;
}

Status RunKernel(const KernelRequest& request) {
  Run run(request);
  using Step = Status (Run::*)();
  for (Step step : {&Run::Open, &Run::Build, &Run::PickKernel, &Run::MakeMemory, &Run::SetArguments, &Run::Launch,
                    &Run::WriteOutputs}) {
    if (Status status = (run.*step)(); !status.ok()) return status;
  }
  return OkStatus();
}

}  // namespace lockstep
