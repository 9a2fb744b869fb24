// What all findings about commands are made of.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_FINDING_PARTS_H_
#define LOCKSTEP_RUNTIME_COMMANDS_FINDING_PARTS_H_

#include <memory>
#include <vector>

#include "runtime/commands/history.h"
#include "runtime/model/finding.h"
#include "runtime/model/rules.h"

namespace lockstep {

// One of that kind, between these two, whose accesses have no place but their calls.
Finding FindingBetween(Kind kind, const CommandSide& a, const CommandSide& b);

// The launch that a finding between `a` and `b` is about, of no kernel, so that nobody looks for one.
std::shared_ptr<const Launch> LaunchOf(const CommandSide& a, const CommandSide& b);

// The graph around those that race, told which they are. `races`: their records.
void AddGraph(const std::vector<CommandRecordRef>& races, Finding* finding);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_FINDING_PARTS_H_
