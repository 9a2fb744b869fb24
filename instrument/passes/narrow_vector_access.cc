// narrow-vector-access: the bytes of an access are those that the source names.
//
// clang writes a component of a vector by loading and storing the whole vector:
//
//   p->y = f;      %v = load <4 x float>, p              store float f, gep p, 1
//                  %w = insertelement %v, f, 1    ->
//                  store <4 x float> %w, p
//
// and reads one by loading the whole. Two work-items with a component each do not race in the
// source and must not here (semantics: a compiler that widens an access must not create one).
// Swizzles (`p->xz = ...`, `... = p->lo`) come as shufflevectors and become one access for each
// run of neighbouring components. A whole vector stays one access, whatever becomes of it (whole_reads.h); so does
// anything not recognised, which at worst names too many bytes of a vector the source names anyway.
#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/whole_reads.h"
#include "instrument/passes/passes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

bool IsShared(unsigned address_space) {
  return address_space == kGlobal || address_space == kLocal || address_space == kGeneric;
}

// The vector's type if its elements lie in memory one after the other, each of whole bytes.
llvm::FixedVectorType* NarrowableType(llvm::Type* type, const llvm::DataLayout& layout) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return nullptr;
  llvm::Type* element = vector->getElementType();
  if (!element->isIntegerTy() && !element->isFloatingPointTy()) return nullptr;
  return layout.getTypeSizeInBits(element) == 8 * layout.getTypeAllocSize(element) ? vector
                                                                                    : nullptr;
}

// Address and alignment of component `index` (a constant or not) of the vector at `pointer`.
struct Component {
  Value* pointer;
  llvm::Align align;
};

Component ComponentAt(llvm::IRBuilder<>& builder, Value* pointer, llvm::FixedVectorType* type,
                      Value* index, llvm::Align align) {
  const llvm::DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  llvm::Type* element = type->getElementType();
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  Value* base = builder.CreateBitCast(pointer, element->getPointerTo(space));
  const uint64_t size = layout.getTypeAllocSize(element);
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index);
  const uint64_t offset = constant == nullptr ? size : size * constant->getZExtValue();
  return {builder.CreateInBoundsGEP(element, base, index), llvm::commonAlignment(align, offset)};
}

// Runs of neighbouring set bits, as [first, last + 1).
std::vector<std::pair<unsigned, unsigned>> Runs(const llvm::SmallBitVector& lanes) {
  std::vector<std::pair<unsigned, unsigned>> runs;
  for (unsigned lane = 0; lane < lanes.size(); ++lane) {
    if (!lanes[lane]) continue;
    if (runs.empty() || runs.back().second != lane) runs.emplace_back(lane, lane);
    runs.back().second = lane + 1;
  }
  return runs;
}

void StoreRun(llvm::IRBuilder<>& builder, llvm::StoreInst& store, Value* vector,
              unsigned first, unsigned end) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  const Component at = ComponentAt(builder, store.getPointerOperand(), type,
                                   builder.getInt64(first), store.getAlign());
  if (end - first == 1) {
    Value* value = builder.CreateExtractElement(vector, builder.getInt64(first));
    builder.CreateAlignedStore(value, at.pointer, at.align, store.isVolatile());
    return;
  }
  llvm::SmallVector<int, 16> mask;
  for (unsigned lane = first; lane < end; ++lane) mask.push_back(static_cast<int>(lane));
  Value* part = builder.CreateShuffleVector(vector, mask);
  Value* pointer = builder.CreateBitCast(
      at.pointer, part->getType()->getPointerTo(store.getPointerAddressSpace()));
  builder.CreateAlignedStore(part, pointer, at.align, store.isVolatile());
}

// Nothing between `load` and `store` writes memory, so the lanes kept are stored unchanged.
bool NothingWritesBetween(const llvm::LoadInst& load, const llvm::StoreInst& store) {
  if (load.getParent() != store.getParent()) return false;
  for (const llvm::Instruction* at = load.getNextNode(); at != &store; at = at->getNextNode()) {
    if (at == nullptr || at->mayWriteToMemory()) return false;
  }
  return true;
}

