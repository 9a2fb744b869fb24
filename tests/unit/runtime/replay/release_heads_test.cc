// The heads of a location's release sequences against a list of all of them.
#include "runtime/replay/release_heads.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

constexpr uint64_t kActors = 24, kGroup = 6, kSubGroup = 3;

// All heads, as the paper has them: a read-modify-write keeps them, any other write keeps its own work-item's.
struct Naive {
  std::vector<std::pair<uint64_t, Publication>> heads;

  void Write(uint64_t actor, bool read_modify_write, const Publications& own) {
    if (!read_modify_write) {
      std::vector<std::pair<uint64_t, Publication>> kept;
      for (const auto& head : heads) {
        if (head.first == actor) kept.push_back(head);
      }
      heads = std::move(kept);
    }
    for (const Publication& publication : own) heads.emplace_back(actor, publication);
  }
  // What is published of kind `what` by those for whom `of` holds, of work-item `known`.
  template <typename Of>
  uint32_t Known(uint32_t what, uint64_t known, Of of) const {
    uint32_t most = 0;
    for (const auto& [actor, publication] : heads) {
      if (publication.what == what && of(actor))
        most = std::max(most, publication.views.of[LS_REGION_GLOBAL].events.Get(known));
    }
    return most;
  }
};

uint32_t Known(const Publications* list, uint32_t what, uint64_t known) {
  uint32_t most = 0;
  if (list == nullptr) return 0;
  for (const Publication& publication : *list) {
    if (publication.what == what) most = std::max(most, publication.views.of[LS_REGION_GLOBAL].events.Get(known));
  }
  return most;
}

// `writes`: between two looks; more than a list that is not sorted yet holds, too.
void Compare(size_t rounds, size_t writes, unsigned stores_of_a_hundred) {
  GroupGeometry geometry;
  geometry.group_size = geometry.group_items = kGroup;
  geometry.sub_group_items = kSubGroup;
  const ReplayOptions options;
  std::mt19937_64 random(rounds + writes);
  ReleaseHeads heads;
  Naive naive;
  std::vector<View> views(kActors);
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < writes; ++i) {
      const uint64_t actor = random() % kActors;
      const bool exchange = random() % 100 >= stores_of_a_hundred;
      Publications own;
      if (random() % 4 != 0) {
        views[actor].events.Raise(actor, static_cast<uint32_t>(round * writes + i + 1));
        views[actor].Join(views[random() % kActors]);  // what it knows only grows
        Publication publication;
        publication.what = LS_CLASS_AW | (random() % 3 == 0 ? LS_EVENT_SCOPE_WORK_GROUP : LS_EVENT_SCOPE_DEVICE)
                                             << LS_EVENT_SCOPE_SHIFT;
        publication.regions = kGlobalBit;
        publication.views.of[LS_REGION_GLOBAL] = views[actor];
        own.push_back(publication);
      }
      heads.Write(geometry, actor, exchange, own, options);
      naive.Write(actor, exchange, own);
    }
    for (uint64_t reader = 0; reader < kActors; ++reader) {
      for (uint32_t scope : {LS_EVENT_SCOPE_WORK_GROUP, LS_EVENT_SCOPE_DEVICE}) {
        const uint32_t what = LS_CLASS_AW | scope << LS_EVENT_SCOPE_SHIFT;
        for (uint64_t known = 0; known < kActors; ++known) {
          ASSERT_EQ(Known(heads.All(), what, known), naive.Known(what, known, [](uint64_t) { return true; }));
          ASSERT_EQ(Known(heads.OfGroup(geometry, reader), what, known),
                    naive.Known(what, known, [&](uint64_t actor) { return actor / kGroup == reader / kGroup; }));
          ASSERT_EQ(Known(heads.OfSubGroup(geometry, reader), what, known),
                    naive.Known(what, known, [&](uint64_t actor) { return actor / kSubGroup == reader / kSubGroup; }));
        }
      }
    }
  }
}

TEST(ReleaseHeads, AreThoseOfTheDefinition) { Compare(60, 40, 3); }
TEST(ReleaseHeads, AreThoseOfTheDefinitionWhenNobodyAsksForLong) { Compare(4, 5000, 0); }
TEST(ReleaseHeads, GoOnThroughStoresOfTheSameWorkItem) { Compare(100, 7, 50); }

}  // namespace
}  // namespace lockstep
