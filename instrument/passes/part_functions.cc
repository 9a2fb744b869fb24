#include "instrument/passes/part_functions.h"

#include <algorithm>

#include "device-lib/shared/part_words.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/positions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::instrument {
namespace {

// "; "-separated.
std::string Conditions(const PartFunction& function, const std::string& main_file) {
  std::string conditions;
  for (const auto& cause : {function.before, function.arguments}) {
    if (!cause) continue;
    if (!conditions.empty()) conditions += "; ";
    conditions += Describe(*cause, main_file);
  }
  return conditions;
}

llvm::AllocaInst* CreateAsked(llvm::Function& kernel) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  llvm::AllocaInst* asked = builder.CreateAlloca(builder.getInt32Ty(), nullptr, kAsked);
  llvm::BasicBlock::iterator after = entry.begin();
  while (llvm::isa<llvm::AllocaInst>(*after)) ++after;
  builder.SetInsertPoint(&entry, after);
  builder.CreateStore(builder.getInt32(0), asked);
  return asked;
}

// Says up to the function whose value the work-item asks for.
void Ask(llvm::CallInst& call, llvm::AllocaInst* asked) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* lane = builder.CreateZExtOrTrunc(call.getArgOperand(1), builder.getInt32Ty());
  llvm::Value* most = builder.getInt32(LS_PART_ASKED_MOST);
  builder.CreateStore(builder.CreateSelect(builder.CreateICmpULT(lane, most), lane, most), asked);
  builder.SetInsertPoint(call.getNextNode());
  builder.CreateStore(builder.getInt32(0), asked);
}

}  // namespace

std::vector<PartFunction> PartFunctionsOf(llvm::Function& kernel, bool frozen_arguments) {
  std::vector<PartFunction> functions;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr) continue;
    if (std::optional<Collective> collective = AsPartFunction(*call))
      functions.push_back({call, *std::move(collective), {}, {}});
  }
  if (functions.empty()) return functions;
  const Uniformity uniformity(kernel, frozen_arguments, Whose::kSubGroup);
  for (PartFunction& function : functions) {
    function.before = uniformity.Before(*function.call);
    if (function.collective.broadcast) function.arguments = uniformity.AtArgument(*function.call, 1);
  }
  return functions;
}

std::string ExplainPartFunctions(const std::vector<PartFunction>& functions, const std::string& main_file) {
  for (const PartFunction& function : functions) {
    if (!function.before && !function.arguments) continue;
    const std::string place = PlaceOf(*function.call, main_file);
    return function.collective.name + (place.empty() ? "" : " at " + place) + ": " + Conditions(function, main_file);
  }
  return "";
}

bool AllProvablyMeet(llvm::Function& kernel, bool frozen_arguments) {
  const std::vector<llvm::CallInst*> barriers = AllBarriersOf(kernel);
  const Uniformity uniformity(kernel, frozen_arguments);
  return std::none_of(barriers.begin(), barriers.end(),
                      [&](const llvm::CallInst* barrier) {
                        return uniformity.Before(*barrier) || uniformity.AtFlags(*barrier);
                      }) &&
         ExplainPartFunctions(PartFunctionsOf(kernel, frozen_arguments), "").empty();
}

void MakePlacesOfPartFunctions(llvm::Function& kernel, const std::vector<PartFunction>& functions,
                               KernelDescription& info) {
  const bool open = std::any_of(functions.begin(), functions.end(),
                                [](const PartFunction& function) { return function.arguments.has_value(); });
  llvm::AllocaInst* asked = open ? CreateAsked(kernel) : nullptr;
  const std::string file = FileOf(kernel);
  for (const PartFunction& function : functions) {
    Site site;
    site.op = SiteOp::kCollective;
    site.flags = function.collective.name;
    site.condition = Conditions(function, file);
    SetPosition(function.call->getDebugLoc(), site);
    if (function.arguments) {
      info.compares_arguments = true;
      Ask(*function.call, asked);
    }
    llvm::IRBuilder<> builder(function.call);
    llvm::CallInst* barrier = CreatePlainBarrier(builder, 0);
    SetSite(*barrier, info.AddSite(std::move(site)));
    barrier->setMetadata(kPartMetadata, llvm::MDNode::get(kernel.getContext(), {}));
  }
}

}  // namespace lockstep::instrument
