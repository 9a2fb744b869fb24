// The resumable form: lock-step execution of a group [000, Sect. 4.2] with the granularity of a
// barrier instead of a block, for devices whose barriers must be met by all work-items together.
//
//   entry:                               entry:    words := empty; barrier; pc := 0
//     A                                  outer:    br dispatch
//     br c, then, join                   dispatch: switch pc, sync [0: start, 1: resume, ...]
//   then:                       =>       start:    A; br c, then, join
//     B                                  then:     B; waiting := site; pc := 1; br sync
//     barrier                            resume:   C; br join
//     C                                  join:     D; waiting := exit site; pc := -1; br sync
//     br join                            sync:     compare `waiting` and loop counts (sync_block.h)
//   join:                                          br all have left, finish, outer
//     D                                  finish:   ret
//     ret
//
// A loop that contains a barrier is left through its back edge to the dispatch, which enters its
// header anew: the resume points within would give a loop several entries. What remains between
// two barriers has no barrier in a loop, and the outer loop's condition is equal for the group.
//
// In lock step (--model=lockstep:N) work-items stop in the same way in front of every access, with
// the number of that step in the order of lockstep_steps.h. Only those at the least step go on; who
// waits at a barrier or has left waits for all that are at steps. The whole group is kept in step,
// whatever N: what different blocks do in which order does not matter to any of them.
#include "instrument/passes/resumable_form.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/part_words.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/backends/pocl/ways_out.h"
#include "instrument/backends/pocl/zero_of_work_item.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/positions.h"
#include "instrument/ir/reducible.h"
#include "instrument/ir/spir_calls.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/demote.h"
#include "instrument/passes/exits.h"
#include "instrument/passes/lockstep_steps.h"
#include "instrument/passes/sync_block.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

constexpr uint32_t kLeft = ~0u;  // pc of a work-item that has left

// Stops up to which the driver's vectorisers are left on. The time that LLVM's SLP vectoriser needs
// grows faster than the square of the stops, which all lead to one block (100 stops: 12 s to
// compile, 7 s without).
constexpr unsigned kMaxVectorizedStops = 32;

// Markers of life times and variables say nothing true about the rewritten flow.
void DropMarkers(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> markers;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd()) {
      markers.push_back(&instruction);
    }
  }
  for (llvm::Instruction* marker : markers) marker->eraseFromParent();
}

// Loops from the outermost to the innermost around `block`.
std::vector<llvm::Loop*> LoopsAround(const llvm::LoopInfo& loops, llvm::BasicBlock* block) {
  std::vector<llvm::Loop*> around;
  for (llvm::Loop* loop = loops.getLoopFor(block); loop != nullptr; loop = loop->getParentLoop()) {
    around.insert(around.begin(), loop);
  }
  return around;
}

llvm::DebugLoc StartOf(const llvm::Loop& loop) {
  // clang notes the statement's range on the loop; elsewhere the header has to do.
  if (llvm::DebugLoc start = loop.getStartLoc()) return start;
  if (llvm::DebugLoc start = loop.getHeader()->getTerminator()->getDebugLoc()) return start;
  // Headers without a place of their own: the first line of the loop.
  llvm::DebugLoc first;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::DebugLoc& at = instruction.getDebugLoc();
      if (at && at.getLine() != 0 && (!first || at.getLine() < first.getLine())) first = at;
    }
  }
  return first;
}

SourcePosition PositionOf(const llvm::DebugLoc& location) {
  Site site;
  SetPosition(location, site);
  return site.position;
}

class Rewriter {
 public:
  Rewriter(llvm::Function& kernel, KernelDescription& info, const std::vector<llvm::Instruction*>& steps,
           const Backend& backend, bool frozen_arguments)
      : kernel_(kernel),
        info_(info),
        context_(kernel.getContext()),
        steps_(steps),
        backend_(backend),
        serial_(backend.serial_groups() && steps.empty()),
        frozen_arguments_(frozen_arguments) {}

