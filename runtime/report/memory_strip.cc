#include "runtime/report/memory_strip.h"

#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/report/command_text.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/memory_text.h"

namespace lockstep {
namespace {

constexpr int64_t kMostCells = 16;
constexpr int kCellWidth = 42;  // at most
constexpr int kFew = 4;         // cells that may be wider
constexpr int kCellHeight = 30;
constexpr int kGap = 60;                        // where cells are left out
constexpr int kDigit = 7;                       // width of one in the numbers below cells
constexpr size_t kMostTouches = 64;             // drawn
constexpr int64_t kLargest = int64_t{1} << 60;  // of sizes and offsets: a report in JSON may have any
constexpr int64_t kWidest = int64_t{1} << 32;   // of a cell, whose bytes are multiplied by its width

// "work-item 7 (local 7, group 0): write", one line for each side.
std::string WhoTouched(const Finding& form) {
  std::vector<std::string> sides;
  for (size_t i = 0; i < SidesOf(form); ++i) {
    const std::string who = form.commands ? CommandText((*form.commands)[i]) : WhoText(form, form.accesses[i]);
    sides.push_back(StrCat(i == 0 ? "A: " : "B: ", who, who.empty() ? "" : ": ", OperationText(form.accesses[i])));
  }
  return Join(sides, "; ");
}

bool SameObject(const Memory& a, const Memory& b) {
  return a.kind == b.kind && a.object.value == b.object.value && a.argument == b.argument && a.name == b.name;
}

// What `form` touched of the object; nullopt if that is not known.
std::optional<StripTouch> TouchOf(const Finding& form, bool texels) {
  StripTouch touch;
  touch.sides = SidesOf(form);
  touch.who = WhoTouched(form);
  if (form.rule == Rule::kOutOfBounds) {
    const uint64_t bytes = form.accesses[0].site.bytes;
    if (form.coordinate || bytes == 0 || bytes > kWidest || std::abs(form.position / 2) > kLargest / 2)
      return std::nullopt;
    touch.begin = form.position;
    touch.end = touch.begin + static_cast<int64_t>(bytes);
    return touch;
  }
  const Memory& memory = *form.memory;
  if (memory.bytes == 0 || memory.bytes > kWidest || memory.offset > kLargest) return std::nullopt;
  touch.begin = static_cast<int64_t>(texels ? TexelAt(memory)[0] : memory.offset);
  touch.end = touch.begin + (texels ? 1 : static_cast<int64_t>(memory.bytes));
  return touch;
}

int64_t FloorOver(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Cells that stand side by side: cell k is [phase + k * unit, phase + (k + 1) * unit).
struct Window {
  int64_t first = 0;  // numbers of cells
  int64_t last = 0;
  int x = 0;
};

class StripDrawing {
 public:
  StripDrawing(const MemoryStrip& strip, int left, int right, Svg* svg) : strip_(strip), svg_(*svg) {
    const StripTouch& main = strip.touches.front();
    phase_ = main.begin - FloorOver(main.begin, strip.unit) * strip.unit;
    hit_ = FloorOver(main.begin, strip.unit);
    first_ = phase_ > 0 ? -1 : 0;
    last_ = std::max(first_, FloorOver(strip.extent - phase_ - 1, strip.unit));
    strip.whole_object ? ChooseOfObject() : ChooseOfEdge();
    int64_t cells = 0;
    for (const Window& window : windows_) cells += window.last - window.first + 1;
    const int gaps = static_cast<int>(windows_.size() - 1) * kGap;
    const int most = cells <= kFew ? 3 * kCellWidth : kCellWidth;
    width_ = std::min<int>(most, (right - left - gaps) / static_cast<int>(cells));
    int x = left + (right - left - gaps - width_ * static_cast<int>(cells)) / 2;
    for (Window& window : windows_) {
      window.x = x;
      x += width_ * static_cast<int>(window.last - window.first + 1) + kGap;
    }
  }

  int Draw(const StripWords& words, int left, int right, int top, SvgPoint* hit) {
    for (const Window& window : windows_) DrawCells(window, top);
    for (size_t i = std::min(strip_.touches.size(), kMostTouches); i-- > 0;) DrawTouch(i, top);
    for (const Window& window : windows_) DrawNumbers(window, top);
    if (windows_.size() > 1) {
      svg_.Text(windows_[1].x - kGap / 2, top + 20, "small middle", "…", 1);
    }
    const StripTouch& main = strip_.touches.front();
    for (const Window& window : windows_) {
      if (hit_ >= window.first && hit_ <= window.last)
        *hit = {(At(window, main.begin) + At(window, main.end)) / 2, top};
    }
    int y = top + kCellHeight + 18;
    const Window& shown = windows_.front();
    if (strip_.whole_object && (shown.first > first_ || shown.last < last_)) y = DrawWhole(shown, left, right, y);
    svg_.Text((left + right) / 2, y + 16, "caption middle", words.object, 100);
    svg_.Text((left + right) / 2, y + 33, "small middle", Legend() + words.legend, 120);
    return y + 40;
  }

 private:
  // All cells, or those around what was touched first.
  void ChooseOfObject() {
    Window window = {first_, last_, 0};
    if (last_ - first_ + 1 > kMostCells) {
      window.first = std::clamp(hit_ - kMostCells / 2 + 1, first_, last_ - kMostCells + 1);
      window.last = window.first + kMostCells - 1;
    }
    windows_ = {window};
  }

  // The edge of the object that the access left, and the cells around the access.
  void ChooseOfEdge() {
    const bool beyond = strip_.touches.front().end > strip_.extent;
    const int64_t edge = beyond ? last_ : first_;
    if (std::abs(hit_ - edge) <= kMostCells - 6) {
      windows_ = {{std::min(hit_, edge) - (beyond ? 3 : 1), std::max(hit_, edge) + (beyond ? 1 : 3), 0}};
      if (beyond) windows_[0].first = std::max(windows_[0].first, std::min(first_, hit_));
      return;
    }
    const Window at_edge = {edge - (beyond ? 3 : 1), edge + (beyond ? 1 : 3), 0}, at_hit = {hit_ - 1, hit_ + 1, 0};
    windows_ = beyond ? std::vector<Window>{at_edge, at_hit} : std::vector<Window>{at_hit, at_edge};
  }

  int64_t ByteOf(int64_t cell) const { return phase_ + cell * strip_.unit; }

  int At(const Window& window, int64_t byte) const {
    const int64_t cells = window.last - window.first + 1;
    const int64_t from = std::clamp<int64_t>(byte - ByteOf(window.first), 0, cells * strip_.unit);
    return window.x + static_cast<int>(from * width_ / strip_.unit);
  }

  void DrawCells(const Window& window, int top) {
    for (int64_t cell = window.first; cell <= window.last; ++cell) {
      const int x = At(window, ByteOf(cell));
      svg_.Rect(x, top, width_, kCellHeight, "beyond");
      const int from = At(window, std::max<int64_t>(ByteOf(cell), 0));
      const int to = At(window, std::min(ByteOf(cell + 1), strip_.extent));
      if (to > from) svg_.Rect(from, top, to - from, kCellHeight, "cell");
    }
    for (const int64_t edge : {int64_t{0}, strip_.extent}) {
      if (edge < ByteOf(window.first) || edge > ByteOf(window.last + 1)) continue;
      const int x = At(window, edge);
      svg_.Line({x, top - 4}, {x, top + kCellHeight + 4}, "edge");
    }
  }

  void DrawTouch(size_t number, int top) {
    const StripTouch& touch = strip_.touches[number];
    const bool first = number == 0;
    const std::string weight = first ? "" : " other";
    const int bottom = top + kCellHeight;
    for (const Window& window : windows_) {
      if (touch.end <= ByteOf(window.first) || touch.begin >= ByteOf(window.last + 1)) continue;
      const int from = At(window, touch.begin), to = std::max(At(window, touch.end), from + 3);
      svg_.BeginGroup(touch.who);
      if (touch.sides == 1) {
        svg_.Rect(from, top, to - from, kCellHeight, "fill a" + weight);
      } else {
        svg_.Polygon({{from, top}, {to, top}, {from, bottom}}, "fill a" + weight);
        svg_.Polygon({{to, top}, {to, bottom}, {from, bottom}}, "fill b" + weight);
      }
      if (first) svg_.Rect(from, top, to - from, kCellHeight, "hit");
      if (to - from >= 24 && touch.sides > 1) {
        svg_.Text(from + 5, top + 13, "key" + weight, "A", 1);
        svg_.Text(to - 14, bottom - 5, "key" + weight, "B", 1);
      }
      svg_.EndGroup();
    }
  }

  // Where each cell begins, or each so many if there is no room.
  void DrawNumbers(const Window& window, int top) {
    const size_t digits =
        std::max(std::to_string(ByteOf(window.first)).size(), std::to_string(ByteOf(window.last)).size());
    const int64_t step = std::max<int64_t>(1, (static_cast<int64_t>(digits) * kDigit + 4 + width_ - 1) / width_);
    for (int64_t cell = window.first; cell <= window.last; ++cell) {
      const bool is_hit = cell == hit_;
      // The number of what was touched always stands, and the others a step away from it.
      if ((cell - std::clamp(hit_, window.first, window.last)) % step != 0) continue;
      svg_.Text(At(window, ByteOf(cell)) + width_ / 2, top + kCellHeight + 15,
                is_hit ? "number middle strong" : "number middle", std::to_string(ByteOf(cell)), 20);
    }
  }

  // The whole object as a bar, and which part of it the cells are.
  int DrawWhole(const Window& shown, int left, int right, int y) {
    const double extent = static_cast<double>(strip_.extent);
    const auto place = [&](int64_t byte) {
      return left + static_cast<int>(static_cast<double>(std::clamp<int64_t>(byte, 0, strip_.extent)) / extent *
                                     (right - left));
    };
    const int from = place(ByteOf(shown.first)), to = std::max(place(ByteOf(shown.last + 1)), from + 3);
    const int end = shown.x + width_ * static_cast<int>(kMostCells);
    svg_.Polygon({{shown.x, y + 2}, {end, y + 2}, {to, y + 18}, {from, y + 18}}, "zoom");
    svg_.Rect(left, y + 18, right - left, 8, "whole", 2);
    svg_.Rect(from, y + 18, to - from, 8, "part");
    for (size_t i = std::min(strip_.touches.size(), kMostTouches); i-- > 0;) {
      const StripTouch& touch = strip_.touches[i];
      svg_.Rect(place(touch.begin), y + 16, std::max(place(touch.end) - place(touch.begin), 2), 12,
                i == 0 ? "mark" : "mark other");
    }
    return y + 32;
  }

  std::string Legend() const {
    if (strip_.texels) return "each cell a texel of the row";
    const std::string cells = strip_.unit == 1
                                  ? "each cell a byte"
                                  : StrCat("each cell ", WithCommas(static_cast<uint64_t>(strip_.unit)), " bytes");
    return StrCat(cells, "; numbers: bytes from where the object begins");
  }

  const MemoryStrip& strip_;
  Svg& svg_;
  std::vector<Window> windows_;
  int64_t phase_ = 0;
  int64_t hit_ = 0;    // the cell that was touched first
  int64_t first_ = 0;  // cells of the object
  int64_t last_ = 0;
  int width_ = kCellWidth;
};

}  // namespace

std::optional<MemoryStrip> StripOf(const Mistake& mistake) {
  const Finding& first = mistake.first();
  const bool outside = first.rule == Rule::kOutOfBounds;
  const bool race = first.rule == Rule::kDataRace || first.rule == Rule::kCommandRace;
  if (!first.memory || (!race && !outside)) return std::nullopt;
  const Memory& memory = *first.memory;
  MemoryStrip strip;
  strip.whole_object = !outside;
  strip.texels = strip.whole_object && memory.image && memory.image->texel_bytes != 0;
  const uint64_t extent = !strip.whole_object ? first.bounds : strip.texels ? memory.image->size[0] : memory.size;
  if (extent > kLargest || (extent == 0 && strip.whole_object)) return std::nullopt;
  strip.extent = static_cast<int64_t>(extent);
  for (const Finding& form : mistake.forms) {
    if (form.rule != first.rule || !form.memory || !SameObject(*form.memory, memory)) continue;
    std::optional<StripTouch> touch = TouchOf(form, strip.texels);
    const bool fits = touch && (!strip.whole_object || (touch->begin >= 0 && touch->end <= strip.extent));
    if (&form == &first && !fits) return std::nullopt;
    if (fits) strip.touches.push_back(*std::move(touch));
  }
  strip.unit = strip.touches.front().end - strip.touches.front().begin;
  return strip;
}

int DrawStrip(const MemoryStrip& strip, const StripWords& words, int left, int right, int top, Svg* svg,
              SvgPoint* hit) {
  return StripDrawing(strip, left, right, svg).Draw(words, left, right, top, hit);
}

}  // namespace lockstep
