// Event logs of kernels that synchronise: any events, in any order, are replayed or counted as nonsense, and the
// races that come of them can be told.
#include <cstring>
#include <vector>

#include "runtime/checks/checks.h"
#include "runtime/checks/mistakes.h"
#include "runtime/replay/replay.h"
#include "runtime/report/json_report.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/runtime/fake_launch.h"

namespace {

using namespace lockstep;

// Eight bytes for an event: with whole ones of 64, next to nothing would fit together.
ls_event EventOf(const uint8_t* data) {
  ls_event event = {};
  event.actor = data[0] % 16;
  event.cell = data[1] % 8;
  event.value = data[2] % 2;
  event.what = data[3] | static_cast<uint32_t>(data[4]) << 8 | static_cast<uint32_t>(data[5] % 128) << 16;
  event.site = data[6] % 12;
  event.events = data[7] >> 4;
  event.segment = data[7] & 3;
  event.cells = 1 + (data[6] >> 6);
  return event;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  ReplayOptions options;
  options.group_size = 4 + data[0] % 3;
  options.group_items = 4;
  options.sub_group_items = data[0] % 16 == 0 ? 2 : 0;
  options.inclusion = data[0] >= 128 ? ScopeInclusion::kStrict : ScopeInclusion::kRelaxed;
  options.kept_events = 256;
  const bool whole = data[1] % 4 == 0;  // events as they would lie in memory
  data += 2, size -= 2;
  std::vector<ls_event> events;
  if (whole) {
    events.resize(size / sizeof(ls_event));
    if (!events.empty()) std::memcpy(events.data(), data, events.size() * sizeof(ls_event));
  } else {
    for (; size >= 8; data += 8, size -= 8) events.push_back(EventOf(data));
  }
  Replay replay(options);
  replay.Add(events.data(), events.size() / 2);
  replay.Add(events.data() + events.size() / 2, events.size() - events.size() / 2);
  const ReplayResult result = replay.Finish();
  fuzz::Claim(result.nonsense <= events.size(), "no more nonsense than events");

  static const auto kernel = FakeKernel();
  const auto launch = FakeLaunch(1, kernel);
  launch->local_size[0] = options.group_items;
  launch->group_size = options.group_size;
  Report report;
  CheckResult found = CheckReplay(launch, result);
  SelectFindings(MistakesOf(std::move(found.findings)), Options(), {}, &report);
  fuzz::CheckJson(JsonReport(report));
  return 0;
}
