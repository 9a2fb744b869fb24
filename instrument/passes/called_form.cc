// Copies of inline library functions with the answers of work-item functions as arguments.
//
//   void check(...) { ... get_local_id(0) ... }   ->   void check.called(..., ulong id) { ... id ... }
//   check(...)                                    ->   check.called(..., get_local_id(0))
#include "instrument/passes/called_form.h"

#include <utility>
#include <vector>

#include "instrument/ir/calls_of.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace lockstep::instrument {
namespace {

// get_local_id(0) and the like: declared, one constant argument.
using Question = std::pair<llvm::Function*, uint64_t>;

std::vector<std::pair<llvm::CallInst*, Question>> QuestionsIn(llvm::Function& function) {
  std::vector<std::pair<llvm::CallInst*, Question>> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->arg_size() != 1) continue;
    llvm::Function* callee = call->getCalledFunction();
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    if (callee == nullptr || dimension == nullptr || !StartsWith(callee->getName(), "_Z")) continue;
    found.push_back({call, {callee, dimension->getZExtValue()}});
  }
  return found;
}

struct CalledForm {
  llvm::Function* function;
  std::vector<Question> questions;  // answered by its last parameters, in this order
};

CalledForm MakeCalledForm(llvm::Function& inlined) {
  CalledForm form;
  for (const auto& [call, question] : QuestionsIn(inlined)) {
    if (std::find(form.questions.begin(), form.questions.end(), question) ==
        form.questions.end()) {
      form.questions.push_back(question);
    }
  }
  std::vector<llvm::Type*> parameters(inlined.getFunctionType()->params());
  for (const Question& question : form.questions) {
    parameters.push_back(question.first->getReturnType());
  }
  form.function = llvm::Function::Create(
      llvm::FunctionType::get(inlined.getReturnType(), parameters, /*isVarArg=*/false),
      llvm::GlobalValue::InternalLinkage, inlined.getName() + ".called", inlined.getParent());
  llvm::ValueToValueMapTy values;
  for (llvm::Argument& argument : inlined.args()) {
    values[&argument] = form.function->getArg(argument.getArgNo());
  }
  llvm::SmallVector<llvm::ReturnInst*, 2> returns;
  llvm::CloneFunctionInto(form.function, &inlined, values,
                          llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  form.function->setCallingConv(inlined.getCallingConv());
  form.function->removeFnAttr(llvm::Attribute::AlwaysInline);
  form.function->addFnAttr(llvm::Attribute::NoInline);
  for (const auto& [call, question] : QuestionsIn(*form.function)) {
    const auto at = std::find(form.questions.begin(), form.questions.end(), question);
    const auto index = static_cast<unsigned>(at - form.questions.begin());
    call->replaceAllUsesWith(
        form.function->getArg(static_cast<unsigned>(inlined.arg_size()) + index));
    call->eraseFromParent();
  }
  return form;
}

void Redirect(llvm::CallInst& call, const CalledForm& form) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*, 24> arguments(call.args());
  for (const auto& [function, dimension] : form.questions) {
    llvm::CallInst* answer =
        builder.CreateCall(function, {llvm::ConstantInt::get(function->getArg(0)->getType(),
                                                             dimension)});
    answer->setCallingConv(function->getCallingConv());
    arguments.push_back(answer);
  }
  llvm::CallInst* redirected = builder.CreateCall(form.function, arguments);
  redirected->setCallingConv(form.function->getCallingConv());
  call.replaceAllUsesWith(redirected);
  call.eraseFromParent();
}

}  // namespace

void UseCalledForms(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(llvm::Attribute::AlwaysInline)) {
      functions.push_back(&function);
    }
  }
  for (llvm::Function* function : functions) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::CallInst* call : CallsOf(*function)) {
      if (call->hasFnAttr(llvm::Attribute::NoInline)) calls.push_back(call);
    }
    if (calls.empty()) continue;
    const CalledForm form = MakeCalledForm(*function);
    for (llvm::CallInst* call : calls) Redirect(*call, form);
  }
}

}  // namespace lockstep::instrument
