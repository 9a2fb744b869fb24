// Comparing barrier variables [000, Sect. 3.2 and App. B.3] in local memory, exactly, whatever the
// order in which work-items come. sync_serial.cc is for devices that run them one after the other.
//
// The first LS_LOCAL_SYNC_WORDS words of the hidden local argument are two halves, used in turn. Almost always all
// are where work-item 0 is:
//
//   word 0        what work-item 0 waits at
//   word 1+d      its count of loop d
//   word R+6      the conclusion: kAllLeft if work-item 0 has left, else 0; kDiffers if anybody is elsewhere
//
// Work-item 0 writes them, a barrier, everybody compares, a barrier, everybody reads the conclusion. Only if somebody
// is elsewhere, or the group has parted before, the group looks closer:
//
//   word 0        min over the group of  waiting << 20 | id          id: local linear id
//   word 1        max over the group of  waiting << 20 | ~id         so that both name the lowest id
//   word 2+2d     min of  count of loop d << 20 | id
//   word 3+2d     max of  count of loop d << 20 | ~id
//   word R..R+5   R = 2 + 2 * loops: what work-items a and b say of themselves (waiting, extras)
//   word R+6      the conclusion: kDiverged, kAllLeft, kSteps, kParts
//   word R+7      lock step: min over the group of the steps that work-items are at
//   word R+8      1: somebody is where sub-groups meet (sync_parts.h)
//
// Everybody adds to the words, a barrier, everybody compares: all are equal exactly where min and
// max agree; where they do not, the ids are two work-items that differ. These two write down their
// counts, work-item 0 notes the conclusion and empties the other half, a second barrier, work-item
// a reports. In lock step and where sub-groups meet too the group always looks closely, and a half is emptied between
// the barriers of the round before its use, when nobody looks at it any more.
// The decisions to look closer and to go on, and whether the group has parted or is where sub-groups meet, are read by
// all from the same word; no other branch here is around barriers.
//
// Once a group has parted, each meeting is noted in its table (device-lib/parting.h): everybody writes there where it
// is, and work-item 0 takes that in, one work-item after the other.
#include "instrument/passes/sync_block.h"

#include "device-lib/shared/control.h"
#include "device-lib/shared/divergence.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/parted.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"
#include "instrument/passes/sync_emitter.h"
#include "instrument/passes/sync_parts.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

constexpr unsigned kIdBits = 20;
constexpr uint64_t kIdMask = (1u << kIdBits) - 1;
constexpr unsigned kSiteShift = kIdBits + 3;  // flags below the site
constexpr unsigned kLeftShift = kIdBits + 27;
constexpr unsigned kHalf = LS_LOCAL_SYNC_WORDS / 2;
constexpr unsigned kSelfWords = 3;
static_assert(2 + 2 * kMaxLoops + 2 * kSelfWords + 3 <= kHalf, "the words fit a half");
constexpr uint64_t kDiverged = 1, kAllLeft = 2, kSteps = 4, kParts = 8, kDiffers = 16;

// What exactly differs.
struct Verdict {
  llvm::Value* id_a;      // i64, work-items that differ
  llvm::Value* id_b;
  llvm::Value* what;      // i64, LS_PARTED_*
  llvm::Value* loop;      // i64, which loop's count differs
};

