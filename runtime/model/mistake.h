// One mistake in a program: the findings that one block of the report tells.
#ifndef LOCKSTEP_RUNTIME_MODEL_MISTAKE_H_
#define LOCKSTEP_RUNTIME_MODEL_MISTAKE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

// A process that had a mistake.
struct SeenBy {
  uint64_t pid = 0;  // 0: not known
  std::string command;
  std::string host;  // its machine's name; these three may be empty
  std::string rank;  // among the processes of an MPI program
  std::string test;  // that it ran
};

struct Mistake {
  // Findings between the same two statements, in the order of reports: the first, as severe as any, stands for all.
  // At least one.
  std::vector<Finding> forms;
  std::string repair;         // of all forms together
  std::string id;             // the same in every run, and after changes elsewhere: model/fingerprint.h
  std::string repaired_with;  // id of another mistake, one repair of which removes this one, too; empty: none is known
  std::vector<SeenBy> seen_by;  // of several reports merged: those that have it

  const Finding& first() const { return forms.front(); }
};

// Adds one more form, or its occurrences to the one of which a report would tell the same: of another program with the
// same statements, or of another process.
void AddForm(Finding form, Mistake* mistake);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_MISTAKE_H_
