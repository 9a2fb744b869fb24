// "Did you mean": the word nearest to a misspelt one.
#ifndef LOCKSTEP_RUNTIME_BASE_SUGGEST_H_
#define LOCKSTEP_RUNTIME_BASE_SUGGEST_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// Number of characters to insert, remove, replace, or exchange with their neighbour, that makes `b` of `a`
// (optimal string alignment).
inline size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before = above;
    above = row;
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

// The first of `candidates` that is nearest to `word`, or that alone begins with it; "" if none is near enough
// to be meant. Words longer than any candidate could be are near none, whatever their length.
inline std::string Suggest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > 64) return "";
  const size_t most = word.size() <= 3 ? 1 : word.size() <= 5 ? 2 : 3;
  std::string best;
  size_t best_distance = most + 1;
  std::vector<std::string> longer;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(word, candidate);
    if (distance < best_distance) best = candidate, best_distance = distance;
    if (word.size() >= 3 && candidate.compare(0, word.size(), word) == 0) longer.push_back(candidate);
  }
  return best.empty() && longer.size() == 1 ? longer[0] : best;
}

// "; did you mean 'format'?", or `otherwise` if nothing is near.
inline std::string DidYouMean(std::string_view word, const std::vector<std::string>& candidates,
                              const std::string& otherwise) {
  const std::string near = Suggest(word, candidates);
  return near.empty() ? otherwise : "; did you mean '" + near + "'?";
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_SUGGEST_H_
