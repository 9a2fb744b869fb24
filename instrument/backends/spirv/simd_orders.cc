// Read in Mesa 22.3.6: nir_opt_copy_prop_vars.c and nir_opt_dead_write_vars.c forget at an atomic what they know of
// its own location only; spirv_to_nir.c makes a plain load of an atomic one, a scoped barrier of an order;
// lp_bld_nir_soa.c a suspension of the group's coroutine of that, and sequentially consistent instructions of
// atomics. LLVM keeps the order around those.
#include "instrument/backends/spirv/simd_orders.h"

#include <string>
#include <unordered_set>
#include <vector>

#include "instrument/ir/kernels.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::AtomicOrdering;

bool IsShared(const llvm::Value* pointer) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  return space == kGlobal || space == kLocal || space == kGeneric;
}

void RelaxStore(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  llvm::Type* type = store.getValueOperand()->getType();
  llvm::Type* word = builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
  llvm::Value* pointer = store.getPointerOperand();
  llvm::Value* place =
      builder.CreateBitCast(pointer, word->getPointerTo(pointer->getType()->getPointerAddressSpace()));
  builder.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, place,
                          builder.CreateBitCast(store.getValueOperand(), word), store.getAlign(),
                          AtomicOrdering::Monotonic);
  store.eraseFromParent();
}

void Relax(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    load->setAtomic(AtomicOrdering::NotAtomic);
    load->setVolatile(true);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    RelaxStore(*store);
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    rmw->setOrdering(AtomicOrdering::Monotonic);
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
    exchange->setFailureOrdering(AtomicOrdering::Monotonic);
  } else {
    instruction.eraseFromParent();  // a fence
  }
}

// The control block does not change while a launch runs: cleanup has marked what reads it.
void MakeVolatile(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->getMetadata(llvm::LLVMContext::MD_invariant_load) != nullptr) return;
    if (IsShared(load->getPointerOperand())) load->setVolatile(true);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (IsShared(store->getPointerOperand())) store->setVolatile(true);
  }
}

}  // namespace

void UseVolatileOrders(llvm::Module& module, const InstrumentedProgram& program) {
  std::unordered_set<std::string> synchronising;
  for (const KernelDescription& kernel : program.kernels) {
    if (kernel.synchronises) synchronising.insert(kernel.name);
  }
  for (llvm::Function& function : module) {
    const bool kernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    const bool all = !kernel || synchronising.count(function.getName().str()) != 0;
    std::vector<llvm::Instruction*> instructions;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instructions.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : instructions) {
      if (instruction->isAtomic()) {
        Relax(*instruction);
      } else if (all) {
        MakeVolatile(*instruction);
      }
    }
  }
}

}  // namespace lockstep::instrument
