// Calls of the functions of docs/abi.md, section 4.
#include "instrument/passes/check_emitter.h"

#include "device-lib/shared/control.h"
#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

unsigned ScopeBits(const std::string& scope) {
  unsigned number = LS_SCOPE_DEVICE;
  if (scope == "work_item") number = LS_SCOPE_WORK_ITEM;
  // Sub-groups lie within the group; records have no number for them yet.
  if (scope == "work_group" || scope == "sub_group") number = LS_SCOPE_WORK_GROUP;
  if (scope == "all_svm_devices") number = LS_SCOPE_ALL_SVM;
  return number << LS_SCOPE_SHIFT;
}

}  // namespace

CheckEmitter::CheckEmitter(llvm::Function& kernel, const CheckPlan& plan, bool out_of_line, const Backend& backend)
    : kernel_(kernel),
      plan_(plan),
      out_of_line_(out_of_line),
      backend_(backend),
      builder_(kernel.getContext()),
      segment_(FindVariable(kernel, "lockstep.segment")),
      global_from_(FindVariable(kernel, "lockstep.global_from")),
      local_from_(FindVariable(kernel, "lockstep.local_from")),
      image_from_(FindVariable(kernel, "lockstep.image_from")),
      part_global_from_(FindVariable(kernel, kPartGlobalFrom)),
      part_local_from_(FindVariable(kernel, kPartLocalFrom)),
      part_image_from_(FindVariable(kernel, kPartImageFrom)),
      waits_(FindVariable(kernel, kWaits)),
      parted_(FindVariable(kernel, kParted)),
      iteration_(FindVariable(kernel, kIteration)) {
  if (HiddenArgument(kernel, LS_HIDDEN_EVENTS) != nullptr) MakeSelf();
  if (backend.calls == Calls::kOutOfLine) MakeOwn();
  if (!plan.looks_up_roots) return;
  builder_.SetInsertPoint(&*kernel.getEntryBlock().getFirstInsertionPt());
  auto* table = llvm::ArrayType::get(builder_.getInt64Ty(), plan.roots.size());
  bases_ = builder_.CreateAlloca(table, kPrivate, nullptr, "lockstep.bases");
}

void CheckEmitter::GoToEntry() { GoBehindVariables(builder_, kernel_); }

CheckEmitter::Arguments CheckEmitter::SlabArguments() {
  return {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_HEADS),
          HiddenArgument(kernel_, LS_HIDDEN_LOCAL)};
}

void CheckEmitter::EmitExits() {
  const bool slab = plan_.uses_local && !backend_.serial_groups();
  const bool loops = backend_.Has(Quirk::kLoopsEnd);
  if (!slab && !loops) return;
  for (llvm::BasicBlock& block : kernel_) {
    if (!llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
    builder_.SetInsertPoint(block.getTerminator());
    builder_.SetCurrentDebugLocation(block.getTerminator()->getDebugLoc());
    if (slab) Call("__lockstep_leave_slab", SlabArguments());
    if (!loops) continue;
    Call("__lockstep_loops_ended", {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG)});
  }
}

// Who executes, for the checks of a library with LS_CALLED (device-lib/hot.h), in the order of its LS_WHO.
void CheckEmitter::MakeOwn() {
  builder_.SetInsertPoint(&*kernel_.getEntryBlock().getFirstInsertionPt());
  for (const char* name : {"record", "item", "cell", "value"}) {
    if (own_.size() == kOwnOfGlobal && !plan_.uses_local) break;
    llvm::Type* type = own_.size() == 1 ? builder_.getInt32Ty() : builder_.getInt64Ty();
    own_.push_back(builder_.CreateAlloca(type, kPrivate, nullptr, std::string("lockstep.own_") + name));
  }
}

