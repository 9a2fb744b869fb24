// Values of the options that choose launches: --launch=RANGES and --sample=1/N.
#ifndef LOCKSTEP_RUNTIME_BASE_LAUNCH_CHOICE_H_
#define LOCKSTEP_RUNTIME_BASE_LAUNCH_CHOICE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

// Numbers of launches or queues, as reports call them: 1 for a process's first.
struct NumberRanges {
  std::vector<std::pair<uint64_t, uint64_t>> ranges;  // first and last, both in; none: all

  bool Contains(uint64_t number) const;
};

inline bool operator!=(const NumberRanges& a, const NumberRanges& b) { return a.ranges != b.ranges; }

// Each `of`-th launch, beginning with the first.
struct Sample {
  uint64_t of = 1;
};

inline bool operator!=(const Sample& a, const Sample& b) { return a.of != b.of; }

// What is wrong is said as what the value "is", to stand behind an option's name. Empty text is an error.
inline constexpr char kNumberRangesWords[] = "RANGE";
StatusOr<NumberRanges> ParseNumberRanges(std::string_view text);  // "3", "5-9", "20-", "-4", or several with commas
inline constexpr char kSampleWords[] = "1/N";
StatusOr<Sample> ParseSample(std::string_view text);

// The texts that these read; "" for NumberRanges that contain all.
std::string NumberRangesText(const NumberRanges& ranges);
std::string SampleText(const Sample& sample);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_LAUNCH_CHOICE_H_
