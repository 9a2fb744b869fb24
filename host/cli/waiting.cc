#include "host/cli/waiting.h"

#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/interrupted.h"

namespace lockstep {
namespace {

constexpr double kFirst = 2, kTimes = 3;

}  // namespace

void WaitingLines::Look(const Progress& progress) {
  for (const UnderWay& one : progress.under_way) {
    if (one.seconds < kFirst) continue;
    if (one.state != UnderWay::State::kCompiling && one.state != UnderWay::State::kChecking) continue;
    const std::string what = StrCat(static_cast<int>(one.state), " ", one.launch, " ", one.kernel, " ", one.what);
    double& next = next_.emplace(what, kFirst).first->second;
    if (one.seconds < next) continue;
    next = one.seconds * kTimes;
    Log(UnderWayText(one));
  }
}

}  // namespace lockstep
