// Turns LLVM's debug locations, with their inlinedAt chains, into the image's positions.
#include "instrument/passes/positions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/GlobalVariable.h"

namespace lockstep::instrument {
namespace {

SourcePosition PositionOf(const llvm::DILocation& location) {
  SourcePosition position;
  position.file = location.getFilename().str();
  position.line = location.getLine();
  position.column = location.getColumn();
  if (const llvm::DISubprogram* function = location.getScope()->getSubprogram()) {
    position.function = function->getName().str();
  }
  return position;
}

}  // namespace

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
  position.file = declared->getFilename().str();
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
