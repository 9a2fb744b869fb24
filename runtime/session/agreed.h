// What a report says of suppressions, told to those whom it concerns.
#ifndef LOCKSTEP_RUNTIME_SESSION_AGREED_H_
#define LOCKSTEP_RUNTIME_SESSION_AGREED_H_

#include <string>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/report/report.h"
#include "runtime/session/channel.h"

namespace lockstep {

// Writes --write-suppressions for `report`. Notes in `channel` which entries were about something; without one says
// which were not, unless --quiet.
void KeepAgreements(const Report& report, const Options& options, const ChannelTable* channel);

// The entries that were about nothing in any process of the channel, as "FILE:3: race:^old". Of those behind the first
// ChannelHeader::kMostEntries it is not known.
std::vector<std::string> UnusedIn(const ChannelTable& channel, const Suppressions& suppressions);

// "--suppressions: FILE:3: race:^old: no finding matches" for each.
void SayUnused(const std::vector<std::string>& unused);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_AGREED_H_
