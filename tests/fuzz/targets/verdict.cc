// What a kernel's own process leaves for `lockstep kernel FOLDER`: its report and messages may be cut off or be
// anything, and still make one verdict.
#include "host/cli/kernel_verdict.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/mistakes.h"
#include "runtime/report/json_report.h"
#include "tests/fuzz/edits.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/runtime/fake_launch.h"

namespace {

using namespace lockstep;

std::string GoodReport(bool finding) {
  FakeLog log;
  if (finding) log.AddRace(LS_FINDING_RACE, 0, Record(0, 0, 1, LS_CLASS_W), Record(1, 0, 2, LS_CLASS_R), 0, 16);
  Report report;
  SelectFindings(MistakesOf(CheckLog(FakeLaunch(), log.data(), log.size()).findings), Options(), {}, &report);
  report.launches = report.checked_launches = 1;
  report.kernels.resize(1);
  report.incomplete.push_back({"k", "what", 1});
  return JsonReport(report);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string clean = GoodReport(false), racy = GoodReport(true);
  FuzzedDataProvider provider(data, size);
  KernelEnd end;
  end.status = provider.PickValueInArray({0, 1, 2, 66, 126});
  end.signal = provider.PickValueInArray({0, 0, 9, 11});
  end.timed_out = provider.ConsumeBool();
  end.messages = provider.ConsumeRandomLengthString(200);
  const bool finding = provider.ConsumeBool();
  end.report = fuzz::Edited(finding ? racy : clean, provider);
  KernelVerdict verdict;
  verdict.file = "k.cl";
  verdict.kernel = "k";
  Judge(end, &verdict);
  if (verdict.state == KernelVerdict::State::kClean) {
    fuzz::Claim(end.signal == 0 && !end.timed_out && !verdict.report.is_null(), "clean is only what ended well", end.report);
    fuzz::Claim(end.report != racy, "a report with a finding is not clean");
  }
  (void)SummaryText({verdict}, true);
  fuzz::CheckJson(VerdictsJson({verdict}));
  fuzz::CheckHarmless(VerdictText(verdict, true));
  return 0;
}
