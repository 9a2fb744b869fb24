#include "runtime/report/graph_picture.h"

#include <algorithm>
#include <set>
#include <utility>

#include "runtime/base/columns.h"
#include "runtime/base/text.h"
#include "runtime/report/graph_layout.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/page_parts.h"

namespace lockstep {
namespace {

constexpr int kLeastWidth = 720;
constexpr int kMargin = 20;
constexpr int kLaneTop = 26;  // its name
constexpr int kBoxWidth = 140;
constexpr int kBoxHeight = 54;
constexpr int kColumn = kBoxWidth + 68;
constexpr int kAside = 12;  // from the middle of a box, for lines that turn
constexpr int kRow = kBoxHeight + 16;
constexpr int kLaneGap = 14;
constexpr int kLine = 17;
constexpr int kCharacter = 7;                             // width of one, or less
constexpr int kBold = 8;                                  // the same
constexpr size_t kTextWidth = kLeastWidth - 2 * kMargin;  // of what stands above and below, in sight without scrolling

const char* ClassOf(OrderedBy by) {
  switch (by) {
    case OrderedBy::kQueue: return "order";
    case OrderedBy::kWaitList: return "order by-list";
    case OrderedBy::kMarker:
    case OrderedBy::kBarrier: return "order by-barrier";
    case OrderedBy::kHost: return "order by-host";
  }
  return "order";
}

class GraphDrawing {
 public:
  explicit GraphDrawing(const Mistake& mistake)
      : mistake_(mistake), finding_(mistake.first()), graph_(*finding_.graph), layout_(LayoutOf(graph_)) {
    racing_ = RacingIn(graph_);
    const int columns = static_cast<int>(layout_.columns);
    width_ = std::max(kLeastWidth, 2 * kMargin + 24 + columns * kColumn - (kColumn - kBoxWidth));
    title_ = Split(Wrapped(MistakeInShort(mistake), 0, kTextWidth / kBold), '\n');
    int top = kLine * static_cast<int>(title_.size()) + 12;
    for (const GraphLane& lane : layout_.lanes) {
      tops_.push_back(top);
      top += kLaneTop + static_cast<int>(lane.rows) * kRow + kLaneGap;
    }
    bottom_ = top - kLaneGap;
  }

  Drawing Draw() {
    for (size_t i = 0; i < title_.size(); ++i) {
      svg_.Text(kMargin, kLine * static_cast<int>(i + 1), "caption", title_[i], kTextWidth / kBold);
    }
    for (size_t i = 0; i < layout_.lanes.size(); ++i) Lane(i);
    for (const OrderEdge& edge : graph_.edges) Edge(edge);
    svg_.BeginGroup(finding_.why);
    const SvgPoint named = Arrow(racing_[0], racing_[1], "order missing");
    svg_.EndGroup();
    for (size_t i = 0; i < graph_.commands.size(); ++i) Box(i);
    Missing(named);
    Words();
    return {std::move(svg_), width_, bottom_ + 10, StrCat("commands around ", MistakeWithoutId(mistake_))};
  }

 private:
  SvgPoint CornerOf(size_t command) const {
    const GraphPlace& place = layout_.places[command];
    return {kMargin + 12 + static_cast<int>(place.column) * kColumn,
            tops_[place.lane] + kLaneTop + static_cast<int>(place.row) * kRow};
  }

  void Lane(size_t number) {
    const GraphLane& lane = layout_.lanes[number];
    svg_.Rect(kMargin, tops_[number], width_ - 2 * kMargin, kLaneTop + static_cast<int>(lane.rows) * kRow, "band", 4);
    svg_.Text(kMargin + 12, tops_[number] + 18, "small", lane.name, 60);
  }

  void Box(size_t command) {
    const CommandSide& side = graph_.commands[command];
    const SvgPoint corner = CornerOf(command);
    const bool races = command == racing_[0] || command == racing_[1];
    const char* who = command == racing_[0] ? "a" : "b";
    svg_.BeginGroup(NodeText(side));
    svg_.Rect(corner.x, corner.y, kBoxWidth, kBoxHeight, races ? StrCat("event ", who) : "node", 6);
    const auto lines = NodeLines(side);
    const std::string key = !races ? "" : command == racing_[0] ? "A: " : "B: ";
    svg_.Text(corner.x + 9, corner.y + 16, races ? StrCat("caption text-", who) : "caption", StrCat(key, lines[0]), 20);
    svg_.Text(corner.x + 9, corner.y + 32, "node-text", lines[1], 22);
    svg_.Text(corner.x + 9, corner.y + 47, "node-text", lines[2], 22);
    svg_.EndGroup();
  }

