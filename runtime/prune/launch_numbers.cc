#include "runtime/prune/launch_numbers.h"

namespace lockstep {
namespace {

// A part's name: the argument's number, above it the offset plus 1, and above that the last byte's distance from there.
constexpr unsigned kNumberBits = 16, kOffsetBits = 10;

unsigned NumberIn(unsigned name) { return name & ((1u << kNumberBits) - 1); }
unsigned OffsetIn(unsigned name) { return (name >> kNumberBits & ((1u << kOffsetBits) - 1)) - 1; }
unsigned BytesIn(unsigned name) { return (name >> (kNumberBits + kOffsetBits)) + 1; }
bool IsPart(unsigned name) { return name >> kNumberBits != 0; }

std::optional<uint64_t> ByteAt(const LaunchNumbers& launch, unsigned number, unsigned at) {
  const auto whole = launch.arguments.find(number);
  if (whole != launch.arguments.end()) {
    return at < 8 ? std::optional(static_cast<uint64_t>(whole->second) >> (8 * at) & 0xff) : std::nullopt;
  }
  const auto word = launch.arguments.find(*ArgumentPart(number, at / 4 * 4, 4));
  if (word == launch.arguments.end()) return std::nullopt;
  return static_cast<uint64_t>(word->second) >> (8 * (at % 4)) & 0xff;
}

}  // namespace

std::optional<unsigned> ArgumentPart(unsigned number, uint64_t offset, uint64_t bytes) {
  if (number >> kNumberBits != 0 || bytes == 0 || bytes > 8 || offset + bytes > kMaxPartedArgument) return std::nullopt;
  return number | static_cast<unsigned>(offset + 1) << kNumberBits |
         static_cast<unsigned>(bytes - 1) << (kNumberBits + kOffsetBits);
}

std::vector<unsigned> ArgumentsBehind(unsigned name) {
  if (!IsPart(name)) return {name};
  std::vector<unsigned> names = {NumberIn(name)};
  const unsigned first = OffsetIn(name), last = first + BytesIn(name) - 1;
  for (unsigned word = first / 4; word <= last / 4; ++word) names.push_back(*ArgumentPart(NumberIn(name), 4 * word, 4));
  return names;
}

std::optional<int64_t> ArgumentValue(const LaunchNumbers& launch, unsigned name, unsigned bits) {
  if (!IsPart(name)) {
    const auto found = launch.arguments.find(name);
    return found == launch.arguments.end() ? std::nullopt : std::optional(found->second);
  }
  uint64_t value = 0;
  for (unsigned i = 0; i < BytesIn(name); ++i) {
    const std::optional<uint64_t> byte = ByteAt(launch, NumberIn(name), OffsetIn(name) + i);
    if (!byte) return std::nullopt;
    value |= *byte << (8 * i);
  }
  const unsigned unused = bits < 64 ? 64 - bits : 0;
  return static_cast<int64_t>(value << unused) >> unused;
}

}  // namespace lockstep
