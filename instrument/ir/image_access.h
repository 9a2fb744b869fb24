// The image accesses that a kernel's calls of read_image and write_image make.
#ifndef LOCKSTEP_INSTRUMENT_IR_IMAGE_ACCESS_H_
#define LOCKSTEP_INSTRUMENT_IR_IMAGE_ACCESS_H_

#include <cstdint>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Argument;
class CallBase;
class CallInst;
class Function;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// One call of read_image{f,i,ui,h} or write_image{f,i,ui,h}.
struct ImageAccess {
  llvm::CallInst* call = nullptr;
  llvm::Argument* image = nullptr;    // the kernel's argument
  bool writes = false;
  unsigned dimensions = 0;            // components of `coordinate` that count: 1 to 3
  llvm::Value* coordinate = nullptr;  // of integers or floats, scalar or vector
  bool float_coordinate = false;
  uint32_t sampler = 0;           // bits of device-lib/shared/image.h; reads only
  llvm::Value* colour = nullptr;  // a vector of four; writes only

  // The integers that name the texel, one for each dimension; empty if they are not in sight, or are not the texel's: a
  // sampler may move a coordinate back into the image.
  std::vector<const llvm::Value*> Texel() const;
};

// True for read_image* and write_image*, of whatever type.
bool IsImageAccess(llvm::StringRef mangled);

// Whether `call` makes a sampler of its bits, as clang has it for samplers that are constants.
bool TranslatesSampler(const llvm::CallBase& call);

// Gives every use of a constant sampler its own __translate_sampler_initializer beside it, so that no
// later pass has to carry a sampler across barriers, which drivers may not take. Whether it did.
bool RepeatSamplers(llvm::Function& kernel);

// All image accesses of `kernel` in the order of the instructions. Those that cannot be taken apart
// (an image or a sampler of unknown origin, a form with level of detail or samples) go to `unknown`.
std::vector<ImageAccess> CollectImageAccesses(llvm::Function& kernel,
                                              std::vector<llvm::CallInst*>& unknown);

// Whether `kernel` writes images; accesses that cannot be taken apart count as writes.
bool WritesImages(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_IMAGE_ACCESS_H_
