// What the device leaves behind: a log with anything in it (kernels may have written over it) gives findings that
// name sites and work-items that exist, and no work without bound.
#include <algorithm>
#include <cstring>
#include <string>

#include "runtime/checks/checks.h"
#include "runtime/checks/mistakes.h"
#include "runtime/report/json_report.h"
#include "runtime/report/text_report.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/runtime/fake_launch.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace lockstep;
  static const auto kernel = FakeKernel();
  if (size < 8) return 0;
  const auto launch = FakeLaunch(1, kernel);
  launch->dimensions = 1 + data[0] % 3;
  launch->global_size[1] = 1 + data[1] % 4;
  launch->local_size[0] = 1 + data[2] % 64;
  launch->lockstep_width = data[3] % 4 == 0 ? 8 : 0;
  launch->simd_width = data[4] % 4 == 0 ? 8 : 0;
  launch->log_slots = data[5];
  launch->group_size = launch->local_size[0];
  if (data[6] % 4 == 0) launch->roots.resize(2);
  // A log is as long as its launch says; or it is not, and then that is said.
  std::string log(sizeof(ls_log) + launch->log_slots * sizeof(ls_slot) + (data[7] == 0 ? 1 : 0), '\0');
  std::memcpy(log.data(), data + 8, std::min(size - 8, log.size()));

  Report report;
  CheckResult result = CheckLog(launch, log.data(), log.size());
  fuzz::Claim(result.findings.size() <= launch->log_slots, "no more findings than slots");
  SelectFindings(MistakesOf(std::move(result.findings)), Options(), {}, &report);
  report.incomplete = std::move(result.incomplete);
  fuzz::CheckJson(JsonReport(report));
  fuzz::CheckHarmless(TextReport(report, TextStyle()));
  return 0;
}
