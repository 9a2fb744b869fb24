// Memory objects and launches in words.
#ifndef LOCKSTEP_RUNTIME_REPORT_MEMORY_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_MEMORY_TEXT_H_

#include <array>
#include <cstdint>
#include <string>

#include "runtime/model/finding.h"

namespace lockstep {

// "buffer 2", "local variable": the object without its size.
std::string ObjectText(const Memory& memory);

// The texel that the first byte in conflict belongs to, unused coordinates 0; a layer counts as the
// last. `memory.image` is set.
std::array<uint64_t, 3> TexelAt(const Memory& memory);

// "argument 0 'out' (also argument 2 'in'): buffer 2 of 4,096 bytes, 4 bytes at offset 16".
std::string MemoryText(const Memory& memory);

// "launch 3 (global 1024, offset 8, local 64) on <device>".
std::string LaunchText(const Launch& launch);

// "work-item (4,1) (local (0,1), group (1,0))".
std::string WorkItemText(const Launch& launch, const std::optional<WorkItem>& item);

// "asynchronous copy by work-group (1,0)".
std::string CopyText(const Launch& launch, const std::optional<Id3>& group);

// "one of the 32 work-items in lock step from 64 on (local 0, group 1)".
std::string BlockText(const Launch& launch, const std::optional<WorkItem>& first, uint64_t size);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_MEMORY_TEXT_H_
