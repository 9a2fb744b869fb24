// Launches whose findings each equal launch has, too.
#ifndef LOCKSTEP_RUNTIME_SESSION_FOUND_AGAIN_H_
#define LOCKSTEP_RUNTIME_SESSION_FOUND_AGAIN_H_

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/checks/collector.h"

namespace lockstep {

// Not thread-safe; a Session guards its own. What does not fit is forgotten, which costs checks and nothing else.
class FoundAgain {
 public:
  using Keys = std::vector<FindingCollector::Key>;

  // A checked launch with that certificate key (host/plan/certify.h) found these, and nothing that was new.
  void Add(const std::string& certificate_key, const Keys& findings) {
    if (findings.size() > kMost) return;
    if (count_ + findings.size() > kMost) *this = FoundAgain();
    if (launches_.try_emplace(certificate_key, findings).second) count_ += findings.size();
  }

  // What launches with that key have; null if it is not known.
  const Keys* Of(const std::string& certificate_key) const {
    const auto found = launches_.find(certificate_key);
    return found == launches_.end() ? nullptr : &found->second;
  }

 private:
  static constexpr size_t kMost = 4096;  // findings, of all launches together; each key has some hundred bytes

  std::unordered_map<std::string, Keys> launches_;
  size_t count_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_FOUND_AGAIN_H_
