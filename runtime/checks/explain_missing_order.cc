// Why atomics and fences did not order two accesses, and the smallest change that would have
// (semantics sections 2 and 3; runtime/replay/what_if.h finds it).
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

std::string At(const Site& site) { return StrCat(" at ", PositionText(site.position)); }

std::string StoreText(const Site& site) {
  return StrCat(site.op == "rmw" ? "the atomic operation" : "the store", At(site));
}

std::string LoadText(const Site& site) {
  return StrCat(site.op == "rmw" ? "the atomic operation" : "the load", At(site));
}

std::string RegionName(const Finding& finding) {
  return finding.memory && finding.memory->image ? "images" : finding.region + " memory";
}

// "the load at k.cl:9:3 reads what the store at k.cl:4:3 wrote"
std::string EdgeText(const MissingOrder& found) {
  return StrCat(LoadText(*found.load), " reads what ", StoreText(*found.store), " wrote");
}

const Site* Changed(const MissingOrder& found) {
  return found.changes.empty() ? nullptr : &found.changes[0].site;
}

std::string Why(const Finding& finding) {
  const MissingOrder& found = finding.missing_order;
  const bool edge = found.store && found.load;
  const std::string handed = edge ? EdgeText(found) + ", but " : "";
  const Site* changed = Changed(found);
  const std::string where = changed != nullptr ? At(*changed) : "";
  if (found.cause == "scope") {
    return StrCat("both are atomic, but the scope of one does not reach the other's work-item, so "
                  "that neither is atomic for the other");
  }
  if (found.cause == "missing-acquire") {
    return StrCat(handed, edge ? "it is" : StrCat("the operation", where, " is"),
                  " no acquire: what was released to it orders nothing behind it");
  }
  if (found.cause == "missing-release") {
    return StrCat(handed, edge ? "that is" : StrCat("the operation", where, " is"),
                  " no release: what its work-item did before it is not handed on");
  }
  if (found.cause == "relaxed") {
    return StrCat(handed, "neither releases nor acquires: relaxed atomics order nothing else");
  }
  if (found.cause == "narrow-scope") {
    return StrCat(handed, "the scope", where, " does not reach the other work-item, and so does not "
                  "synchronise with it");
  }
  if (found.cause == "fence-flag") {
    return StrCat(handed, "the fence", where, " does not name ", RegionName(finding),
                  ", where the data is");
  }
  if (found.cause == "wrong-region") {
    return StrCat(handed, "that flag is not in ", RegionName(finding),
                  ": release and acquire order only accesses to the flag's own region");
  }
  if (found.cause == "plain-flag") {
    return StrCat(handed, "plainly: fences order what is around them only through an atomic "
                  "store and an atomic load");
  }
  return "";
}

std::string Repair(const Finding& finding) {
  const MissingOrder& found = finding.missing_order;
  std::vector<std::string> parts;
  for (const MissingOrder::Change& change : found.changes) {
    parts.push_back(StrCat(parts.empty() ? "use " : "", change.to, " instead of ", change.from,
                           At(change.site)));
  }
  std::string text = Join(parts, ", and ");
  if (found.cause == "wrong-region") {
    text += StrCat(", or keep the flag in ", finding.region, " memory");
  }
  return text;
}

}  // namespace

void ExplainMissingOrder(Finding* finding) {
  if (finding->missing_order.cause == "none") {
    finding->why += "; no release by the one work-item leads to an acquire by the other between the "
                    "two accesses";
    return;
  }
  const std::string why = Why(*finding);
  if (why.empty()) return;
  finding->why = why;
  if (!finding->missing_order.changes.empty()) finding->repair = Repair(*finding);
}

}  // namespace lockstep