void CheckEmitter::EmitOwn() {
  for (size_t i = 0; i < own_.size(); ++i) {
    Arguments arguments = {HiddenArgument(kernel_, LS_HIDDEN_CONTROL)};
    if (i >= kOwnOfGlobal) arguments.push_back(HiddenArgument(kernel_, LS_HIDDEN_LOCAL));
    const std::string name = own_[i]->getName().drop_front(std::string("lockstep.").size()).str();
    llvm::CallInst* asked = Call("__lockstep_" + name, arguments, own_[i]->getAllocatedType());
    asked->removeFnAttr(llvm::Attribute::NoInline);
    builder_.CreateStore(asked, own_[i]);
  }
}

void CheckEmitter::AppendOwn(const PlannedCheck& check, Arguments& arguments) {
  if (check.root < 0 || check.region == Region::kEither) return;
  const size_t count = check.region == Region::kLocal ? own_.size() : std::min(own_.size(), kOwnOfGlobal);
  for (size_t i = 0; i < count; ++i) arguments.push_back(builder_.CreateLoad(own_[i]->getAllocatedType(), own_[i]));
}

void CheckEmitter::AppendAllOwn(Arguments& arguments) {
  for (llvm::AllocaInst* own : own_) arguments.push_back(builder_.CreateLoad(own->getAllocatedType(), own));
  if (own_.size() == kOwnOfGlobal) arguments.append(2, builder_.getInt64(0));  // it has no local memory
}

void CheckEmitter::EmitEntry() {
  GoToEntry();
  if (self_ != nullptr) EmitSelf();
  if (bases_ != nullptr) {
    for (size_t number = 0; number < plan_.roots.size(); ++number) {
      const PlannedRoot& root = plan_.roots[number];
      Value* address = root.value == nullptr || root.image ? builder_.getInt64(0)
                                                           : LookupAddress(root.value);
      builder_.CreateStore(address, builder_.CreateConstInBoundsGEP2_64(
                                        bases_->getAllocatedType(), bases_, 0, number));
    }
  }
  if (part_global_from_ != nullptr) {
    Value* part = CallSpirFunction(builder_, "_Z16get_sub_group_idv", builder_.getInt32Ty(), {});
    Call("__lockstep_enter_part",
         {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG), part});
  }
  if (plan_.uses_local) EmitLocalEntry();
  EmitOwn();
}

void CheckEmitter::EmitLocalEntry() {
  if (!backend_.serial_groups()) {
    Call("__lockstep_enter_slab", SlabArguments());
    CreatePlainBarrier(builder_, kLocalFence);
    Call("__lockstep_empty_slab", SlabArguments());
    CreatePlainBarrier(builder_, kLocalFence | kGlobalFence);
    return;
  }
  Call("__lockstep_enter", {HiddenArgument(kernel_, LS_HIDDEN_CONTROL),
                            HiddenArgument(kernel_, LS_HIDDEN_LOCAL)});
  CreatePlainBarrier(builder_, kLocalFence);
}

void CheckEmitter::EmitCheck(const PlannedCheck& check) {
  const Access& access = check.access;
  llvm::Instruction* at = access.instruction;
  builder_.SetCurrentDebugLocation(access.instruction->getDebugLoc());
  if (check.bounds_only) return EmitBounds(check);
  if (access.atomic && plan_.Logged(check.region)) return EmitSyncAtomic(check);
  if (access.kind == AccessKind::kCompareExchange) at = at->getNextNode();
  if (check.once != nullptr) at = llvm::SplitBlockAndInsertIfThen(check.once, at, /*Unreachable=*/false);
  builder_.SetInsertPoint(at);
  builder_.SetCurrentDebugLocation(access.instruction->getDebugLoc());
  if (access.atomic) return EmitAtomic(check);
  if (!check.pieces.empty()) return EmitJoined(check);
  if (!check.InPieces()) return EmitRange(check);
  EmitPieces(check);
}

