// What a process that was killed left for `lockstep run`: any text is a state or is refused, and the report made of
// it can be printed.
#include <map>
#include <string>

#include "runtime/checks/checks.h"
#include "runtime/report/json_report.h"
#include "runtime/report/text_report.h"
#include "runtime/session/kept_launches.h"
#include "tests/fuzz/edits.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/runtime/fake_launch.h"

namespace {

using namespace lockstep;

// A process with one launch and some findings in it, as it would be kept.
struct Kept {
  std::map<uint64_t, std::string> kernels;
  std::string launch, state;
};

const Kept& Good() {
  static const Kept* const good = [] {
    auto* kept = new Kept;
    LaunchKeeper keeper([&](uint64_t number, const std::string& text) { kept->kernels[number] = text; });
    const auto launch = FakeLaunch();
    FakeLog log;
    log.AddRace(LS_FINDING_RACE, 0, Record(0, 0, 1, LS_CLASS_W), Record(1, 0, 2, LS_CLASS_R), 0, 16);
    log.AddDivergence(4, 8, 1, 2);
    ProcessResults results;
    results.collector.Add(CheckLog(launch, log.data(), log.size()).findings);
    results.AddIncomplete({{"k", "what", 2}});
    results.CountKernel(*launch, std::nullopt, Options());
    TimedOut late;
    late.kernel = "k";
    late.launch = launch;
    results.timed_out.push_back(late);
    kept->launch = keeper.Text(launch);
    kept->state = keeper.Text(results);
    return kept;
  }();
  return *good;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  Kept kept = Good();
  const int which = provider.ConsumeIntegralInRange(0, 2);
  std::string& part = which == 0 ? kept.kernels.begin()->second : which == 1 ? kept.launch : kept.state;
  part = fuzz::Edited(part, provider);
  LaunchReader reader(kept.kernels);
  if (const auto launch = reader.ReadLaunch(kept.launch); launch.ok()) {
    fuzz::Claim((*launch)->kernel != nullptr, "a launch has a kernel");
    const std::string log(sizeof(ls_log) + 4 * sizeof(ls_slot), '\1');
    (void)CheckLog(*launch, log.data(), log.size());
  }
  auto state = reader.ReadState(kept.state);
  if (!state.ok()) {
    fuzz::Claim(!state.status().message().empty(), "an error says something");
    fuzz::Claim(size > 1, "what was kept can be read", state.status().message());
    return 0;
  }
  Options options;
  options.verbose = true;
  const Report report = state->results.Build(state->command, ProcessResults::EndedEarly::kSomeIsMissing, options, {});
  fuzz::CheckJson(JsonReport(report));
  TextStyle style;
  style.verbose = true;
  fuzz::CheckHarmless(TextReport(report, style));
  return 0;
}