class BlockEmitter : public SyncEmitter {
 public:
  BlockEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder, const BarrierVariables& variables)
      : SyncEmitter(kernel, builder),
        loops_(static_cast<unsigned>(variables.counts.size())),
        steps_(variables.step != nullptr),
        parts_(variables.parts) {}

  llvm::Value* Waiting(const BarrierVariables& variables) {
    return builder_.CreateAnd(builder_.CreateLoad(builder_.getInt64Ty(), variables.state),
                              Constant(0xffffffffu));
  }

  // Address of word `word` behind `half`, the index of the half's first word.
  llvm::Value* Word(llvm::Value* half, unsigned word) {
    llvm::Value* index = builder_.CreateAdd(half, builder_.getInt32(word));
    return builder_.CreateGEP(builder_.getInt64Ty(), Shadow(), index);
  }

  llvm::Value* Load(llvm::Value* half, unsigned word) {
    return Internal(builder_.CreateLoad(builder_.getInt64Ty(), Word(half, word)));
  }

  void Store(llvm::Value* value, llvm::Value* half, unsigned word) {
    Internal(builder_.CreateStore(value, Word(half, word)));
  }

  void Empty(llvm::Value* half) {
    if (steps_) Store(Constant(kNoStep), half, StepWord());
    if (parts_) Store(Constant(0), half, PartsWord());
    for (unsigned pair = 0; pair <= loops_; ++pair) {
      Store(Constant(~uint64_t{0}), half, 2 * pair);
      Store(Constant(0), half, 2 * pair + 1);
    }
  }

  void Add(llvm::Value* value, llvm::Value* id, llvm::Value* half, unsigned pair) {
    llvm::Value* word = builder_.CreateShl(value, kIdBits);
    Extremum(llvm::AtomicRMWInst::UMin, llvm::CmpInst::ICMP_ULT, builder_.CreateOr(word, id), Word(half, 2 * pair));
    llvm::Value* reversed = builder_.CreateXor(id, Constant(kIdMask));
    Extremum(llvm::AtomicRMWInst::UMax, llvm::CmpInst::ICMP_UGT, builder_.CreateOr(word, reversed),
             Word(half, 2 * pair + 1));
  }

  // What the work-item at hand compares of itself with work-item 0, in the order of the words.
  std::vector<llvm::Value*> Place(llvm::Value* waiting, const BarrierVariables& variables) {
    std::vector<llvm::Value*> place{waiting};
    for (llvm::AllocaInst* count : variables.counts) {
      place.push_back(builder_.CreateLoad(builder_.getInt64Ty(), count));
    }
    return place;
  }

  // Whether min and max of any pair differ, and somebody waits. Leaving through different returns
  // is no divergence: nobody waits.
  llvm::Value* Diverged(llvm::Value* half) {
    llvm::Value* low = Load(half, 0);
    llvm::Value* differ = builder_.CreateXor(low, Load(half, 1));
    for (unsigned pair = 1; pair <= loops_; ++pair) {
      llvm::Value* more = builder_.CreateXor(Load(half, 2 * pair), Load(half, 2 * pair + 1));
      differ = builder_.CreateOr(differ, more);
    }
    llvm::Value* any = builder_.CreateICmpUGT(differ, Constant(kIdMask));
    return builder_.CreateAnd(any, builder_.CreateNot(AllLeft(low)));
  }

  // Where and for whom they differ.
  Verdict Compare(llvm::Value* half) {
    llvm::Value* low = Load(half, 0);
    llvm::Value* high = Load(half, 1);
    Verdict verdict;
    // From the least to the most important difference, the last one stays.
    llvm::Value* flags = Differ(low, high, kIdBits);
    verdict.what = builder_.CreateSelect(flags, Constant(LS_PARTED_FLAGS), Constant(0));
    verdict.id_a = IdOfMin(low);
    verdict.id_b = IdOfMax(high);
    verdict.loop = Constant(0);
    for (unsigned loop = loops_; loop-- > 0;) {
      llvm::Value* least = Load(half, 2 + 2 * loop);
      llvm::Value* most = Load(half, 3 + 2 * loop);
      llvm::Value* differ = Differ(least, most, kIdBits);
      verdict.what = builder_.CreateSelect(differ, Constant(LS_PARTED_ITERATION), verdict.what);
      verdict.id_a = builder_.CreateSelect(differ, IdOfMin(least), verdict.id_a);
      verdict.id_b = builder_.CreateSelect(differ, IdOfMax(most), verdict.id_b);
      verdict.loop = builder_.CreateSelect(differ, Constant(loop), verdict.loop);
    }
    llvm::Value* site = Differ(low, high, kSiteShift);
    verdict.what = builder_.CreateSelect(site, Constant(LS_PARTED_SITE), verdict.what);
    verdict.id_a = builder_.CreateSelect(site, IdOfMin(low), verdict.id_a);
    verdict.id_b = builder_.CreateSelect(site, IdOfMax(high), verdict.id_b);
    verdict.loop = builder_.CreateSelect(site, Constant(0), verdict.loop);
    return verdict;
  }

  // Barriers come before exits, so the least waiting word has left only if all have.
  llvm::Value* AllLeft(llvm::Value* low) { return IsSet(low, uint64_t{1} << kLeftShift); }

  llvm::Value* IsSet(llvm::Value* word, uint64_t bit) {
    return builder_.CreateICmpNE(builder_.CreateAnd(word, Constant(bit)), Constant(0));
  }

  // What the work-item at hand says of itself, to the words from `word` on.
  void Testify(const BarrierVariables& variables, llvm::Value* half, llvm::Value* word,
               const Verdict& verdict) {
    llvm::Value* waiting = Waiting(variables);
    llvm::Value* third = Constant(2);
    std::vector<llvm::Value*> counts;
    for (llvm::AllocaInst* count : variables.counts) {
      llvm::Value* value = builder_.CreateLoad(builder_.getInt64Ty(), count);
      llvm::Value* fits = builder_.CreateICmpULT(value, Constant(0xffffffffu));
      counts.push_back(builder_.CreateSelect(fits, value, Constant(0xffffffffu)));
    }
    while (counts.size() < 3) counts.push_back(Constant(0));
    llvm::Value* third_count = counts[2];
    for (unsigned loop = 3; loop < loops_; ++loop) {
      llvm::Value* is = builder_.CreateICmpEQ(verdict.loop, Constant(loop));
      third = builder_.CreateSelect(is, Constant(loop), third);
      third_count = builder_.CreateSelect(is, counts[loop], third_count);
    }
    llvm::Value* low = builder_.CreateAnd(waiting, Constant(LS_PARTED_FLAGS_MASK));
    low = builder_.CreateOr(low, builder_.CreateShl(verdict.what, LS_PARTED_WHAT_SHIFT));
    low = builder_.CreateOr(low, builder_.CreateShl(verdict.loop, LS_PARTED_LOOP_SHIFT));
    low = builder_.CreateOr(low, builder_.CreateShl(third, LS_PARTED_THIRD_SHIFT));
    low = builder_.CreateOr(low, builder_.CreateShl(counts[0], 32));
    llvm::Value* high = builder_.CreateOr(counts[1], builder_.CreateShl(third_count, 32));
    llvm::Value* at = builder_.CreateAdd(half, word);
    Store(waiting, at, 0);
    Store(low, at, 1);
    Store(high, at, 2);
  }

  llvm::Value* Group(const BarrierVariables& variables) {
    return builder_.CreateLoad(builder_.getInt32Ty(), variables.group);
  }

  // Whether it has parted in an earlier meeting, the same for the whole group: i1.
  llvm::Value* HasParted(const BarrierVariables& variables) {
    if (variables.group == nullptr) return builder_.getFalse();
    return builder_.CreateICmpNE(Group(variables), builder_.getInt32(LS_GROUP_TOGETHER));
  }

  // Behind the conclusion that the group has parted, now or before: nobody is doing anything else. `diverged`: i1, now;
  // `parts`: i1, somebody is where sub-groups meet.
  void Part(const BarrierVariables& variables, llvm::Value* diverged, llvm::Value* parts) {
    const auto is = [&](unsigned what) { return builder_.CreateICmpEQ(Group(variables), builder_.getInt32(what)); };
    llvm::Value* first = builder_.CreateAnd(diverged, is(LS_GROUP_TOGETHER));
    If(builder_.CreateOr(first, is(LS_GROUP_PARTED)), [&] {
      llvm::Value* control = HiddenArgument(kernel_, LS_HIDDEN_CONTROL);
      llvm::Value* log = HiddenArgument(kernel_, LS_HIDDEN_LOG);
      std::vector<llvm::Value*> take{control, log, builder_.CreateZExt(is(LS_GROUP_PARTED), builder_.getInt32Ty())};
      for (llvm::AllocaInst* counter :
           {variables.segment, variables.global_from, variables.local_from, variables.image_from})
        take.push_back(builder_.CreateLoad(builder_.getInt32Ty(), counter));
      Call("__lockstep_part_take", take);
      Barrier(kLocalFence | kGlobalFence);
      llvm::Value* waiting = builder_.CreateTrunc(Waiting(variables), builder_.getInt32Ty());
      llvm::Value* part = builder_.getInt32(0);
      if (parts_) part = builder_.CreateLoad(builder_.getInt32Ty(), variables.part.number);
      llvm::Value* stays = builder_.CreateZExt(
          builder_.CreateAnd(parts, builder_.CreateNot(WhereSubGroupsMeet(variables))), builder_.getInt32Ty());
      llvm::Value* followed = CallSpirFunction(builder_, "__lockstep_part_say", builder_.getInt32Ty(),
                                               {control, log, waiting, MixedPlace(variables), Stop(variables),
                                                builder_.getInt32(ImageFences(*kernel_.getParent())), part, stays});
      Barrier(kLocalFence | kGlobalFence);
      Call("__lockstep_part_close", {control, log});
      Barrier(kLocalFence | kGlobalFence);
      llvm::Value* has_table = builder_.CreateIsNotNull(followed);
      NoteTable(variables, has_table);
    });
    CountApart(variables, builder_.CreateNot(is(LS_GROUP_TOGETHER)));
  }

  void Report(llvm::Value* half, const Verdict& verdict) {
    const unsigned self = SelfWord();
    llvm::Value* control = HiddenArgument(kernel_, LS_HIDDEN_CONTROL);
    llvm::Value* log = HiddenArgument(kernel_, LS_HIDDEN_LOG);
    std::vector<llvm::Value*> arguments{control, log};
    for (unsigned who : {0u, kSelfWords}) {
      llvm::Value* waiting = builder_.CreateTrunc(Load(half, self + who), builder_.getInt32Ty());
      llvm::Value* site = builder_.CreateLShr(waiting, builder_.getInt32(3));
      arguments.push_back(builder_.CreateAnd(site, builder_.getInt32(0xffffff)));
    }
    arguments.push_back(verdict.id_a);
    arguments.push_back(verdict.id_b);
    for (unsigned extra : {1u, 2u, kSelfWords + 1, kSelfWords + 2}) {
      arguments.push_back(Load(half, self + extra));
    }
    Call("__lockstep_diverged", arguments);
  }

  unsigned SelfWord() const { return 2 + 2 * loops_; }
  unsigned ConclusionWord() const { return SelfWord() + 2 * kSelfWords; }
  unsigned StepWord() const { return ConclusionWord() + 1; }
  unsigned PartsWord() const { return ConclusionWord() + 2; }

 private:
  // Where the work-item waits, in 32 bits, for the table: two places of one meeting are taken for one with a chance of
  // 2^-32.
  llvm::Value* MixedPlace(const BarrierVariables& variables) {
    llvm::Value* mixed = builder_.CreateLShr(Waiting(variables), LS_WAITING_SITE_SHIFT);
    for (llvm::AllocaInst* count : variables.counts) {
      mixed = builder_.CreateMul(builder_.CreateAdd(mixed, Constant(1)), Constant(0x9E3779B97F4A7C15));
      mixed = builder_.CreateXor(mixed, builder_.CreateLShr(mixed, 29));
      mixed = builder_.CreateAdd(mixed, builder_.CreateLoad(builder_.getInt64Ty(), count));
    }
    mixed = builder_.CreateMul(builder_.CreateAdd(mixed, Constant(1)), Constant(0xBF58476D1CE4E5B9));
    return builder_.CreateTrunc(builder_.CreateLShr(mixed, 32), builder_.getInt32Ty());
  }

  llvm::Value* Differ(llvm::Value* low, llvm::Value* high, unsigned shift) {
    return builder_.CreateICmpNE(builder_.CreateLShr(low, shift), builder_.CreateLShr(high, shift));
  }
  llvm::Value* IdOfMin(llvm::Value* word) { return builder_.CreateAnd(word, Constant(kIdMask)); }
  llvm::Value* IdOfMax(llvm::Value* word) {
    return builder_.CreateAnd(builder_.CreateNot(word), Constant(kIdMask));
  }

  unsigned loops_;
  bool steps_;
  bool parts_;
};

