#include "runtime/commands/launch_touches.h"

namespace lockstep {

void AddPerhaps(const RootPlace& place, Footprint* footprint) {
  for (const bool write : {false, true}) {
    if (!place.known || (write ? !place.writes : !place.reads)) continue;
    Touch touch;
    touch.root = place.root;
    touch.begin = place.start + place.begin;
    touch.end = touch.begin + place.size;
    touch.write = write;
    touch.maybe = true;
    touch.through = place.through;
    footprint->push_back(touch);
  }
}

Footprint FootprintOf(const LaunchTouches& touches, const std::vector<RootPlace>& places) {
  Footprint footprint;
  for (const RootTouch& one : touches.touches) {
    if (one.root >= places.size() || !places[one.root].known) continue;
    const RootPlace& place = places[one.root];
    if (one.maybe && (one.write ? !place.writes : !place.reads)) continue;  // its kernel never does
    Touch touch;
    touch.root = place.root;
    touch.begin = place.start + one.begin;
    touch.end = place.start + one.end;
    touch.write = one.write;
    touch.maybe = one.maybe;
    touch.atomic = one.atomic;
    touch.through = place.through;
    footprint.push_back(touch);
  }
  for (size_t root = 0; root < places.size(); ++root) {
    if (root >= touches.seen.size() || !touches.seen[root]) AddPerhaps(places[root], &footprint);
  }
  return footprint;
}

}  // namespace lockstep
