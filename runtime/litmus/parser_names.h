// Gives the names in a litmus test their meaning: location, register or parameter.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PARSER_NAMES_H_
#define LOCKSTEP_RUNTIME_LITMUS_PARSER_NAMES_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/litmus/ast.h"
#include "runtime/litmus/parser_base.h"
#include "runtime/litmus/parser_body.h"

namespace lockstep::litmus {

// As written, before names mean anything.
struct Parameter {
  std::string name;
  TypeWords type;
  Spot at;
};
struct RawThread {
  Spot at;
  bool placed = false;
  std::vector<Parameter> parameters;
  RawBody body;
};
struct Initial {
  std::string name;
  int count = 1;
  std::vector<int64_t> values;
  TypeWords type;
};
// First values of registers, by thread number and name.
using RegisterValues = std::map<std::pair<int, std::string>, int64_t>;

// Fills the symbols and locations of `test`, and the registers, parameters and bodies of its
// threads, which stand in the order of `raw`. All threads must have been read, since any of them
// may declare a location. Doubtful names leave warnings in `test`.
void ResolveNames(std::vector<RawThread>& raw, const std::vector<Initial>& initial,
                  const RegisterValues& register_values, Test& test);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PARSER_NAMES_H_
