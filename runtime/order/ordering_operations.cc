#include "runtime/order/ordering_operations.h"

#include "device-lib/shared/event.h"

namespace lockstep {

void OrderingOperations::AddAtomic(uint32_t what, uint32_t region) {
  const uint32_t order = (what & LS_EVENT_ORDER_MASK) >> LS_EVENT_ORDER_SHIFT;
  Region& at = regions_[region == LS_REGION_LOCAL ? 1 : 0];
  at.atomics = true;
  at.above_relaxed |= order != LS_ORDER_RELAXED;
  at.scopes |= 1u << ((what & LS_EVENT_SCOPE_MASK) >> LS_EVENT_SCOPE_SHIFT);
  seq_cst_ |= order == LS_ORDER_SEQ_CST;
}

void OrderingOperations::AddFence(uint32_t what) {
  // What orders global memory orders images, too; images lie in global memory.
  regions_[0].fenced |= (what & (LS_EVENT_FENCE_GLOBAL | LS_EVENT_FENCE_IMAGE)) != 0;
  regions_[1].fenced |= (what & LS_EVENT_FENCE_LOCAL) != 0;
}

bool OrderingOperations::BarriersAloneOrder(uint32_t region) const {
  const Region& at = regions_[region == LS_REGION_LOCAL ? 1 : 0];
  if (seq_cst_ || at.above_relaxed || at.fenced) return false;
  if (!at.atomics) return true;
  const bool one_scope = (at.scopes & (at.scopes - 1u)) == 0;
  const uint32_t narrowest =
      region == LS_REGION_LOCAL ? LS_EVENT_SCOPE_WORK_GROUP : LS_EVENT_SCOPE_DEVICE;
  return one_scope && at.scopes >= 1u << narrowest;
}

}  // namespace lockstep
