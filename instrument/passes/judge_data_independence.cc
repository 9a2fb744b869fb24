// judge-data-independence: proves of a kernel that the bytes it touches and the barriers it meets do
// not depend on what is in memory, or finds out why that cannot be proved.
//
// For such a kernel the accesses of a launch follow from geometry and arguments alone. One checked
// launch without any conflict then speaks for all launches with the same, whatever the data
// (paper 000, Theorem 5.2: one schedule suffices if control flow does not depend on racy data; Leung
// et al., PLDI'12, call the use of it for other inputs test amplification). The question is that of
// divergence with other sources: may two launches with other data part here?
//
// What must not depend on data: where an access goes and how long it is, whether and how often it is
// made, a barrier's flags, whether and how often it is met, whether an atomic operation writes.
// What may: the values written, branches under which nothing of this happens, and accesses through
// arguments that the kernel never writes. Those meet no write in a launch where no such argument
// overlaps a written one; for other launches there is variant `full` (docs/abi.md, section 5), for
// which every access counts.
//
// Where data does decide, it may be that of index lists, row pointers and other memory that the kernel
// never writes, and that stays as it is from launch to launch. So the question is put once more, with
// loads through such arguments as functions of their addresses, and then without one argument after the
// other: those that cannot be done without are the arguments that the kernel is *decided by*. The host
// knows when their content has changed (host/track/content.h).
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "instrument/analysis/data_sources.h"
#include "instrument/analysis/roots.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/access.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/atomic_metadata.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/idle_fences.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/positions.h"
#include "instrument/passes/fixed_values.h"
#include "instrument/passes/lower_builtins.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

// The analysis is asked once for each block and private store; what is larger goes without proof.
constexpr size_t kMaxInstructions = 20000;
constexpr int kMaxRounds = 32;

// Further judgements, which ask what a kernel is decided by, may go through this many instructions.
constexpr size_t kMaxJudged = 100000;

size_t SizeOf(const llvm::Function& kernel) {
  return static_cast<size_t>(std::distance(llvm::inst_begin(kernel), llvm::inst_end(kernel)));
}

bool IsShared(const llvm::Value* pointer) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  return space != kPrivate && space != kConstant;
}

using Arguments = std::set<const llvm::Value*>;

class Judge {
 public:
  // What is behind the arguments in `settled`, which the kernel never writes, counts as known.
  Judge(llvm::Function& kernel, Variant variant, Arguments settled)
      : kernel_(kernel),
        full_(variant != Variant::kDefault),
        settled_(std::move(settled)),
        sources_(kernel, [this](const llvm::Value* pointer) { return IsSettled(pointer); }) {
    file_ = FileOf(kernel);
    NoteWrites();
  }

