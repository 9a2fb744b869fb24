// What was decided about checking: decisions.def.
#ifndef LOCKSTEP_RUNTIME_MODEL_DECISIONS_H_
#define LOCKSTEP_RUNTIME_MODEL_DECISIONS_H_

#include <string>

namespace lockstep {

enum class Decision {
#define LOCKSTEP_DECISION(name, word, sentence) name,
#include "runtime/model/decisions.def"
};

// About one root in one launch.
struct RootDecision {
  Decision decision = Decision::kChecked;
  std::string why;  // kChecked: what stood against a proof, in words; may be empty
  // Not checked for races, but whether they stay in their memory is looked at: why, in words. Else empty.
  std::string bounds;
};

const char* WordOf(Decision decision);

// Of races: the proof, or why there is none.
std::string SentenceOf(const RootDecision& decision);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_DECISIONS_H_
