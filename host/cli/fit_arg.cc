#include "host/cli/fit_arg.h"

#include <string>
#include <string_view>

#include "host/cli/cl_api.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

enum class Takes { kAnything, kLocal, kImage, kSampler, kMemory, kValue };

bool BeginsWith(std::string_view text, std::string_view begin) { return text.substr(0, begin.size()) == begin; }

Takes WhatTakes(const ArgumentFacts& facts) {
  const std::string& type = facts.type_name;
  if (type.empty()) return Takes::kAnything;
  if (facts.local) return Takes::kLocal;
  if (type.find('*') != std::string::npos) return Takes::kMemory;
  if (type == "sampler_t") return Takes::kSampler;
  if (BeginsWith(type, "image") && type.size() > 2 && type.substr(type.size() - 2) == "_t") return Takes::kImage;
  // A name that the source made: what is in memory then is an image or a pointer, what is not a value or a sampler.
  return facts.in_memory ? Takes::kAnything : Takes::kValue;
}

// What --arg has to say for it.
std::string Wanted(Takes takes, const std::string& type) {
  switch (takes) {
    case Takes::kLocal: return "local memory (local:SIZE)";
    case Takes::kImage: return StrCat("an image (", type.substr(0, type.size() - 2), ",… or view:…)");
    case Takes::kSampler: return "a sampler (sampler:…)";
    case Takes::kMemory: return "memory (buffer,…, same:…, sub:… or null)";
    case Takes::kValue: return "a value (TYPE:V or bytes:HEX)";
    case Takes::kAnything: break;
  }
  return "anything";
}

const char* Given(const ArgSpec& spec, const ImageSpec* image) {
  switch (spec.kind) {
    case ArgSpec::Kind::kBuffer: return "a buffer";
    case ArgSpec::Kind::kSubBuffer: return "a part of a buffer";
    case ArgSpec::Kind::kLocal: return "local memory";
    case ArgSpec::Kind::kValue: return "a value";
    case ArgSpec::Kind::kNull: return "null";
    case ArgSpec::Kind::kSampler: return "a sampler";
    case ArgSpec::Kind::kSame: return image == nullptr ? "a buffer" : "an image";
    case ArgSpec::Kind::kImage:
    case ArgSpec::Kind::kImageView: return "an image";
  }
  return "";
}

bool Fits(Takes takes, const ArgSpec& spec, bool image) {
  using Kind = ArgSpec::Kind;
  switch (takes) {
    case Takes::kLocal: return spec.kind == Kind::kLocal;
    case Takes::kImage: return image;
    case Takes::kSampler: return spec.kind == Kind::kSampler;
    case Takes::kValue: return spec.kind == Kind::kValue || spec.kind == Kind::kSampler;
    case Takes::kMemory:
      return !image && (spec.kind == Kind::kBuffer || spec.kind == Kind::kSame || spec.kind == Kind::kSubBuffer ||
                        spec.kind == Kind::kNull);
    case Takes::kAnything: break;
  }
  return true;
}

// "image2d_t"; empty of one that has no name of its own here.
std::string_view TypeOf(const ImageSpec& image) {
  switch (image.object_type) {
    case CL_MEM_OBJECT_IMAGE1D: return "image1d_t";
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return "image1d_buffer_t";
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: return "image1d_array_t";
    case CL_MEM_OBJECT_IMAGE2D: return "image2d_t";
    case CL_MEM_OBJECT_IMAGE2D_ARRAY: return "image2d_array_t";
    case CL_MEM_OBJECT_IMAGE3D: return "image3d_t";
    default: return "";
  }
}

// Depth and multisampled images are left to the driver.
bool IsOfOtherDimensions(const ImageSpec& image, const std::string& type) {
  static constexpr std::string_view kTypes[] = {"image1d_t", "image1d_buffer_t", "image1d_array_t",
                                                "image2d_t", "image2d_array_t",  "image3d_t"};
  bool known = false;
  for (const std::string_view one : kTypes) known |= one == type;
  return known && TypeOf(image) != type;
}

}  // namespace

Status FitsArgument(const ArgumentFacts& facts, const ArgSpec& spec, const ImageSpec* image) {
  const Takes takes = WhatTakes(facts);
  const bool dimensions = takes == Takes::kImage && image != nullptr && IsOfOtherDimensions(*image, facts.type_name);
  if (Fits(takes, spec, image != nullptr) && !dimensions) return OkStatus();
  const std::string given = dimensions ? std::string(TypeOf(*image)) : Given(spec, image);
  return InvalidArgumentError(StrCat("argument ", facts.index, " ('", facts.name, "', ", facts.type_name, ") takes ",
                                     Wanted(takes, facts.type_name), ", not ", given));
}

}  // namespace lockstep
