// One instruction for some lanes of a warp.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_EXECUTOR_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_EXECUTOR_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/ptx/machine/launch.h"
#include "tests/ptx/machine/store_buffers.h"
#include "tests/ptx/machine/thread.h"

namespace lockstep::ptx_machine {

// The space that a generic address leads to, and the address there.
std::pair<Space, uint64_t> Resolve(uint64_t address);

class Executor {
 public:
  Executor(const Launch& launch, const Options& options, const GlobalMemory& memory);

  // Makes a block whose threads stand at the entry's beginning.
  std::unique_ptr<Block> MakeBlock(std::array<unsigned, 3> id) const;
  // Executes the instruction at which all `lanes` of `warp` stand.
  void Step(Warp& warp, uint32_t lanes);

  // How many warps execute side by side from now on, at least one: in the time of an instruction each of them has one.
  void SetBeside(size_t warps) { tick_ = kNanosecond / std::max<uint64_t>(warps, 1); }

  // Where no thread is ready: time passes until the first that sleeps is. False if none does.
  bool WakeNext();

  // The launch has come to its end.
  void Finish() { buffers_.Finish(); }

  void Fail(Fault fault, const Thread& thread, const std::string& what);
  Fault fault() const { return fault_; }
  const std::string& message() const { return message_; }
  Counters& counters() { return counters_; }
  std::map<int, LineCounters>& lines() { return lines_; }
  std::string& printed() { return printed_; }
  // Where each thread of `block` that has not left stands, for a message.
  static std::string Places(const Block& block);

 private:
  struct Place {
    uint8_t* bytes = nullptr;
    Space space = Space::kGeneric;  // what a generic address was resolved to
    uint64_t address = 0;           // in that space
  };

  // executor.cc
  void Execute(Warp& warp, uint32_t lanes);
  void ExecuteLane(Thread& thread, const Instruction& instruction);
  void ExecuteData(Thread& thread, const Instruction& instruction);
  void ExecuteCarry(Thread& thread, const Instruction& instruction);
  void ExecuteMove(Thread& thread, const Instruction& instruction);
  void ExecuteCompare(Thread& thread, const Instruction& instruction);
  void ExecuteAddress(Thread& thread, const Instruction& instruction);
  void Sleep(Thread& thread, uint64_t nanoseconds);
  void Wake();
  // operands.cc
  uint64_t Read(const Thread& thread, const Operand& operand, Type type);
  bool ReadPredicate(const Thread& thread, const Operand& operand);
  void Write(Thread& thread, const Operand& operand, uint64_t value);
  uint64_t SpecialValue(const Thread& thread, SpecialRegister which) const;
  uint64_t SymbolAddress(const Thread& thread, const Operand& operand) const;
  // accesses.cc
  void ExecuteLoad(Thread& thread, const Instruction& instruction);
  void ExecuteStore(Thread& thread, const Instruction& instruction);
  void ExecuteAtomic(Thread& thread, const Instruction& instruction);
  Place Locate(Thread& thread, const Instruction& instruction, const Operand& operand, bool writes);
  Place LocateGlobal(Thread& thread, const Instruction& instruction, Place place, uint64_t bytes, bool writes);
  void Count(const Place& place, uint64_t bytes, unsigned lane, bool writes);
  void CountSectors();
  void CountLine(const Function& function, const Instruction& instruction, const Counters& before);
  // control.cc
  bool ExecuteControl(Warp& warp, uint32_t lanes, const Instruction& instruction);
  void Call(Thread& thread, const Instruction& instruction);
  void Return(Warp& warp, Thread& thread);
  void Exit(Warp& warp, Thread& thread);
  // printing.cc
  void Print(Thread& thread, const Instruction& call);
  std::optional<std::string> ReadText(const Thread& thread, uint64_t address);
  std::optional<uint64_t> ReadPrinted(const Thread& thread, uint64_t& address, unsigned bytes);
  void ArriveAtBarrier(Warp& warp, uint32_t lanes, const Instruction& instruction);
  void ReleaseBarrier(Block& block);
  // exchanges.cc
  void ArriveAtExchange(Warp& warp, uint32_t lanes, const Instruction& instruction);
  void TryExchange(Warp& warp, Thread& thread);
  void Exchange(Warp& warp, uint32_t members, const Instruction& instruction);
  void Shuffle(Warp& warp, uint32_t members, const Instruction& instruction);
  void Vote(Warp& warp, uint32_t members, const Instruction& instruction);
  void Match(Warp& warp, uint32_t members, const Instruction& instruction);

  const Launch& launch_;
  const GlobalMemory& memory_;
  std::vector<uint64_t> shared_offsets_;
  uint64_t shared_bytes_ = 0;
  Warp* warp_ = nullptr;  // whose lanes run
  bool tainted_ = false;  // an operand of the lane at hand held nothing
  // Time, and who sleeps, by when that ends. An instruction takes its warp a nanosecond.
  static constexpr uint64_t kNanosecond = 1u << 20;
  using Sleeper = std::pair<uint64_t, Thread*>;
  uint64_t now_ = 0, tick_ = kNanosecond;
  std::priority_queue<Sleeper, std::vector<Sleeper>, std::greater<>> sleepers_;
  const bool wakeful_;  // nobody sleeps: `nanosleep` may take no time
  std::mt19937_64 random_;
  uint64_t stretch_ = 100;  // how long it takes the lanes at hand, of hundred: up to twice what is asked for
  StoreBuffers buffers_;
  ReadOnlyWatch watch_;
  std::vector<uint64_t> load_sectors_, store_sectors_, local_sectors_, shared_sectors_;  // of the instruction at hand
  Counters counters_;
  const bool profile_;
  std::map<int, LineCounters> lines_;
  Fault fault_ = Fault::kNone;
  std::string message_;
  std::string printed_;
};

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_EXECUTOR_H_
