#include "runtime/report/timed_out_text.h"

#include "runtime/base/text.h"
#include "runtime/model/words.h"
#include "runtime/report/memory_text.h"
#include "runtime/report/paint.h"

namespace lockstep {
namespace {

constexpr size_t kMaxPlaces = 12;  // lines; the rest is counted

std::string PlaceText(const TimedOut& timed_out, const StoppedAt& place) {
  const std::string who = Counted(place.work_items, "work-item", "work-items");
  const std::string group =
      place.group && timed_out.launch != nullptr ? IdText(*timed_out.launch, *place.group) : "";
  if (!place.group || place.site.flags == "start") {
    return StrCat(who, group.empty() ? "" : " of group ", group, " had not begun");
  }
  return StrCat(group.empty() ? "" : StrCat("group ", group, ": "), who,
                place.site.flags == "barrier" ? " at the barrier at " : " in the loop at ",
                PositionText(place.site.position));
}

}  // namespace

std::string TimedOutText(const TimedOut& timed_out, bool color) {
  const std::string limit =
      StrCat(Counted(timed_out.seconds, "second", "seconds"), " (--launch-timeout)");
  std::string out = StrCat("lockstep: ", Painted("launch timed out:", Paint::kError, color), " ",
                           Painted(timed_out.kernel, Paint::kPlace, color));
  if (timed_out.launch != nullptr) out += StrCat(", ", LaunchText(*timed_out.launch));
  switch (timed_out.end) {
    case TimedOut::End::kStopped:
      out += StrCat(": ended after ", limit, "; its results are not complete\n");
      break;
    case TimedOut::End::kByItself:
      out += StrCat(": ran for longer than ", limit, " and then came to its end by itself\n");
      break;
    case TimedOut::End::kStillRunning:
      out += StrCat(": still running after ", limit, "; it could not be ended\n");
      break;
  }
  for (size_t i = 0; i < timed_out.places.size() && i < kMaxPlaces; ++i) {
    out += StrCat("  ", PlaceText(timed_out, timed_out.places[i]), "\n");
  }
  if (timed_out.places.size() > kMaxPlaces) {
    out += StrCat("  and ", WithCommas(timed_out.places.size() - kMaxPlaces), " more places\n");
  }
  return out + "\n";
}

}  // namespace lockstep
