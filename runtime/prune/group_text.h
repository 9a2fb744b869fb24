// A group program in words, one line a step, for people and for tests of the pass that makes it.
#ifndef LOCKSTEP_RUNTIME_PRUNE_GROUP_TEXT_H_
#define LOCKSTEP_RUNTIME_PRUNE_GROUP_TEXT_H_

#include <string>

#include "runtime/prune/group_program.h"

namespace lockstep {

// Lines of two spaces' indent and more. A value is written where it is used: `(l0 add 1)`, `argument 2`,
// `%5` for what is set by a block's phi, `?` for what may be anything.
std::string GroupText(const GroupProgram& program);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_GROUP_TEXT_H_