  absl::Status Run() {
    DropMarkers(kernel_);
    exits_ = SeparateExits(kernel_, info_);
    ExplainExits();
    SplitEntry();
    if (absl::Status status = FindLoops(); !status.ok()) return status;
    CreateBlocksAndVariables();
    std::vector<bool> comes_round;  // asked of the kernel's own flow
    for (auto& [loop, depth] : loops_) comes_round.push_back(ComesRound(*loop));
    for (size_t i = 0; i < loops_.size(); ++i) {
      RouteLoop(*loops_[i].first, loops_[i].second, comes_round[i]);
    }
    for (Stop& stop : stops_) RouteBarrier(stop);
    LeaveCountingToMeetings();
    for (llvm::Instruction* step : steps_) RouteStep(*step);
    for (const Exit& exit : exits_) RouteExit(exit);
    if (serial_) {
      EmitSerialPreparation(kernel_, variables_, entry_);
      EmitSerialSync(kernel_, variables_, Fences(), sync_, finish_, outer_);
    } else {
      EmitPreparation(kernel_, variables_, entry_);
      EmitSync(kernel_, variables_, Fences(), sync_, finish_, outer_);
    }
    if (backend_.Has(Quirk::kEndlessLoops)) {
      llvm::BasicBlock* out = NewBlock("lockstep.out");
      llvm::BranchInst::Create(sync_, out);
      GiveWaysOut(kernel_, *sync_, *out);
    }
    RepairDominance(kernel_);
    if (stops_.size() + steps_.size() > kMaxVectorizedStops) {
      kernel_.addFnAttr(llvm::Attribute::NoImplicitFloat);
    }
    return Verify();
  }

 private:
  struct Stop {
    llvm::CallInst* barrier;
    unsigned depth;  // loops around it
    unsigned kind;   // LS_STOP_*
    bool logged;     // a sub-group's barrier in a kernel with an event log
  };

  // Notes what sends work-items to each return, for reports. Not where the kernel looks whether it is
  // to stop (stop_polls.cc): any work-item may leave there.
  void ExplainExits() {
    for (const Exit& exit : exits_) {
      if (exit.instruction->hasMetadata(kSiteMetadata)) return;
    }
    const Uniformity uniformity(kernel_, frozen_arguments_);
    const std::string file = FileOf(kernel_);
    for (const Exit& exit : exits_) {
      std::string& condition = info_.sites[exit.site].condition;
      if (!condition.empty()) continue;
      if (const auto cause = uniformity.Nearest(*exit.instruction)) condition = Describe(*cause, file);
    }
  }

  // entry: allocas; start: all else.
  void SplitEntry() {
    llvm::Instruction* first = GatherAllocas(kernel_);
    entry_ = &kernel_.getEntryBlock();
    start_ = entry_->splitBasicBlock(first, "lockstep.start");
  }

  // Barriers with the loops around them, every loop around a barrier or step with its depth, and the
  // order of the steps.
  absl::Status FindLoops() {
    dominators_ = std::make_unique<llvm::DominatorTree>(kernel_);
    loop_info_ = std::make_unique<llvm::LoopInfo>(*dominators_);
    llvm::SmallPtrSet<llvm::Loop*, 8> seen;
    const auto note = [&](const std::vector<llvm::Loop*>& around) {
      for (unsigned depth = 0; depth < around.size(); ++depth) {
        if (seen.insert(around[depth]).second) loops_.emplace_back(around[depth], depth);
        max_depth_ = std::max(max_depth_, depth + 1);
      }
    };
    for (llvm::CallInst* barrier : AllBarriersOf(kernel_)) {
      const std::vector<llvm::Loop*> around = LoopsAround(*loop_info_, barrier->getParent());
      if (around.size() > kMaxLoops) {
        return absl::UnimplementedError(absl::StrCat("barrier in ", around.size(),
                                                     " nested loops, at most ", kMaxLoops,
                                                     " can be followed"));
      }
      Site& site = info_.sites[SiteOf(*barrier, info_)];
      const bool part = IsSubGroupBarrier(*barrier) || barrier->hasMetadata(kPartMetadata);
      const unsigned kind = (part ? LS_STOP_PART : LS_STOP_GROUP) | (site.op == SiteOp::kBarrier ? LS_STOP_COUNTS : 0u);
      const bool logged = info_.synchronises && IsSubGroupBarrier(*barrier);
      stops_.push_back({barrier, static_cast<unsigned>(around.size()), kind, logged});
      variables_.parts |= part;
      logs_parts_ |= logged;
      mixed_ |= kind != LS_STOP_COUNTS;
      site.loops.clear();
      for (unsigned depth = 0; depth < around.size(); ++depth) {
        site.loops.push_back(PositionOf(StartOf(*around[depth])));
      }
      note(around);
    }
    for (llvm::Instruction* step : steps_) {
      const std::vector<llvm::Loop*> around = LoopsAround(*loop_info_, step->getParent());
      if (around.size() > kMaxLoops) {
        return absl::UnimplementedError(absl::StrCat("access in ", around.size(),
                                                     " nested loops, at most ", kMaxLoops,
                                                     " can be followed in lock step"));
      }
      note(around);
    }
    NumberSteps();
    return absl::OkStatus();
  }

