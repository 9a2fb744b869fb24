// Turns LLVM's debug locations, with their inlinedAt chains, into the positions of sites.
#include "instrument/ir/positions.h"

#include <utility>

#include "instrument/source_names.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace lockstep::instrument {
namespace {

void SetFile(llvm::StringRef name, SourcePosition& position) {
  SourceName read = ReadSourceName({name.data(), name.size()});
  position.file = std::move(read.file);
  position.text = std::move(read.text);
  position.difference = read.difference;
}

SourcePosition PositionOf(const llvm::DILocation& location) {
  SourcePosition position;
  SetFile(location.getFilename(), position);
  position.line = location.getLine();
  position.column = location.getColumn();
  if (const llvm::DISubprogram* function = location.getScope()->getSubprogram()) {
    position.function = function->getName().str();
  }
  return position;
}

}  // namespace

std::string FileOf(const llvm::DIScope& scope) {
  const llvm::StringRef name = scope.getFilename();
  return ReadSourceName({name.data(), name.size()}).file;
}

std::string FileOf(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram == nullptr ? "" : FileOf(*subprogram);
}

void SetPosition(const llvm::DebugLoc& location, Site& site) {
  const llvm::DILocation* place = location.get();
  if (place == nullptr) return;
  site.position = PositionOf(*place);
  while ((place = place->getInlinedAt()) != nullptr) site.inlined_at.push_back(PositionOf(*place));
}

SourcePosition PositionOf(const llvm::GlobalVariable& variable) {
  SourcePosition position;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) return position;
  const llvm::DIGlobalVariable* declared = expressions.front()->getVariable();
  SetFile(declared->getFilename(), position);
  position.line = declared->getLine();
  if (const auto* function = llvm::dyn_cast_or_null<llvm::DISubprogram>(declared->getScope())) {
    position.function = function->getName().str();
  } else if (const auto* scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(declared->getScope())) {
    if (const llvm::DISubprogram* outer = scope->getSubprogram()) {
      position.function = outer->getName().str();
    }
  }
  return position;
}

}  // namespace lockstep::instrument
