// The graph around a race between commands as a picture: a lane for each queue, what orders the commands in and between
// them, and, dashed, what is missing.
//
//   queue 1 (in order)   [ command 1 ]-->[ command 3 ]-->[ B: command 5 ]
//                               \                         /
//   queue 2 (in order)           '-->[ A: command 2 ]- - '  no order
#ifndef LOCKSTEP_RUNTIME_REPORT_GRAPH_PICTURE_H_
#define LOCKSTEP_RUNTIME_REPORT_GRAPH_PICTURE_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/model/mistake.h"
#include "runtime/report/svg.h"

namespace lockstep {

// A picture that is a part of another one, or of a page.
struct Drawing {
  Svg svg;
  int width = 0;
  int height = 0;
  std::string label;  // in words
};

// nullopt if the mistake has no graph.
std::optional<Drawing> DrawGraph(const Mistake& mistake);

// As an <svg> element of a page that has PictureStyle(); "" if there is none.
std::string GraphPicture(const Mistake& mistake);

// All of `drawings` below one another, as a file of its own, with `note` below them.
std::string DrawingsFile(const std::vector<Drawing>& drawings, const std::string& note);

// One file of all that have a graph.
std::string GraphsPicture(const std::vector<const Mistake*>& mistakes, const std::string& note);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_GRAPH_PICTURE_H_