  void NumberSteps() {
    const llvm::SmallPtrSet<llvm::Instruction*, 32> steps(steps_.begin(), steps_.end());
    for (llvm::BasicBlock* block : LockstepOrder(kernel_, *loop_info_)) {
      for (llvm::Instruction& instruction : *block) {
        if (steps.count(&instruction) == 0) continue;
        const auto number = static_cast<unsigned>(number_.size());
        number_[&instruction] = number;
      }
    }
  }

  llvm::BasicBlock* NewBlock(const char* name) {
    return llvm::BasicBlock::Create(context_, name, &kernel_);
  }

  void CreateBlocksAndVariables() {
    outer_ = NewBlock("lockstep.outer");
    dispatch_ = NewBlock("lockstep.dispatch");
    sync_ = NewBlock("lockstep.sync");
    finish_ = NewBlock("lockstep.finish");
    llvm::IRBuilder<> builder(entry_, entry_->begin());
    llvm::Type* word = builder.getInt32Ty();
    variables_.state = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "lockstep.state");
    if (!serial_) variables_.half = builder.CreateAlloca(word, nullptr, "lockstep.half");
    for (unsigned depth = 0; depth < max_depth_; ++depth) {
      variables_.counts.push_back(
          builder.CreateAlloca(builder.getInt64Ty(), nullptr, absl::StrCat("lockstep.count.", depth)));
    }
    if (steps_.empty()) {
      variables_.segment = FindVariable(kernel_, kSegment);
      variables_.global_from = FindVariable(kernel_, kGlobalFrom);
      variables_.local_from = FindVariable(kernel_, kLocalFrom);
      variables_.image_from = FindVariable(kernel_, kImageFrom);
      // The event log tells by segments which barriers of the group stood between two accesses, and knows of sub-groups
      // by events of their own; so there no table is kept and no other meeting begins a segment.
      const bool tables = variables_.segment != nullptr && !(info_.synchronises && variables_.parts);
      if (tables) variables_.parted = builder.CreateAlloca(word, nullptr, kParted);
      if (tables && !serial_) variables_.group = builder.CreateAlloca(word, nullptr, "lockstep.group");
      if (mixed_) variables_.stop = builder.CreateAlloca(word, nullptr, "lockstep.stop");
      const bool parts_together = variables_.parts && !serial_;
      if (logs_parts_ || parts_together) variables_.round = builder.CreateAlloca(word, nullptr, "lockstep.round");
      if (logs_parts_) meeting_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, kMeeting);
      if (parts_together) {
        PartVariables& part = variables_.part;
        for (llvm::AllocaInst** variable :
             {&part.number, &part.self, &part.first, &part.own_at, &part.first_at, &part.part_at})
          *variable = builder.CreateAlloca(word, nullptr, "lockstep.part");
        part.asked = FindVariable(kernel_, kAsked);
        info_.part_words = LS_PART_WORDS(max_depth_);
      }
      if (mixed_ && tables) {
        variables_.apart = builder.CreateAlloca(word, nullptr, "lockstep.apart");
      }
      if (variables_.parts) variables_.goes = builder.CreateAlloca(word, nullptr, kGoes);
    }
    if (!steps_.empty()) {
      variables_.step = builder.CreateAlloca(word, nullptr, "lockstep.step");
      variables_.goes = builder.CreateAlloca(word, nullptr, kGoes);
    }
    builder.SetInsertPoint(entry_->getTerminator());
    // Where a driver must not see that everybody goes to `start` first: PoCL would take the segments behind it for
    // ones that the whole group goes through together, as long as its tests look uniform (a load from one
    // address does), and put barriers of its own into their loops (ImplicitLoopBarriers).
    llvm::Value* first = backend_.Has(Quirk::kUniformDispatch) ? builder.CreateShl(ZeroOfWorkItem(builder), 32)
                                                               : builder.getInt64(0);
    builder.CreateStore(first, variables_.state);
    for (llvm::AllocaInst* variable :
         {variables_.parted, variables_.group, variables_.stop, variables_.apart, variables_.round}) {
      if (variable != nullptr) builder.CreateStore(builder.getInt32(0), variable);
    }
    AtStep(builder, kNoStep);
    if (variables_.goes != nullptr) builder.CreateStore(builder.getInt32(1), variables_.goes);
    ClearCounts(builder, 0);
    builder.CreateBr(outer_);
    entry_->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(outer_);
    llvm::Value* state = builder.CreateLoad(builder.getInt64Ty(), variables_.state);
    llvm::Value* pc = builder.CreateTrunc(builder.CreateLShr(state, 32), word);
    if (variables_.goes != nullptr) {  // who does not go on meets the others again
      llvm::Value* goes = builder.CreateIsNotNull(builder.CreateLoad(word, variables_.goes));
      pc = builder.CreateSelect(goes, pc, builder.getInt32(kLeft));
    }
    builder.CreateBr(dispatch_);
    builder.SetInsertPoint(dispatch_);
    pc_ = builder.CreatePHI(word, 2, "lockstep.pc");
    pc_->addIncoming(pc, outer_);
    switch_ = builder.CreateSwitch(pc_, sync_);
    AddResumePoint(start_);
    builder.SetInsertPoint(finish_);
    builder.CreateRetVoid();
  }

  void AtStep(llvm::IRBuilder<>& builder, unsigned number) {
    if (variables_.step != nullptr) builder.CreateStore(builder.getInt32(number), variables_.step);
  }

  // Loops deeper than `depth` are over where it is called.
  void ClearCounts(llvm::IRBuilder<>& builder, unsigned depth) {
    for (unsigned d = depth; d < variables_.counts.size(); ++d) {
      builder.CreateStore(builder.getInt64(0), variables_.counts[d]);
    }
  }

  // The pc with which the dispatch goes to `block`.
  llvm::ConstantInt* AddResumePoint(llvm::BasicBlock* block) {
    llvm::ConstantInt* pc = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), next_pc_++);
    switch_->addCase(pc, block);
    return pc;
  }

  // Whether one gets from the loop's header around to it without meeting a barrier.
  bool ComesRound(const llvm::Loop& loop) const {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> cut, seen;
    for (const Stop& stop : stops_) cut.insert(stop.barrier->getParent());
    std::vector<const llvm::BasicBlock*> work{loop.getHeader()};
    while (!work.empty()) {
      const llvm::BasicBlock* at = work.back();
      work.pop_back();
      if (cut.count(at) != 0) continue;
      for (const llvm::BasicBlock* next : llvm::successors(at)) {
        if (next == loop.getHeader()) return true;
        if (loop.contains(next) && seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  // Entering edges of the loop set its count to 1, back edges add 1. Those go to the dispatch
  // unless every way round ends at a barrier: then nothing is left of the loop between two stops.
  // Nothing is counted where loops with several entries were given a common one: who passes that
  // counts nothing of the source.
  void RouteLoop(llvm::Loop& loop, unsigned depth, bool comes_round) {
    llvm::BasicBlock* header = loop.getHeader();
    const bool counts = !IsGuard(*header);
    if (!comes_round && counts) return CountInPlace(loop, depth);
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&header->front())) DemotePhi(*phi);
    const llvm::SmallSetVector<llvm::BasicBlock*, 8> predecessors(llvm::pred_begin(header),
                                                                  llvm::pred_end(header));
    llvm::AllocaInst* count = variables_.counts[depth];

    llvm::BasicBlock* enter = NewBlock("lockstep.enter");
    llvm::IRBuilder<> builder(enter);
    builder.CreateStore(builder.getInt64(counts ? 1 : 0), count);
    builder.CreateBr(header);

    llvm::BasicBlock* next = NewBlock("lockstep.next");
    builder.SetInsertPoint(next);
    if (counts) {
      builder.CreateStore(builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), count),
                                            builder.getInt64(1)),
                          count);
    }
    pc_->addIncoming(AddResumePoint(header), next);
    builder.CreateBr(dispatch_);

    for (llvm::BasicBlock* predecessor : predecessors) {
      llvm::Instruction* terminator = predecessor->getTerminator();
      terminator->replaceSuccessorWith(header, loop.contains(predecessor) ? next : enter);
      terminator->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    }
  }

  void CountInPlace(llvm::Loop& loop, unsigned depth) {
    llvm::BasicBlock* header = loop.getHeader();
    llvm::SmallSetVector<llvm::BasicBlock*, 8> entering, returning;
    for (llvm::BasicBlock* predecessor : llvm::predecessors(header)) {
      (loop.contains(predecessor) ? returning : entering).insert(predecessor);
    }
    for (llvm::BasicBlock* latch : returning) {
      latch->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    }
    llvm::AllocaInst* count = variables_.counts[depth];
    llvm::BasicBlock* enter =
        llvm::SplitBlockPredecessors(header, entering.getArrayRef(), ".lockstep.enter");
    llvm::IRBuilder<> builder(enter->getTerminator());
    builder.CreateStore(builder.getInt64(1), count);
    llvm::BasicBlock* next =
        llvm::SplitBlockPredecessors(header, returning.getArrayRef(), ".lockstep.next");
    builder.SetInsertPoint(next->getTerminator());
    llvm::Value* seen = builder.CreateLoad(builder.getInt64Ty(), count);
    builder.CreateStore(builder.CreateAdd(seen, builder.getInt64(1)), count);
  }

  // What a work-item stores before it goes to wait.
  llvm::ConstantInt* State(llvm::ConstantInt* pc, unsigned word) const {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_),
                                  pc->getZExtValue() << 32 | word);
  }

  void RouteBarrier(const Stop& stop) {
    llvm::CallInst* barrier = stop.barrier;
    llvm::Value* flags = FlagsOf(*barrier);
    const unsigned word = WaitingWord(SiteOf(*barrier, info_), /*left=*/false);
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(flags)) {
      fences_ |= static_cast<unsigned>(constant->getZExtValue());
    } else {
      fences_ |= kImageFence;
    }
    llvm::BasicBlock* block = barrier->getParent();
    llvm::BasicBlock* resume = block->splitBasicBlock(barrier->getNextNode(), "lockstep.resume");
    llvm::IRBuilder<> builder(barrier);
    llvm::Value* own = builder.CreateAnd(flags, kLocalFence | kGlobalFence | kImageFence);
    llvm::Value* state = State(AddResumePoint(resume), word);
    builder.CreateStore(builder.CreateOr(builder.CreateZExt(own, builder.getInt64Ty()), state),
                        variables_.state);
    ClearCounts(builder, stop.depth);
    AtStep(builder, kNoStep);
    AtStop(builder, stop.kind);
    if (stop.logged) LogPartSteps(builder, stop, *resume);
    builder.CreateBr(sync_);
    barrier->eraseFromParent();
    block->getTerminator()->eraseFromParent();  // the split's branch
  }

  // Says of the meeting which one it is, and lets it be logged that the work-item has come and that it goes on.
  void LogPartSteps(llvm::IRBuilder<>& builder, const Stop& stop, llvm::BasicBlock& resume) {
    llvm::Type* number = builder.getInt64Ty();
    const auto word = [&](llvm::Value* value) { return builder.CreateZExt(value, number); };
    // Two meetings of a group at one time are taken for one with a chance of 2^-64.
    llvm::Value* name = builder.getInt64(SiteOf(*stop.barrier, info_) + 1);
    const auto mix = [&](llvm::Value* value) {
      name = builder.CreateMul(builder.CreateXor(name, builder.CreateLShr(name, 29)),
                               builder.getInt64(0x9E3779B97F4A7C15));
      name = builder.CreateAdd(builder.CreateXor(name, builder.CreateLShr(name, 32)), value);
    };
    mix(word(builder.CreateLoad(builder.getInt32Ty(), variables_.round)));
    mix(word(CallSpirFunction(builder, "_Z16get_sub_group_idv", builder.getInt32Ty(), {})));
    for (unsigned depth = 0; depth < stop.depth; ++depth) mix(builder.CreateLoad(number, variables_.counts[depth]));
    mix(builder.getInt64(0));
    builder.CreateStore(name, meeting_);
    const auto flags = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(FlagsOf(*stop.barrier))->getZExtValue());
    llvm::MDNode* site = stop.barrier->getMetadata(kSiteMetadata);
    AddPartStep(builder, /*comes=*/true, flags, site);
    llvm::IRBuilder<> behind(&*resume.getFirstInsertionPt());
    behind.SetCurrentDebugLocation(stop.barrier->getDebugLoc());
    AddPartStep(behind, /*comes=*/false, flags, site);
  }

  // Where the group has parted the meeting counts, for everybody and whatever it waits at, so that all segments stay
  // equal.
  void LeaveCountingToMeetings() {
    if (variables_.apart == nullptr) return;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      if (!instruction.hasMetadata(kCountMetadata)) continue;
      llvm::IRBuilder<> builder(&instruction);
      llvm::Value* apart = builder.CreateLoad(builder.getInt32Ty(), variables_.apart);
      instruction.setOperand(1, builder.CreateSub(instruction.getOperand(1), apart));
    }
  }

  void AtStop(llvm::IRBuilder<>& builder, unsigned kind) {
    if (variables_.stop != nullptr) builder.CreateStore(builder.getInt32(kind), variables_.stop);
  }

  void RouteStep(llvm::Instruction& step) {
    llvm::BasicBlock* block = step.getParent();
    llvm::BasicBlock* resume = block->splitBasicBlock(&step, "lockstep.resume");
    llvm::Instruction* split = block->getTerminator();
    llvm::IRBuilder<> builder(split);
    AtStep(builder, number_[&step]);
    builder.CreateStore(State(AddResumePoint(resume), 0), variables_.state);
    builder.CreateBr(sync_);
    split->eraseFromParent();
  }

  void RouteExit(const Exit& exit) {
    llvm::IRBuilder<> builder(exit.instruction);
    builder.CreateStore(State(builder.getInt32(kLeft), WaitingWord(exit.site, /*left=*/true)),
                        variables_.state);
    ClearCounts(builder, 0);
    AtStep(builder, kNoStep);
    AtStop(builder, LS_STOP_GROUP);
    builder.CreateBr(sync_);
    exit.instruction->eraseFromParent();
  }

  // The barrier of the meeting fences at least what the kernel's own barriers do.
  unsigned Fences() const { return fences_ | kLocalFence | kGlobalFence; }

  absl::Status Verify() {
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    if (!llvm::verifyFunction(kernel_, &stream)) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("resumable form is not valid: ", stream.str()));
  }

  llvm::Function& kernel_;
  KernelDescription& info_;
  llvm::LLVMContext& context_;
  const std::vector<llvm::Instruction*>& steps_;
  const Backend& backend_;
  const bool serial_;  // which meeting (sync_block.h)
  const bool frozen_arguments_;  // see DivergenceSources
  llvm::DenseMap<llvm::Instruction*, unsigned> number_;  // of steps
  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::unique_ptr<llvm::LoopInfo> loop_info_;
  std::vector<Exit> exits_;
  std::vector<Stop> stops_;
  std::vector<std::pair<llvm::Loop*, unsigned>> loops_;
  unsigned max_depth_ = 0;
  bool mixed_ = false;  // not all stops are barriers of the whole group
  bool logs_parts_ = false;  // some stop is logged
  unsigned fences_ = 0;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* start_ = nullptr;
  llvm::BasicBlock* outer_ = nullptr;
  llvm::BasicBlock* dispatch_ = nullptr;
  llvm::BasicBlock* sync_ = nullptr;
  llvm::BasicBlock* finish_ = nullptr;
  llvm::SwitchInst* switch_ = nullptr;
  llvm::PHINode* pc_ = nullptr;  // where the dispatch goes
  llvm::AllocaInst* meeting_ = nullptr;  // kMeeting
  BarrierVariables variables_{};
  unsigned next_pc_ = 0;
};

}  // namespace

absl::Status MakeResumable(llvm::Function& kernel, KernelDescription& info,
                           const std::vector<llvm::Instruction*>& steps, const Backend& backend,
                           bool frozen_arguments) {
  return Rewriter(kernel, info, steps, backend, frozen_arguments).Run();
}

}  // namespace lockstep::instrument
