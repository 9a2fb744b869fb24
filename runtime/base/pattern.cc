// ThreadSanitizer's patterns, as its files of suppressions have them.
#include "runtime/base/pattern.h"

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/base/text.h"

namespace lockstep {

bool PatternMatches(std::string_view pattern, std::string_view text) {
  const bool from_start = !pattern.empty() && pattern.front() == '^';
  if (from_start) pattern.remove_prefix(1);
  const bool to_end = !pattern.empty() && pattern.back() == '$';
  if (to_end) pattern.remove_suffix(1);
  // What stands between two `*` is best taken as early as it occurs: that leaves most for the rest.
  const std::vector<std::string> pieces = Split(pattern, '*');
  size_t at = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const std::string& piece = pieces[i];
    const bool last = i + 1 == pieces.size();
    if (last && to_end) {
      if (text.size() - at < piece.size()) return false;
      const size_t place = text.size() - piece.size();
      return text.substr(place) == piece && !(i == 0 && from_start && place != 0);
    }
    if (i == 0 && from_start) {
      if (text.substr(0, piece.size()) != piece) return false;
      at = piece.size();
      continue;
    }
    const size_t found = text.find(piece, at);
    if (found == std::string_view::npos) return false;
    at = found + piece.size();
  }
  return true;
}

}  // namespace lockstep
