// Which mistakes a report shows, and what it counts of the others.
#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/report/report.h"

namespace lockstep {

bool IsHidden(const Finding& finding, const Options& options) {
  return (finding.kind == "same-value" || finding.kind == "equal-fills") && options.same_value == SameValue::kHide;
}

namespace {

// Leaves out what is hidden: whole mistakes, which are counted, and forms of others, which tell no more.
void LeaveOutHidden(const Options& options, std::vector<Mistake>* mistakes, Totals* totals) {
  std::vector<Mistake> wanted;
  for (Mistake& mistake : *mistakes) {
    auto& forms = mistake.forms;
    const auto hidden = [&](const Finding& form) { return IsHidden(form, options); };
    forms.erase(std::remove_if(forms.begin(), forms.end(), hidden), forms.end());
    if (forms.empty()) {
      ++totals->hidden_same_value;
    } else {
      wanted.push_back(std::move(mistake));
    }
  }
  *mistakes = std::move(wanted);
}

// The first entry about a mistake decides.
void Suppress(const Suppressions& suppressions, std::vector<Mistake>* mistakes, Report* report) {
  const std::vector<Suppression>& entries = suppressions.entries;
  std::vector<bool> used(entries.size());
  std::vector<Mistake> wanted;
  for (Mistake& mistake : *mistakes) {
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const Suppression& one) { return IsAbout(one, mistake); });
    if (entry != entries.end()) used[static_cast<size_t>(entry - entries.begin())] = true;
    if (entry != entries.end() && !entry->severity) {
      report->suppressed.push_back({std::move(mistake), NameOf(suppressions, *entry)});
      continue;
    }
    if (entry != entries.end()) {
      for (Finding& form : mistake.forms) form.severity = *entry->severity;
    }
    wanted.push_back(std::move(mistake));
  }
  *mistakes = std::move(wanted);
  std::stable_sort(mistakes->begin(), mistakes->end(),
                   [](const Mistake& a, const Mistake& b) { return a.first().severity < b.first().severity; });
  report->suppressions_file = suppressions.file;
  report->totals.suppressed = report->suppressed.size();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (used[i]) {
      report->used_entries.push_back(static_cast<uint32_t>(i));
    } else {
      report->unused.push_back(NameOf(suppressions, entries[i]));
    }
  }
}

void TakeKnown(const Agreements& agreements, std::vector<Mistake>* mistakes, Report* report) {
  std::vector<Mistake> news;
  for (Mistake& mistake : *mistakes) {
    (agreements.known.count(mistake.id) != 0 ? report->known : news).push_back(std::move(mistake));
  }
  *mistakes = std::move(news);
  report->totals.known = report->known.size();
  report->totals.no_baseline = agreements.no_baseline;
}

// Where the mistake that others were repaired with is not to be shown, the first of them takes its place.
void LeadAnew(std::vector<Mistake>* mistakes) {
  std::map<std::string, std::string> leaders;  // of that id -> who leads now
  for (const Mistake& mistake : *mistakes) {
    if (mistake.repaired_with.empty()) leaders[mistake.id] = mistake.id;
  }
  for (Mistake& mistake : *mistakes) {
    if (mistake.repaired_with.empty()) continue;
    const std::string leader = leaders.try_emplace(mistake.repaired_with, mistake.id).first->second;
    mistake.repaired_with = leader == mistake.id ? "" : leader;
  }
}

// Those to show, in order: first those that need a repair of their own.
std::vector<bool> Shown(const std::vector<Mistake>& mistakes, size_t most) {
  std::vector<bool> shown(mistakes.size());
  for (const bool alone : {true, false}) {
    for (size_t i = 0; i < mistakes.size() && most > 0; ++i) {
      if (mistakes[i].repaired_with.empty() != alone) continue;
      shown[i] = true;
      --most;
    }
  }
  return shown;
}

}  // namespace

void SelectFindings(std::vector<Mistake> all, const Options& options, const Agreements& agreements, Report* report) {
  Totals& totals = report->totals;
  LeaveOutHidden(options, &all, &totals);
  Suppress(agreements.suppressions, &all, report);
  TakeKnown(agreements, &all, report);
  LeadAnew(&all);
  for (const Mistake& mistake : all) {
    ++(mistake.first().severity == Severity::kError     ? totals.errors
       : mistake.first().severity == Severity::kWarning ? totals.warnings
                                                        : totals.infos);
  }
  const size_t most = options.max_findings == 0 ? all.size() : std::min<size_t>(options.max_findings, all.size());
  totals.over_limit = all.size() - most;
  const std::vector<bool> shown = Shown(all, most);
  for (size_t i = 0; i < all.size(); ++i) {
    if (shown[i]) report->findings.push_back(std::move(all[i]));
  }
}

}  // namespace lockstep
