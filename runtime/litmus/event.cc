// Memory events of a litmus execution as text.
#include "runtime/litmus/event.h"

#include "absl/strings/str_cat.h"

namespace lockstep::litmus {

const char* OrderText(Order order) {
  switch (order) {
    case Order::kPlain:
      return "na";
    case Order::kRelaxed:
      return "rlx";
    case Order::kAcquire:
      return "acq";
    case Order::kRelease:
      return "rel";
    case Order::kAcqRel:
      return "ar";
    case Order::kSeqCst:
      return "sc";
  }
  return "";
}

const char* ScopeText(Scope scope) {
  switch (scope) {
    case Scope::kNone:
      return "";
    case Scope::kWorkItem:
      return "wi";
    case Scope::kSubGroup:
      return "sg";
    case Scope::kWorkGroup:
      return "wg";
    case Scope::kDevice:
      return "dev";
    case Scope::kAllDevices:
      return "all";
  }
  return "";
}

std::string EventText(const Test& test, const Event& event) {
  const std::string scope = ScopeText(event.scope);
  const std::string mode = absl::StrCat(OrderText(event.order), scope.empty() ? "" : ",", scope,
                                        event.remote ? ",remote" : "");
  if (event.IsFence()) {
    const std::string flags = absl::StrCat(event.regions & kGlobalRegion ? "G" : "",
                                           event.regions & kLocalRegion ? "L" : "");
    const char* what = event.kind == EventKind::kFence          ? "F"
                       : event.kind == EventKind::kBarrierEntry ? "Bentry"
                                                                : "Bexit";
    return absl::StrCat(what, "(", flags, ",", mode, ")");
  }
  const std::string& name = test.locations[event.location].name;
  switch (event.kind) {
    case EventKind::kRead:
      return absl::StrCat("R(", mode, ") ", name, "=", event.read_value);
    case EventKind::kWrite:
      return absl::StrCat("W(", mode, ") ", name, "=", event.write_value);
    default:
      return absl::StrCat("RMW(", mode, ") ", name, "=", event.read_value, ">", event.write_value);
  }
}

}  // namespace lockstep::litmus
