#include "runtime/report/finding_picture.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/model/words.h"
#include "runtime/report/command_text.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/graph_picture.h"
#include "runtime/report/memory_strip.h"
#include "runtime/report/memory_text.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/page_parts.h"
#include "runtime/report/svg.h"

namespace lockstep {
namespace {

constexpr int kWidth = 720;
constexpr int kLeft = 20;
constexpr int kRight = kWidth - kLeft;
constexpr int kMiddle = kWidth / 2;
constexpr int kHeadBottom = 58;
constexpr int kEventWidth = 270;
constexpr int kEventHeight = 26;
constexpr int kBandHeight = 82;

// "work-item 7 (local 7, group 0)" in two lines.
std::pair<std::string, std::string> InTwo(const std::string& who) {
  const size_t at = who.find(" (local");
  if (at == std::string::npos || who.back() != ')') return {who, ""};
  return {who.substr(0, at), who.substr(at + 2, who.size() - at - 3)};
}

// The position without the folder.
std::string PlaceInShort(const SourcePosition& position) {
  const std::string text = PositionText(position);
  return text.substr(text.rfind('/') + 1);
}

std::string EventText(const Finding& finding, const FindingAccess& access) {
  if (access.site.position.file.empty() && finding.commands) return OperationText(access);
  const std::string place = PlaceInShort(access.site.position);
  if (finding.rule != Rule::kBarrierDivergence) return StrCat(OperationText(access), " ", place);
  if (access.op == "exit") return StrCat("left the kernel ", place);
  return StrCat("waits at ", OperationText(access), " ", place);
}

std::string GroupText(const Finding& finding, const FindingAccess& access) {
  return access.group ? StrCat("work-group ", IdText(*finding.launch, *access.group)) : "";
}

std::string IntervalText(const FindingAccess& access) {
  return access.interval ? StrCat("interval ", *access.interval) : "";
}

std::string Both(const std::string& a, const std::string& b) {
  return StrCat(a, a.empty() || b.empty() ? "" : ", ", b);
}

class Picture {
 public:
  explicit Picture(const Mistake& mistake) : mistake_(mistake), finding_(mistake.first()) {
    sides_ = SidesOf(finding_);
    if (sides_ == 1) lanes_[0] = kMiddle;
  }

  Drawing Draw() {
    const FindingAccess& a = finding_.accesses[0];
    const FindingAccess& b = finding_.accesses[sides_ - 1];
    const bool one_group = finding_.reach == Reach::kIntraGroup || finding_.rule != Rule::kDataRace;
    int bottom = 0;
    if (finding_.commands) {
      bottom = Queues();
    } else if (!one_group) {
      bottom = Groups();
    } else if (a.interval && b.interval && *a.interval != *b.interval && finding_.rule == Rule::kDataRace) {
      bottom = Intervals();
    } else {
      bottom = Together();
    }
    bottom = Memory(bottom);
    for (size_t i = 0; i < sides_; ++i) Head(i);
    return {std::move(svg_), kWidth, bottom + 8, MistakeWithoutId(mistake_)};
  }

 private:
  static const char* Side(size_t i) { return i == 0 ? "a" : "b"; }

  // Who a side is, in two lines, of which the second may be empty.
  std::pair<std::string, std::string> WhoInTwo(size_t i) const {
    if (finding_.commands) {
      const CommandSide& side = (*finding_.commands)[i];
      if (side.number == 0) return {CommandText(side), ""};  // the host program
      return {side.call, StrCat("command ", side.number, side.launch == 0 ? "" : StrCat(", launch ", side.launch),
                                side.kernel.empty() ? "" : StrCat(" of '", side.kernel, "'"))};
    }
    const std::string who = WhoText(finding_, finding_.accesses[i]);
    return InTwo(who.empty() ? OperationText(finding_.accesses[i]) : who);
  }

  void Head(size_t i) {
    const auto [name, place] = WhoInTwo(i);
    svg_.Rect(lanes_[i] - 155, 8, 310, kHeadBottom - 8, StrCat("head ", Side(i)), 6);
    svg_.Text(lanes_[i], place.empty() ? 38 : 28, StrCat("who middle text-", Side(i)),
              sides_ == 1 ? name : StrCat(i == 0 ? "A: " : "B: ", name), 42);
    if (!place.empty()) svg_.Text(lanes_[i], 47, "small middle", place, 48);
  }

