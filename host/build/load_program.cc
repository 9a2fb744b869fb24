// Three ways to give a driver code that is no source. The container is rusticl's: it refuses
// clCreateProgramWithIL (Mesa 22.3), but takes back its own binaries, which are SPIR-V behind a short
// head. The head is read from a binary that the driver makes of a trivial program, so that no
// version of it is assumed.
#include "host/build/load_program.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "host/api/cl_error.h"
#include "host/api/table.h"
#include "host/driver/query.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr uint32_t kSpirvMagic = 0x07230203;
constexpr size_t kWord = sizeof(uint32_t);

// What the driver's own binary of a trivial program is; empty if it makes none.
std::string TrivialBinary(cl_context context, cl_device_id device) {
  const char* source = "kernel void lockstep_trivial(global int *a) { a[0] = 0; }\n";
  cl_int error = CL_SUCCESS;
  cl_program program = Next().clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  if (program == nullptr) return "";
  std::string binary;
  if (Next().clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS) {
    // The program belongs to all devices of the context, and there is one binary for each.
    const auto devices = QueryArray<std::vector<cl_device_id>>(
        Of(Next().clGetProgramInfo, program, CL_PROGRAM_DEVICES));
    const auto sizes = QueryArray<std::vector<size_t>>(
        Of(Next().clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
    std::vector<std::string> texts;
    std::vector<unsigned char*> pointers;
    for (size_t size : sizes) texts.emplace_back(size, '\0');
    for (std::string& text : texts) {
      pointers.push_back(reinterpret_cast<unsigned char*>(text.data()));
    }
    const cl_int got = Next().clGetProgramInfo(program, CL_PROGRAM_BINARIES,
                                               pointers.size() * sizeof(pointers[0]),
                                               pointers.data(), nullptr);
    for (size_t i = 0; got == CL_SUCCESS && i < texts.size() && i < devices.size(); ++i) {
      if (devices[i] == device) binary = std::move(texts[i]);
    }
  }
  Next().clReleaseProgram(program);
  return binary;
}

// `code` behind the head of `sample`, which is all before the SPIR-V, with the code's size where the
// head has the sample's.
StatusOr<std::string> Wrap(const std::string& sample, const std::string& code) {
  const auto word_at = [&sample](size_t offset) {
    uint32_t word = 0;
    std::memcpy(&word, sample.data() + offset, sizeof(word));
    return word;
  };
  size_t head = 0;
  while (head + kWord <= sample.size() && word_at(head) != kSpirvMagic) ++head;
  if (head + kWord > sample.size()) return InternalError("the driver's binaries hold no SPIR-V");
  std::string wrapped = sample.substr(0, head);
  int sizes = 0;
  for (size_t offset = 0; offset + kWord <= head; ++offset) {
    if (word_at(offset) != sample.size() - head) continue;
    const auto size = static_cast<uint32_t>(code.size());
    std::memcpy(wrapped.data() + offset, &size, kWord);
    ++sizes;
  }
  if (sizes != 1) return InternalError("the head of the driver's binaries is not of a known form");
  return wrapped + code;
}

StatusOr<cl_program> FromBinary(cl_context context, cl_device_id device, const std::string& code) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(code.data());
  const size_t size = code.size();
  cl_int error = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program =
      Next().clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
  if (program == nullptr) {
    return InternalError(StrCat("the driver refuses the instrumented program: ", ClErrorName(error)));
  }
  return program;
}

StatusOr<cl_program> FromIl(cl_context context, const std::string& code) {
  if (Next().clCreateProgramWithIL == nullptr) {
    return InternalError("the driver has no clCreateProgramWithIL");
  }
  cl_int error = CL_SUCCESS;
  cl_program program =
      Next().clCreateProgramWithIL(context, code.data(), code.size(), &error);
  if (program == nullptr) {
    return InternalError(StrCat("the driver refuses the instrumented program: ", ClErrorName(error)));
  }
  return program;
}

}  // namespace

StatusOr<cl_program> LoadProgram(cl_context context, cl_device_id device, CodeLoad load,
                                 const std::string& code) {
  switch (load) {
    case CodeLoad::kIl:
      return FromIl(context, code);
    case CodeLoad::kContainer: {
      StatusOr<std::string> wrapped = Wrap(TrivialBinary(context, device), code);
      if (!wrapped.ok()) return wrapped.status();
      return FromBinary(context, device, *wrapped);
    }
    case CodeLoad::kBinary:
      break;
  }
  return FromBinary(context, device, code);
}

}  // namespace lockstep::host
