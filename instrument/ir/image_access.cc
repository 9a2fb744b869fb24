// Takes apart calls such as
//   _Z11read_imagef20ocl_image2d_array_ro11ocl_samplerDv4_f(image, sampler, coordinate)
// [CL, OpenCL C 6.15.15]: the image's type says how many components of the coordinate count.
#include "instrument/ir/image_access.h"

#include <algorithm>
#include <optional>

#include "device-lib/shared/image.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/pointee.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

struct Shape {
  const char* name;
  unsigned dimensions;  // the layer counts as one
};

constexpr Shape kShapes[] = {{"1d", 1},       {"1d_buffer", 1}, {"1d_array", 2},
                             {"2d", 2},       {"2d_depth", 2},  {"2d_array", 3},
                             {"2d_array_depth", 3}, {"3d", 3}};

// Removes `prefix` from the front; whether it was there.
bool Consume(llvm::StringRef& text, const char* prefix) { return text.consume_front(prefix); }

// Dimensions of the image type at the front of `parameters` ("20ocl_image2d_array_ro…"); 0 if it
// is none of those above.
unsigned DimensionsOf(llvm::StringRef parameters) {
  unsigned length = 0;
  if (parameters.consumeInteger(10, length) || length > parameters.size()) return 0;
  llvm::StringRef type = parameters.substr(0, length);
  if (!Consume(type, "ocl_image")) return 0;
  for (const char* access : {"_ro", "_wo", "_rw"}) type.consume_back(access);
  for (const Shape& shape : kShapes) {
    if (type == shape.name) return shape.dimensions;
  }
  return 0;
}

// The bits of a sampler that is constant in the source, or where the host finds an argument's.
std::optional<uint32_t> SamplerBits(const llvm::Value* sampler) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(sampler)) {
    return LS_SAMPLER_ARGUMENT | argument->getArgNo();
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(sampler);
  if (call == nullptr || !TranslatesSampler(*call)) return std::nullopt;
  const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (bits == nullptr) return std::nullopt;
  return static_cast<uint32_t>(bits->getZExtValue());
}

unsigned Components(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

std::optional<ImageAccess> TakeApart(llvm::CallInst& call, llvm::StringRef parameters,
                                     bool writes) {
  ImageAccess access;
  access.call = &call;
  access.writes = writes;
  access.dimensions = DimensionsOf(parameters);
  const bool sampled = !writes && call.arg_size() > 1 && IsTypeNamed(parameters, 1, "ocl_sampler", call.getContext());
  if (access.dimensions == 0 || call.arg_size() != (writes || sampled ? 3u : 2u)) {
    return std::nullopt;
  }
  access.image = llvm::dyn_cast<llvm::Argument>(call.getArgOperand(0));
  if (access.image == nullptr) return std::nullopt;
  access.sampler = LS_SAMPLER_NONE;
  if (sampled) {
    const std::optional<uint32_t> bits = SamplerBits(call.getArgOperand(1));
    if (!bits) return std::nullopt;
    access.sampler = *bits;
  }
  access.coordinate = call.getArgOperand(sampled ? 2 : 1);
  const llvm::Type* type = access.coordinate->getType();
  access.float_coordinate = type->getScalarType()->isFloatTy();
  if (Components(type) < access.dimensions) return std::nullopt;
  if (!access.float_coordinate && !type->getScalarType()->isIntegerTy(32)) return std::nullopt;
  if (writes) {
    // A depth image is written with one float.
    access.colour = call.getArgOperand(2);
    const llvm::Type* colour = access.colour->getType();
    const unsigned bits = colour->getScalarSizeInBits();
    if ((Components(colour) != 4 && Components(colour) != 1) || (bits != 32 && bits != 16)) {
      return std::nullopt;
    }
  }
  return access;
}

// `mangled` as a name if it is read_image* or write_image*.
std::optional<BuiltinName> ImageAccessName(const std::string& mangled) {
  const std::optional<BuiltinName> name = ParseBuiltinName(mangled);
  if (!name) return std::nullopt;
  const llvm::StringRef base(name->base.data(), name->base.size());
  if (!StartsWith(base, "read_image") && !StartsWith(base, "write_image")) return std::nullopt;
  return name;
}

}  // namespace

std::vector<const llvm::Value*> ImageAccess::Texel() const {
  std::vector<const llvm::Value*> texel;
  if (float_coordinate || (!writes && sampler != LS_SAMPLER_NONE)) return texel;
  for (unsigned d = 0; d < dimensions; ++d) {
    const llvm::Value* component =
        coordinate->getType()->isVectorTy() ? llvm::findScalarElement(coordinate, d) : coordinate;
    if (component == nullptr || !component->getType()->isIntegerTy(32)) return {};
    texel.push_back(component);
  }
  return texel;
}

bool IsImageAccess(llvm::StringRef mangled) {
  const std::string text = mangled.str();
  return ImageAccessName(text).has_value();
}

bool TranslatesSampler(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && call.arg_size() == 1 && callee->getName() == "__translate_sampler_initializer";
}

bool RepeatSamplers(llvm::Function& kernel) {
  std::vector<llvm::CallInst*> samplers;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && TranslatesSampler(*call)) samplers.push_back(call);
  }
  for (llvm::CallInst* sampler : samplers) {
    const std::vector<llvm::User*> users(sampler->user_begin(), sampler->user_end());
    for (llvm::User* user : users) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr) continue;
      llvm::Instruction* copy = sampler->clone();
      copy->insertBefore(call);
      call->replaceUsesOfWith(sampler, copy);
    }
    if (sampler->use_empty()) sampler->eraseFromParent();
  }
  return !samplers.empty();
}

std::vector<ImageAccess> CollectImageAccesses(llvm::Function& kernel,
                                              std::vector<llvm::CallInst*>& unknown) {
  std::vector<ImageAccess> accesses;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    const std::string mangled = call->getCalledFunction()->getName().str();
    const std::optional<BuiltinName> name = ImageAccessName(mangled);
    if (!name) continue;
    const llvm::StringRef parameters(name->parameters.data(), name->parameters.size());
    if (const auto access = TakeApart(*call, parameters, name->base[0] == 'w')) {
      accesses.push_back(*access);
    } else {
      unknown.push_back(call);
    }
  }
  return accesses;
}

bool WritesImages(llvm::Function& kernel) {
  std::vector<llvm::CallInst*> unknown;
  const std::vector<ImageAccess> accesses = CollectImageAccesses(kernel, unknown);
  return !unknown.empty() ||
         std::any_of(accesses.begin(), accesses.end(), [](const ImageAccess& access) { return access.writes; });
}

}  // namespace lockstep::instrument