  // Pointers to global or constant memory that the kernel reads and never writes.
  std::vector<const llvm::Value*> OnlyRead() {
    if (writes_anywhere_) return {};
    Arguments read;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      if (load == nullptr && copy == nullptr) continue;
      const PointerRoots& found = roots_.RootsOf(load != nullptr ? load->getPointerOperand() : copy->getRawSource());
      read.insert(found.roots.begin(), found.roots.end());
    }
    std::vector<const llvm::Value*> only_read;
    for (const llvm::Argument& argument : kernel_.args()) {
      const auto* type = llvm::dyn_cast<llvm::PointerType>(argument.getType());
      if (type == nullptr || !OpenClTypeName(type).empty()) continue;
      if (type->getAddressSpace() != kGlobal && type->getAddressSpace() != kConstant) continue;
      if (read.count(&argument) != 0 && written_.count(&argument) == 0) only_read.push_back(&argument);
    }
    return only_read;
  }

  // Empty if the kernel is independent of data.
  std::string WhyNot() {
    if (SizeOf(kernel_) > kMaxInstructions) return "the kernel is too large to be judged";
    for (int round = 0; round < kMaxRounds; ++round) {
      blocks_.clear();
      uniformity_.emplace(kernel_, [this](const llvm::Instruction& instruction) {
        return sources_.Classify(instruction);
      });
      if (uniformity_->irreducible()) return "its control flow is irreducible";
      bool news = false;
      for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
        news |= FollowIntoPrivateMemory(instruction);
      }
      if (news) continue;
      for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
        if (std::string why = Judged(instruction); !why.empty()) return why;
      }
      return "";
    }
    return "its private memory is too intricate to be judged";
  }

  // Once WhyNot() was empty: notes which stores write the same in every launch alike.
  void NoteFixedValues() {
    MarkFixedValues(kernel_, [this](const llvm::StoreInst& store) { return Operand(store.getOperandUse(0)).empty(); });
  }

 private:
  // Whether `pointer` leads to settled arguments, and nowhere else.
  bool IsSettled(const llvm::Value* pointer) {
    if (settled_.empty()) return false;
    const PointerRoots& found = roots_.RootsOf(pointer);
    if (!found.complete || found.is_private || found.roots.empty()) return false;
    return std::all_of(found.roots.begin(), found.roots.end(),
                       [this](const llvm::Value* root) { return settled_.count(root) != 0; });
  }

  void NoteWrites() {
    for (const struct Access& access : CollectAccesses(kernel_)) {
      if (access.writes()) NoteWrite(access.pointer);
    }
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->arg_size() == 0) continue;
      if (IsImageWrite(*call) || IsAsyncCopyBuiltin(CalleeName(*call))) {
        NoteWrite(call->getArgOperand(IsWait(*call) ? 1 : 0));
      }
    }
  }

  void NoteWrite(const llvm::Value* pointer) {
    const PointerRoots& found = roots_.RootsOf(pointer);
    if (!found.complete) writes_anywhere_ = true;
    written_.insert(found.roots.begin(), found.roots.end());
  }

  // Whether the memory behind `pointer` is not written by this kernel, so that it does not matter
  // when and where it is read.
  bool NeverWritten(const llvm::Value* pointer) {
    if (full_ || writes_anywhere_) return false;
    const PointerRoots& found = roots_.RootsOf(pointer);
    if (!found.complete || found.is_private || found.roots.empty()) return false;
    for (const llvm::Value* root : found.roots) {
      const llvm::Type* type = root->getType();  // an image may be no pointer (llvm_versions.h)
      if (!llvm::isa<llvm::Argument>(root) || written_.count(root) != 0 ||
          (type->isPointerTy() && type->getPointerAddressSpace() != kGlobal))
        return false;
    }
    return true;
  }

  static bool IsImageWrite(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee != nullptr && IsImageAccess(callee->getName()) &&
           CalleeName(call).rfind("write_", 0) == 0;
  }

  std::string Origin(const DivergenceCause& cause) const {
    std::string text = cause.what;
    if (cause.origin == nullptr) return text;
    const std::string place = PlaceOf(*cause.origin, file_);
    return place.empty() ? text : text + " (" + place + ")";
  }

  // "the access at 7:5"
  std::string Named(const char* what, const llvm::Instruction& at) const {
    const std::string place = PlaceOf(at, file_);
    return std::string("the ") + what + (place.empty() ? "" : " at " + place);
  }

  // On what it depends whether `at` is executed, and how often; "" if on no data.
  std::string Control(const llvm::Instruction& at) {
    auto [found, fresh] = blocks_.try_emplace(at.getParent());
    if (fresh) {
      if (const auto cause = uniformity_->Before(at)) {
        found->second = "whether it is executed: " + Describe(*cause, file_);
      }
    }
    return found->second;
  }

  // On what data `operand` depends; "" if on none.
  std::string Operand(const llvm::Use& operand) const {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) {
      return llvm::isa<llvm::UndefValue>(operand) || constant->containsUndefOrPoisonElement()
                 ? "a value that is not initialised"
                 : "";
    }
    const auto cause = uniformity_->AtOperand(operand);
    return cause ? Origin(*cause) : "";
  }

  std::string ControlOf(const char* what, const llvm::Instruction& at) {
    const std::string why = Control(at);
    return why.empty() ? "" : Named(what, at) + ": " + why;
  }

  std::string OperandOf(const char* part, const char* what, const llvm::Use& operand) const {
    const std::string why = Operand(operand);
    if (why.empty()) return "";
    const auto& at = llvm::cast<llvm::Instruction>(*operand.getUser());
    return std::string(part) + Named(what, at) + " depends on " + why;
  }

  // Notes what of `instruction`'s effects on private memory depends on data. True if that is news.
  bool FollowIntoPrivateMemory(llvm::Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (store->getPointerAddressSpace() != kPrivate &&
          store->getPointerAddressSpace() != kGeneric)
        return false;
      std::string why = Operand(store->getOperandUse(0));
      if (why.empty()) why = Operand(store->getOperandUse(1));
      if (why.empty()) why = Control(instruction);
      return !why.empty() && sources_.Mark(store->getPointerOperand(), why);
    }
    if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (memory->getDestAddressSpace() != kPrivate && memory->getDestAddressSpace() != kGeneric)
        return false;
      std::string why = Operand(memory->getOperandUse(0));
      if (why.empty()) why = Operand(memory->getOperandUse(2));
      if (why.empty()) why = Control(instruction);
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory); why.empty() && copy) {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
        const uint64_t length = constant == nullptr ? 0 : constant->getZExtValue();
        const llvm::Value* from = copy->getRawSource();
        why = Operand(copy->getOperandUse(1));
        if (why.empty() && copy->getSourceAddressSpace() == kPrivate) {
          why = sources_.PrivateContent(from, length, *copy);
        } else if (why.empty() && !sources_.IsSettled(from, *copy) &&
                   (length == 0 || !sources_.IsProgramConstant(from, length))) {
          why = "a copy of memory";
        }
      } else if (why.empty()) {
        why = Operand(memory->getOperandUse(1));
      }
      return !why.empty() && sources_.Mark(memory->getRawDest(), why);
    }
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->isLifetimeStartOrEnd() ||
          call->onlyReadsMemory())
        return false;
      bool news = false;
      for (const llvm::Use& argument : call->args()) {
        auto* type = llvm::dyn_cast<llvm::PointerType>(argument->getType());
        if (type == nullptr ||
            (type->getAddressSpace() != kPrivate && type->getAddressSpace() != kGeneric))
          continue;
        if (IsWait(*call)) continue;
        if (!OpenClTypeName(type).empty()) continue;  // an image, a sampler, an event: no memory of ours
        news |= sources_.Mark(argument, "what " + CalleeName(*call) + " leaves there");
      }
      return news;
    }
    return false;
  }

  static bool IsWait(const llvm::CallBase& call) { return CalleeName(call) == "wait_group_events"; }

  // Why `instruction` makes the kernel dependent on data; "" if it does not.
  std::string Judged(llvm::Instruction& instruction) {
    if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      if (IsIdle(*fence)) return "";
      return Named("fence", instruction) + " orders by what atomic operations read";
    }
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      return Access(instruction, load->getOperandUse(0));
    }
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return Access(instruction, store->getOperandUse(1));
    }
    if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      return Access(instruction, rmw->getOperandUse(0));
    }
    if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) {
      return Named("compare-exchange", instruction) + " writes or not, by what it finds in memory";
    }
    if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory);
      if (!IsShared(memory->getRawDest()) && (copy == nullptr || !IsShared(copy->getRawSource())))
        return "";
      std::string why = ControlOf("copy", instruction);
      if (why.empty()) why = OperandOf("the destination of ", "copy", memory->getOperandUse(0));
      if (why.empty() && copy) why = OperandOf("the source of ", "copy", copy->getOperandUse(1));
      if (why.empty()) why = OperandOf("the length of ", "copy", memory->getOperandUse(2));
      return why;
    }
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return Call(*call);
    return "";
  }

  std::string Access(llvm::Instruction& instruction, const llvm::Use& pointer) {
    if (!IsShared(pointer)) return "";
    if (instruction.isAtomic()) {  // also of what is never written: an order is an order
      const llvm::MDNode* note = instruction.getMetadata(kAtomicMetadata);
      const auto* order =
          note == nullptr ? nullptr : llvm::dyn_cast<llvm::MDString>(note->getOperand(0));
      if (order == nullptr || order->getString() != "relaxed") {
        return Named("atomic access", instruction) + " orders by what it reads";
      }
    }
    if (NeverWritten(pointer)) return "";
    std::string why = ControlOf("access", instruction);
    if (why.empty()) why = OperandOf("the address of ", "access", pointer);
    return why;
  }

  std::string Call(llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    const std::string name = CalleeName(call);
    const bool image = callee != nullptr && IsImageAccess(callee->getName());
    const bool copy = IsAsyncCopyBuiltin(name);
    if (name.rfind("work_group_", 0) == 0 && !IsBarrier(call)) {
      return Named("collective", call) + " makes values of the whole group's";
    }
    if (name.find("sub_group") != std::string::npos) {
      return Named("sub-group operation", call) + " depends on how work-items are put together";
    }
    if (!IsBarrier(call) && !image && !copy) return "";
    if (image && call.arg_size() > 0 && NeverWritten(call.getArgOperand(0))) return "";
    const char* what = IsBarrier(call) ? "barrier" : image ? "image access" : "asynchronous copy";
    std::string why = ControlOf(what, call);
    // What is written to an image comes last, and is no matter.
    const unsigned last = IsImageWrite(call) ? call.arg_size() - 1 : call.arg_size();
    for (unsigned i = 0; why.empty() && i < last; ++i) {
      why = OperandOf("an argument of ", what, call.getArgOperandUse(i));
    }
    if (why.empty() && IsWait(call) && call.arg_size() > 1) {
      why = sources_.PrivateContent(call.getArgOperand(1), 0, call);
      if (!why.empty()) why = "an event of " + Named(what, call) + " depends on " + why;
    }
    return why;
  }

  llvm::Function& kernel_;
  const bool full_;
  RootAnalysis roots_;
  Arguments written_;  // and variables
  bool writes_anywhere_ = false;
  const Arguments settled_;
  DataSources sources_;
  std::optional<Uniformity> uniformity_;
  std::map<const llvm::BasicBlock*, std::string> blocks_;  // Control()'s answers
  std::string file_;
};

