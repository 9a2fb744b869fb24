// Reads the file that lockstep-cc wrote (docs/abi.md, section 5).
#ifndef LOCKSTEP_RUNTIME_IMAGE_IMAGE_READER_H_
#define LOCKSTEP_RUNTIME_IMAGE_IMAGE_READER_H_

#include <string_view>

#include "runtime/base/status.h"
#include "runtime/image/image.h"

namespace lockstep {

// Parses the whole file `bytes`. kInvalidArgument if it is not an image of this ABI version, or if
// it contradicts itself (site ids that are not their index, sites without a place for id 0).
StatusOr<Image> ReadImage(std::string_view bytes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_IMAGE_IMAGE_READER_H_