CheckEmitter::Arguments CheckEmitter::Front(const PlannedCheck& check, Value* address) {
  Arguments arguments;
  const auto hidden = [this](unsigned number) { return HiddenArgument(kernel_, number); };
  arguments.push_back(hidden(LS_HIDDEN_CONTROL));
  if (check.region != Region::kLocal || !backend_.serial_groups()) {
    arguments.append({hidden(LS_HIDDEN_HEADS), hidden(LS_HIDDEN_VALUES), hidden(LS_HIDDEN_MORE)});
  }
  arguments.push_back(hidden(LS_HIDDEN_LOG));
  if (check.region != Region::kGlobal) arguments.push_back(hidden(LS_HIDDEN_LOCAL));
  if (check.root < 0) {
    arguments.push_back(
        builder_.CreateConstInBoundsGEP2_64(bases_->getAllocatedType(), bases_, 0, 0));
  } else {
    arguments.push_back(builder_.getInt32(static_cast<uint32_t>(check.root)));
  }
  arguments.push_back(address);
  return arguments;
}

// Instructions even where the operand is constant: what stands in a constant expression over local
// variables would have to be taken apart again (Quirk::kLocalConstants).
Value* CheckEmitter::AddressOf(Value* pointer) {
  return builder_.Insert(llvm::CastInst::Create(llvm::Instruction::PtrToInt, pointer,
                                                builder_.getInt64Ty()));
}

Value* CheckEmitter::AsGeneric(Value* pointer) {
  return builder_.Insert(new llvm::AddrSpaceCastInst(pointer, InAddressSpace(pointer->getType(), kGeneric)));
}

Value* CheckEmitter::LookupAddress(Value* pointer) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  // Constant memory has no generic addresses; where all have one space, they are what they would be.
  if (plan_.looks_up_generic && space != kGeneric && space != kConstant) {
    pointer = AsGeneric(pointer);
  }
  return AddressOf(pointer);
}

Value* CheckEmitter::Offset(const PlannedCheck& check, Value* address, uint64_t piece) {
  Value* offset = nullptr;
  if (check.root >= 0) {
    Value* root = plan_.roots[static_cast<size_t>(check.root)].value;
    llvm::APInt constant(64, 0);
    const Value* base = address->stripAndAccumulateConstantOffsets(
        kernel_.getParent()->getDataLayout(), constant, /*AllowNonInbounds=*/true);
    if (base == root) return builder_.getInt64(constant.getZExtValue() + piece);
    // As a generic pointer the root may have another number (instrument/backends/spirv/generic_pointers.cc).
    if (address->getType()->getPointerAddressSpace() == kGeneric) root = AsGeneric(root);
    Value* at = AddressOf(address);
    offset = builder_.Insert(llvm::BinaryOperator::CreateSub(at, AddressOf(root)));
  } else {
    offset = LookupAddress(address);
  }
  if (piece == 0) return offset;
  return builder_.Insert(llvm::BinaryOperator::CreateAdd(offset, builder_.getInt64(piece)));
}

Value* CheckEmitter::Counter(llvm::AllocaInst* counter) {
  if (counter == nullptr) return builder_.getInt32(0);
  return builder_.CreateLoad(builder_.getInt32Ty(), counter);
}

Value* CheckEmitter::Waits(llvm::AllocaInst* part_from) {
  if (part_from != nullptr) return Counter(part_from);
  if (parted_ == nullptr) return Counter(waits_);
  if (waits_ == nullptr) return Counter(parted_);
  return builder_.CreateOr(Counter(waits_), Counter(parted_));
}

void CheckEmitter::AppendOrder(const PlannedCheck& check, Arguments& arguments) {
  arguments.push_back(Counter(segment_));
  if (check.region != Region::kLocal) arguments.push_back(Counter(global_from_));
  if (check.region != Region::kGlobal) arguments.push_back(Counter(local_from_));
  arguments.push_back(Waits(check.region == Region::kLocal ? part_local_from_ : part_global_from_));
  if (check.region == Region::kEither) {
    arguments.push_back(builder_.getInt32(check.maybe_private ? 1 : 0));
  }
}

namespace {

std::string FunctionName(const PlannedCheck& check, const char* what) {
  if (check.region == Region::kEither) return std::string("__lockstep_generic_") + what;
  const bool global = check.region == Region::kGlobal;
  const char* middle = check.root >= 0 ? (global ? "global_" : "local_")
                                       : (global ? "unknown_" : "unknown_local_");
  return std::string("__lockstep_") + middle + what;
}

}  // namespace

