// What `lockstep kernel --arg=…` says about one kernel argument. docs/cli.md has the grammar.
#ifndef LOCKSTEP_HOST_CLI_ARG_SPEC_H_
#define LOCKSTEP_HOST_CLI_ARG_SPEC_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/cli/image_spec.h"
#include "runtime/base/status.h"

namespace lockstep {

enum class ScalarForm { kSigned, kUnsigned, kFloat };

// An OpenCL type of numbers: "uchar", "float", "int4".
struct ScalarType {
  ScalarForm form = ScalarForm::kSigned;
  unsigned bytes = 4;  // of one element
  unsigned lanes = 1;  // of a vector, 1 for scalars; 3 takes the room of 4
  unsigned size() const { return bytes * (lanes == 3 ? 4 : lanes); }
};

// kInvalidArgument if `name` is none.
StatusOr<ScalarType> ParseScalarType(std::string_view name);

struct ArgSpec {
  enum class Kind {
    kBuffer,
    kSame,
    kSubBuffer,
    kLocal,
    kValue,
    kNull,
    kImage,
    kImageView,  // an image made from another argument's buffer
    kSampler
  };
  std::string argument;  // index or name, as written
  Kind kind = Kind::kBuffer;
  uint64_t size = 0;    // bytes: of the buffer, sub-buffer or local memory
  uint64_t offset = 0;  // sub-buffer
  std::string other;    // same, sub-buffer, view: index or name of the other argument
  std::string content;  // buffer, image: its initial bytes; value: the argument's bytes
  ImageSpec image;
  SamplerSpec sampler;
};

// Parses "INDEX:SPEC" or "NAME:SPEC". Reads a file for file:PATH. The error shows the right form.
StatusOr<ArgSpec> ParseArgSpec(std::string_view text);

// The bytes of `value` as one element of `type`; kInvalidArgument if it is no number or too big.
StatusOr<std::string> EncodeValue(const ScalarType& type, std::string_view value);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_ARG_SPEC_H_
