// What a program's code for one device was made of: all that is needed to make it once more.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_RECIPE_H_
#define LOCKSTEP_RUNTIME_PROGRAM_RECIPE_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

// One unit: the source that one clBuildProgram or clCompileProgram compiled, or code in an
// intermediate language (LLVM bitcode or SPIR-V).
struct Unit {
  std::string name;       // what reports call it
  bool own_name = false;  // true: the name is fixed; false: NameUnits gives it
  std::string text;       // the source; with code: what is known of it, for excerpts
  std::string code;       // the code, if that is what was brought or what was made of the source
  std::vector<std::pair<std::string, std::string>> headers;  // name, text: clCompileProgram's
  std::string options;    // as given with the build or compilation
  std::string directory;  // the application's at that time; empty: whatever it is

  // Whether it reads files that may not be there, or not be the same, later.
  bool ReadsFiles() const;
};

struct Recipe {
  std::vector<std::shared_ptr<const Unit>> units;  // linked in this order; at least one
  std::string link_options;                        // clLinkProgram's

  // Whether it stands for itself, without files beside it.
  bool IsWhole() const;
};

// Gives the units that no file has given a name one of their own (unit_name.h), below `folder` if that is not empty.
void NameUnits(Recipe& recipe, const std::string& folder = "");

// The recipe as JSON, `units` and `link_options` of docs/abi.md, section 6: what stands behind binaries.
std::string WriteRecipe(const Recipe& recipe);

// What WriteRecipe wrote. Errors name the field that is missing or wrong.
StatusOr<Recipe> ReadRecipe(std::string_view json);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_RECIPE_H_
