// One instruction: what each lane does by itself.
#include "tests/ptx/machine/executor.h"

#include <algorithm>
#include <cstring>

#include "tests/ptx/machine/arithmetic.h"

namespace lockstep::ptx_machine {
namespace {

std::string Triple(const std::array<unsigned, 3>& id) {
  return "(" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," + std::to_string(id[2]) + ")";
}

}  // namespace

Executor::Executor(const Launch& launch, const Options& options, const GlobalMemory& memory)
    : launch_(launch),
      memory_(memory),
      wakeful_(options.policy == Policy::kAdversarial),
      random_(options.seed),
      buffers_(options.buffered_stores, options.seed),
      profile_(options.profile) {
  shared_bytes_ = launch.image->LayOutShared(*launch.entry, &shared_offsets_);
}

std::unique_ptr<Block> Executor::MakeBlock(std::array<unsigned, 3> id) const {
  auto block = std::make_unique<Block>();
  block->id = id;
  // The launch's own part may have to be aligned.
  block->shared.resize(shared_bytes_ + launch_.dynamic_shared);
  block->threads = launch_.block[0] * launch_.block[1] * launch_.block[2];
  const Function& entry = *launch_.entry;
  std::vector<uint8_t> params(entry.param_bytes);
  for (size_t i = 0; i < launch_.parameters.size(); ++i) {
    const std::vector<uint8_t>& value = launch_.parameters[i];
    std::copy(value.begin(), value.end(), params.begin() + static_cast<std::ptrdiff_t>(entry.parameters[i]->offset));
  }
  for (unsigned i = 0; i < block->threads; ++i) {
    if (i % kWarpSize == 0) {
      block->warps.push_back(std::make_unique<Warp>());
      block->warps.back()->block = block.get();
      block->warps.back()->number = i / kWarpSize;
      block->warps.back()->threads.reserve(kWarpSize);
    }
    Thread& thread = block->warps.back()->threads.emplace_back();
    thread.id = {i % launch_.block[0], i / launch_.block[0] % launch_.block[1],
                 i / launch_.block[0] / launch_.block[1]};
    thread.lane = i % kWarpSize;
    thread.frame.function = &entry;
    thread.registers.resize(entry.registers);
    thread.defined.resize(entry.registers);
    thread.params = params;
    thread.locals.resize(entry.local_bytes);
    thread.stored.resize(entry.local_bytes);
  }
  return block;
}

void Executor::Step(Warp& warp, uint32_t lanes) {
  if (!profile_) return Execute(warp, lanes);
  const Thread& any = warp.threads[static_cast<unsigned>(__builtin_ctz(lanes))];
  const Function& function = *any.frame.function;
  const size_t at = any.frame.pc;
  const Counters before = counters_;
  Execute(warp, lanes);
  if (at < function.code.size()) CountLine(function, function.code[at], before);
}

void Executor::Sleep(Thread& thread, uint64_t nanoseconds) {
  if (tainted_) return Fail(Fault::kInstruction, thread, "how long to sleep is undefined");
  if (nanoseconds == 0 || wakeful_) return;
  thread.state = Thread::State::kAsleep;
  sleepers_.push({now_ + nanoseconds * stretch_ / 100 * kNanosecond, &thread});
}

void Executor::Wake() {
  for (; !sleepers_.empty() && sleepers_.top().first <= now_; sleepers_.pop())
    sleepers_.top().second->state = Thread::State::kReady;
}

bool Executor::WakeNext() {
  if (sleepers_.empty()) return false;
  now_ = sleepers_.top().first;
  Wake();
  return true;
}

