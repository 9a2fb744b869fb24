// What somebody knows to have happened before, in one region of memory and in all of them
// (docs/litmus.md: hb_G and hb_L; images are a third).
#ifndef LOCKSTEP_RUNTIME_ORDER_VIEW_H_
#define LOCKSTEP_RUNTIME_ORDER_VIEW_H_

#include <cstdint>

#include "runtime/order/clock.h"

namespace lockstep {

// Regions as bits. What orders global memory orders images too; a fence with the image flag alone
// orders only those.
inline constexpr unsigned kGlobalBit = 1, kLocalBit = 2, kImageBit = 4, kAllRegions = 7;
inline constexpr int kRegions = 3;  // numbered like LS_REGION_*: global, local, image

// How many events of each work-item, and how many barriers of each work-group, are known.
struct View {
  Clock events;
  Clock barriers;

  void Join(const View& other) {
    events.Join(other.events);
    barriers.Join(other.barriers);
  }
  bool AtMost(const View& other) const {
    return events.AtMost(other.events) && barriers.AtMost(other.barriers);
  }
  bool Shares(const View& other) const {
    return events.Shares(other.events) && barriers.Shares(other.barriers);
  }
};

// One view for each region. Where several regions are ordered alike theirs are the same, and then shared.
struct Views {
  View of[kRegions];

  // In the regions `bits` only.
  void Join(const Views& other, unsigned bits) {
    ForEach(
        bits, [&](int r, int s) { return of[r].Shares(of[s]) && other.of[r].Shares(other.of[s]); },
        [&](int r) { of[r].Join(other.of[r]); }, [&](int r, int s) { of[r] = of[s]; });
  }
  // `actor`'s own events up to number `events` - 1 are known, in the regions `bits`.
  void RaiseEvents(uint64_t actor, uint32_t events, unsigned bits) {
    ForEach(
        bits, [&](int r, int s) { return of[r].events.Shares(of[s].events); },
        [&](int r) { of[r].events.Raise(actor, events); }, [&](int r, int s) { of[r].events = of[s].events; });
  }

 private:
  // Calls `change` for the regions `bits`, but `copy` where an earlier one of them was alike before.
  template <typename Alike, typename Change, typename Copy>
  static void ForEach(unsigned bits, const Alike& alike, const Change& change, const Copy& copy) {
    int first[kRegions];
    for (int r = 0; r < kRegions; ++r) {
      first[r] = 0;
      while (first[r] < r && !(bits >> first[r] & 1 && alike(r, first[r]))) ++first[r];
    }
    for (int r = 0; r < kRegions; ++r) {
      if (!(bits >> r & 1)) continue;
      if (first[r] == r)
        change(r);
      else
        copy(r, first[r]);
    }
  }
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_VIEW_H_