void CheckEmitter::EmitPieces(const PlannedCheck& check) {
  const Access& access = check.access;
  const uint64_t pieces = check.Pieces(), size = access.size / pieces;
  if (plan_.Logged(check.region)) return EmitSyncPieces(check, size);
  if (backend_.calls == Calls::kOutOfLine && pieces > 1 && check.root >= 0 && !InLockstep(check)) {
    return EmitPiecesTogether(check);
  }
  for (uint64_t piece = 0; piece < pieces; ++piece) {
    Arguments arguments = Front(check, Offset(check, access.pointer, piece * size));
    arguments.push_back(builder_.getInt32(static_cast<uint32_t>(size)));
    if (check.read_site != 0) arguments.push_back(builder_.getInt32(check.read_site));
    arguments.push_back(builder_.getInt32(check.site));
    if (access.value != nullptr) arguments.push_back(ValuePiece(check, piece, pieces));
    AppendOrder(check, arguments);
    AppendOwn(check, arguments);
    Call(FunctionName(check, access.value == nullptr ? "read"
                             : check.read_site == 0  ? "write"
                                                     : "update"),
         arguments);
    if (access.value != nullptr && InLockstep(check)) {
      EmitSameInstruction(check, "__lockstep_same_instruction", piece * size,
                          builder_.getInt32(static_cast<uint32_t>(size)),
                          ValuePiece(check, piece, pieces));
    }
  }
}

// Where each check is a call, one for as many pieces as the library takes at once: any number that are read, else those
// of a joined check.
void CheckEmitter::EmitPiecesTogether(const PlannedCheck& check) {
  const Access& access = check.access;
  const uint64_t pieces = check.Pieces(), size = access.size / pieces;
  if (access.value == nullptr) {
    Arguments arguments = Front(check, Offset(check, access.pointer, 0));
    arguments.push_back(builder_.getInt32(static_cast<uint32_t>(access.size)));
    arguments.push_back(builder_.getInt32(check.site));
    AppendOrder(check, arguments);
    AppendOwn(check, arguments);
    Call(FunctionName(check, "read"), arguments);
    return;
  }
  for (uint64_t done = 0; done < pieces; done += PlannedCheck::kMaxJoined) {
    const uint64_t count = std::min<uint64_t>(PlannedCheck::kMaxJoined, pieces - done);
    Arguments arguments = Front(check, Offset(check, access.pointer, done * size));
    arguments.push_back(builder_.getInt32(static_cast<uint32_t>(size)));
    arguments.push_back(builder_.getInt32(static_cast<uint32_t>(count)));
    if (check.read_site != 0) arguments.append(PlannedCheck::kMaxJoined, builder_.getInt32(check.read_site));
    arguments.append(PlannedCheck::kMaxJoined, builder_.getInt32(check.site));
    for (uint64_t i = 0; i < PlannedCheck::kMaxJoined; ++i) {
      arguments.push_back(i < count ? ValuePiece(check, done + i, pieces) : builder_.getInt64(0));
    }
    AppendOrder(check, arguments);
    AppendOwn(check, arguments);
    Call(FunctionName(check, check.read_site == 0 ? "writes" : "updates"), arguments);
  }
}

void CheckEmitter::EmitBounds(const PlannedCheck& check) {
  const Access& access = check.access;
  llvm::Instruction* at = access.instruction;
  if (check.once != nullptr) at = llvm::SplitBlockAndInsertIfThen(check.once, at, /*Unreachable=*/false);
  builder_.SetInsertPoint(at);
  builder_.SetCurrentDebugLocation(access.instruction->getDebugLoc());
  Arguments arguments = Front(check, Offset(check, access.pointer, 0));
  arguments.push_back(builder_.getInt64(access.size));
  arguments.push_back(builder_.getInt32(check.site));
  arguments.push_back(builder_.getInt32(access.atomic ? LS_CLASS_AR : LS_CLASS_R));
  AppendOrder(check, arguments);
  Call(FunctionName(check, "bounds"), arguments);
}