  // Whether a command stands in that lane and row, in a column from `first` to before `end`.
  bool IsTaken(const GraphPlace& row, size_t first, size_t end) const {
    return std::any_of(layout_.places.begin(), layout_.places.end(), [&](const GraphPlace& other) {
      return other.lane == row.lane && other.row == row.row && other.column >= first && other.column < end;
    });
  }

  // Whether one stands in that column, between two heights.
  bool IsTakenBetween(size_t column, int y1, int y2) const {
    for (size_t i = 0; i < layout_.places.size(); ++i) {
      const int y = CornerOf(i).y;
      if (layout_.places[i].column == column && y > std::min(y1, y2) && y < std::max(y1, y2)) return true;
    }
    return false;
  }

  // Returns where a name fits. A line goes around what it has nothing to do with, if one turn is enough for that.
  SvgPoint Arrow(size_t from, size_t to, const std::string& kind) {
    const GraphPlace& pa = layout_.places[from];
    const GraphPlace& pb = layout_.places[to];
    const SvgPoint a = CornerOf(from), b = CornerOf(to);
    const std::string tip = StrCat("tip ", kind);
    const bool one_row = a.y == b.y, down = a.y < b.y;
    const int in_gap = b.x - (kColumn - kBoxWidth) / 2 - 3;
    if (one_row && IsTaken(pa, pa.column + 1, pb.column)) {
      const SvgPoint end = {b.x + 24, b.y - 1};
      svg_.Arch({a.x + kBoxWidth - 24, a.y}, {end.x, end.y - 6}, 16, kind);
      svg_.Tip(end, true, tip);
      return {in_gap, b.y - 14};
    }
    const bool near = pb.column <= pa.column + 1 || one_row;
    const int level = down ? kBoxHeight / 2 - kAside : kBoxHeight / 2 + kAside;
    if (!near && !IsTaken(pb, pa.column, pb.column) && !IsTakenBetween(pa.column, a.y, b.y)) {  // in the second's row
      const SvgPoint end = {b.x - 1, b.y + level};
      svg_.Turn({a.x + kBoxWidth - kAside, down ? a.y + kBoxHeight : a.y}, {end.x - 6, end.y}, false, kind);
      svg_.Polygon({end, {end.x - 8, end.y - 5}, {end.x - 8, end.y + 5}}, tip);
      return {in_gap, end.y};
    }
    if (!near && !IsTaken(pa, pa.column + 1, pb.column + 1) &&
        !IsTakenBetween(pb.column, a.y, b.y)) {  // in the first's
      const SvgPoint end = {b.x + kBoxWidth / 2 - kAside, down ? b.y - 1 : b.y + kBoxHeight + 1};
      svg_.Turn({a.x + kBoxWidth, a.y + kBoxHeight - level}, {end.x, end.y + (down ? -6 : 6)}, true, kind);
      svg_.Tip(end, down, tip);
      return {end.x, (a.y + b.y + kBoxHeight) / 2};
    }
    const SvgPoint end = {b.x - 1, b.y + kBoxHeight / 2};
    svg_.Flow({a.x + kBoxWidth, a.y + kBoxHeight / 2}, {end.x - 6, end.y}, kind);
    svg_.Polygon({end, {end.x - 8, end.y - 5}, {end.x - 8, end.y + 5}}, tip);
    if (one_row) return {in_gap, end.y - 16};
    return {in_gap, near ? (a.y + b.y + kBoxHeight) / 2 : end.y + (down ? -18 : 18)};
  }

  void Edge(const OrderEdge& edge) {
    const uint64_t between = Between(graph_, edge);
    const std::string title = StrCat(EdgeText(edge.by), between == 0 ? "" : StrCat(", ", between, " between"));
    svg_.BeginGroup(title);
    (void)Arrow(edge.from, edge.to, ClassOf(edge.by));
    if (between != 0) {
      const SvgPoint b = CornerOf(edge.to);
      svg_.Text(b.x - (kColumn - kBoxWidth) / 2 - 3, b.y + kBoxHeight / 2 - 6, "small middle", StrCat("+", between), 8);
    }
    svg_.EndGroup();
    kinds_.insert(edge.by);
    skips_ |= between != 0;
  }

