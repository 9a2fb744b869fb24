// Names for files by what they hold.
#ifndef LOCKSTEP_RUNTIME_CACHE_FILE_IDENTITY_H_
#define LOCKSTEP_RUNTIME_CACHE_FILE_IDENTITY_H_

#include <string>
#include <vector>

#include "runtime/cache/cache.h"

namespace lockstep {

// A text that is equal for equal contents of the files at `paths`, in their order, and differs for others,
// whatever the files are called and however old they are. One that cannot be read counts as empty.
//
// The contents are hashed when this process or `memory` does not know them yet: what stands there is known by
// the file's device, inode, size and times, among them that of the last change of the inode, which no program
// can set. Files that changed within the last seconds are hashed each time.
std::string ContentIdentity(const std::vector<std::string>& paths, const Cache& memory);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CACHE_FILE_IDENTITY_H_
