// Branches, calls, barriers: what moves a thread to another place, or keeps it where it is.
#include <algorithm>

#include "tests/ptx/machine/executor.h"

namespace lockstep::ptx_machine {

bool Executor::ExecuteControl(Warp& warp, uint32_t lanes, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kBar:
    case Op::kBarrier: ArriveAtBarrier(warp, lanes, instruction); return true;
    case Op::kBarWarp:
    case Op::kShfl:
    case Op::kVote:
    case Op::kMatch: ArriveAtExchange(warp, lanes, instruction); return true;
    case Op::kActivemask:
    case Op::kBra:
    case Op::kBrx:
    case Op::kCall:
    case Op::kRet:
    case Op::kExit: break;
    default: return false;
  }
  for (Thread& thread : warp.threads) {
    if ((lanes >> thread.lane & 1) == 0 || fault_ != Fault::kNone) continue;
    tainted_ = false;
    switch (instruction.op) {
      case Op::kActivemask:
        Write(thread, instruction.operands[0], lanes);
        ++thread.frame.pc;
        break;
      case Op::kBra: thread.frame.pc = instruction.target; break;
      case Op::kBrx: {
        const uint64_t index = Read(thread, instruction.operands[0], Type::kU32);
        if (tainted_ || index >= instruction.targets.size()) {
          Fail(Fault::kInstruction, thread, "the index is none of the table");
        } else {
          thread.frame.pc = instruction.targets[index];
        }
        break;
      }
      case Op::kCall: Call(thread, instruction); break;
      case Op::kRet: Return(warp, thread); break;
      default: Exit(warp, thread);
    }
  }
  return true;
}

void Executor::Call(Thread& thread, const Instruction& instruction) {
  const Function* callee = instruction.callee;
  if (callee == nullptr) {
    callee = launch_.image->FunctionAt(Read(thread, instruction.operands[0], Type::kU64));
    if (tainted_) callee = nullptr;
  }
  if (callee != nullptr && callee->is_declaration && callee->name == "vprintf") return Print(thread, instruction);
  if (callee == nullptr || callee->is_declaration)
    return Fail(Fault::kInstruction, thread, "nothing is there to be called");
  if (callee->parameters.size() != instruction.arguments.size() ||
      callee->results.size() != instruction.results.size()) {
    return Fail(Fault::kInstruction, thread, callee->name + " has other parameters");
  }
  constexpr size_t kDeepest = 256;
  if (thread.callers.size() > kDeepest) return Fail(Fault::kInstruction, thread, "calls are nested too deeply");
  thread.callers.push_back(thread.frame);
  Frame frame;
  frame.function = callee;
  const auto aligned = [](size_t size) { return static_cast<uint32_t>((size + 15) / 16 * 16); };
  frame.registers = static_cast<uint32_t>(thread.registers.size());
  frame.params = aligned(thread.params.size());
  frame.locals = aligned(thread.locals.size());
  thread.registers.resize(frame.registers + callee->registers);
  thread.defined.assign(thread.defined.begin(), thread.defined.end());
  thread.defined.resize(frame.registers + callee->registers);
  thread.params.resize(frame.params + callee->param_bytes);
  thread.locals.resize(frame.locals + callee->local_bytes);
  thread.stored.resize(thread.locals.size());
  for (size_t i = 0; i < instruction.arguments.size(); ++i) {
    const Variable& from = *instruction.arguments[i];
    const Variable& to = *callee->parameters[i];
    if (from.bytes != to.bytes)
      return Fail(Fault::kInstruction, thread, callee->name + " takes another size than it is given");
    const auto* begin = &thread.params[thread.frame.params + from.offset];
    std::copy(begin, begin + from.bytes, &thread.params[frame.params + to.offset]);
  }
  thread.frame = frame;
}

void Executor::Return(Warp& warp, Thread& thread) {
  if (thread.callers.empty()) return Exit(warp, thread);
  const Frame callee = thread.frame;
  thread.frame = thread.callers.back();
  thread.callers.pop_back();
  const Instruction& call = thread.Current();
  for (size_t i = 0; i < call.results.size(); ++i) {
    const Variable& from = *callee.function->results[i];
    const Variable& to = *call.results[i];
    if (from.bytes != to.bytes) return Fail(Fault::kInstruction, thread, "the result has another size");
    const auto* begin = &thread.params[callee.params + from.offset];
    std::copy(begin, begin + from.bytes, &thread.params[thread.frame.params + to.offset]);
  }
  thread.registers.resize(callee.registers);
  thread.defined.resize(callee.registers);
  thread.params.resize(thread.frame.params + thread.frame.function->param_bytes);
  thread.locals.resize(thread.frame.locals + thread.frame.function->local_bytes);
  thread.stored.resize(thread.locals.size());
  ++thread.frame.pc;
}

void Executor::Exit(Warp& warp, Thread& thread) {
  thread.state = Thread::State::kExited;
  ++warp.block->exited;
  buffers_.Leave(thread, *warp.block, warp.block->exited == warp.block->threads);
  ReleaseBarrier(*warp.block);
  for (Thread& other : warp.threads) {
    if (other.state == Thread::State::kAtWarp) TryExchange(warp, other);
  }
}

void Executor::ArriveAtBarrier(Warp& warp, uint32_t lanes, const Instruction& instruction) {
  ++counters_.barriers;
  for (Thread& thread : warp.threads) {
    if ((lanes >> thread.lane & 1) == 0) continue;
    tainted_ = false;
    thread.waits_for = static_cast<uint32_t>(Read(thread, instruction.operands[0], Type::kU32));
    if (tainted_ || thread.waits_for > 15) return Fail(Fault::kBarrier, thread, "there are barriers 0 to 15");
    buffers_.Order(thread, *warp.block, Scope::kCta);
    thread.state = Thread::State::kAtBarrier;
    ++warp.block->waiting;
  }
  ReleaseBarrier(*warp.block);
}

// A barrier is complete once every thread of the block that has not left waits at it; those of one warp at the same
// instruction, if that is an aligned one.
void Executor::ReleaseBarrier(Block& block) {
  if (block.waiting == 0 || block.waiting + block.exited < block.threads || fault_ != Fault::kNone) return;
  const Thread* first = nullptr;
  for (const auto& warp : block.warps) {
    const Thread* first_of_warp = nullptr;
    for (const Thread& thread : warp->threads) {
      if (thread.state == Thread::State::kExited) continue;
      if (first == nullptr) first = &thread;
      if (first_of_warp == nullptr) first_of_warp = &thread;
      if (thread.waits_for != first->waits_for)
        return Fail(Fault::kBarrier, thread, "others wait at another barrier: " + Places(block));
      if (!thread.IsAtTheSamePlace(*first_of_warp) && (thread.Current().aligned || first_of_warp->Current().aligned)) {
        return Fail(Fault::kBarrier, thread, "the lanes of a warp are at several instructions: " + Places(block));
      }
    }
  }
  block.waiting = 0;
  for (const auto& warp : block.warps) {
    for (Thread& thread : warp->threads) {
      if (thread.state != Thread::State::kAtBarrier) continue;
      thread.state = Thread::State::kReady;
      ++thread.frame.pc;
    }
  }
}

}  // namespace lockstep::ptx_machine
