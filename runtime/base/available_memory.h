// How much memory there is.
#ifndef LOCKSTEP_RUNTIME_BASE_AVAILABLE_MEMORY_H_
#define LOCKSTEP_RUNTIME_BASE_AVAILABLE_MEMORY_H_

#include <cstdint>
#include <optional>

namespace lockstep {

// Bytes that the system can still give without swapping (MemAvailable); nullopt if it does not say.
std::optional<uint64_t> AvailableMemory();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_AVAILABLE_MEMORY_H_
