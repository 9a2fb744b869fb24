// The comparison, one rule after the other.
#include "tests/oracle/tool/verdict.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace lockstep::oracle {
namespace {

const char* Name(RaceClass kind) {
  return kind == RaceClass::kRace ? "race"
                                  : kind == RaceClass::kSameValue ? "same-value" : "wrong-fence-flag";
}

std::string Describe(const std::string& array, int index, int statement_a, bool write_a,
                     int statement_b, bool write_b, RaceClass kind, bool inter_group) {
  return absl::StrCat(Name(kind), inter_group ? " between groups" : " in a group", " on ", array, "[",
                      index, "]: ", write_a ? "write" : "read", " in statement ", statement_a, ", ",
                      write_b ? "write" : "read", " in statement ", statement_b);
}

class Comparison {
 public:
  Comparison(const Verdict& verdict, const Outcome& expected, const Kernel& kernel,
             const Geometry& geometry)
      : verdict_(verdict), expected_(expected), kernel_(kernel), layout_(kernel, geometry) {}

  std::vector<std::string> Run() {
    for (const std::string& text : verdict_.other) {
      // A cell keeps two readers for all of a group; behind a divergence that may not be enough, and is said.
      const bool said = expected_.diverged_may && text.find("accesses forgotten too early") != std::string::npos;
      if (!said) Say("not checked completely: ", text);
    }
    for (const ReportedRace& race : verdict_.races) {
      CheckReported(race);
      CheckMark(race);
    }
    for (const Race& race : expected_.must) CheckMissed(race);
    CheckDivergences();
    CheckFinals();
    return std::move(result_);
  }

 private:
  template <typename... Parts>
  void Say(const Parts&... parts) {
    result_.push_back(absl::StrCat(parts...));
  }

  std::string ArrayOf(const Race& race) const {
    return kernel_.shared[layout_.ArrayOf(race.element)].name;
  }

  std::string Describe(const Race& race) const {
    return oracle::Describe(ArrayOf(race), layout_.IndexOf(race.element), race.statement_a,
                            race.write_a, race.statement_b, race.write_b, race.kind,
                            race.inter_group);
  }

  bool SamePlace(const ReportedRace& reported, const Race& race) const {
    return reported.array == ArrayOf(race) && reported.index == layout_.IndexOf(race.element);
  }

  // A report names a possible pair, and its kind is one that the element has. (A cell keeps that
  // some earlier value differed, not which statement wrote it, so the pair may have another kind.)
  void CheckReported(const ReportedRace& reported) {
    const auto low = std::min(std::pair(reported.statement_a, reported.write_a),
                              std::pair(reported.statement_b, reported.write_b));
    const auto high = std::max(std::pair(reported.statement_a, reported.write_a),
                               std::pair(reported.statement_b, reported.write_b));
    bool pair = false, kind = false;
    for (const Race& race : expected_.may) {
      if (!SamePlace(reported, race)) continue;
      pair = pair || (race.inter_group == reported.inter_group &&
                      std::pair(race.statement_a, race.write_a) == low &&
                      std::pair(race.statement_b, race.write_b) == high);
      kind = kind || race.kind == reported.kind;
      // Behind a divergence the segments of a group have lost step, and a write may stand for its
      // work-item's own read that a barrier ordered since (docs/limitations.md).
      kind = kind || (expected_.diverged_may && reported.kind == RaceClass::kWrongFlag &&
                      race.kind == RaceClass::kSameValue);
    }
    if (pair && kind) return;
    Say("false alarm (", pair ? "wrong kind" : "no such pair", "): ",
        oracle::Describe(reported.array, reported.index, reported.statement_a, reported.write_a,
                         reported.statement_b, reported.write_b, reported.kind,
                         reported.inter_group));
  }

