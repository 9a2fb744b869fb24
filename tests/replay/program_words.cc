// Programs as text, and their operations as bits of events.
#include "absl/strings/str_cat.h"
#include "tests/replay/random_program.h"

namespace lockstep {

using litmus::kGlobalRegion;
using litmus::kLocalRegion;
using litmus::Order;
using litmus::Scope;

uint32_t OrderBits(Order order) {
  switch (order) {
    case Order::kAcquire:
      return LS_ORDER_ACQUIRE << LS_EVENT_ORDER_SHIFT;
    case Order::kRelease:
      return LS_ORDER_RELEASE << LS_EVENT_ORDER_SHIFT;
    case Order::kAcqRel:
      return LS_ORDER_ACQ_REL << LS_EVENT_ORDER_SHIFT;
    case Order::kSeqCst:
      return LS_ORDER_SEQ_CST << LS_EVENT_ORDER_SHIFT;
    default:
      return 0;
  }
}

uint32_t ScopeBits(Scope scope) {
  switch (scope) {
    case Scope::kSubGroup:
      return LS_EVENT_SCOPE_SUB_GROUP << LS_EVENT_SCOPE_SHIFT;
    case Scope::kWorkGroup:
      return LS_EVENT_SCOPE_WORK_GROUP << LS_EVENT_SCOPE_SHIFT;
    case Scope::kDevice:
      return LS_EVENT_SCOPE_DEVICE << LS_EVENT_SCOPE_SHIFT;
    case Scope::kAllDevices:
      return LS_EVENT_SCOPE_ALL_SVM << LS_EVENT_SCOPE_SHIFT;
    default:
      return 0;
  }
}

uint32_t FlagBits(unsigned flags) {
  return (flags & kGlobalRegion ? LS_EVENT_FENCE_GLOBAL : 0u) |
         (flags & kLocalRegion ? LS_EVENT_FENCE_LOCAL : 0u);
}

std::string ProgramText(const Program& program) {
  static const char* const kNames[] = {"R",    "W",   "load",  "store",   "add",
                                       "xchg", "cas", "fence", "barrier", "part-barrier"};
  std::string out;
  for (size_t l = 0; l < program.home.size(); ++l) {
    absl::StrAppend(&out, "x", l, program.home[l] < 0 ? " global; " : " local; ");
  }
  absl::StrAppend(&out, "sub-groups of ", program.sub_group_items, "\n");
  for (size_t t = 0; t < program.threads.size(); ++t) {
    absl::StrAppend(&out, "P", t, " in group ", program.group_of[t], ":");
    for (const Op& op : program.threads[t]) {
      absl::StrAppend(&out, op.guarded ? " if" : "", " ", kNames[static_cast<int>(op.kind)]);
      if (op.kind < OpKind::kFence) absl::StrAppend(&out, " x", op.location);
      if (op.kind > OpKind::kWrite) {
        absl::StrAppend(&out, "(", op.kind >= OpKind::kBarrier ? "" : litmus::OrderText(op.order), ",",
                        litmus::ScopeText(op.scope), op.remote ? ",rem" : "",
                        op.kind >= OpKind::kFence ? absl::StrCat(",flags ", op.flags) : "", ")");
      }
      if (op.kind == OpKind::kWrite || op.kind == OpKind::kStore) absl::StrAppend(&out, "=", op.value);
      absl::StrAppend(&out, ";");
    }
    absl::StrAppend(&out, "\n");
  }
  return out;
}

ReplayOptions OptionsFor(const Program& program, bool strict, bool remote, bool every_pair) {
  ReplayOptions options;
  options.group_size = options.group_items = program.group_size;
  options.sub_group_items = program.sub_group_items;
  options.inclusion = strict ? ScopeInclusion::kStrict : ScopeInclusion::kRelaxed;
  options.remote = remote;
  options.every_pair = every_pair;
  return options;
}

}  // namespace lockstep
