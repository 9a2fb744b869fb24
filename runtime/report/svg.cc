#include "runtime/report/svg.h"

#include "runtime/base/text.h"
#include "runtime/report/html_text.h"

namespace lockstep {
namespace {

std::string Number(const char* name, int value) { return StrCat(" ", name, "=\"", value, "\""); }
std::string KindOf(std::string_view kind) { return StrCat(" class=\"", kind, "\""); }

}  // namespace

void Svg::Rect(int x, int y, int width, int height, std::string_view kind, int round) {
  shapes_ += StrCat("<rect", KindOf(kind), Number("x", x), Number("y", y), Number("width", width),
                    Number("height", height), round == 0 ? "" : Number("rx", round), "/>\n");
}

void Svg::Line(SvgPoint from, SvgPoint to, std::string_view kind) {
  shapes_ += StrCat("<line", KindOf(kind), Number("x1", from.x), Number("y1", from.y), Number("x2", to.x),
                    Number("y2", to.y), "/>\n");
}

void Svg::Polygon(const std::vector<SvgPoint>& points, std::string_view kind) {
  std::vector<std::string> pairs;
  for (const SvgPoint& point : points) pairs.push_back(StrCat(point.x, ",", point.y));
  shapes_ += StrCat("<polygon", KindOf(kind), " points=\"", Join(pairs, " "), "\"/>\n");
}

void Svg::Bow(SvgPoint from, SvgPoint to, std::string_view kind) {
  const int bend = (to.y - from.y) / 2;
  shapes_ += StrCat("<path", KindOf(kind), " d=\"M", from.x, " ", from.y, " C", from.x, " ", from.y + bend, " ", to.x,
                    " ", to.y - bend, " ", to.x, " ", to.y, "\"/>\n");
}

void Svg::Flow(SvgPoint from, SvgPoint to, std::string_view kind) {
  const int middle = (from.x + to.x) / 2;
  shapes_ += StrCat("<path", KindOf(kind), " d=\"M", from.x, " ", from.y, " C", middle, " ", from.y, " ", middle, " ",
                    to.y, " ", to.x, " ", to.y, "\"/>\n");
}

void Svg::Turn(SvgPoint from, SvgPoint to, bool level_first, std::string_view kind) {
  constexpr int kRound = 14;
  const int down = from.y < to.y ? kRound : -kRound, right = from.x < to.x ? kRound : -kRound;
  const SvgPoint corner = level_first ? SvgPoint{to.x, from.y} : SvgPoint{from.x, to.y};
  const SvgPoint before = level_first ? SvgPoint{corner.x - right, corner.y} : SvgPoint{corner.x, corner.y - down};
  const SvgPoint behind = level_first ? SvgPoint{corner.x, corner.y + down} : SvgPoint{corner.x + right, corner.y};
  shapes_ += StrCat("<path", KindOf(kind), " d=\"M", from.x, " ", from.y, " L", before.x, " ", before.y, " Q", corner.x,
                    " ", corner.y, " ", behind.x, " ", behind.y, " L", to.x, " ", to.y, "\"/>\n");
}

void Svg::Arch(SvgPoint from, SvgPoint to, int height, std::string_view kind) {
  shapes_ += StrCat("<path", KindOf(kind), " d=\"M", from.x, " ", from.y, " C", from.x, " ", from.y - height, " ", to.x,
                    " ", to.y - height, " ", to.x, " ", to.y, "\"/>\n");
}

void Svg::Tip(SvgPoint at, bool down, std::string_view kind) {
  const int back = at.y + (down ? -8 : 8);
  Polygon({at, {at.x - 5, back}, {at.x + 5, back}}, kind);
}

void Svg::Text(int x, int y, std::string_view kind, std::string_view text, size_t most) {
  const std::string shown = Shortened(text, most);
  const bool cut = shown.size() != text.size() || shown != text;
  shapes_ += StrCat("<text", KindOf(kind), Number("x", x), Number("y", y), ">",
                    cut ? StrCat("<title>", Html(text), "</title>") : "", Html(shown), "</text>\n");
}

void Svg::Put(const Svg& other, SvgPoint at, int width, int height) {
  shapes_ += StrCat("<svg", Number("x", at.x), Number("y", at.y), Number("width", width), Number("height", height),
                    ">\n", other.shapes_, "</svg>\n");
}

void Svg::BeginGroup(std::string_view title) { shapes_ += StrCat("<g><title>", Html(title), "</title>\n"); }

void Svg::EndGroup() { shapes_ += "</g>\n"; }

std::string Svg::Take(int width, int height, std::string_view label, bool file, std::string_view style,
                      std::string_view kind) const {
  return StrCat(file ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" : "<svg",
                " class=\"", kind, "\" viewBox=\"0 0 ", width, " ", height, "\" width=\"", width, "\" height=\"",
                height, "\" role=\"img\" aria-label=\"", Html(label), "\">\n",
                file ? StrCat("<style>", style, "</style>\n") : "",
                file ? StrCat("<rect class=\"paper\" width=\"", width, "\" height=\"", height, "\"/>\n") : "", shapes_,
                "</svg>\n");
}

}  // namespace lockstep