// Follows `value` back to a load of the vector that `store` overwrites, through instructions that
// have no other use, and finds the lanes that differ from it. A lane index unknown at compile
// time is returned in `dynamic` (only for a single insertelement).
struct Update {
  llvm::LoadInst* load = nullptr;
  llvm::SmallBitVector written;
  llvm::InsertElementInst* dynamic = nullptr;
};

Update FindUpdate(const llvm::StoreInst& store, llvm::FixedVectorType* type) {
  const unsigned lanes = type->getNumElements();
  Update update;
  update.written.resize(lanes);
  Value* value = const_cast<Value*>(store.getValueOperand());
  while (true) {
    if (!value->hasOneUse()) return {};
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
      const bool same = load->getPointerOperand() == store.getPointerOperand() &&
                        load->isSimple() == store.isSimple() && !load->isAtomic();
      if (same && NothingWritesBetween(*load, store)) update.load = load;
      return update;
    }
    if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(value)) {
      if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2))) {
        if (index->getZExtValue() >= lanes || update.dynamic != nullptr) return {};
        update.written.set(static_cast<unsigned>(index->getZExtValue()));
      } else {
        if (insert != store.getValueOperand()) return {};
        update.dynamic = insert;
      }
      value = insert->getOperand(0);
      continue;
    }
    auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value);
    if (shuffle == nullptr || update.dynamic != nullptr ||
        shuffle->getOperand(0)->getType() != type) {
      return {};
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const int from = shuffle->getMaskValue(lane);
      if (from != static_cast<int>(lane)) update.written.set(lane);
    }
    value = shuffle->getOperand(0);
  }
}

// clang loads the vector even where a swizzle then overwrites all of it (`p->wzyx = ...`); the
// source reads nothing there.
bool DropLoadOfOverwrittenVector(const llvm::StoreInst& store) {
  for (const llvm::Instruction* at = store.getPrevNode(); at != nullptr; at = at->getPrevNode()) {
    if (at->getDebugLoc() != store.getDebugLoc() || at->mayWriteToMemory()) return false;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(at);
    if (load == nullptr) continue;
    if (!load->use_empty() || load->getPointerOperand() != store.getPointerOperand() ||
        load->getType() != store.getValueOperand()->getType()) {
      return false;
    }
    const_cast<llvm::LoadInst*>(load)->eraseFromParent();
    return true;
  }
  return false;
}

bool NarrowStore(llvm::StoreInst& store, const llvm::DataLayout& layout) {
  llvm::FixedVectorType* type = NarrowableType(store.getValueOperand()->getType(), layout);
  if (type == nullptr || store.isAtomic()) return false;
  const Update update = FindUpdate(store, type);
  if (update.load == nullptr) return DropLoadOfOverwrittenVector(store);
  llvm::IRBuilder<> builder(&store);
  if (update.dynamic != nullptr) {
    const Component at = ComponentAt(builder, store.getPointerOperand(), type,
                                     update.dynamic->getOperand(2), store.getAlign());
    builder.CreateAlignedStore(update.dynamic->getOperand(1), at.pointer, at.align,
                               store.isVolatile());
  } else {
    for (const auto& [first, end] : Runs(update.written)) {
      StoreRun(builder, store, store.getValueOperand(), first, end);
    }
  }
  // The kept lanes come from nowhere now; nothing reads them.
  Value* value = store.getValueOperand();
  store.eraseFromParent();
  update.load->replaceAllUsesWith(llvm::PoisonValue::get(type));
  update.load->eraseFromParent();
  if (auto* rest = llvm::dyn_cast<llvm::Instruction>(value); rest && rest->use_empty()) {
    rest->eraseFromParent();
  }
  return true;
}

// The lanes that the users of `load` look at; all of them if one user takes the whole vector.
llvm::SmallBitVector LanesRead(const llvm::LoadInst& load, unsigned lanes) {
  llvm::SmallBitVector read(lanes);
  const llvm::SmallBitVector all(lanes, true);
  for (const llvm::User* user : load.users()) {
    if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(user)) {
      const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
      if (index == nullptr || index->getZExtValue() >= lanes) return all;
      read.set(static_cast<unsigned>(index->getZExtValue()));
    } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(user)) {
      for (const int from : shuffle->getShuffleMask()) {
        if (from < 0) continue;
        const unsigned lane = static_cast<unsigned>(from);
        if (lane < lanes && shuffle->getOperand(0) == &load) read.set(lane);
        if (lane >= lanes && shuffle->getOperand(1) == &load) read.set(lane - lanes);
      }
    } else {
      return all;
    }
  }
  return read;
}

