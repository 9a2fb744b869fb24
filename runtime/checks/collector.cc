// Puts the findings of many launches together.
#include "runtime/checks/collector.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "runtime/base/text.h"
#include "runtime/checks/explain.h"
#include "runtime/model/fingerprint.h"

namespace lockstep {
namespace {

constexpr size_t kKeyReach = 2;  // index of the reach in a key

// The better example stands for all: the earlier launch, then the earlier pair of work-items.
bool BetterExample(const Finding& a, const Finding& b) {
  auto key = [](const Finding& f) {
    return std::tuple(f.launch->id, f.accesses[0].work_item, f.accesses[1].work_item,
                      f.memory ? f.memory->offset : 0);
  };
  auto positions = [](const Finding& x, const Finding& y) {
    for (int i = 0; i < 2; ++i) {
      if (SiteBefore(x.accesses[i].site, y.accesses[i].site)) return -1;
      if (SiteBefore(y.accesses[i].site, x.accesses[i].site)) return 1;
    }
    return 0;
  };
  if (a.launch->id != b.launch->id) return a.launch->id < b.launch->id;
  int order = positions(a, b);
  return order != 0 ? order < 0 : key(a) < key(b);
}

void Merge(Finding* into, Finding&& more) {
  uint64_t count = into->count + more.count;
  uint64_t launches = into->launches + more.launches;
  const uint64_t equal_launches = into->equal_launches + more.equal_launches;
  const bool at_least = into->at_least || more.at_least;
  const uint64_t lockstep_only = into->lockstep_only == more.lockstep_only ? into->lockstep_only : 0;
  if (lockstep_only == 0 && (into->lockstep_only != 0 || more.lockstep_only != 0)) {
    // Not all that stands behind this finding is ordered by lock step.
    for (Finding* finding : {into, &more}) {
      finding->lockstep_only = 0;
      ExplainRace(finding);
    }
  }
  if (BetterExample(more, *into)) *into = std::move(more);
  into->count = count;
  into->at_least = at_least;
  into->launches = launches;
  into->equal_launches = equal_launches;
}

// Those between commands none of which is a launch come last.
uint64_t PlaceOf(const Launch& launch) { return launch.id.value == 0 ? UINT64_MAX : launch.id.value; }

bool Before(const Finding& a, const Finding& b) {
  if (a.severity != b.severity) return a.severity < b.severity;
  if (a.launch->id != b.launch->id) return PlaceOf(*a.launch) < PlaceOf(*b.launch);
  if (a.rule != b.rule) return a.rule < b.rule;
  for (int i = 0; i < 2; ++i) {
    if (SiteBefore(a.accesses[i].site, b.accesses[i].site)) return true;
    if (SiteBefore(b.accesses[i].site, a.accesses[i].site)) return false;
  }
  return std::tie(a.kind, a.reach, a.region) < std::tie(b.kind, b.reach, b.region);
}

std::string LineOf(const Launch& launch, const Site& site) {
  if (launch.kernel == nullptr || site.excerpt == 0) return "";
  const std::vector<std::string>& excerpts = launch.kernel->excerpts;
  return site.excerpt <= excerpts.size() ? excerpts[site.excerpt - 1] : "";
}

}  // namespace

size_t FindingCollector::NumberOf(const std::string& text) {
  return programs_.try_emplace(text, programs_.size() + 1).first->second;
}

std::string FindingCollector::Place(const ProgramSource* program, SourcePosition position) {
  // One text may have two names, if it was built in two directories.
  if (program != nullptr) {
    const auto rename = [&](const std::string& name, const std::string& text) {
      if (position.file == name) position.file = StrCat("\n", NumberOf(text));
    };
    rename(program->name, program->text);
    for (const auto& [name, text] : program->headers) rename(name, text);
  }
  return PositionText(position);
}

FindingCollector::Key FindingCollector::KeyOf(const Finding& finding) {
  const ProgramSource* program = finding.launch->program.get();
  size_t number = 0;
  if (program != nullptr) {
    number = NumberOf(program->text);
  }
  Key key = {RuleName(finding.rule), finding.kind,   ReachName(finding.reach),
             finding.region,         finding.kernel, std::to_string(number)};
  if (finding.commands) {  // a loop that makes one mistake a thousand times, with new objects of one size each time,
                           // makes one
    for (size_t i = 0; i < 2; ++i) {
      const CommandSide& side = (*finding.commands)[i];
      key.insert(key.end(), {side.call, side.kernel, side.op, side.blocking ? "blocking" : ""});
      key.push_back(PositionText(finding.accesses[i].site.position));
    }
    key.push_back(finding.memory ? finding.memory->name : "");
    key.push_back(PlaceOfCommands(finding));
  } else if (finding.loop) {
    key[kKeyReach] = "";  // one finding for a loop, however many groups a launch has
    key.push_back(Place(program, finding.loop->position));
  } else if (finding.kind == "wrong-fence-flag") {
    for (const Site& barrier : finding.barriers) key.push_back(Place(program, barrier.position));
  } else {
    key.push_back(ObjectName(finding));  // a function that is called with one object and another
    for (const FindingAccess& access : finding.accesses) {
      key.push_back(access.op);
      key.push_back(Place(program, access.site.position));
      // #line may give two lines one place; what stands there tells them apart.
      key.push_back(LineOf(*finding.launch, access.site));
      // All that a macro is made of has one place; where it goes tells its accesses apart.
      key.push_back(access.site.macro.empty() ? "" : access.site.condition);
      if (finding.kind == "call-path") {
        for (const auto& call : access.site.inlined_at) key.push_back(Place(program, call));
      }
    }
  }
  return key;
}

bool FindingCollector::Add(std::vector<Finding> findings, std::vector<Key>* keys) {
  bool news = false;
  std::set<Key> seen;  // one launch counts once per finding, however many entries it has
  for (Finding& finding : findings) {
    Key key = KeyOf(finding);
    if (!seen.insert(key).second) finding.launches = 0;
    auto known = findings_.find(key);
    if (known == findings_.end()) {
      findings_.emplace(std::move(key), std::move(finding));
      news = true;
    } else {
      Merge(&known->second, std::move(finding));
    }
  }
  if (keys != nullptr) keys->assign(seen.begin(), seen.end());
  return news;
}

void FindingCollector::AddEqual(const std::vector<Key>& keys) {
  for (const Key& key : keys) {
    const auto known = findings_.find(key);
    if (known == findings_.end()) continue;
    ++known->second.launches;
    ++known->second.equal_launches;
  }
}

std::vector<Finding> FindingCollector::Sorted() const {
  std::vector<Finding> sorted;
  for (const auto& [key, finding] : findings_) {
    sorted.push_back(finding);
    if (finding.reach != Reach::kIntraGroup) continue;
    // Where the same two places also race between groups, a barrier would mend only half of it.
    Key between = key;
    between[kKeyReach] = ReachName(Reach::kInterGroup);
    auto twin = findings_.find(between);
    if (twin == findings_.end()) continue;
    std::string& repair = sorted.back().repair;
    const std::string& other = twin->second.repair;
    if (twin->second.missing_order.changes.empty()) {
      repair = other;
    } else if (other != repair) {  // what atomics lack may order the one pair and not the other
      repair += "; between the work-groups: " + other;
    }
  }
  std::stable_sort(sorted.begin(), sorted.end(), Before);
  return sorted;
}

}  // namespace lockstep
