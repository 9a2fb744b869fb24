// Expands passes.def into the tables that tools look passes up in.
#include "instrument/passes/passes.h"

namespace lockstep::instrument {

const std::vector<PassRow>& AllPasses() {
  static const std::vector<PassRow>* const rows = new std::vector<PassRow>{
#define LOCKSTEP_PASS(name, Function, description) {name, &Function, description},
#define LOCKSTEP_PRINTER(name, Function, description)
#include "instrument/passes/passes.def"
  };
  return *rows;
}

const std::vector<PassRow>& AllPrinters() {
  static const std::vector<PassRow>* const rows = new std::vector<PassRow>{
#define LOCKSTEP_PASS(name, Function, description)
#define LOCKSTEP_PRINTER(name, Function, description) {name, &Function, description},
#include "instrument/passes/passes.def"
  };
  return *rows;
}

const PassRow* FindPass(std::string_view name) {
  for (const std::vector<PassRow>* rows : {&AllPasses(), &AllPrinters()}) {
    for (const PassRow& row : *rows) {
      if (name == row.name) return &row;
    }
  }
  return nullptr;
}

}  // namespace lockstep::instrument