// The arguments without whose content what the kernel touches is not known, by number; none if it is not known with
// all content of what the kernel never writes either. Of a large kernel they may be more than there need be.
std::vector<unsigned> DecidedBy(llvm::Function& kernel, Variant variant) {
  if (ChecksAll(variant)) return {};  // what is only read may be what is written
  if (SizeOf(kernel) > kMaxInstructions) return {};
  const std::vector<const llvm::Value*> candidates = Judge(kernel, variant, {}).OnlyRead();
  Arguments deciding(candidates.begin(), candidates.end());
  if (deciding.empty() || !Judge(kernel, variant, deciding).WhyNot().empty()) return {};
  const bool sifted = SizeOf(kernel) * candidates.size() <= kMaxJudged;
  std::vector<unsigned> numbers;
  for (const llvm::Value* candidate : candidates) {
    Arguments others = deciding;
    others.erase(candidate);
    if (sifted && Judge(kernel, variant, others).WhyNot().empty()) {
      deciding = std::move(others);
    } else {
      numbers.push_back(llvm::cast<llvm::Argument>(candidate)->getArgNo());
    }
  }
  return numbers;
}

}  // namespace

bool JudgeDataIndependence(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    changed |= llvm::EliminateUnreachableBlocks(*kernel);
    KernelDescription& info = InfoOf(*kernel, state);
    Judge judge(*kernel, state.options.variant, {});
    info.dependence = judge.WhyNot();
    info.data_independent = info.dependence.empty();
    if (info.data_independent) judge.NoteFixedValues();
    if (!info.data_independent) info.decided_by = DecidedBy(*kernel, state.options.variant);
  }
  return changed;
}

bool PrintDataIndependence(llvm::Module& module, PipelineState& state) {
  const bool changed = JudgeDataIndependence(module, state);
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    const KernelDescription& info = InfoOf(*kernel, state);
    llvm::errs() << "kernel " << kernel->getName() << ": "
                 << (info.data_independent ? "independent of data" : info.dependence) << "\n";
    for (const unsigned argument : info.decided_by) {
      llvm::errs() << "kernel " << kernel->getName() << ": decided by argument " << argument << "\n";
    }
  }
  return changed;
}

}  // namespace lockstep::instrument