// Whether everybody is compared with work-item 0 first.
bool LooksQuickly(const BarrierVariables& variables) { return variables.step == nullptr && !variables.parts; }

// The meeting in all its detail, behind a conclusion that says what to do.
void MeetClosely(llvm::Function& kernel, const BarrierVariables& variables, unsigned fences,
                 llvm::IRBuilder<>& builder) {
  const auto loops = static_cast<unsigned>(variables.counts.size());
  const bool looked = LooksQuickly(variables);
  BlockEmitter emit(kernel, builder, variables);
  PartsEmitter parts(kernel, builder, loops);
  auto load_half = [&] { return builder.CreateLoad(builder.getInt32Ty(), variables.half); };

  // Arrive.
  llvm::Value* half = load_half();
  if (looked) {
    emit.If(emit.IsFirst(), [&] { emit.Empty(half); });
    emit.Barrier(kLocalFence);
  }
  llvm::Value* id = emit.LocalLinearId();
  llvm::Value* waiting = emit.Waiting(variables);
  const auto arrive = [&] {
    unsigned pair = 0;
    for (llvm::Value* word : emit.Place(waiting, variables)) emit.Add(word, id, half, pair++);
  };
  if (variables.step == nullptr) {
    arrive();
  } else {
    llvm::Value* step = builder.CreateLoad(builder.getInt32Ty(), variables.step);
    emit.Extremum(llvm::AtomicRMWInst::UMin, llvm::CmpInst::ICMP_ULT, builder.CreateZExt(step, builder.getInt64Ty()),
                  emit.Word(half, emit.StepWord()));
    emit.If(builder.CreateICmpEQ(step, builder.getInt32(kNoStep)), arrive);
  }
  if (variables.parts) {
    parts.Say(variables, waiting);
    emit.If(parts.WhereSubGroupsMeet(variables), [&] { emit.Store(emit.Constant(1), half, emit.PartsWord()); });
  }
  emit.Barrier(fences);

  // Compare; the two that differ write down where they are.
  half = load_half();
  llvm::Value* diverged = emit.Diverged(half);
  llvm::Value* steps = builder.getFalse();
  if (variables.step != nullptr) {
    steps = builder.CreateICmpNE(emit.Load(half, emit.StepWord()), emit.Constant(kNoStep));
    diverged = builder.CreateAnd(diverged, builder.CreateNot(steps));
  }
  llvm::Value* in_parts = builder.getFalse();
  if (variables.parts) {
    in_parts = builder.CreateICmpNE(emit.Load(half, emit.PartsWord()), emit.Constant(0));
    diverged = builder.CreateAnd(diverged, builder.CreateNot(in_parts));
    emit.If(in_parts, [&] { parts.Compare(variables); });
  }
  emit.If(diverged, [&] {
    const Verdict verdict = emit.Compare(half);
    llvm::Value* self = emit.LocalLinearId();
    llvm::Value* is_a = builder.CreateICmpEQ(self, verdict.id_a);
    llvm::Value* is_b = builder.CreateICmpEQ(self, verdict.id_b);
    emit.If(builder.CreateOr(is_a, is_b), [&] {
      llvm::Value* word = builder.CreateSelect(is_a, builder.getInt32(emit.SelfWord()),
                                               builder.getInt32(emit.SelfWord() + kSelfWords));
      emit.Testify(variables, half, word, verdict);
    });
  });
  emit.If(emit.IsFirst(), [&] {
    llvm::Value* left = emit.AllLeft(emit.Load(half, 0));
    llvm::Value* conclusion =
        builder.CreateOr(builder.CreateSelect(diverged, emit.Constant(kDiverged), emit.Constant(0)),
                         builder.CreateSelect(left, emit.Constant(kAllLeft), emit.Constant(0)));
    conclusion = builder.CreateSelect(steps, emit.Constant(kSteps), conclusion);
    conclusion = builder.CreateSelect(in_parts, emit.Constant(kParts), conclusion);
    emit.Store(conclusion, half, emit.ConclusionWord());
    if (!looked) emit.Empty(builder.CreateXor(half, builder.getInt32(kHalf)));
  });
  emit.Barrier(kLocalFence);

  // Conclude.
  half = load_half();
  llvm::Value* conclusion = emit.Load(half, emit.ConclusionWord());
  const auto is = [&](uint64_t what) { return emit.IsSet(conclusion, what); };
  emit.If(is(kDiverged), [&] {
    const Verdict verdict = emit.Compare(half);
    llvm::Value* is_a = builder.CreateICmpEQ(emit.LocalLinearId(), verdict.id_a);
    emit.If(is_a, [&] { emit.Report(half, verdict); });
  });
  if (variables.step != nullptr) {
    llvm::Value* none =
        builder.CreateICmpEQ(builder.CreateAnd(conclusion, kSteps), emit.Constant(0));
    llvm::Value* step = builder.CreateZExt(
        builder.CreateLoad(builder.getInt32Ty(), variables.step), builder.getInt64Ty());
    llvm::Value* first = builder.CreateICmpEQ(step, emit.Load(half, emit.StepWord()));
    builder.CreateStore(builder.CreateZExt(builder.CreateOr(none, first), builder.getInt32Ty()),
                        variables.goes);
  }
  if (variables.parts) {
    emit.If(is(kParts), [&] { parts.Tell(variables); });
    parts.GoOn(variables, is(kParts));
  }
  if (variables.group != nullptr) emit.Part(variables, is(kDiverged), is(kParts));
}

}  // namespace

