#include "host/memory/layout.h"

#include <algorithm>

#include "device-lib/shared/record.h"

namespace lockstep::host {
namespace {

constexpr unsigned kBits = 64 - LS_SITE_SHIFT;  // to deal out
constexpr unsigned kSiteBits = 6;               // at least, so that small kernels share a layout
constexpr unsigned kActorHeadroom = 6;          // 64 launches of this size before a clearing
constexpr unsigned kSegmentBits = 32;           // at most: the device counts in 32 bits
constexpr unsigned kGoodSegmentBits = 20;       // a million barriers: not worth a clearing

// Bits that tell `count` values apart.
unsigned BitsFor(uint64_t count) {
  unsigned bits = 0;
  while (bits < 64 && (count - 1) >> bits != 0) ++bits;
  return bits;
}

}  // namespace

uint32_t RecordLayout::segment_limit() const {
  return segment_bits() >= 32 ? UINT32_MAX : uint32_t{1} << segment_bits();
}

std::optional<RecordLayout> ChooseLayout(const LayoutNeed& need) {
  const unsigned site = BitsFor(need.sites);
  const unsigned actor = std::max(BitsFor(need.actors), 1u);
  if (site + actor + (need.barriers ? 1 : 0) > kBits) return std::nullopt;
  const unsigned rest = kBits - site - actor;
  // Where room is short segments come first: too few of them lose checks, too few actors cost time.
  const unsigned headroom = std::min(kActorHeadroom, need.barriers ? rest / 4 : rest);
  const unsigned wide_site = std::clamp(kSiteBits, site, site + (rest - headroom) / 4);
  const unsigned segment = std::min(kSegmentBits, rest - headroom - (wide_site - site));
  RecordLayout layout;
  layout.segment_shift = LS_SITE_SHIFT + wide_site;
  layout.actor_shift = layout.segment_shift + segment;
  return layout;
}

bool Serves(const RecordLayout& layout, const LayoutNeed& need, uint64_t first_actor) {
  if (layout.segment_shift - LS_SITE_SHIFT < BitsFor(need.sites)) return false;
  if (first_actor > layout.actors() || need.actors > layout.actors() - first_actor) return false;
  if (!need.barriers) return true;
  const std::optional<RecordLayout> fresh = ChooseLayout(need);
  return fresh && layout.segment_bits() >= std::min(kGoodSegmentBits, fresh->segment_bits());
}

}  // namespace lockstep::host
