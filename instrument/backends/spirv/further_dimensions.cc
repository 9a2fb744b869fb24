// In SPIR-V these functions are vectors of three elements, of which the translator takes the one that is asked for:
//   get_global_size(3)  ->  1
//   get_global_size(n)  ->  n < 3 ? get_global_size(n < 3 ? n : 0) : 1
#include "instrument/backends/spirv/further_dimensions.h"

#include <optional>
#include <string_view>

#include "instrument/ir/builtin_name.h"
#include "instrument/ir/calls_of.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

constexpr std::string_view kOnes[] = {"get_global_size", "get_local_size", "get_enqueued_local_size", "get_num_groups"};
constexpr std::string_view kZeros[] = {"get_global_id", "get_local_id", "get_group_id", "get_global_offset"};

void Answer(llvm::CallInst& call, bool one) {
  llvm::Value* dimension = call.getArgOperand(0);
  llvm::Constant* beyond = llvm::ConstantInt::get(call.getType(), one ? 1 : 0);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
    if (number->getValue().ult(3)) return;
    call.replaceAllUsesWith(beyond);
    call.eraseFromParent();
    return;
  }
  llvm::IRBuilder<> builder(&call);
  llvm::Value* there = builder.CreateICmpULT(dimension, llvm::ConstantInt::get(dimension->getType(), 3));
  call.setArgOperand(0, builder.CreateSelect(there, dimension, llvm::ConstantInt::get(dimension->getType(), 0)));
  builder.SetInsertPoint(call.getNextNode());
  llvm::Value* answer = builder.CreateSelect(there, &call, beyond);
  call.replaceUsesWithIf(answer, [&](const llvm::Use& use) { return use.getUser() != answer; });
}

}  // namespace

void AnswerForFurtherDimensions(llvm::Module& module, bool zeros) {
  for (llvm::Function& function : module) {
    const std::optional<BuiltinName> name = ParseBuiltinName({function.getName().data(), function.getName().size()});
    if (!function.isDeclaration() || !name || name->parameters != "j") continue;
    const bool ones = llvm::is_contained(kOnes, name->base);
    if (!ones && !llvm::is_contained(kZeros, name->base)) continue;
    for (llvm::CallInst* call : CallsOf(function)) Answer(*call, ones && !zeros);
  }
}

}  // namespace lockstep::instrument
