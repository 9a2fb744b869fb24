// What can be proven of a kernel's launches, by the numbers of each: one question, asked of launch after launch. An
// answer is made once and then known, in this process or, from disk, in a later one.
#ifndef LOCKSTEP_RUNTIME_PRUNE_LAUNCH_PROOFS_H_
#define LOCKSTEP_RUNTIME_PRUNE_LAUNCH_PROOFS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/base/proof_cost.h"
#include "runtime/prune/group_program.h"
#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/proof_store.h"

namespace lockstep {

// Where proofs come from besides being made, and what they cost.
struct ProofContext {
  ProofStore* store = nullptr;  // null: none; not owned
  ProofCost cost;
};

// Any thread may ask. Two threads never prove at the same time. Where answers take long and prove too little time and
// again, as in a loop whose number of rounds changes from launch to launch, most launches go without one.
class LaunchProofs {
 public:
  using Proofs = std::map<int, RootProof>;  // root number (or kBarriersMet) -> what is proven of it
  using Sizes = std::map<int, uint64_t>;

  struct Question {
    const char* kind = "";                          // tells questions about equal programs apart
    std::vector<int> about;                         // what the answer speaks of
    std::vector<int> sizes;                         // which of the launch's sizes it depends on
    std::vector<unsigned> arguments;                // ... and which arguments
    std::function<std::vector<int64_t>()> program;  // all else that it depends on, as numbers
    // Makes the answer; adds to `steps` how many that took.
    std::function<Proofs(const LaunchNumbers&, const Sizes&, uint64_t* steps)> prove;
  };

  explicit LaunchProofs(Question question) : question_(std::move(question)) {}

  // About `program`, which has values and Encode(). `prove`: at most so many steps as `budget`.
  template <typename Program>
  static std::shared_ptr<LaunchProofs> Of(const char* kind, Program program, std::vector<int> about,
                                          std::vector<int> sizes,
                                          Proofs (*prove)(const Program&, const LaunchNumbers&, const Sizes&,
                                                          uint64_t budget, uint64_t* steps),
                                          uint64_t budget) {
    const auto kept = std::make_shared<const Program>(std::move(program));
    return std::make_shared<LaunchProofs>(
        Question{kind, std::move(about), std::move(sizes), ArgumentsOf(kept->values), [kept] { return kept->Encode(); },
                 [kept, prove, budget](const LaunchNumbers& launch, const Sizes& sizes, uint64_t* steps) {
                   return prove(*kept, launch, sizes, budget, steps);
                 }});
  }

  const std::vector<int>& about() const { return question_.about; }

  // A launch did what proofs took for impossible (RootProof::counters): none that do so are given any more, nor, of an
  // equal program, by who has the same store. Null: there is none.
  void DistrustCounters(ProofStore* store);

  // Known, on disk, or made now. `sizes`: by root number; what is missing is not known. `context` may be null.
  std::shared_ptr<const Proofs> For(const LaunchNumbers& launch, const Sizes& sizes, ProofContext* context = nullptr);

 private:
  static std::vector<unsigned> ArgumentsOf(const std::vector<GroupValue>& values);
  const std::string& Digest();
  std::string DistrustSubject();
  void OpenWhatCountersProve(ProofStore* store, Proofs& proofs);

  const Question question_;
  std::mutex mutex_;
  std::map<std::vector<int64_t>, std::shared_ptr<const Proofs>> known_;
  std::string digest_;  // of the program, once it was asked for
  bool distrusts_counters_ = false, asked_for_distrust_ = false;
  unsigned dear_ = 0;        // answers in a row that took long and proved too little
  uint64_t dear_steps_ = 0;  // what they took, all that there were
  unsigned left_out_ = 0;    // launches that are not asked about because of them
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_LAUNCH_PROOFS_H_
