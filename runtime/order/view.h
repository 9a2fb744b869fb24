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

// One view for each region. The global and the image one are mostly the same, and then shared.
struct Views {
  View of[kRegions];

  // In the regions `bits` only.
  void Join(const Views& other, unsigned bits) {
    const bool shared = of[0].Shares(of[2]) && other.of[0].Shares(other.of[2]);
    for (int r = 0; r < kRegions; ++r) {
      if (r == 2 && shared && (bits & kGlobalBit) && (bits & kImageBit)) {
        of[2] = of[0];
      } else if (bits >> r & 1) {
        of[r].Join(other.of[r]);
      }
    }
  }
  // `actor`'s own events up to number `events` - 1 are known, in the regions `bits`.
  void RaiseEvents(uint64_t actor, uint32_t events, unsigned bits) {
    const bool shared = of[0].Shares(of[2]);
    for (int r = 0; r < kRegions; ++r) {
      if (r == 2 && shared && (bits & kGlobalBit) && (bits & kImageBit)) {
        of[2] = of[0];
      } else if (bits >> r & 1) {
        of[r].events.Raise(actor, events);
      }
    }
  }
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_VIEW_H_
