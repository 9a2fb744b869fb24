#include "perf/cases/alignment.h"

#include <algorithm>

namespace lockstep::perf {

Memory Borders(size_t n) {
  Memory scores = ZeroInts((n + 1) * (n + 1));
  for (size_t i = 0; i <= n; ++i) scores.ints()[i] = scores.ints()[i * (n + 1)] = -kPenalty * int32_t(i);
  return scores;
}

void ExpectAlignment(std::vector<Memory>& m, size_t n) {
  const size_t width = n + 1;
  int32_t* scores = m[1].ints();
  for (size_t y = 1; y <= n; ++y)
    for (size_t x = 1; x <= n; ++x)
      scores[y * width + x] = std::max({scores[(y - 1) * width + x - 1] + m[0].ints()[(y - 1) * n + x - 1],
                                        scores[y * width + x - 1] - kPenalty, scores[(y - 1) * width + x] - kPenalty});
}

}  // namespace lockstep::perf
