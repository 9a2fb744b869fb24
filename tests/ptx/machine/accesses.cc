// Loads, stores and atomic operations.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tests/ptx/machine/arithmetic.h"
#include "tests/ptx/machine/executor.h"

namespace lockstep::ptx_machine {
namespace {

constexpr uint64_t kSector = 32;

std::string Hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

const char* NameOf(Space space) {
  constexpr const char* kNames[] = {"generic", "global", "shared", "local", "const", "param"};
  return kNames[static_cast<unsigned>(space)];
}

// The bytes [address, address + bytes) of a block of memory that begins at `start`; null if they do not lie in it.
uint8_t* Within(std::vector<uint8_t>& memory, uint64_t start, uint64_t address, uint64_t bytes) {
  const uint64_t offset = address - start;
  return address >= start && offset <= memory.size() && bytes <= memory.size() - offset ? &memory[offset] : nullptr;
}

}  // namespace

std::pair<Space, uint64_t> Resolve(uint64_t address) {
  const auto within = [&](uint64_t window) { return address - window < kWindowSize; };
  if (within(kSharedWindow)) return {Space::kShared, address - kSharedWindow};
  if (within(kLocalWindow)) return {Space::kLocal, address - kLocalWindow};
  if (within(kParamWindow)) return {Space::kParam, address - kParamWindow};
  return {Space::kGlobal, address};
}

Executor::Place Executor::Locate(Thread& thread, const Instruction& instruction, const Operand& operand, bool writes) {
  Place place;
  const uint64_t bytes = uint64_t{BytesOf(instruction.type)} * instruction.count;
  if (operand.kind != Operand::Kind::kAddress) {
    Fail(Fault::kInstruction, thread, "no address in brackets");
    return place;
  }
  tainted_ = false;
  const Operand& base = operand.elements[0];
  place.address = Read(thread, base, Type::kU64) + operand.bits;
  if (tainted_) {
    Fail(Fault::kAddress, thread, "the address is of an undefined register");
    return place;
  }
  place.space = instruction.space;
  if (base.kind == Operand::Kind::kSymbol && base.variable->space != instruction.space) {
    Fail(Fault::kAddress, thread, base.variable->name + " is of ." + NameOf(base.variable->space));
    return place;
  }
  if (place.space == Space::kGeneric) std::tie(place.space, place.address) = Resolve(place.address);
  switch (place.space) {
    case Space::kShared: place.bytes = Within(warp_->block->shared, kSharedStart, place.address, bytes); break;
    case Space::kLocal: place.bytes = Within(thread.locals, kLocalStart, place.address, bytes); break;
    case Space::kParam: place.bytes = Within(thread.params, 0, place.address, bytes); break;
    default: place = LocateGlobal(thread, instruction, place, bytes, writes);
  }
  if (fault_ != Fault::kNone) return Place();
  if (place.bytes == nullptr) {
    Fail(Fault::kAddress, thread,
         std::to_string(bytes) + " bytes at " + Hex(place.address) + " of ." + NameOf(place.space) + " are nobody's");
  } else if (place.address % bytes != 0) {
    Fail(Fault::kMisaligned, thread,
         Hex(place.address) + " of ." + NameOf(place.space) + " is no multiple of " + std::to_string(bytes));
    place.bytes = nullptr;
  }
  return place;
}

Executor::Place Executor::LocateGlobal(Thread& thread, const Instruction& instruction, Place place, uint64_t bytes,
                                       bool writes) {
  const bool constant = place.space == Space::kConst;
  if (!memory_.Contains(place.address, bytes, constant ? GlobalMemory::Kind::kConstant : GlobalMemory::Kind::kData))
    return place;
  place.bytes = reinterpret_cast<uint8_t*>(place.address);
  if (constant) {
    if (writes) Fail(Fault::kAddress, thread, "it writes constant memory");
    return place;
  }
  const bool watched = writes || instruction.read_only;
  if (watched && !(writes ? watch_.Write(place.address, bytes) : watch_.Read(place.address, bytes))) {
    Fail(Fault::kAddress, thread,
         Hex(place.address) + " is read as read-only (ld.global.nc) and written in the same launch");
  }
  return place;
}

void Executor::Count(const Place& place, uint64_t bytes, unsigned lane, bool writes) {
  switch (place.space) {
    case Space::kShared:
      for (uint64_t at = place.address / kSector; at <= (place.address + bytes - 1) / kSector; ++at)
        shared_sectors_.push_back(at);
      return;
    case Space::kLocal:
      // The lanes' words lie beside each other.
      for (uint64_t at = place.address / 4; at <= (place.address + bytes - 1) / 4; ++at)
        local_sectors_.push_back(at * 4 + lane / 8);
      return;
    case Space::kGlobal:
      for (uint64_t at = place.address / kSector; at <= (place.address + bytes - 1) / kSector; ++at) {
        (writes ? store_sectors_ : load_sectors_).push_back(at);
      }
      return;
    default: return;
  }
}

void Executor::CountSectors() {
  const auto take = [](std::vector<uint64_t>& sectors) {
    std::sort(sectors.begin(), sectors.end());
    const auto count = static_cast<uint64_t>(std::unique(sectors.begin(), sectors.end()) - sectors.begin());
    sectors.clear();
    return count;
  };
  counters_.global_loads += load_sectors_.empty() ? 0 : 1;
  counters_.global_stores += store_sectors_.empty() ? 0 : 1;
  counters_.global_load_sectors += take(load_sectors_);
  counters_.global_store_sectors += take(store_sectors_);
  counters_.local_sectors += take(local_sectors_);
  counters_.shared_accesses += shared_sectors_.empty() ? 0 : 1;
  counters_.shared_sectors += take(shared_sectors_);
}

void Executor::CountLine(const Function& function, const Instruction& instruction, const Counters& before) {
  LineCounters& line = lines_[instruction.line];
  if (line.text.empty()) {
    line.function = function.name;
    line.text = instruction.text;
  }
  ++line.warp_instructions;
  line.sectors += counters_.Sectors() - before.Sectors();
  line.atomics += counters_.atomics - before.atomics;
}

void Executor::ExecuteLoad(Thread& thread, const Instruction& instruction) {
  const Place place = Locate(thread, instruction, instruction.operands[1], /*writes=*/false);
  if (place.bytes == nullptr) return;
  const unsigned bytes = BytesOf(instruction.type);
  Count(place, uint64_t{bytes} * instruction.count, thread.lane, /*writes=*/false);
  const Operand& to = instruction.operands[0];
  const bool is_vector = to.kind == Operand::Kind::kVector;
  if (is_vector != (instruction.count > 1) || (is_vector && to.elements.size() != instruction.count)) {
    return Fail(Fault::kInstruction, thread, "the number of registers is not that of the vector");
  }
  for (unsigned i = 0; i < instruction.count; ++i) {
    uint64_t value = buffers_.Load(thread, *warp_->block, place.bytes + i * bytes, bytes);
    if (IsSigned(instruction.type)) value = static_cast<uint64_t>(SignExtended(value, BitsOf(instruction.type)));
    Write(thread, is_vector ? to.elements[i] : to, value);
  }
}

void Executor::ExecuteStore(Thread& thread, const Instruction& instruction) {
  const Place place = Locate(thread, instruction, instruction.operands[0], /*writes=*/true);
  if (place.bytes == nullptr) return;
  if (place.space == Space::kParam && thread.callers.empty() && thread.frame.function->is_entry) {
    // An entry's parameters are read only; behind them lie those of calls that it makes.
    const auto& parameters = thread.frame.function->parameters;
    const uint64_t end = parameters.empty() ? 0 : parameters.back()->offset + parameters.back()->bytes;
    if (place.address < end) return Fail(Fault::kAddress, thread, "it writes a parameter of the entry");
  }
  const unsigned bytes = BytesOf(instruction.type);
  Count(place, uint64_t{bytes} * instruction.count, thread.lane, /*writes=*/true);
  const bool seen_by_others = place.space == Space::kGlobal || place.space == Space::kShared;
  if (instruction.order == Order::kRelease) buffers_.Order(thread, *warp_->block, instruction.scope);
  const Operand& from = instruction.operands[1];
  const bool is_vector = from.kind == Operand::Kind::kVector;
  if (is_vector != (instruction.count > 1) || (is_vector && from.elements.size() != instruction.count)) {
    return Fail(Fault::kInstruction, thread, "the number of registers is not that of the vector");
  }
  for (unsigned i = 0; i < instruction.count; ++i) {
    const uint64_t value = Read(thread, is_vector ? from.elements[i] : from, instruction.type);
    uint8_t* at = place.bytes + i * bytes;
    if (seen_by_others) {
      buffers_.Store(thread, *warp_->block, {at, bytes, value, place.space == Space::kShared});
    } else {
      StoreBytes(at, bytes, value);
    }
    for (unsigned byte = 0; place.space == Space::kLocal && byte < bytes; ++byte)
      thread.stored[static_cast<size_t>(at - thread.locals.data()) + byte] = StoredByte(bytes, byte);
  }
}

void Executor::ExecuteAtomic(Thread& thread, const Instruction& instruction) {
  const size_t first = instruction.op == Op::kRed ? 0 : 1;  // where the address stands
  const Place place = Locate(thread, instruction, instruction.operands[first], /*writes=*/true);
  if (place.bytes == nullptr) return;
  if (place.space != Space::kGlobal && place.space != Space::kShared) {
    return Fail(Fault::kAddress, thread, std::string("an atomic operation on .") + NameOf(place.space));
  }
  const unsigned bytes = BytesOf(instruction.type);
  Count(place, bytes, thread.lane, /*writes=*/true);
  ++counters_.atomics;
  const uint64_t value = Read(thread, instruction.operands[first + 1], instruction.type);
  const bool compares = instruction.variant == Variant::kCas;
  if (instruction.order == Order::kRelease || instruction.order == Order::kAcqRel)
    buffers_.Order(thread, *warp_->block, instruction.scope);
  buffers_.Settle(thread, *warp_->block, place.bytes, bytes);
  const uint64_t other = compares ? Read(thread, instruction.operands[first + 2], instruction.type) : 0;
  if (tainted_) return Fail(Fault::kInstruction, thread, "an atomic operation with an undefined register");
  const uint64_t old = LoadBytes(place.bytes, bytes);
  StoreBytes(place.bytes, bytes, AtomicResult(instruction, old, value, other));
  if (first == 1) Write(thread, instruction.operands[0], old);
}

}  // namespace lockstep::ptx_machine
