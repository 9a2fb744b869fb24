// One mistake in a program: the findings that one block of the report tells.
#ifndef LOCKSTEP_RUNTIME_MODEL_MISTAKE_H_
#define LOCKSTEP_RUNTIME_MODEL_MISTAKE_H_

#include <string>
#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

struct Mistake {
  // Findings between the same two statements, in the order of reports: the first, as severe as any, stands for all.
  // At least one.
  std::vector<Finding> forms;
  std::string repair;         // of all forms together
  std::string id;             // the same in every run, and after changes elsewhere: checks/fingerprint.h
  std::string repaired_with;  // id of another mistake, one repair of which removes this one, too; empty: none is known

  const Finding& first() const { return forms.front(); }
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_MISTAKE_H_
