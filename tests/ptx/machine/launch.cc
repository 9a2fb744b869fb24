#include "tests/ptx/machine/launch.h"

#include <algorithm>
#include <utility>

#include "tests/ptx/machine/executor.h"
#include "tests/ptx/machine/schedule.h"

namespace lockstep::ptx_machine {
namespace {

// What is wrong with the launch itself; "" if nothing is.
std::string Complaint(const Launch& launch) {
  const Function& entry = *launch.entry;
  if (!entry.is_entry) return entry.name + " is no entry";
  if (launch.parameters.size() != entry.parameters.size()) {
    return entry.name + " has " + std::to_string(entry.parameters.size()) + " parameters";
  }
  for (size_t i = 0; i < launch.parameters.size(); ++i) {
    if (launch.parameters[i].size() == entry.parameters[i]->bytes) continue;
    return entry.parameters[i]->name + " has " + std::to_string(entry.parameters[i]->bytes) + " bytes";
  }
  const bool fits = entry.required_block[0] == 0 || entry.required_block == launch.block;
  if (!fits) return entry.name + " is for blocks of another size";
  const uint64_t threads = uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  if (threads == 0 || threads > 1024) return "blocks have 1 to 1024 threads";
  return "";
}

constexpr uint64_t kTurnsBetweenCounts = 8;  // of the warps that can go on

class Machine {
 public:
  Machine(const Launch& launch, const Options& options, const GlobalMemory& memory)
      : launch_(launch), options_(options), executor_(launch, options, memory), schedule_(options) {}

  Outcome Run() {
    blocks_left_ = uint64_t{launch_.grid[0]} * launch_.grid[1] * launch_.grid[2];
    Outcome outcome;
    while (outcome.fault == Fault::kNone && (blocks_left_ > 0 || !blocks_.empty())) {
      Fill();
      outcome = RunOneWarp();
    }
    executor_.Finish();
    outcome.counters = executor_.counters();
    outcome.lines = std::move(executor_.lines());
    outcome.printed = std::move(executor_.printed());
    return outcome;
  }

 private:
  void Fill() {
    while (blocks_left_ > 0 && (blocks_.empty() || threads_ + ThreadsOfBlock() <= options_.resident_threads)) {
      --blocks_left_;
      // The last block first, under the policy that is after such things.
      const uint64_t number = options_.policy == Policy::kAdversarial ? blocks_left_ : made_;
      ++made_;
      const auto [x, y, z] = launch_.grid;
      blocks_.push_back(executor_.MakeBlock({static_cast<unsigned>(number % x), static_cast<unsigned>(number / x % y),
                                             static_cast<unsigned>(number / x / y % z)}));
      for (const auto& warp : blocks_.back()->warps) schedule_.Add(warp.get());
      threads_ += ThreadsOfBlock();
    }
  }

  unsigned ThreadsOfBlock() const { return launch_.block[0] * launch_.block[1] * launch_.block[2]; }

  Outcome RunOneWarp() {
    unsigned steps = 0;
    Warp* warp = schedule_.NextWarp(&steps);
    if (warp == nullptr && executor_.WakeNext()) return {};
    if (warp == nullptr) {
      std::string places;
      for (const auto& block : blocks_) places += Executor::Places(*block) + "; ";
      return {Fault::kBarrier, "no thread can go on: " + places, {}};
    }
    if (turns_++ % kTurnsBetweenCounts == 0) executor_.SetBeside(schedule_.Ready());
    for (; steps > 0 && executor_.fault() == Fault::kNone; --steps) {
      const uint32_t lanes = schedule_.NextLanes(*warp);
      if (lanes == 0) break;
      executor_.Step(*warp, lanes);
    }
    if (executor_.fault() != Fault::kNone) return {executor_.fault(), executor_.message(), {}};
    Block& block = *warp->block;
    if (executor_.counters().warp_instructions > options_.budget) {
      return {Fault::kEndless,
              "no end after " + std::to_string(options_.budget) + " warp instructions: " + Executor::Places(block),
              {}};
    }
    if (block.exited == block.threads) Remove(block);
    return {};
  }

  void Remove(const Block& block) {
    schedule_.Remove(block);
    threads_ -= ThreadsOfBlock();
    blocks_.erase(
        std::find_if(blocks_.begin(), blocks_.end(), [&](const auto& other) { return other.get() == &block; }));
  }

  const Launch& launch_;
  const Options& options_;
  Executor executor_;
  Schedule schedule_;
  std::vector<std::unique_ptr<Block>> blocks_;
  uint64_t blocks_left_ = 0, made_ = 0;
  unsigned threads_ = 0;
  uint64_t turns_ = 0;
};

}  // namespace

std::optional<Policy> PolicyOf(std::string_view name) {
  if (name == "lockstep") return Policy::kLockstep;
  if (name == "independent") return Policy::kIndependent;
  if (name == "adversarial") return Policy::kAdversarial;
  return std::nullopt;
}

void Counters::Add(const Counters& other) {
  warp_instructions += other.warp_instructions;
  thread_instructions += other.thread_instructions;
  barriers += other.barriers;
  global_loads += other.global_loads;
  global_load_sectors += other.global_load_sectors;
  global_stores += other.global_stores;
  global_store_sectors += other.global_store_sectors;
  local_sectors += other.local_sectors;
  shared_accesses += other.shared_accesses;
  shared_sectors += other.shared_sectors;
  atomics += other.atomics;
  fences += other.fences;
}

std::string Counters::Text() const {
  const auto word = [](const char* name, uint64_t value) { return std::string(name) + "=" + std::to_string(value); };
  return word("warp-instructions", warp_instructions) + " " + word("thread-instructions", thread_instructions) + " " +
         word("barriers", barriers) + " " + word("global-loads", global_loads) + " " +
         word("global-load-sectors", global_load_sectors) + " " + word("global-stores", global_stores) + " " +
         word("global-store-sectors", global_store_sectors) + " " + word("local-sectors", local_sectors) + " " +
         word("shared-accesses", shared_accesses) + " " + word("shared-sectors", shared_sectors) + " " +
         word("atomics", atomics) + " " + word("fences", fences);
}

Outcome Run(const Launch& launch, const Options& options, const GlobalMemory& memory) {
  const std::string complaint = Complaint(launch);
  if (!complaint.empty()) return {Fault::kBadLaunch, complaint, {}};
  return Machine(launch, options, memory).Run();
}

}  // namespace lockstep::ptx_machine
