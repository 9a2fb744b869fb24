#include "runtime/prune/certificates.h"

#include <optional>
#include <utility>

namespace lockstep {
namespace {

constexpr size_t kMaxStoredCertificates = 256;

constexpr char kCertificateKind[] = "certificate";
// The file says again whose it is. The cache's own checksum covers it against damage.
constexpr char kCertificateHeader[] = "LOCKSTEP-CERTIFICATE 1 ";

}  // namespace

std::string Certificates::NameOnDisk(const std::string& key) const {
  return CacheKey({kCertificateKind, edition_, key});
}

bool Certificates::Covers(const std::string& key) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    if (!on_disk_) return false;
  }
  const std::string name = NameOnDisk(key);
  const std::optional<std::string> content = cache_.Get(name);
  const bool covered = content == kCertificateHeader + name;
  std::lock_guard<std::mutex> lock(mutex_);
  if (known_.size() >= most_) known_.clear();
  // A launch may have been certified meanwhile.
  bool& answer = known_.try_emplace(key, false).first->second;
  return answer = answer || covered;
}

void Certificates::Add(const std::string& key, bool in_later_processes) {
  bool store = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (known_.size() >= most_) known_.clear();
    bool& answer = known_.try_emplace(key, false).first->second;
    store = on_disk_ && in_later_processes && !answer && stored_ < kMaxStoredCertificates;
    answer = true;
    if (store) ++stored_;
  }
  if (!store) return;
  const std::string name = NameOnDisk(key);
  cache_.Put(name, kCertificateHeader + name);
}

}  // namespace lockstep
