// The library's own operator new: where the application's memory is limited and used up (`ulimit -v`), small blocks
// come from a reserve. What throws for want of memory would otherwise end the application where nothing may be
// thrown: destructors allocate too (those of nlohmann::json do).
#ifndef LOCKSTEP_HOST_API_OWN_MEMORY_H_
#define LOCKSTEP_HOST_API_OWN_MEMORY_H_

namespace lockstep::host {

// Whether the reserve is in use, and memory still is short: what can be left undone should be. Allocates nothing.
bool MemoryIsShort();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_OWN_MEMORY_H_