void Executor::Execute(Warp& warp, uint32_t lanes) {
  warp_ = &warp;
  now_ += tick_;
  Wake();
  ++warp.steps;
  ++counters_.warp_instructions;
  counters_.thread_instructions += static_cast<uint64_t>(__builtin_popcount(lanes));
  const Thread& any = warp.threads[static_cast<unsigned>(__builtin_ctz(lanes))];
  if (any.frame.pc >= any.frame.function->code.size()) {
    return Fail(Fault::kInstruction, any, "the code of " + any.frame.function->name + " ends without ret");
  }
  const Instruction& instruction = any.Current();
  if (instruction.op == Op::kNanosleep) stretch_ = random_() % 200;
  uint32_t active = lanes;
  for (Thread& thread : warp.threads) {
    if ((lanes >> thread.lane & 1) == 0) continue;
    thread.last_run = warp.steps;
    buffers_.Pass(thread, *warp.block);
    if (instruction.guard < 0) continue;
    const uint32_t index = thread.frame.registers + static_cast<uint32_t>(instruction.guard);
    if (thread.defined[index] == 0) return Fail(Fault::kInstruction, thread, "the guard is undefined");
    if ((thread.registers[index] != 0) != instruction.guard_negated) continue;
    active &= ~(uint32_t{1} << thread.lane);
    ++thread.frame.pc;
  }
  if (active == 0 || ExecuteControl(warp, active, instruction)) return;
  for (Thread& thread : warp.threads) {
    if ((active >> thread.lane & 1) == 0) continue;
    tainted_ = false;
    ExecuteLane(thread, instruction);
    if (fault_ != Fault::kNone) return;
    ++thread.frame.pc;
  }
  CountSectors();
}

void Executor::ExecuteLane(Thread& thread, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kLd:
    case Op::kLdu: return ExecuteLoad(thread, instruction);
    case Op::kSt: return ExecuteStore(thread, instruction);
    case Op::kAtom:
    case Op::kRed: return ExecuteAtomic(thread, instruction);
    case Op::kMov:
    case Op::kSelp: return ExecuteMove(thread, instruction);
    case Op::kCvta:
    case Op::kIsspacep: return ExecuteAddress(thread, instruction);
    case Op::kSetp:
    case Op::kSet: return ExecuteCompare(thread, instruction);
    case Op::kCvt: {
      const Operand& to = instruction.operands[0];
      return Write(thread, to,
                   Convert(instruction, Read(thread, instruction.operands[1], instruction.type2), to.width));
    }
    case Op::kAddc:
    case Op::kSubc: return ExecuteCarry(thread, instruction);
    case Op::kAdd:
    case Op::kSub: return instruction.carry_out ? ExecuteCarry(thread, instruction) : ExecuteData(thread, instruction);
    case Op::kMembar:
    case Op::kFence:
      ++counters_.fences;
      buffers_.Order(thread, *warp_->block, instruction.scope);
      return;
    case Op::kPrefetch: return;
    case Op::kNanosleep: return Sleep(thread, Read(thread, instruction.operands[0], Type::kU32));
    case Op::kTrap: return Fail(Fault::kTrap, thread, "trap");
    default: ExecuteData(thread, instruction);
  }
}

void Executor::ExecuteData(Thread& thread, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  uint64_t values[4] = {};
  for (size_t i = 1; i < operands.size() && i <= 4; ++i) {
    // Places, lengths and selectors are 32 bits wide, whatever is shifted.
    const bool shift = (instruction.op == Op::kShl || instruction.op == Op::kShr) && i == 2;
    const bool field = (instruction.op == Op::kBfe && i > 1) || (instruction.op == Op::kBfi && i > 2);
    const bool sum = instruction.part == Part::kWide && i == 3;
    Type type = shift || field ? Type::kU32 : instruction.type;
    if (sum) type = BitsOf(instruction.type) == 16 ? Type::kU32 : Type::kU64;
    values[i - 1] = Read(thread, operands[i], type);
    // !p of logic on predicates.
    if (operands[i].negated) values[i - 1] ^= 1;
  }
  // What is decided by the operand that is known: LLVM makes `and` of "false, or else this" where this may be
  // undefined.
  if (tainted_ && (instruction.op == Op::kAnd || instruction.op == Op::kOr)) {
    const uint64_t decides = instruction.op == Op::kAnd ? 0 : Low(~uint64_t{0}, BitsOf(instruction.type));
    for (size_t i = 1; i <= 2; ++i) {
      tainted_ = false;
      if (Read(thread, operands[i], instruction.type) == decides && !tainted_)
        return Write(thread, operands[0], decides);
    }
    tainted_ = true;
  }
  bool known = true;
  const uint64_t result = Compute(instruction, values[0], values[1], values[2], values[3], &known);
  if (!known) return Fail(Fault::kInstruction, thread, "not known for this type");
  Write(thread, operands[0], result);
}