  void Missing(SvgPoint at) {
    svg_.Rect(at.x - 30, at.y - 10, 62, 19, "missing-label", 4);
    svg_.Text(at.x + 1, at.y + 4, "missing-text middle", MissingText(finding_), 12);
  }

  void Lines(const std::string& text, const char* kind) {
    for (const std::string& line : Split(Wrapped(text, 0, kTextWidth / kCharacter), '\n')) {
      bottom_ += kLine;
      svg_.Text(kMargin, bottom_, kind, line, kTextWidth / kCharacter);
    }
  }

  void Sample(int* x, const char* kind, const std::string& text) {
    const int width = 44 + kCharacter * static_cast<int>(text.size()) + 12;
    if (*x + width > width_ - kMargin) {
      bottom_ += kLine + 3;
      *x = kMargin;
    }
    if (*kind != '\0') svg_.Line({*x, bottom_ - 4}, {*x + 34, bottom_ - 4}, kind);
    svg_.Text(*x + (*kind != '\0' ? 42 : 0), bottom_, "small", text, 100);
    *x += width;
  }

  // What is said below: why, what to do, and what the lines mean.
  void Words() {
    bottom_ += 6;
    Lines(finding_.why, "missing-text");
    Lines(StrCat("repair: ", mistake_.repair), "said");
    bottom_ += kLine + 6;
    int x = kMargin;
    Sample(&x, "order missing", MissingText(finding_));
    for (const OrderedBy by : kinds_) Sample(&x, ClassOf(by), EdgeText(by));
    if (skips_) Sample(&x, "", "+N: with so many between");
    if (graph_.cut) Sample(&x, "", "what is further back is left out");
  }

  const Mistake& mistake_;
  const Finding& finding_;
  const OrderGraph& graph_;
  const GraphLayout layout_;
  std::array<size_t, 2> racing_{};
  std::vector<std::string> title_;
  std::vector<int> tops_;  // of lanes
  int width_ = 0, bottom_ = 0;
  std::set<OrderedBy> kinds_;
  bool skips_ = false;
  Svg svg_;
};

}  // namespace

std::optional<Drawing> DrawGraph(const Mistake& mistake) {
  if (!mistake.first().graph || !mistake.first().commands) return std::nullopt;
  return GraphDrawing(mistake).Draw();
}

std::string GraphPicture(const Mistake& mistake) {
  const std::optional<Drawing> drawing = DrawGraph(mistake);
  if (!drawing) return "";
  return drawing->svg.Take(drawing->width, drawing->height, drawing->label, false, "",
                           drawing->width > kLeastWidth ? "picture natural" : "picture");
}

std::string DrawingsFile(const std::vector<Drawing>& drawings, const std::string& note) {
  Svg all;
  int width = kLeastWidth, bottom = 8;
  std::vector<std::string> labels;
  for (const Drawing& drawing : drawings) {
    all.Put(drawing.svg, {0, bottom}, drawing.width, drawing.height);
    width = std::max(width, drawing.width);
    bottom += drawing.height + 16;
    labels.push_back(drawing.label);
  }
  if (!note.empty()) {
    for (const std::string& line :
         Split(Wrapped(note, 0, static_cast<size_t>(width - 2 * kMargin) / kCharacter), '\n')) {
      all.Text(kMargin, bottom + 14, "said", line, 400);
      bottom += kLine;
    }
    labels.push_back(note);
    bottom += 12;
  }
  return all.Take(width, bottom, Join(labels, "; "), true, PictureStyle(),
                  width > kLeastWidth ? "picture natural" : "picture");
}

std::string GraphsPicture(const std::vector<const Mistake*>& mistakes, const std::string& note) {
  std::vector<Drawing> drawings;
  for (const Mistake* mistake : mistakes) {
    if (std::optional<Drawing> drawing = DrawGraph(*mistake)) drawings.push_back(*std::move(drawing));
  }
  return DrawingsFile(drawings, note);
}

}  // namespace lockstep
