#include "host/plan/local_size.h"

#include <algorithm>
#include <numeric>

namespace lockstep::host {
namespace {

using Size = std::array<size_t, 3>;

size_t Product(const Size& size) { return size[0] * size[1] * size[2]; }

// The largest divisor of `number` up to `limit` (at least 1).
size_t LargestDivisor(size_t number, size_t limit) {
  if (number <= limit) return number;
  size_t best = 1;
  for (size_t small = 1; small <= limit && small <= number / small; ++small) {
    if (number % small != 0) continue;
    best = std::max(best, small);
    if (number / small <= limit) best = std::max(best, number / small);
  }
  return best;
}

// The steps of the search. z is given up first and x last, since x is what vectorises.
class Search {
 public:
  Search(const Size& global, const GroupLimits& limits) : global_(global), limits_(limits) {
    for (int d = 0; d < 3; ++d) {
      grain_[d] = std::gcd(std::max<size_t>(limits.preferred_multiple, 1), global[d]);
      const size_t most = std::min(limits.max_items[d], global[d]);
      local_[d] = d > 0 && most <= 1
                      ? 1
                      : grain_[d] * LargestDivisor(global[d] / grain_[d],
                                                   std::max<size_t>(most / grain_[d], 1));
    }
  }

  Size Run() {
    while (Product(local_) > limits_.max_group && Shrink()) {
    }
    Spread();
    return local_;
  }

 private:
  // Is `size` a multiple of the grain and a divisor of the global size?
  bool Fits(int d, size_t size) const {
    return size % grain_[d] == 0 && global_[d] % size == 0;
  }

  // One step towards a legal group: halve a dimension, else give up the one of least grain.
  bool Shrink() {
    for (int d : {2, 1, 0}) {
      if (local_[d] % 2 == 0 && local_[d] > 0 && Fits(d, local_[d] / 2)) {
        local_[d] /= 2;
        return true;
      }
    }
    const size_t least = std::min({grain_[0], grain_[1], grain_[2]});
    for (bool any_grain : {false, true}) {
      for (int d : {2, 1, 0}) {
        if (local_[d] > 1 && (any_grain || grain_[d] == least)) {
          local_[d] = 1;
          return true;
        }
      }
    }
    return false;
  }

  // Splits groups until every compute unit has one, unless that makes them too small.
  void Spread() {
    const size_t smallest = std::min(4 * std::max<size_t>(limits_.preferred_multiple, 1),
                                     limits_.max_group);
    for (;;) {
      const size_t groups = Product(global_) / std::max<size_t>(Product(local_), 1);
      const size_t wanted = groups == 0 ? 0 : limits_.compute_units / groups;
      if (wanted <= 1 || Product(local_) < wanted * smallest) return;
      if (!Split(wanted) && !GiveUpSmallest(smallest)) return;
    }
  }

  bool Split(size_t wanted) {
    for (size_t parts = wanted; parts > 1; --parts) {
      for (int d : {2, 1, 0}) {
        if (local_[d] % parts == 0 && Fits(d, local_[d] / parts)) {
          local_[d] /= parts;
          return true;
        }
      }
    }
    return false;
  }

  bool GiveUpSmallest(size_t smallest) {
    const size_t least = std::min({local_[0], local_[1], local_[2]});
    for (int d : {2, 1, 0}) {
      if (local_[d] > 1 && local_[d] == least && Product(local_) / local_[d] >= smallest) {
        local_[d] = 1;
        return true;
      }
    }
    return false;
  }

  const Size global_;
  const GroupLimits limits_;
  Size grain_{}, local_{};
};

}  // namespace

Size ChooseLocalSize(const Size& global, const GroupLimits& limits) {
  return Search(global, limits).Run();
}

}  // namespace lockstep::host
