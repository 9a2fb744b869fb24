// Names of special registers.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_SPECIAL_REGISTERS_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_SPECIAL_REGISTERS_H_

#include <optional>
#include <string_view>

#include "tests/ptx/machine/instruction.h"

namespace lockstep::ptx_machine {

// "%tid.x" and such; nothing for what the machine has not.
std::optional<SpecialRegister> SpecialRegisterOf(std::string_view name);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_SPECIAL_REGISTERS_H_
