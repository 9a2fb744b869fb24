// Puts the findings of many launches together: one per rule, kind, kernel and pair of source
// positions, with a count.
#ifndef LOCKSTEP_RUNTIME_CHECKS_COLLECTOR_H_
#define LOCKSTEP_RUNTIME_CHECKS_COLLECTOR_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/checks/checks.h"
#include "runtime/model/finding.h"

namespace lockstep {

// Not thread-safe. The result does not depend on the order in which launches are added.
class FindingCollector {
 public:
  // Texts only: rule, kind, reach and region, kernel, program, then the two sides.
  using Key = std::vector<std::string>;

  // Adds what one launch found. Returns true if a finding is new, not one more of a known one. `keys`, unless null,
  // gets theirs.
  bool Add(std::vector<Finding> findings, std::vector<Key>* keys = nullptr);

  // Counts one more launch for the findings with these keys, which was not checked: one equal to it, which was, had
  // them.
  void AddEqual(const std::vector<Key>& keys);

  // All findings: errors before warnings before infos; then by launch, kernel and position.
  std::vector<Finding> Sorted() const;

  bool empty() const { return findings_.empty(); }

  // What was added, equal ones as one, before anything is said of one because of another.
  const std::map<Key, Finding>& all() const { return findings_; }

 private:
  Key KeyOf(const Finding& finding);
  // A number that only this text has.
  size_t NumberOf(const std::string& text);
  // The position in words that are the same for all programs made from one text.
  std::string Place(const ProgramSource* program, SourcePosition position);

  std::map<Key, Finding> findings_;
  // A number for each different program text, so that keys stay short. It depends on the order of
  // arrival; nothing that is shown does.
  std::map<std::string, size_t> programs_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_COLLECTOR_H_
