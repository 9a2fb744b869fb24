#include "instrument/macro_uses.h"

#include <utility>

namespace lockstep::instrument {

void MacroUses::Add(const std::string& text, int64_t line, unsigned column, MacroUse use) {
  uses_.insert_or_assign({text, line, column}, std::move(use));
}

const MacroUse* MacroUses::At(const SourcePosition& position) const {
  const auto found = uses_.find({position.text, position.line + position.difference, position.column});
  return found == uses_.end() ? nullptr : &found->second;
}

}  // namespace lockstep::instrument
