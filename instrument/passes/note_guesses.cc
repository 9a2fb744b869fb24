//   do {
//     old = *sum;                                            site 1: read, guess_of: 2
//   } while (atomic_cmpxchg(sum, old, old + x) != old);      site 2: atomic
#include "instrument/passes/note_guesses.h"

#include <map>
#include <set>
#include <vector>

#include "instrument/analysis/address_numbers.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

// What is stored in `variable`, as whole values: what atomic_compare_exchange expects is in one.
void AddStored(const llvm::Value& variable, std::vector<const llvm::Value*>& values) {
  for (const llvm::User* user : variable.users()) {
    if (llvm::isa<llvm::BitCastInst, llvm::AddrSpaceCastInst>(user)) AddStored(*user, values);
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store != nullptr && store->getPointerOperand() == &variable) values.push_back(store->getValueOperand());
  }
}

// The loads from shared memory that `value` may be, unchanged: by way of casts of as many bits, phis, selects and
// private variables.
std::vector<const llvm::LoadInst*> LoadsBehind(const llvm::Value& value) {
  constexpr size_t kMost = 64;  // values looked at
  std::vector<const llvm::LoadInst*> loads;
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> open = {&value};
  while (!open.empty() && seen.size() < kMost) {
    const llvm::Value* at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(at)) {
      const llvm::Value* from = load->getPointerOperand()->stripPointerCasts();
      if (llvm::isa<llvm::AllocaInst>(from)) AddStored(*from, open);
      loads.push_back(load);
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(at)) {
      open.insert(open.end(), phi->op_begin(), phi->op_end());
    } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(at)) {
      open.insert(open.end(), {select->getTrueValue(), select->getFalseValue()});
    } else if (llvm::isa<llvm::BitCastInst, llvm::FreezeInst>(at)) {
      open.push_back(llvm::cast<llvm::Instruction>(at)->getOperand(0));
    }
  }
  return loads;
}

}  // namespace

void NoteGuesses(const CheckPlan& plan, KernelDescription& info) {
  std::map<const llvm::Instruction*, const PlannedCheck*> reads;
  for (const PlannedCheck& check : plan.checks) {
    if (check.IsPlain() && check.access.kind == AccessKind::kRead) reads.emplace(check.access.instruction, &check);
  }
  AddressNumbers numbers;
  // A float is exchanged as a number of as many bits.
  const auto place_of = [&numbers](const PlannedCheck& check) {
    return numbers.NumberOf(*check.access.pointer->stripPointerCasts());
  };
  for (const PlannedCheck& check : plan.checks) {
    const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(check.access.instruction);
    if (exchange == nullptr) continue;
    for (const llvm::LoadInst* load : LoadsBehind(*exchange->getCompareOperand())) {
      const auto read = reads.find(load);
      if (read == reads.end() || read->second->access.size != check.access.size) continue;
      if (place_of(*read->second) != place_of(check)) continue;
      info.sites[read->second->site].guess_of = check.site;
    }
  }
}

}  // namespace lockstep::instrument