// Unused places of the library's four are 0.
void CheckEmitter::EmitJoined(const PlannedCheck& check) {
  const bool write = check.access.kind == AccessKind::kWrite;
  Arguments arguments =
      Front(check, Offset(check, check.access.pointer, static_cast<uint64_t>(check.first_piece)));
  arguments.push_back(builder_.getInt32(static_cast<uint32_t>(check.access.size)));
  arguments.push_back(builder_.getInt32(static_cast<uint32_t>(check.pieces.size())));
  std::vector<PlannedCheck::Piece> pieces = check.pieces;
  pieces.resize(PlannedCheck::kMaxJoined);
  if (check.read_site != 0) {
    for (const PlannedCheck::Piece& piece : pieces) arguments.push_back(builder_.getInt32(piece.read_site));
  }
  for (const PlannedCheck::Piece& piece : pieces) arguments.push_back(builder_.getInt32(piece.site));
  for (const PlannedCheck::Piece& piece : pieces) {
    if (!write) break;
    PlannedCheck one = check;
    one.access.value = piece.value;
    arguments.push_back(piece.value == nullptr ? builder_.getInt64(0) : ValuePiece(one, 0, 1));
  }
  AppendOrder(check, arguments);
  AppendOwn(check, arguments);
  Call(FunctionName(check, !write ? "reads" : check.read_site == 0 ? "writes" : "updates"), arguments);
}

// Writes whose root is looked up are not compared (a note says so).
bool CheckEmitter::InLockstep(const PlannedCheck& check) const {
  return iteration_ != nullptr && check.root >= 0;
}

// Beside the check of a plain write: what the block writes in one instruction is compared.
void CheckEmitter::EmitSameInstruction(const PlannedCheck& check, const char* function,
                                       uint64_t first, Value* size, Value* value) {
  const bool local = check.region == Region::kLocal;
  Call(function, {HiddenArgument(kernel_, LS_HIDDEN_CONTROL), HiddenArgument(kernel_, LS_HIDDEN_LOG),
                  builder_.getInt32(local ? LS_KEY_LOCAL : 0),
                  builder_.getInt32(static_cast<uint32_t>(check.root)),
                  Offset(check, check.access.pointer, first), size, builder_.getInt32(check.site),
                  value, Counter(segment_),
                  builder_.CreateLoad(builder_.getInt64Ty(), iteration_)});
}

// A compare-exchange that failed is a read (semantics, section 1).
void CheckEmitter::EmitAtomic(const PlannedCheck& check) {
  const Access& access = check.access;
  const unsigned scope = ScopeBits(access.scope);
  const unsigned cls = access.kind == AccessKind::kRead ? LS_CLASS_AR : LS_CLASS_AW;
  Value* cls_value = builder_.getInt32(cls | scope);
  Value* site = builder_.getInt32(check.site);
  if (access.kind == AccessKind::kCompareExchange) {
    Value* succeeded = builder_.CreateExtractValue(access.instruction, 1);
    cls_value = builder_.CreateSelect(succeeded, cls_value, builder_.getInt32(LS_CLASS_AR | scope));
    site = builder_.CreateSelect(succeeded, site, builder_.getInt32(check.failure_site));
  }
  Arguments arguments = Front(check, Offset(check, access.pointer, 0));
  arguments.push_back(builder_.getInt32(static_cast<uint32_t>(access.size)));
  arguments.append({site, cls_value});
  AppendOrder(check, arguments);
  AppendOwn(check, arguments);
  Call(FunctionName(check, "atomic"), arguments);
}

