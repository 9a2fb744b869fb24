// Cells of kernels that synchronise are told apart by launch_records.h's `logged`: those that one work-item has keep
// its accesses to themselves, and all others are in the log (device-lib/shared/sync_cell.h).
#include "host/commands/launch_records.h"

#include <algorithm>
#include <set>
#include <string>

#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"

namespace lockstep::host {
namespace {

enum : unsigned {
  kRead = TouchedCells::kRead,
  kWrite = TouchedCells::kWrite,
  kAtomicRead = TouchedCells::kAtomicRead,
  kAtomicWrite = TouchedCells::kAtomicWrite,
  kPerhaps = 16,  // and perhaps more
};

// The kind of access that a record's class is.
unsigned KindOf(uint64_t record) {
  switch (record & LS_CLASS_MASK) {
    case LS_CLASS_R: return kRead;
    case LS_CLASS_W: return kWrite;
    case LS_CLASS_AR: return kAtomicRead;
    case LS_CLASS_AW: return kAtomicWrite;
    default: return 0;
  }
}

// What one root's cells say, in runs of bytes with one kind of access.
class RootReader {
 public:
  RootReader(const Launch& launch, size_t root, const LaunchRecords& records)
      : launch_(launch), root_(root), records_(records) {}

  void Read(LaunchTouches* touches) {
    const MemoryRoot& root = launch_.roots[root_];
    const uint64_t granule = uint64_t{1} << root.shift;
    for (uint64_t at = 0; at < root.limit; at += granule) {
      const uint64_t cell = root.first_cell + (at >> root.shift);
      const unsigned kinds = records_.logged != nullptr ? KindsOfSync(cell) : KindsOf(cell);
      Extend(kinds, root.start + at, std::min(root.start + at + granule, root.size), touches);
    }
    End(touches);
    for (const bool write : {false, true}) {
      if (records_.logged == nullptr) break;
      const std::set<uint32_t>& sites = records_.logged->Sites(root.first_cell, write);
      sites_[write].insert(sites.begin(), sites.end());
    }
    AddLines(touches);
  }

 private:
  unsigned KindsOf(uint64_t cell) {
    const uint64_t head = records_.heads[cell];
    if (ls_of_launch(head, launch_.first_actor, launch_.actor_shift) == 0) return 0;
    unsigned kinds = Note(KindOf(head), SiteIn(head));
    if ((head & LS_MORE) == 0) return kinds;
    if (records_.more == nullptr) return kinds | kPerhaps;
    const uint64_t first = launch_.together ? ls_more_at(cell) : cell * LS_MORE_RECORDS;
    const uint64_t step = launch_.together ? LS_MORE_ROW : 1;
    for (size_t i = 0; i < LS_MORE_RECORDS; ++i) {
      const uint64_t record = records_.more[first + i * step];
      if (record != 0) kinds |= Note(KindOf(record), SiteIn(record));
      if ((record & LS_LAST) != 0) break;
    }
    return kinds;
  }

  unsigned KindsOfSync(uint64_t cell) {
    unsigned kinds = records_.logged->At(cell);
    const uint64_t head = records_.heads[cell];
    if (ls_sync_live(head, launch_.first_actor, launch_.actor_shift) == 0 || (head & LS_SYNC_CONTESTED) != 0) {
      return kinds;
    }
    const bool brief = (head & LS_SYNC_BRIEF) != 0;
    uint64_t sites = 0;  // of its residents, the third word of the more records
    if (!brief && records_.more != nullptr) sites = records_.more[ls_sync_more_at(cell) * LS_MORE_RECORDS + 2];
    const auto resident = [&](unsigned kind, unsigned place) {
      const uint64_t site = sites >> (place * LS_SYNC_SITE_BITS) & LS_SYNC_SITE_MASK;
      kinds |= Note(kind, brief ? SiteIn(head) : static_cast<size_t>(site));
    };
    if ((head & LS_SYNC_WRITE) != 0) resident(kWrite, 0);
    if ((head & LS_SYNC_READ) != 0) resident(kRead, 1);
    if ((head & LS_SYNC_OTHER) != 0) resident(kWrite, 2);
    return kinds;
  }

  size_t SiteIn(uint64_t record) const {
    return static_cast<size_t>(record >> LS_SITE_SHIFT &
                               ((uint64_t{1} << (launch_.segment_shift - LS_SITE_SHIFT)) - 1));
  }

  // The kind, of an access from `site`.
  unsigned Note(unsigned kind, size_t site) {
    if (kind != 0 && (last_site_ != site || last_kind_ != kind)) {
      sites_[(kind & (kWrite | kAtomicWrite)) != 0].insert(site);
      last_site_ = site;
      last_kind_ = kind;
    }
    return kind;
  }

  void Extend(unsigned kinds, uint64_t begin, uint64_t end, LaunchTouches* touches) {
    if (kinds != kinds_) {
      End(touches);
      kinds_ = kinds;
      begin_ = begin;
    }
    end_ = end;
  }

  // One touch for each kind in the run; behind the first kMostRanges the rest is one, perhaps.
  void End(LaunchTouches* touches) {
    if (kinds_ == 0) return;
    for (const bool write : {false, true}) {
      const unsigned plain = write ? kWrite : kRead, atomic = write ? kAtomicWrite : kAtomicRead;
      const bool perhaps = (kinds_ & (plain | atomic)) == 0;
      if (perhaps && (kinds_ & kPerhaps) == 0) continue;
      const bool by_atomics = !perhaps && (kinds_ & plain) == 0;
      size_t& last = last_of_[write];
      if (++runs_[write] > kMostRanges) {
        RootTouch& rest = touches->touches[last];
        rest.end = end_;
        rest.maybe = true;
        rest.atomic = rest.atomic && by_atomics;
        continue;
      }
      last = touches->touches.size();
      RootTouch touch;
      touch.root = root_;
      touch.begin = begin_;
      touch.end = end_;
      touch.write = write;
      touch.maybe = perhaps;
      touch.atomic = by_atomics;
      touches->touches.push_back(touch);
    }
    kinds_ = 0;
  }

  void AddLines(LaunchTouches* touches) const {
    const KernelDescription& kernel = *launch_.kernel;
    for (const bool write : {false, true}) {
      for (const size_t site : sites_[write]) {
        if (site == 0 || site >= kernel.sites.size()) continue;
        const Site& where = kernel.sites[site];
        const bool has_text = where.excerpt >= 1 && where.excerpt <= kernel.excerpts.size();
        touches->lines[{root_, write}].push_back(
            {where.position, has_text ? kernel.excerpts[where.excerpt - 1] : std::string()});
      }
    }
  }

  const Launch& launch_;
  const size_t root_;
  const LaunchRecords& records_;
  unsigned kinds_ = 0;
  uint64_t begin_ = 0, end_ = 0;
  size_t runs_[2] = {0, 0};
  size_t last_of_[2] = {0, 0};
  std::set<size_t> sites_[2];  // that read, that write
  size_t last_site_ = 0;
  unsigned last_kind_ = 0;
};

}  // namespace

LaunchTouches TouchesIn(const Launch& launch, const LaunchRecords& records) {
  LaunchTouches touches;
  touches.seen.resize(launch.roots.size());
  for (size_t root = 0; root < launch.roots.size(); ++root) {
    const MemoryRoot& one = launch.roots[root];
    const bool local = one.kind == ObjectKind::kLocalArgument || one.kind == ObjectKind::kLocalVariable;
    if (one.size == 0 || local) continue;
    RootReader(launch, root, records).Read(&touches);
    touches.seen[root] = true;
  }
  return touches;
}

}  // namespace lockstep::host
