// Values of the options that choose launches.
#include "runtime/base/launch_choice.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr uint64_t kNoEnd = std::numeric_limits<uint64_t>::max();

// "5", "5-9", "5-" or "-9".
std::optional<std::pair<uint64_t, uint64_t>> ParseRange(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == std::string_view::npos) {
    const auto one = ParseUnsigned(text);
    if (!one || *one == 0) return std::nullopt;
    return std::pair{*one, *one};
  }
  const std::string_view low = text.substr(0, dash), high = text.substr(dash + 1);
  if (low.empty() && high.empty()) return std::nullopt;
  const auto first = low.empty() ? std::optional<uint64_t>(1) : ParseUnsigned(low);
  const auto last = high.empty() ? std::optional<uint64_t>(kNoEnd) : ParseUnsigned(high);
  if (!first || !last || *first == 0 || *first > *last) return std::nullopt;
  return std::pair{*first, *last};
}

}  // namespace

bool NumberRanges::Contains(uint64_t number) const {
  return ranges.empty() || std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
           return range.first <= number && number <= range.second;
         });
}

StatusOr<NumberRanges> ParseNumberRanges(std::string_view text) {
  NumberRanges all;
  for (const std::string& part : Split(text, ',')) {
    const auto range = ParseRange(part);
    if (!range) {
      return InvalidArgumentError(StrCat(
          "is a list, with commas, of numbers (3) and ranges of them (5-9, 20-), counted from 1, not '", text, "'"));
    }
    all.ranges.push_back(*range);
  }
  return all;
}

StatusOr<Sample> ParseSample(std::string_view text) {
  constexpr std::string_view kOneOf = "1/";
  if (text.substr(0, kOneOf.size()) == kOneOf) {
    const auto of = ParseUnsigned(text.substr(kOneOf.size()));
    if (of && *of != 0) return Sample{*of};
  }
  return InvalidArgumentError(StrCat("is 1/N with N from 1 on, such as 1/10 for each tenth launch, not '", text, "'"));
}

std::string NumberRangesText(const NumberRanges& ranges) {
  std::vector<std::string> parts;
  for (const auto& [first, last] : ranges.ranges) {
    parts.push_back(first == last ? StrCat(first) : last == kNoEnd ? StrCat(first, "-") : StrCat(first, "-", last));
  }
  return Join(parts, ",");
}

std::string SampleText(const Sample& sample) { return StrCat("1/", sample.of); }

}  // namespace lockstep