void CheckEmitter::EmitRange(const PlannedCheck& check) {
  if (plan_.Logged(check.region)) return EmitSyncRange(check);
  const bool write = check.access.kind == AccessKind::kWrite;
  Value* bytes =
      write ? ValueBytes(check) : llvm::ConstantPointerNull::get(builder_.getInt8Ty()->getPointerTo(kPrivate));
  Arguments arguments = Front(check, Offset(check, check.access.pointer, 0));
  arguments.push_back(builder_.getInt64(check.access.size));
  arguments.push_back(builder_.getInt32(check.site));
  arguments.push_back(builder_.getInt32(write ? LS_CLASS_W : LS_CLASS_R));
  arguments.push_back(bytes);
  AppendOrder(check, arguments);
  Call(FunctionName(check, "range"), arguments);
  if (write && InLockstep(check)) {
    EmitSameInstruction(check, "__lockstep_same_instruction_range", 0,
                        builder_.getInt64(check.access.size), bytes);
  }
}

Value* CheckEmitter::ValueBytes(const PlannedCheck& check) {
  const Access& access = check.access;
  llvm::AllocaInst* scratch = Scratch(access.size);
  Value* bytes = builder_.CreateConstInBoundsGEP2_64(scratch->getAllocatedType(), scratch, 0, 0);
  if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(access.instruction)) {
    builder_.CreateMemSet(bytes, set->getValue(), access.size, llvm::Align(16));
  } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(access.instruction)) {
    if (copy->getSourceAddressSpace() == kPrivate) return copy->getRawSource();
    builder_.CreateMemCpy(bytes, llvm::Align(16), copy->getRawSource(), copy->getSourceAlign(),
                          access.size);
  } else {
    Value* value = builder_.CreateFreeze(access.value);
    Value* place = builder_.CreateBitCast(bytes, value->getType()->getPointerTo(kPrivate));
    builder_.CreateAlignedStore(value, place, llvm::Align(16));
  }
  return bytes;
}

Value* CheckEmitter::ValuePiece(const PlannedCheck& check, uint64_t piece, uint64_t pieces) {
  const Access& access = check.access;
  Value* value = access.value;
  const unsigned bits = static_cast<unsigned>(8 * access.size);
  if (value->getType()->isPointerTy()) {
    value = builder_.CreatePtrToInt(value, builder_.getIntNTy(bits));
  }
  // A float3 that is stored as a float4 has an undefined last component.
  if (!llvm::isa<llvm::ConstantInt>(value)) value = builder_.CreateFreeze(value);
  if (value->getType()->isIntegerTy() && value->getType()->getIntegerBitWidth() != bits) {
    value = builder_.CreateZExt(value, builder_.getIntNTy(bits));  // i1 takes a byte
  }
  llvm::Type* part = builder_.getIntNTy(static_cast<unsigned>(bits / pieces));
  if (pieces == 1) {
    value = builder_.CreateBitCast(value, part);
  } else {
    auto* parts = llvm::FixedVectorType::get(part, static_cast<unsigned>(pieces));
    value = builder_.CreateExtractElement(builder_.CreateBitCast(value, parts), piece);
  }
  return builder_.CreateZExt(value, builder_.getInt64Ty());
}

// One for the whole kernel: what is in it is needed during one call only.
llvm::AllocaInst* CheckEmitter::Scratch(uint64_t size) {
  if (scratch_ == nullptr) {
    uint64_t largest = size;
    for (const PlannedCheck& check : plan_.checks) largest = std::max(largest, check.access.size);
    const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(&*kernel_.getEntryBlock().getFirstInsertionPt());
    scratch_ = builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt8Ty(), largest), kPrivate,
                                     nullptr, "lockstep.value");
    scratch_->setAlignment(llvm::Align(16));
  }
  return scratch_;
}

llvm::CallInst* CheckEmitter::Call(const std::string& name, const Arguments& arguments,
                                   llvm::Type* result) {
  llvm::Module& module = *kernel_.getParent();
  llvm::Function* callee = module.getFunction(name);
  if (callee == nullptr) {
    llvm::SmallVector<llvm::Type*, 16> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    callee = llvm::Function::Create(
        llvm::FunctionType::get(result == nullptr ? builder_.getVoidTy() : result, types,
                                /*isVarArg=*/false),
        llvm::GlobalValue::ExternalLinkage, name, module);
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  llvm::CallInst* call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  if (out_of_line_) call->addFnAttr(llvm::Attribute::NoInline);
  return call;
}

}  // namespace lockstep::instrument
