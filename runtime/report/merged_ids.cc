// What the mistakes of many reports are called in the one that is made of them.
#include "runtime/report/merged_ids.h"

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/model/fingerprint.h"

namespace lockstep {
namespace {

std::string FileOf(const Finding&, const Site& site) { return site.position.file; }

std::string WithoutNumber(const std::string& id) { return id.substr(0, id.find('-')); }

void ForEachMistake(Report* report, const std::function<void(Mistake&)>& change) {
  for (auto* list : {&report->findings, &report->known}) {
    for (Mistake& mistake : *list) change(mistake);
  }
  for (Suppressed& one : report->suppressed) change(one.mistake);
}

}  // namespace

void MergedIds::Rename(Report* report) {
  std::map<std::string, std::string> renamed;
  ForEachMistake(report, [&](Mistake& mistake) {
    const std::string id = IdFor(mistake);
    for (const Finding& form : mistake.forms) {
      by_statements_.try_emplace(Join(PlaceIdentityOf(form), "\n\n"), id);
      files_by_id_[id].insert(Join(IdentityOf(form, FileOf), "\n"));
    }
    renamed[mistake.id] = id;
    mistake.id = id;
  });
  ForEachMistake(report, [&](Mistake& mistake) {
    const auto leader = renamed.find(mistake.repaired_with);
    if (leader != renamed.end()) mistake.repaired_with = leader->second;
  });
}

std::string MergedIds::IdFor(const Mistake& mistake) {
  const auto known = by_statements_.find(Join(PlaceIdentityOf(mistake.first()), "\n\n"));
  if (known != by_statements_.end()) return known->second;
  const std::string files = Join(IdentityOf(mistake.first(), FileOf), "\n"), first = WithoutNumber(mistake.id);
  const auto is_other_statement = [&](const std::string& id) {
    const auto same_id = files_by_id_.find(id);
    return same_id != files_by_id_.end() && same_id->second.count(files) != 0;
  };
  std::string id = mistake.id;
  for (uint64_t number = 1; is_other_statement(id); ++number) id = number == 1 ? first : StrCat(first, "-", number);
  return id;
}

}  // namespace lockstep
