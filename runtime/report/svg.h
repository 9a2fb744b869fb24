// An SVG drawing, shape by shape. How shapes look their classes say: page/picture.css.
#ifndef LOCKSTEP_RUNTIME_REPORT_SVG_H_
#define LOCKSTEP_RUNTIME_REPORT_SVG_H_

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct SvgPoint {
  int x = 0;
  int y = 0;
};

// Units are those of the drawing; x grows to the right, y downwards. `kind`: classes, our own words.
class Svg {
 public:
  void Rect(int x, int y, int width, int height, std::string_view kind, int round = 0);
  void Line(SvgPoint from, SvgPoint to, std::string_view kind);
  void Polygon(const std::vector<SvgPoint>& points, std::string_view kind);
  // From `from` downwards, in a bow, to `to`.
  void Bow(SvgPoint from, SvgPoint to, std::string_view kind);
  // From left to right, in a bow that begins and ends level.
  void Flow(SvgPoint from, SvgPoint to, std::string_view kind);
  // By one round corner: level and then to `to` from above or below, or the other way round.
  void Turn(SvgPoint from, SvgPoint to, bool level_first, std::string_view kind);
  // Over what is between, by `height`.
  void Arch(SvgPoint from, SvgPoint to, int height, std::string_view kind);
  // A triangle of which the tip is `at`, and which points down or up.
  void Tip(SvgPoint at, bool down, std::string_view kind);
  // `text` comes from outside. It begins at `x` unless `kind` has "middle" or "end". `most`: characters that there is
  // room for; the whole of a longer one is shown as a tool tip.
  void Text(int x, int y, std::string_view kind, std::string_view text, size_t most);
  // Another drawing, with its upper left corner at `at`.
  void Put(const Svg& other, SvgPoint at, int width, int height);
  // What the next shapes are, for who points at them; until EndGroup.
  void BeginGroup(std::string_view title);
  void EndGroup();

  // The element as a whole. `label`: what it shows, in words, for who cannot see it. `file`: as a file of its own,
  // with `style` in it; else as a part of a page, which has the style. `kind`: its classes.
  std::string Take(int width, int height, std::string_view label, bool file, std::string_view style,
                   std::string_view kind = "picture") const;

 private:
  std::string shapes_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SVG_H_
