// The dotted parts of an instruction's name.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_MODIFIERS_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_MODIFIERS_H_

#include <string>
#include <string_view>

#include "tests/ptx/machine/instruction.h"

namespace lockstep::ptx_machine {

// Reads a name such as "atom.acq_rel.gpu.global.cas.b32" into `instruction`. What is wrong with it; "" if nothing is.
std::string ReadName(std::string_view name, Instruction& instruction);

// What an instruction called `op` must have, once its operands are known, and has not; "" if nothing is missing. The
// machine relies on this.
std::string Complaint(const Instruction& instruction);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_MODIFIERS_H_