  void CheckMark(const ReportedRace& race) {
    if (kernel_.part > 0) return;  // lock step and sub-groups are not told of together
    const bool ordered = race.kind == RaceClass::kRace && !race.inter_group &&
                         (race.statement_a != race.statement_b || race.write_a != race.write_b);
    if (ordered == race.lockstep_only) return;
    const bool may_be = race.kind == RaceClass::kRace && !race.inter_group && !race.same_calls;
    if (race.lockstep_only && may_be) return;
    Say(ordered ? "not marked" : "marked", " as ordered by lock step: statements ",
        race.statement_a, " and ", race.statement_b);
  }

  Region RegionOf(const std::string& array) const {
    for (const SharedArray& shared : kernel_.shared) {
      if (shared.name == array) return shared.region;
    }
    return Region::kGlobal;
  }

  // Some report at a statement that races on the same element, of this kind or a graver one.
  // Reports are per pair of statements, so its example may be another element of the array; those
  // of a wrong flag are per barrier, so that it may be anything in that region.
  void CheckMissed(const Race& missing) {
    for (const ReportedRace& reported : verdict_.races) {
      if (missing.kind == RaceClass::kWrongFlag && reported.kind == RaceClass::kWrongFlag &&
          RegionOf(reported.array) == RegionOf(ArrayOf(missing))) {
        return;
      }
      // A wrong flag at that element, which is graver, stands in the barrier's one report.
      if (missing.kind == RaceClass::kSameValue && reported.kind == RaceClass::kWrongFlag &&
          RegionOf(reported.array) == RegionOf(ArrayOf(missing)) &&
          std::any_of(expected_.may.begin(), expected_.may.end(), [&](const Race& race) {
            return race.element == missing.element && race.kind == RaceClass::kWrongFlag;
          })) {
        return;
      }
      if (reported.array != ArrayOf(missing)) continue;
      const bool grave_enough = reported.kind == RaceClass::kRace || reported.kind == missing.kind ||
                                missing.kind == RaceClass::kSameValue ||
                                // An equal write stands for its work-item's own read (limitations.md).
                                (expected_.diverged_may && missing.kind == RaceClass::kWrongFlag &&
                                 reported.kind == RaceClass::kSameValue);
      if (!grave_enough) continue;
      for (const Race& race : expected_.may) {
        if (race.element != missing.element) continue;
        for (int statement : {race.statement_a, race.statement_b}) {
          if (statement == reported.statement_a || statement == reported.statement_b) return;
        }
      }
    }
    Say("missed: ", Describe(missing));
  }

  void CheckDivergences() {
    for (const ReportedDivergence& reported : verdict_.divergences) {
      bool possible = false;
      for (const std::set<int>& waiting : expected_.divergences) {
        possible = possible ||
                   (waiting.count(reported.statement_a) && waiting.count(reported.statement_b));
      }
      if (possible) continue;
      Say("false divergence: statements ", reported.statement_a, " and ", reported.statement_b);
    }
    if (expected_.diverged_must && verdict_.divergences.empty()) {
      Say("missed divergence: statements ",
          absl::StrJoin(*expected_.divergences.begin(), " and "));
    }
  }

  void CheckFinals() {
    if (!expected_.race_free() || expected_.diverged_may) return;
    if (expected_.finals.size() != 1) Say("the oracle itself is not deterministic");
    if (expected_.finals.count(verdict_.final_globals)) return;
    Say("final state: expected ", absl::StrJoin(*expected_.finals.begin(), " "), ", got ",
        absl::StrJoin(verdict_.final_globals, " "));
  }

  const Verdict& verdict_;
  const Outcome& expected_;
  const Kernel& kernel_;
  const Layout layout_;
  std::vector<std::string> result_;
};

}  // namespace

std::vector<std::string> Disagreements(const Verdict& verdict, const Outcome& expected,
                                       const Kernel& kernel, const Geometry& geometry) {
  return Comparison(verdict, expected, kernel, geometry).Run();
}

}  // namespace lockstep::oracle
