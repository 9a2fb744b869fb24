#include "runtime/commands/launch_touches.h"

namespace lockstep {

Footprint FootprintOf(const LaunchTouches& touches, const std::vector<RootPlace>& places) {
  Footprint footprint;
  for (const RootTouch& one : touches.touches) {
    if (one.root >= places.size() || !places[one.root].known) continue;
    const RootPlace& place = places[one.root];
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
  return footprint;
}

}  // namespace lockstep