  void Lane(size_t i, int from, int to) { svg_.Line({lanes_[i], from}, {lanes_[i], to}, StrCat("lane ", Side(i))); }

  // What a side did, in a band that begins at `top`.
  void Event(size_t i, int top) {
    const FindingAccess& access = finding_.accesses[i];
    const int y = top + 30;
    svg_.Rect(lanes_[i] - kEventWidth / 2, y, kEventWidth, kEventHeight,
              StrCat("event ", Side(i), access.op == "read" ? " reads" : ""), 13);
    svg_.Text(lanes_[i], y + 17, "place middle", EventText(finding_, access), 36);
    ends_[i] = {lanes_[i], y + kEventHeight};
    if (finding_.rule != Rule::kBarrierDivergence) return;
    if (access.op != "exit") {
      svg_.Line({lanes_[i] - kEventWidth / 2, y + kEventHeight + 6},
                {lanes_[i] + kEventWidth / 2, y + kEventHeight + 6}, "stop");
    }
    std::string note = LoopsText(access);
    if (access.op == "barrier" && finding_.kind == "fence-flags") note = FlagsInSource(access.site.flags);
    svg_.Text(lanes_[i], y + kEventHeight + 22, "small middle", note, 48);
  }

  void Band(int left, int right, int top, int height, const std::string& label) {
    svg_.Rect(left, top, right - left, height, "band", 4);
    svg_.Text((left + right) / 2, top + 18, "small middle", label, 50);
  }

  // Both in one group, and as far as is known between the same two barriers.
  int Together() {
    const FindingAccess& a = finding_.accesses[0];
    const int top = kHeadBottom + 14;
    const bool parted = finding_.rule == Rule::kBarrierDivergence;
    const int height = parted ? kBandHeight + 6 : kBandHeight - 10;
    std::string label = Both(GroupText(finding_, a), IntervalText(a));
    if (finding_.loop) label = StrCat("loop at ", PlaceInShort(finding_.loop->position));
    if (a.interval && *a.interval > 0) BarrierLine(top - 8, "");
    Band(kLeft, kRight, top, height, label);
    for (size_t i = 0; i < sides_; ++i) {
      Lane(i, kHeadBottom, top);
      Event(i, top);
    }
    return top + height;
  }

  void BarrierLine(int y, const std::string& text) {
    svg_.Rect(kLeft, y, kRight - kLeft, text.empty() ? 4 : 20, "barrier", 2);
    if (!text.empty()) svg_.Text(kMiddle, y + 14, "onbarrier middle", text, 54);
  }

  // Both in one group, with barriers between them that do not order them.
  int Intervals() {
    const size_t early = *finding_.accesses[0].interval < *finding_.accesses[1].interval ? 0 : 1;
    const int height = kBandHeight - 18, gap = 36;
    const int tops[2] = {kHeadBottom + 14, kHeadBottom + 14 + height + gap};
    for (const size_t row : {0, 1}) {
      const FindingAccess& access = finding_.accesses[row == 0 ? early : 1 - early];
      Band(kLeft, kRight, tops[row], height, Both(GroupText(finding_, access), IntervalText(access)));
    }
    const int bottom = tops[1] + height;
    Lane(early, kHeadBottom, tops[0]);
    Lane(1 - early, kHeadBottom, tops[1]);
    BarrierLine(tops[0] + height + 8, BetweenText(early));
    Event(early, tops[0] - 4);
    Event(1 - early, tops[1] - 4);
    return bottom;
  }

  // "barrier between: k.cl:3:5 with CLK_LOCAL_MEM_FENCE"
  std::string BetweenText(size_t early) const {
    if (finding_.barriers.size() == 1) {
      const Site& barrier = finding_.barriers[0];
      return StrCat("barrier between: ", PlaceInShort(barrier.position), " with ", FlagsInSource(barrier.flags));
    }
    const uint64_t count = *finding_.accesses[1 - early].interval - *finding_.accesses[early].interval;
    return StrCat(Counted(count, "synchronisation point", "synchronisation points"), " between");
  }

