// Registers and what else operands are.
#include "tests/ptx/machine/arithmetic.h"
#include "tests/ptx/machine/executor.h"

namespace lockstep::ptx_machine {

uint64_t Executor::Read(const Thread& thread, const Operand& operand, Type type) {
  const unsigned bits = BitsOf(type);
  switch (operand.kind) {
    case Operand::Kind::kRegister: {
      const uint32_t index = thread.frame.registers + operand.index;
      tainted_ = tainted_ || thread.defined[index] == 0;
      return Low(thread.registers[index], bits);
    }
    case Operand::Kind::kImmediate:
      return operand.is_float ? FloatImmediate(operand.bits, operand.width, type) : Low(operand.bits, bits);
    case Operand::Kind::kSpecial: return Low(SpecialValue(thread, operand.special), bits);
    case Operand::Kind::kSymbol: return SymbolAddress(thread, operand);
    case Operand::Kind::kFunction: return kCodeWindow + operand.function->number;
    case Operand::Kind::kVector: {
      // mov.b64 %rd, {%r1, %r2}: the first is the lowest.
      uint64_t value = 0;
      const auto width = static_cast<unsigned>(bits / operand.elements.size());
      const Type part = width == 32 ? Type::kB32 : width == 16 ? Type::kB16 : Type::kB8;
      for (size_t i = operand.elements.size(); i-- > 0;)
        value = value << width | Read(thread, operand.elements[i], part);
      return value;
    }
    default: Fail(Fault::kInstruction, thread, "an operand has no value"); return 0;
  }
}

bool Executor::ReadPredicate(const Thread& thread, const Operand& operand) {
  return (Read(thread, operand, Type::kPred) != 0) != operand.negated;
}

void Executor::Write(Thread& thread, const Operand& operand, uint64_t value) {
  if (operand.kind == Operand::Kind::kSink) return;
  if (operand.kind == Operand::Kind::kVector) {
    const unsigned width = operand.elements[0].width;
    for (size_t i = 0; i < operand.elements.size(); ++i) Write(thread, operand.elements[i], value >> (i * width));
    return;
  }
  if (operand.kind != Operand::Kind::kRegister)
    return Fail(Fault::kInstruction, thread, "a result goes to no register");
  const uint32_t index = thread.frame.registers + operand.index;
  thread.registers[index] = Low(value, operand.width);
  thread.defined[index] = tainted_ ? 0 : 1;
}

uint64_t Executor::SpecialValue(const Thread& thread, SpecialRegister which) const {
  const uint32_t bit = uint32_t{1} << thread.lane;
  const Warp& warp = *warp_;
  switch (which) {
    case SpecialRegister::kTidX:
    case SpecialRegister::kTidY:
    case SpecialRegister::kTidZ: return thread.id[static_cast<unsigned>(which)];
    case SpecialRegister::kNtidX:
    case SpecialRegister::kNtidY:
    case SpecialRegister::kNtidZ:
      return launch_.block[static_cast<unsigned>(which) - static_cast<unsigned>(SpecialRegister::kNtidX)];
    case SpecialRegister::kCtaidX:
    case SpecialRegister::kCtaidY:
    case SpecialRegister::kCtaidZ:
      return warp.block->id[static_cast<unsigned>(which) - static_cast<unsigned>(SpecialRegister::kCtaidX)];
    case SpecialRegister::kNctaidX:
    case SpecialRegister::kNctaidY:
    case SpecialRegister::kNctaidZ:
      return launch_.grid[static_cast<unsigned>(which) - static_cast<unsigned>(SpecialRegister::kNctaidX)];
    case SpecialRegister::kLaneid: return thread.lane;
    case SpecialRegister::kWarpid: return warp.number;
    case SpecialRegister::kNwarpid: return 64;
    case SpecialRegister::kSmid: return 0;
    case SpecialRegister::kNsmid: return 1;
    case SpecialRegister::kWarpSize: return kWarpSize;
    case SpecialRegister::kClock:
    case SpecialRegister::kClock64:
    case SpecialRegister::kGlobaltimer: return counters_.warp_instructions;
    case SpecialRegister::kLanemaskEq: return bit;
    case SpecialRegister::kLanemaskLt: return bit - 1;
    case SpecialRegister::kLanemaskLe: return (bit - 1) | bit;
    case SpecialRegister::kLanemaskGe: return ~(bit - 1);
    case SpecialRegister::kLanemaskGt: return ~(bit - 1) & ~bit;
    default: return 0;  // %envreg and %gridid: nobody has set them
  }
}

uint64_t Executor::SymbolAddress(const Thread& thread, const Operand& operand) const {
  const Variable& variable = *operand.variable;
  switch (variable.space) {
    case Space::kShared: return kSharedStart + shared_offsets_[variable.number] + operand.bits;
    case Space::kLocal: return kLocalStart + thread.frame.locals + variable.offset + operand.bits;
    case Space::kParam: return thread.frame.params + variable.offset + operand.bits;
    default: return launch_.image->AddressOf(variable) + operand.bits;
  }
}

}  // namespace lockstep::ptx_machine