void EmitPreparation(llvm::Function& kernel, const BarrierVariables& variables, llvm::BasicBlock* entry) {
  // What is put in has branches: to the end of one block, with the rest in another.
  llvm::BasicBlock* rest = entry->splitBasicBlock(entry->getTerminator(), "lockstep.prepared");
  entry->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(entry);
  BlockEmitter emit(kernel, builder, variables);
  const auto loops = static_cast<unsigned>(variables.counts.size());
  builder.CreateStore(builder.getInt32(0), variables.half);
  if (!LooksQuickly(variables)) emit.Empty(builder.getInt32(0));  // by everybody: the values are the same
  if (variables.parts) PartsEmitter(kernel, builder, loops).Enter(variables);
  emit.Barrier(kLocalFence);
  builder.CreateBr(rest);
}

void EmitSync(llvm::Function& kernel, const BarrierVariables& variables, unsigned fences, llvm::BasicBlock* sync,
              llvm::BasicBlock* finish, llvm::BasicBlock* again) {
  llvm::IRBuilder<> builder(sync);
  BlockEmitter emit(kernel, builder, variables);
  llvm::Value* half = builder.CreateLoad(builder.getInt32Ty(), variables.half);
  const auto conclusion = [&] { return emit.Load(half, emit.ConclusionWord()); };
  if (!LooksQuickly(variables)) {
    MeetClosely(kernel, variables, fences, builder);
  } else {
    llvm::Value* waiting = emit.Waiting(variables);
    const std::vector<llvm::Value*> mine = emit.Place(waiting, variables);
    emit.If(emit.IsFirst(), [&] {
      for (unsigned i = 0; i < mine.size(); ++i) emit.Store(mine[i], half, i);
      llvm::Value* left = emit.IsSet(waiting, uint64_t{1} << LS_WAITING_LEFT_SHIFT);
      emit.Store(builder.CreateSelect(left, emit.Constant(kAllLeft), emit.Constant(0)), half, emit.ConclusionWord());
    });
    emit.Barrier(fences);
    llvm::Value* differs = emit.HasParted(variables);
    for (unsigned i = 0; i < mine.size(); ++i) {
      differs = builder.CreateOr(differs, builder.CreateICmpNE(mine[i], emit.Load(half, i)));
    }
    emit.If(differs, [&] { emit.Store(emit.Constant(kDiffers), half, emit.ConclusionWord()); });
    emit.Barrier(kLocalFence);
    emit.If(emit.IsSet(conclusion(), kDiffers), [&] { MeetClosely(kernel, variables, fences, builder); });
  }
  llvm::Value* left = emit.IsSet(conclusion(), kAllLeft);
  builder.CreateStore(builder.CreateXor(half, builder.getInt32(kHalf)), variables.half);
  builder.CreateCondBr(left, finish, again);
}

}  // namespace lockstep::instrument
