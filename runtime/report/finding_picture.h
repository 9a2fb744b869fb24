// The picture of a mistake: who stood where between which barriers, and which memory they touched.
#ifndef LOCKSTEP_RUNTIME_REPORT_FINDING_PICTURE_H_
#define LOCKSTEP_RUNTIME_REPORT_FINDING_PICTURE_H_

#include <string>

#include "runtime/model/mistake.h"

namespace lockstep {

// The first form of `mistake` as an <svg> element of a page that has PictureStyle(); what the other forms touched of
// the same memory is in its strip. "" if nothing is known that could be drawn.
//
//   [ A: work-item 7 ]        [ B: work-item 8 ]
//   +-- interval 0 ----------------------------+
//   |  ( write k.cl:3 )        ( read k.cl:4 ) |
//   +-------\----------------------/-----------+
//            '----.         .-----'
//   | 16 | 20 | 24 | 28 | 32 | 36 |             the memory
std::string FindingPicture(const Mistake& mistake);

// The same as a file of its own. Of a race between commands with the graph around it above (graph_picture.h).
std::string FindingPictureFile(const Mistake& mistake);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_FINDING_PICTURE_H_