  // In two groups, which no barrier orders.
  int Groups() {
    const FindingAccess& a = finding_.accesses[0];
    const FindingAccess& b = finding_.accesses[1];
    return Apart(Both(GroupText(finding_, a), IntervalText(a)), Both(GroupText(finding_, b), IntervalText(b)));
  }

  // Commands in their queues.
  int Queues() {
    const auto label = [](const CommandSide& side) {
      if (side.queue == 0) return std::string();
      return StrCat("queue ", side.queue, side.in_order ? "" : " (out of order)", ", number ", side.in_queue);
    };
    return Apart(label((*finding_.commands)[0]), label((*finding_.commands)[1]));
  }

  // Each side in a band of its own.
  int Apart(const std::string& label_a, const std::string& label_b) {
    const int top = kHeadBottom + 14, height = kBandHeight - 10;
    Band(kLeft, kMiddle - 8, top, height, label_a);
    Band(kMiddle + 8, kRight, top, height, label_b);
    for (size_t i = 0; i < 2; ++i) {
      Lane(i, kHeadBottom, top);
      Event(i, top);
    }
    svg_.Line({kMiddle, 8}, {kMiddle, top + height}, "parted");
    return top + height;
  }

  // The strip below, and the bows that lead there. Returns the new bottom.
  int Memory(int top) {
    const std::optional<MemoryStrip> strip = StripOf(mistake_);
    if (!strip) return top;
    std::string caption = MemoryText(*finding_.memory);
    if (finding_.rule == Rule::kOutOfBounds) caption += StrCat("; the access begins at byte ", finding_.position);
    SvgPoint hit;
    const int strip_top = top + 44;
    const bool intervals = finding_.accesses[0].interval || finding_.accesses[1].interval;
    const std::string legend = intervals ? "; interval: synchronisation points passed" : "";
    const int bottom = DrawStrip(*strip, {caption, legend}, kLeft, kRight, strip_top, &svg_, &hit);
    for (size_t i = 0; i < sides_; ++i) {
      const std::string& op = finding_.accesses[i].op;
      const SvgPoint end = {hit.x + (sides_ == 1 ? 0 : i == 0 ? -8 : 8), hit.y - 2};
      const bool writes = op != "read", reads = op != "write";
      const std::string tip = StrCat("tip ", Side(i));
      const std::string bow = StrCat("bow ", Side(i));
      svg_.Line({ends_[i].x, ends_[i].y + (reads ? 6 : 0)}, {ends_[i].x, top}, bow);
      svg_.Bow({ends_[i].x, top}, {end.x, end.y - (writes ? 6 : 0)}, bow);
      if (writes) svg_.Tip(end, true, tip);
      if (reads) svg_.Tip({ends_[i].x, ends_[i].y + 1}, false, tip);
    }
    return bottom;
  }

  const Mistake& mistake_;
  const Finding& finding_;
  size_t sides_ = 2;
  int lanes_[2] = {kMiddle - 180, kMiddle + 180};
  SvgPoint ends_[2];  // of the events: where bows begin
  Svg svg_;
};

bool CanBeDrawn(const Finding& finding) {
  for (size_t i = 0; i < SidesOf(finding); ++i) {
    if (finding.accesses[i].op.empty()) return false;
  }
  return finding.launch != nullptr;
}

}  // namespace

std::string FindingPicture(const Mistake& mistake) {
  if (!CanBeDrawn(mistake.first())) return "";
  const Drawing drawing = Picture(mistake).Draw();
  return drawing.svg.Take(drawing.width, drawing.height, drawing.label, false, "");
}

std::string FindingPictureFile(const Mistake& mistake) {
  if (!CanBeDrawn(mistake.first())) return "";
  const Drawing drawing = Picture(mistake).Draw();
  if (std::optional<Drawing> graph = DrawGraph(mistake)) return DrawingsFile({*std::move(graph), drawing}, "");
  return drawing.svg.Take(drawing.width, drawing.height, drawing.label, true, PictureStyle());
}

}  // namespace lockstep
