// What a report says of suppressions, told to those whom it concerns.
#include "runtime/session/agreed.h"

#include <cstddef>
#include <cstdint>

#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr unsigned kBits = 32;  // of a word

}  // namespace

void KeepAgreements(const Report& report, const Options& options, const ChannelTable* channel) {
  if (!options.write_suppressions.empty() && !report.findings.empty()) {
    const Status written = AddSuppressions(options.write_suppressions, report.findings);
    if (!written.ok()) LogOnce(StrCat("--write-suppressions: ", written.message()));
  }
  if (channel == nullptr) {
    if (!options.quiet && !ChannelNamed()) SayUnused(report.unused);
    return;
  }
  for (const uint32_t entry : report.used_entries) {
    if (entry >= ChannelHeader::kMostEntries) break;
    channel->header().used_suppressions[entry / kBits].fetch_or(1u << entry % kBits, std::memory_order_relaxed);
  }
}

std::vector<std::string> UnusedIn(const ChannelTable& channel, const Suppressions& suppressions) {
  std::vector<std::string> unused;
  for (size_t i = 0; i < suppressions.entries.size() && i < ChannelHeader::kMostEntries; ++i) {
    const uint32_t word = channel.header().used_suppressions[i / kBits].load(std::memory_order_relaxed);
    if ((word >> i % kBits & 1) == 0) unused.push_back(NameOf(suppressions, suppressions.entries[i]));
  }
  return unused;
}

void SayUnused(const std::vector<std::string>& unused) {
  for (const std::string& entry : unused) Log(StrCat("--suppressions: ", entry, ": no finding matches"));
}

}  // namespace lockstep
