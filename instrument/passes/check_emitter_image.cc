// The calls for image accesses: the coordinate and the colour go to the device library as the source
// gives them, which makes texels of them with what the host says of the image.
#include "device-lib/shared/control.h"
#include "device-lib/shared/image.h"
#include "instrument/passes/check_emitter.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

using llvm::Value;

void CheckEmitter::AppendCoordinate(const ImageAccess& access, Arguments& arguments) {
  llvm::Type* type = access.coordinate->getType();
  for (unsigned d = 0; d < 3; ++d) {
    if (d >= access.dimensions) {
      arguments.push_back(llvm::Constant::getNullValue(type->getScalarType()));
    } else if (type->isVectorTy()) {
      arguments.push_back(builder_.CreateExtractElement(access.coordinate, uint64_t{d}));
    } else {
      arguments.push_back(access.coordinate);
    }
  }
}

void CheckEmitter::AppendColour(const ImageAccess& access, Arguments& arguments) {
  const bool vector = access.colour->getType()->isVectorTy();
  for (unsigned c = 0; c < 4; ++c) {
    Value* component = vector ? builder_.CreateExtractElement(access.colour, uint64_t{c})
                              : access.colour;
    if (component->getType()->isHalfTy()) {
      component = builder_.CreateFPExt(component, builder_.getFloatTy());
    }
    // The work-item may leave a component undefined.
    component = builder_.CreateFreeze(component);
    arguments.push_back(builder_.CreateBitCast(component, builder_.getInt32Ty()));
  }
}

void CheckEmitter::EmitImageCheck(const PlannedImageCheck& check) {
  const ImageAccess& access = check.access;
  builder_.SetInsertPoint(access.call);
  builder_.SetCurrentDebugLocation(access.call->getDebugLoc());
  Arguments arguments;
  for (const unsigned hidden : {LS_HIDDEN_CONTROL, LS_HIDDEN_HEADS, LS_HIDDEN_VALUES,
                                LS_HIDDEN_MORE, LS_HIDDEN_LOG}) {
    arguments.push_back(HiddenArgument(kernel_, hidden));
  }
  const bool logged = plan_.Logged(Region::kGlobal);
  if (logged) {  // device-lib/sync_image.inc
    arguments.append({HiddenArgument(kernel_, LS_HIDDEN_LOCAL), HiddenArgument(kernel_, LS_HIDDEN_EVENTS),
                      Counter(global_from_), Counter(local_from_)});
  }
  arguments.push_back(builder_.getInt32(check.root));
  AppendCoordinate(access, arguments);
  if (access.writes) {
    AppendColour(access, arguments);
  } else {
    arguments.push_back(builder_.getInt32(access.sampler));
  }
  if (logged) NoteTouched();
  Value* waits_or_events = logged ? SyncEvents() : Waits(part_image_from_);
  arguments.append({builder_.getInt32(check.site), Counter(segment_), Counter(image_from_),
                    Counter(global_from_), waits_or_events});
  const char* what = access.writes              ? "image_write"
                     : access.float_coordinate ? "image_sample"
                                               : "image_read";
  Call(std::string(logged ? "__lockstep_sync_" : "__lockstep_") + what, arguments);
}

}  // namespace lockstep::instrument
