#include "runtime/prune/proof_store.h"

#include <vector>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

// An application that launches with ever new numbers has ever new proofs, which nobody asks for again.
constexpr size_t kMaxStoredProofs = 256;

constexpr char kStoredProofKind[] = "proof";
// The file says again whose it is. The cache's own checksum covers it against damage.
constexpr char kStoredProofHeader[] = "LOCKSTEP-PROOF 2 ";
constexpr char kProven[] = "proven ";
constexpr char kInside[] = "inside ";
constexpr char kOpen[] = "open ";
constexpr char kCounter[] = "counter ";

}  // namespace

std::string ProofStore::NameOnDisk(const std::string& subject) const {
  return CacheKey({kStoredProofKind, edition_, subject});
}

std::optional<std::map<int, RootProof>> ProofStore::Get(const std::string& subject) const {
  const std::string name = NameOnDisk(subject);
  const std::optional<std::string> content = cache_.Get(name);
  if (!content) return std::nullopt;
  const std::vector<std::string> lines = Split(*content, '\n');
  if (lines.empty() || lines[0] != kStoredProofHeader + name) return std::nullopt;
  // A line each: "<root> proven|inside|open [counter <root> ...]<why>"; numbers below zero are not roots but named by
  // the prover.
  std::map<int, RootProof> proofs;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t space = lines[i].find(' ');
    if (space == std::string::npos) return std::nullopt;
    const bool negative = lines[i][0] == '-';
    const auto number = ParseUnsigned(lines[i].substr(negative, space - negative));
    if (!number || *number > 1'000'000) return std::nullopt;
    RootProof& proof = proofs[negative ? -static_cast<int>(*number) : static_cast<int>(*number)];
    const std::string rest = lines[i].substr(space + 1);
    const char* state = nullptr;
    for (const char* one : {kProven, kInside, kOpen}) {
      if (rest.rfind(one, 0) == 0) state = one;
    }
    if (state == nullptr) return std::nullopt;
    proof.inside = state == kInside;
    proof.proven = proof.inside || state == kProven;
    proof.why = rest.substr(std::string_view(state).size());
    while (proof.why.rfind(kCounter, 0) == 0) {
      const size_t begin = std::string_view(kCounter).size(), end = proof.why.find(' ', begin);
      const auto counter = ParseUnsigned(proof.why.substr(begin, end - begin));
      if (end == std::string::npos || !counter || *counter > 1'000'000) return std::nullopt;
      proof.counters.push_back(static_cast<int>(*counter));
      proof.why.erase(0, end + 1);
    }
  }
  return proofs;
}

void ProofStore::Put(const std::string& subject, const std::map<int, RootProof>& proofs) {
  if (stored_.fetch_add(1) >= kMaxStoredProofs) return;
  const std::string name = NameOnDisk(subject);
  std::string content = kStoredProofHeader + name;
  for (const auto& [root, proof] : proofs) {
    content += StrCat("\n", root, " ", proof.inside ? kInside : proof.proven ? kProven : kOpen);
    for (const int counter : proof.counters) content += StrCat(kCounter, counter, " ");
    content += proof.why;
  }
  cache_.Put(name, content);
}

}  // namespace lockstep
