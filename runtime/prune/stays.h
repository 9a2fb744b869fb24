// Do accesses stay within their memory in this launch? By their byte offsets as polynomials of the ids, as injective.h
// tells whether work-items meet.
#ifndef LOCKSTEP_RUNTIME_PRUNE_STAYS_H_
#define LOCKSTEP_RUNTIME_PRUNE_STAYS_H_

#include <cstdint>
#include <vector>

#include "runtime/prune/injective.h"

namespace lockstep {

// True if accesses of these forms touch bytes [0, size) of their root only, in every work-item of the launch. False
// means "not proven".
bool StaysWithin(const std::vector<AccessForm>& forms, const LaunchNumbers& launch, uint64_t size);
// ... texels of an image of these sizes (AddressForms::TexelOf).
bool TexelsStayWithin(const std::vector<AccessForm>& forms, const LaunchNumbers& launch, const uint64_t (&sizes)[3]);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_STAYS_H_
