#include "host/launch/touched.h"

#include <algorithm>
#include <set>

#include "host/commands/launch_records.h"

namespace lockstep::host {

std::map<uint64_t, TouchedBytes> TouchedBuffers(const Launch& launch, const Arena& arena) {
  const LaunchTouches touches = TouchesIn(
      launch, {static_cast<const uint64_t*>(arena.heads->data()), static_cast<const uint64_t*>(arena.more->data())});
  std::map<uint64_t, TouchedBytes> touched;
  std::set<uint64_t> unknown;
  for (const ArgumentDescription& argument : launch.kernel->args) {
    const MemoryRoot& root = launch.roots[argument.index];
    if (!root.object) continue;
    TouchedBytes& bytes = touched[root.object.value];
    if (!argument.reads && !argument.writes) continue;
    const bool told = touches.seen[argument.index] && !root.image && (bytes.size == 0 || bytes.size == root.size);
    if (!told) unknown.insert(root.object.value);
    bytes.size = root.size;
  }
  for (const RootTouch& touch : touches.touches) {
    const auto found = touched.find(launch.roots[touch.root].object.value);
    if (found != touched.end()) found->second.ranges.emplace_back(touch.begin, touch.end);
  }
  for (auto& [number, bytes] : touched) std::sort(bytes.ranges.begin(), bytes.ranges.end());
  for (const uint64_t number : unknown) touched.erase(number);
  return touched;
}

}  // namespace lockstep::host
