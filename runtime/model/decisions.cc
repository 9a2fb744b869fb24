#include "runtime/model/decisions.h"

#include <cstddef>

namespace lockstep {
namespace {

constexpr const char* kWords[] = {
#define LOCKSTEP_DECISION(name, word, sentence) word,
#include "runtime/model/decisions.def"
};
constexpr const char* kSentences[] = {
#define LOCKSTEP_DECISION(name, word, sentence) sentence,
#include "runtime/model/decisions.def"
};

}  // namespace

const char* WordOf(Decision decision) { return kWords[static_cast<size_t>(decision)]; }

std::string SentenceOf(const RootDecision& decision) {
  if (!decision.why.empty()) return decision.why;
  return kSentences[static_cast<size_t>(decision.decision)];
}

}  // namespace lockstep
