#include "runtime/prune/known_proofs.h"

#include <set>
#include <utility>

namespace lockstep {
namespace {

constexpr size_t kMaxKnown = 4096;

}  // namespace

KnownProofs::KnownProofs(const std::vector<GroupValue>& values, std::vector<int> roots)
    : roots_(std::move(roots)) {
  std::set<unsigned> arguments;
  for (const GroupValue& value : values) {
    if (value.op == GroupOp::kArgument) arguments.insert(static_cast<unsigned>(value.immediate));
  }
  arguments_.assign(arguments.begin(), arguments.end());
}

std::map<int, RootProof> KnownProofs::For(const LaunchNumbers& launch, const std::map<int, uint64_t>& sizes,
                                          const std::function<std::map<int, RootProof>()>& prove) {
  std::vector<int64_t> key;
  for (int d = 0; d < 3; ++d) {
    for (const uint64_t number : {launch.local_size[d], launch.global_size[d], launch.global_offset[d]}) {
      key.push_back(static_cast<int64_t>(number));
    }
  }
  for (const unsigned argument : arguments_) {
    const auto found = launch.arguments.find(argument);
    key.push_back(found != launch.arguments.end());
    key.push_back(found == launch.arguments.end() ? 0 : found->second);
  }
  for (const int root : roots_) {
    const auto found = sizes.find(root);
    key.push_back(found == sizes.end() ? -1 : static_cast<int64_t>(found->second));
  }
  std::lock_guard<std::mutex> lock(mutex_);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  if (known_.size() >= kMaxKnown) known_.clear();
  return known_[key] = prove();
}

}  // namespace lockstep