void Executor::ExecuteCarry(Thread& thread, const Instruction& instruction) {
  const unsigned bits = BitsOf(instruction.type);
  const uint64_t a = Read(thread, instruction.operands[1], instruction.type);
  const bool subtracts = instruction.op == Op::kSub || instruction.op == Op::kSubc;
  const bool carries_in = instruction.op == Op::kAddc || instruction.op == Op::kSubc;
  uint64_t b = Read(thread, instruction.operands[2], instruction.type);
  __extension__ typedef unsigned __int128 Wide;
  const Wide in = carries_in && thread.carry ? 1 : 0;
  const Wide sum = subtracts ? Wide{a} - b - in : Wide{a} + b + in;
  if (instruction.carry_out) thread.carry = (sum >> bits & 1) != 0;
  Write(thread, instruction.operands[0], Low(static_cast<uint64_t>(sum), bits));
}

void Executor::ExecuteMove(Thread& thread, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  if (instruction.op == Op::kMov) return Write(thread, operands[0], Read(thread, operands[1], instruction.type));
  // What is not chosen may be undefined.
  const bool first = ReadPredicate(thread, operands[3]);
  Write(thread, operands[0], Read(thread, operands[first ? 1 : 2], instruction.type));
}

void Executor::ExecuteCompare(Thread& thread, const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const Type type = instruction.op == Op::kSet ? instruction.type2 : instruction.type;
  bool result = CompareValues(instruction, Read(thread, operands[1], type), Read(thread, operands[2], type));
  bool other = !result;
  if (operands.size() == 4) {
    const bool with = ReadPredicate(thread, operands[3]);
    const auto join = [&](bool value) {
      return instruction.variant == Variant::kAnd  ? value && with
             : instruction.variant == Variant::kOr ? value || with
                                                   : value != with;
    };
    result = join(result);
    other = join(other);
  }
  if (instruction.op == Op::kSet) {
    const uint64_t yes = instruction.type == Type::kF32 ? 0x3f800000 : 0xffffffff;
    return Write(thread, operands[0], result ? yes : 0);
  }
  if (operands[0].kind != Operand::Kind::kVector) return Write(thread, operands[0], result);
  Write(thread, operands[0].elements[0], result);
  Write(thread, operands[0].elements[1], other);
}

void Executor::ExecuteAddress(Thread& thread, const Instruction& instruction) {
  const auto window = [](Space space) {
    return space == Space::kShared  ? kSharedWindow
           : space == Space::kLocal ? kLocalWindow
           : space == Space::kParam ? kParamWindow
                                    : 0;
  };
  const uint64_t address = Read(thread, instruction.operands[1], Type::kU64);
  const uint64_t start = window(instruction.space);
  if (instruction.op == Op::kCvta) {
    if (!instruction.has_space) return Fail(Fault::kInstruction, thread, "no state space");
    return Write(thread, instruction.operands[0], instruction.to ? address - start : address + start);
  }
  bool within = start != 0 && address - start < kWindowSize;
  if (start == 0)
    within = address < kSharedWindow &&
             (instruction.space == Space::kConst) == memory_.Contains(address, 1, GlobalMemory::Kind::kConstant);
  Write(thread, instruction.operands[0], within ? 1 : 0);
}

void Executor::Fail(Fault fault, const Thread& thread, const std::string& what) {
  if (fault_ != Fault::kNone) return;
  fault_ = fault;
  const auto& code = thread.frame.function->code;
  const Instruction& instruction = code[std::min<size_t>(thread.frame.pc, code.size() - 1)];
  message_ = "line " + std::to_string(instruction.line) + ": " + instruction.text + ": " + what + " [thread " +
             Triple(thread.id) + " of block " + Triple(warp_->block->id) + "]";
}

std::string Executor::Places(const Block& block) {
  std::string text;
  unsigned told = 0;
  for (const auto& warp : block.warps) {
    for (const Thread& thread : warp->threads) {
      if (thread.state == Thread::State::kExited || ++told > 40) continue;
      const Instruction& instruction =
          thread.frame.function->code[std::min<size_t>(thread.frame.pc, thread.frame.function->code.size() - 1)];
      text += (text.empty() ? "" : ", ") + Triple(thread.id) + " in line " + std::to_string(instruction.line);
      if (thread.state == Thread::State::kAtBarrier) text += " (waits)";
    }
  }
  return text + (told > 40 ? ", …" : "");
}

}  // namespace lockstep::ptx_machine
