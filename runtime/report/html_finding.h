// One mistake as a part of a page.
#ifndef LOCKSTEP_RUNTIME_REPORT_HTML_FINDING_H_
#define LOCKSTEP_RUNTIME_REPORT_HTML_FINDING_H_

#include <string>
#include <vector>

#include "runtime/model/mistake.h"

namespace lockstep {

// A mistake, and where it stands in the page.
struct PlacedMistake {
  const Mistake* mistake = nullptr;
  std::string place;  // the id of its element
};

// What the page says of a mistake besides itself.
struct MistakeLinks {
  std::vector<PlacedMistake> with_it;            // mistakes that its repair removes, too
  const PlacedMistake* repaired_with = nullptr;  // the one whose repair removes it; may be null
  std::string kind_place;                        // id of the page about its kind; empty: there is none
};

// Its title: "data race: unordered read and write". Of a kind that is not known its name.
std::string MistakeTitle(const Finding& finding);

// The element. A mistake of which nothing is known but texts shows its block of the text report.
std::string FindingCard(const PlacedMistake& placed, const MistakeLinks& links);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_HTML_FINDING_H_
