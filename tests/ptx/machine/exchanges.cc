// Instructions that the lanes of a mask execute together: bar.warp.sync, shfl.sync, vote.sync, match.sync.
#include "tests/ptx/machine/executor.h"

namespace lockstep::ptx_machine {
namespace {

const Operand& MaskOf(const Instruction& instruction) { return instruction.operands.back(); }

}  // namespace

void Executor::ArriveAtExchange(Warp& warp, uint32_t lanes, const Instruction& instruction) {
  Thread* last = nullptr;
  for (Thread& thread : warp.threads) {
    if ((lanes >> thread.lane & 1) == 0) continue;
    tainted_ = false;
    thread.waits_for = static_cast<uint32_t>(Read(thread, MaskOf(instruction), Type::kB32));
    if (tainted_ || (thread.waits_for >> thread.lane & 1) == 0) {
      return Fail(Fault::kBarrier, thread, "the mask leaves out the lane that executes it");
    }
    buffers_.Order(thread, *warp.block, Scope::kCta);
    thread.state = Thread::State::kAtWarp;
    last = &thread;
  }
  for (Thread& thread : warp.threads) {
    if (last != nullptr && thread.state == Thread::State::kAtWarp && fault_ == Fault::kNone) TryExchange(warp, thread);
  }
}

// Performs what `thread` waits for, once all lanes of its mask that have not left wait for it too.
void Executor::TryExchange(Warp& warp, Thread& thread) {
  uint32_t members = 0;
  for (const Thread& other : warp.threads) {
    if ((thread.waits_for >> other.lane & 1) == 0 || other.state == Thread::State::kExited) continue;
    if (other.state != Thread::State::kAtWarp) return;
    // Lanes may stand at different bar.warp.sync; all else is one instruction for all.
    const bool same =
        other.IsAtTheSamePlace(thread) || (other.Current().op == Op::kBarWarp && thread.Current().op == Op::kBarWarp);
    if (!same) return;
    if (other.waits_for != thread.waits_for) {
      return Fail(Fault::kBarrier, other, "lanes that wait for each other name different masks");
    }
    members |= uint32_t{1} << other.lane;
  }
  Exchange(warp, members, thread.Current());
}

void Executor::Exchange(Warp& warp, uint32_t members, const Instruction& instruction) {
  warp_ = &warp;
  if (instruction.op == Op::kShfl) Shuffle(warp, members, instruction);
  if (instruction.op == Op::kVote) Vote(warp, members, instruction);
  if (instruction.op == Op::kMatch) Match(warp, members, instruction);
  for (Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) == 0) continue;
    thread.state = Thread::State::kReady;
    ++thread.frame.pc;
  }
}

void Executor::Shuffle(Warp& warp, uint32_t members, const Instruction& instruction) {
  std::vector<uint64_t> values(kWarpSize);
  for (const Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) != 0) values[thread.lane] = Read(thread, instruction.operands[1], Type::kB32);
  }
  for (Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) == 0) continue;
    tainted_ = false;
    const auto b = static_cast<int>(Read(thread, instruction.operands[2], Type::kB32) & 31);
    const uint64_t c = Read(thread, instruction.operands[3], Type::kB32);
    const int lane = static_cast<int>(thread.lane);
    const int segment = static_cast<int>(c >> 8 & 31), clamp = static_cast<int>(c & 31);
    const int most = (lane & segment) | (clamp & ~segment), least = lane & segment;
    const bool up = instruction.variant == Variant::kUp;
    int from = least | (b & ~segment);  // .idx
    if (up) from = lane - b;
    if (instruction.variant == Variant::kDown) from = lane + b;
    if (instruction.variant == Variant::kBfly) from = lane ^ b;
    const bool within = up ? from >= most : from <= most;
    if (!within) from = lane;
    tainted_ = (members >> from & 1) == 0;  // a lane that does not take part gives nothing
    const Operand& to = instruction.operands[0];
    const bool both = to.kind == Operand::Kind::kVector;
    Write(thread, both ? to.elements[0] : to, values[static_cast<size_t>(from)]);
    tainted_ = false;
    if (both) Write(thread, to.elements[1], within ? 1 : 0);
  }
}

void Executor::Vote(Warp& warp, uint32_t members, const Instruction& instruction) {
  uint32_t ballot = 0;
  tainted_ = false;
  for (const Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) == 0 || !ReadPredicate(thread, instruction.operands[1])) continue;
    ballot |= uint32_t{1} << thread.lane;
  }
  uint32_t result = ballot;
  if (instruction.variant == Variant::kAll) result = ballot == members;
  if (instruction.variant == Variant::kAny) result = ballot != 0;
  if (instruction.variant == Variant::kUni) result = ballot == members || ballot == 0;
  const bool tainted = tainted_;
  for (Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) == 0) continue;
    tainted_ = tainted;
    Write(thread, instruction.operands[0], result);
  }
}

void Executor::Match(Warp& warp, uint32_t members, const Instruction& instruction) {
  std::vector<uint64_t> values(kWarpSize);
  for (const Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) != 0)
      values[thread.lane] = Read(thread, instruction.operands[1], instruction.type);
  }
  for (Thread& thread : warp.threads) {
    if ((members >> thread.lane & 1) == 0) continue;
    uint32_t equal = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((members >> lane & 1) != 0 && values[lane] == values[thread.lane]) equal |= uint32_t{1} << lane;
    }
    tainted_ = false;
    const Operand& to = instruction.operands[0];
    const bool both = to.kind == Operand::Kind::kVector;
    if (instruction.variant == Variant::kAll && equal != members) equal = 0;
    Write(thread, both ? to.elements[0] : to, equal);
    if (both) Write(thread, to.elements[1], equal != 0 ? 1 : 0);
  }
}

}  // namespace lockstep::ptx_machine