Value* LoadRun(llvm::IRBuilder<>& builder, const llvm::LoadInst& load, Value* vector,
               unsigned first, unsigned end) {
  auto* type = llvm::cast<llvm::FixedVectorType>(load.getType());
  const Component at = ComponentAt(builder, const_cast<Value*>(load.getPointerOperand()), type,
                                   builder.getInt64(first), load.getAlign());
  if (end - first == 1) {
    Value* element = builder.CreateAlignedLoad(type->getElementType(), at.pointer, at.align,
                                               load.isVolatile());
    return builder.CreateInsertElement(vector, element, builder.getInt64(first));
  }
  auto* part_type = llvm::FixedVectorType::get(type->getElementType(), end - first);
  Value* pointer =
      builder.CreateBitCast(at.pointer, part_type->getPointerTo(load.getPointerAddressSpace()));
  Value* part = builder.CreateAlignedLoad(part_type, pointer, at.align, load.isVolatile());
  // Widen to the vector's lanes, then put the run in its place.
  const unsigned lanes = type->getNumElements();
  llvm::SmallVector<int, 16> widen(lanes, -1);
  llvm::SmallVector<int, 16> merge;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const bool in_run = first <= lane && lane < end;
    if (in_run) widen[lane] = static_cast<int>(lane - first);
    merge.push_back(static_cast<int>(in_run ? lanes + lane : lane));
  }
  return builder.CreateShuffleVector(vector, builder.CreateShuffleVector(part, widen), merge);
}

bool NarrowLoad(llvm::LoadInst& load, const llvm::DataLayout& layout) {
  llvm::FixedVectorType* type = NarrowableType(load.getType(), layout);
  if (type == nullptr || load.isAtomic() || load.use_empty() || IsWholeRead(load)) return false;
  llvm::IRBuilder<> builder(&load);
  if (load.hasOneUse()) {
    auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(*load.user_begin());
    if (extract != nullptr && !llvm::isa<llvm::ConstantInt>(extract->getIndexOperand())) {
      // The address is taken where the component is, because only there its index is known; the
      // access must not move beyond a write.
      for (const llvm::Instruction* at = load.getNextNode(); at != extract;
           at = at->getNextNode()) {
        if (at == nullptr || at->mayWriteToMemory()) return false;
      }
      builder.SetInsertPoint(extract);
      builder.SetCurrentDebugLocation(load.getDebugLoc());
      const Component at = ComponentAt(builder, load.getPointerOperand(), type,
                                       extract->getIndexOperand(), load.getAlign());
      extract->replaceAllUsesWith(builder.CreateAlignedLoad(type->getElementType(), at.pointer,
                                                            at.align, load.isVolatile()));
      extract->eraseFromParent();
      load.eraseFromParent();
      return true;
    }
  }
  const llvm::SmallBitVector read = LanesRead(load, type->getNumElements());
  if (read.all() || read.none()) return false;
  Value* vector = llvm::PoisonValue::get(type);
  for (const auto& [first, end] : Runs(read)) {
    vector = LoadRun(builder, load, vector, first, end);
  }
  load.replaceAllUsesWith(vector);
  load.eraseFromParent();
  return true;
}

}  // namespace

bool NarrowVectorAccess(llvm::Module& module, PipelineState& state) {
  const llvm::DataLayout& layout = module.getDataLayout();
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    std::vector<llvm::StoreInst*> stores;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store != nullptr && IsShared(store->getPointerAddressSpace())) stores.push_back(store);
    }
    for (llvm::StoreInst* store : stores) changed |= NarrowStore(*store, layout);
    std::vector<llvm::LoadInst*> loads;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && IsShared(load->getPointerAddressSpace())) loads.push_back(load);
    }
    for (llvm::LoadInst* load : loads) changed |= NarrowLoad(*load, layout);
  }
  return changed;
}

}  // namespace lockstep::instrument
