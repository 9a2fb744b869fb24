// The table of changes that a finding's repair may name (repairs.def).
#ifndef LOCKSTEP_RUNTIME_CHECKS_REPAIRS_H_
#define LOCKSTEP_RUNTIME_CHECKS_REPAIRS_H_

#include <initializer_list>
#include <string>
#include <vector>

namespace lockstep {

enum class Repair {
#define LOCKSTEP_REPAIR(enumerator, text) enumerator,
#include "runtime/checks/repairs.def"
};

// The text of `repair`, its {words} replaced by `words` in their order. There must be as many.
std::string RepairText(Repair repair, std::initializer_list<std::string> words = {});

// Changes of which one is enough: "a", "a, or b", "a, b, or c".
std::string AnyOf(const std::vector<std::string>& repairs);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_REPAIRS_H_
