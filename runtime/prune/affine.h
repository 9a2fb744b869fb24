// Integers as constant + sum of coefficient * variable, the variables being known to lie in ranges.
#ifndef LOCKSTEP_RUNTIME_PRUNE_AFFINE_H_
#define LOCKSTEP_RUNTIME_PRUNE_AFFINE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/prune/range.h"

namespace lockstep {

// No constant, coefficient or sum is larger than this in magnitude, so that nothing overflows.
inline constexpr int64_t kAffineLimit = int64_t{1} << 60;

struct Affine {
  int64_t constant = 0;
  std::vector<std::pair<int, int64_t>> terms;  // variable, coefficient (not 0), variables rising

  bool known() const { return terms.empty(); }
  bool operator==(const Affine& other) const { return constant == other.constant && terms == other.terms; }
  bool operator<(const Affine& other) const {
    return constant != other.constant ? constant < other.constant : terms < other.terms;
  }
};

// Of what a work-item's affine values are made.
struct AffineVariable {
  Range range;
  // A digit of an id: a value of the work-item, the same whenever it is used. Else of one execution.
  bool item = false;
  int base =
      -1;  // which id or counter it is a digit of; -1: none. 2 * d: the global or local id, 2 * d + 1: the group's
  int64_t unit = 1;  // ... and what the digit counts for
  // What an atomic addition found in a counter that all only add to: of one number here, any two that two work-items
  // have are `apart` at least, and `spread` at most, counted on from the earlier one, and behind `round` - 1 numbers
  // the counter is where it was (0: not within what an affine value may be). -1: none.
  int ticket = -1;
  int64_t apart = 1, spread = INT64_MAX, round = 0;
  // ... where the counter is, if there are several: those of two places have nothing to do with each other. Else null.
  std::shared_ptr<const Affine> place;
  // ... and, if work-items draw again and again, so that nobody knows how far the counter goes, taken to be: but only
  // for whether a number of 32 bits goes all the way round (SiteForms::Wrapped).
  int64_t likely = INT64_MAX;
  // 0 or 1, for which of two ways was taken.
  bool is_switch = false;
  // A work-item of the group may have found it for all: then two work-items of one group may have the same.
  bool shared = false;

  bool of_group() const { return item && base % 2 == 1; }
};

// A form without variables.
Affine Number(int64_t number);

// a + factor * b; nullopt if a number gets too large.
std::optional<Affine> AddScaled(const Affine& a, const Affine& b, int64_t factor);

// The bounds of `a`; nullopt if they get too large.
std::optional<Range> RangeOf(const Affine& a, const std::vector<AffineVariable>& variables);

// Euclid: the largest integer not above a / b, b > 0.
int64_t FloorDiv(int64_t a, int64_t b);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_AFFINE_H_
