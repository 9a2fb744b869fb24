// A PTX module as text describes it: variables, functions, instructions.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_PROGRAM_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_PROGRAM_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/ptx/machine/instruction.h"

namespace lockstep::ptx_machine {

struct Variable {
  // An address within an initialiser: that of `target` plus `addend`, at byte `at`.
  struct Reference {
    uint64_t at = 0;
    const Variable* target = nullptr;
    const Function* function = nullptr;
    uint64_t addend = 0;
  };

  std::string name;
  Space space = Space::kGeneric;
  Type type = Type::kNone;
  uint64_t align = 1;
  uint64_t bytes = 0;     // 0 of an array whose size the launch decides
  uint32_t number = 0;    // among the module's variables, for those outside functions
  bool is_static = true;  // outside functions
  bool is_external = false;
  uint64_t offset = 0;  // within its function's local or parameter memory
  std::vector<uint8_t> content;
  std::vector<Reference> references;
};

struct Function {
  std::string name;
  int line = 0;
  uint32_t number = 0;
  bool is_entry = false, is_declaration = false;
  std::vector<const Variable*> parameters, results;
  std::vector<Instruction> code;
  uint32_t registers = 0;
  uint64_t local_bytes = 0, param_bytes = 0;  // of its own frame
  std::array<unsigned, 3> required_block = {0, 0, 0};
  std::vector<std::unique_ptr<Variable>> variables;
};

struct Module {
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Function>> functions;
  std::map<std::string, Function*> by_name;
  std::string target;

  // The function `name`; null if there is none with a body.
  const Function* Find(const std::string& name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() || found->second->is_declaration ? nullptr : found->second;
  }
};

// Reads the text of a module. Whatever the machine does not know is an error that names the line.
absl::StatusOr<std::unique_ptr<Module>> Parse(const std::string& text);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_PROGRAM_H_
