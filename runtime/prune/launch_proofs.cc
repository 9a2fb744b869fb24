#include "runtime/prune/launch_proofs.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kMaxKnownProofs = 4096;

// An answer that took so many steps and left something unproven was dear; after so many of them in a row launches are
// left out, more and more of them, but few if something was proven: what need not be checked may be worth the time, up
// to a number of steps in all.
constexpr uint64_t kMuch = 100'000;
constexpr unsigned kPatience = 4;
constexpr unsigned kMostLeftOut = 256;
constexpr unsigned kMostLeftOutOfSome = 3;
constexpr uint64_t kWorthOfSome = 2'000'000;

std::string_view Bytes(const std::vector<int64_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(int64_t)};
}

}  // namespace

std::vector<unsigned> LaunchProofs::ArgumentsOf(const std::vector<GroupValue>& values) {
  std::set<unsigned> arguments;
  for (const GroupValue& value : values) {
    if (value.op != GroupOp::kArgument) continue;
    for (const unsigned name : ArgumentsBehind(static_cast<unsigned>(value.immediate))) arguments.insert(name);
  }
  return {arguments.begin(), arguments.end()};
}

const std::string& LaunchProofs::Digest() {
  if (digest_.empty()) digest_ = Sha256Hex(Bytes(question_.program()));
  return digest_;
}

std::string LaunchProofs::DistrustSubject() { return StrCat(question_.kind, " counters go on ", Digest()); }

void LaunchProofs::DistrustCounters(ProofStore* store) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (distrusts_counters_) return;
  distrusts_counters_ = true;
  known_.clear();
  if (store != nullptr) store->Put(DistrustSubject(), {{0, {false, false, kCountersMayGoOn}}});
}

void LaunchProofs::OpenWhatCountersProve(ProofStore* store, Proofs& proofs) {
  for (auto& [root, proof] : proofs) {
    if (proof.counters.empty()) continue;
    if (!distrusts_counters_ && !asked_for_distrust_ && store != nullptr) {
      asked_for_distrust_ = true;
      distrusts_counters_ = store->Get(DistrustSubject()).has_value();
    }
    if (distrusts_counters_) proof = {false, false, kCountersMayGoOn};
  }
}

std::shared_ptr<const LaunchProofs::Proofs> LaunchProofs::For(const LaunchNumbers& launch, const Sizes& sizes,
                                                              ProofContext* context) {
  std::vector<int64_t> key;
  key.reserve(9 + 2 * question_.arguments.size() + question_.sizes.size());
  for (int d = 0; d < 3; ++d) {
    for (const uint64_t number : {launch.local_size[d], launch.global_size[d], launch.global_offset[d]}) {
      key.push_back(static_cast<int64_t>(number));
    }
  }
  for (const unsigned argument : question_.arguments) {
    const auto found = launch.arguments.find(argument);
    key.push_back(found != launch.arguments.end());
    key.push_back(found == launch.arguments.end() ? 0 : found->second);
  }
  for (const int root : question_.sizes) {
    const auto found = sizes.find(root);
    key.push_back(found == sizes.end() ? -1 : static_cast<int64_t>(found->second));
  }
  std::lock_guard<std::mutex> lock(mutex_);
  ProofContext none;
  ProofContext& asked = context != nullptr ? *context : none;
  const auto known = known_.find(key);
  if (known != known_.end()) {
    ++asked.cost.known;
    return known->second;
  }
  if (known_.size() >= kMaxKnownProofs) known_.clear();
  const auto begin = std::chrono::steady_clock::now();
  std::string subject;
  std::optional<Proofs> proofs;
  if (asked.store != nullptr) {
    subject.append(question_.kind).append(" ").append(Digest()).append(Bytes(key));
    proofs = asked.store->Get(subject);
  }
  if (!proofs && left_out_ > 0) {
    --left_out_;
    auto unknown = std::make_shared<Proofs>();
    for (const int root : question_.about) (*unknown)[root].why = kTakesTooLong;
    return unknown;
  }
  ++(proofs ? asked.cost.read : asked.cost.made);
  if (!proofs) {
    uint64_t steps = 0;
    proofs = question_.prove(launch, sizes, &steps);
    const auto proven =
        std::count_if(proofs->begin(), proofs->end(), [](const auto& proof) { return proof.second.proven; });
    const bool dear = steps >= kMuch && static_cast<size_t>(proven) < proofs->size();
    dear_ = dear ? dear_ + 1 : 0;
    if (dear) dear_steps_ += steps;
    if (dear_ >= kPatience) {
      left_out_ = std::min(1u << std::min(dear_ - kPatience, 16u),
                           proven == 0 || dear_steps_ > kWorthOfSome ? kMostLeftOut : kMostLeftOutOfSome);
    }
    // By steps, not by time: whether a proof is stored does not depend on how busy the machine is.
    if (asked.store != nullptr && steps >= ProofStore::kWorthIt) asked.store->Put(subject, *proofs);
  }
  OpenWhatCountersProve(asked.store, *proofs);
  const auto took = std::chrono::steady_clock::now() - begin;
  asked.cost.nanoseconds += static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
  return known_[key] = std::make_shared<const Proofs>(*std::move(proofs));
}

}  // namespace lockstep
