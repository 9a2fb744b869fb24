// Site forms of tickets: what atomic additions find in counters that all only add to.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

// What may be added to a counter of tickets, and so many work-items have some; and in a loop, with the rounds that a
// work-item makes.
constexpr uint64_t kMostAdded = uint64_t{1} << 24;
constexpr uint64_t kMostAddedAgain = 4096;
constexpr uint64_t kManyRounds = 4096;

}  // namespace

// What `access`, an atomic addition, finds. If all that the launch does to its memory is to add to the number there,
// nobody finds what another one does, unless the number goes through all of its type. It cannot where each work-item
// adds once, and is taken not to in loops, where at least 2^20 additions would be needed.
Affine SiteForms::Ticket(const SiteAccess& access, int number) {
  const Range full = Range::Full(program_.values[number].bits);
  if (!IsWhole(access.root)) return Opaque(number, full);
  const Affine place = ValueOf(access.value);
  bool one_place = place.known();
  int64_t least = AddedBy(access);
  uint64_t most = 0;  // that they add all together
  bool known = true, ends = false;
  for (const SiteAccess& other : program_.accesses) {
    if (other.root != access.root) continue;
    if (other.behind >= 0) {
      if (!ComesLast(other)) return Opaque(number, full);
      ends = true;
      continue;
    }
    const int64_t adds = AddedBy(other);
    if (adds <= 0 || other.bytes != access.bytes) return Opaque(number, full);
    one_place = one_place && ValueOf(other.value) == place;
    least = std::min(least, adds);
    const uint64_t limit = other.repeats ? kMostAddedAgain : kMostAdded;
    if (static_cast<uint64_t>(adds) > limit) return Opaque(number, full);
    const uint64_t items = MayMake(other).items;
    if (items > kMostAdded) return Opaque(number, full);
    most += items * static_cast<uint64_t>(adds) * (other.repeats ? kManyRounds : 1);
    known = known && !other.repeats;
  }
  const unsigned bits = static_cast<unsigned>(access.bytes * 8);
  if (bits < 32 || most > uint64_t{kAffineLimit} || (bits < 64 && most >> bits != 0)) return Opaque(number, full);
  const bool by_ticket = std::any_of(place.terms.begin(), place.terms.end(),
                                     [&](const auto& term) { return variables_[term.first].ticket >= 0; });
  if (!one_place && by_ticket) return Opaque(number, full);
  if (ends) counters_that_end_.insert(access.root);
  const Affine found = Opaque(number, full);
  variables_.back().ticket = 2 * access.root;
  variables_.back().apart = least;
  if (!one_place) variables_.back().place = std::make_shared<const Affine>(place);
  variables_.back().round = bits < 60 ? int64_t{1} << bits : 0;
  // What is added last nobody finds.
  (known ? variables_.back().spread : variables_.back().likely) = static_cast<int64_t>(most) - (known ? least : 0);
  return found;
}

// What an addition adds in this launch; 0: it is none, or that is not known.
int64_t SiteForms::AddedBy(const SiteAccess& access) {
  if (access.added < 0) return 0;
  const Affine& added = ValueOf(access.added);
  return added.known() ? added.constant : 0;
}

// Whether all that the launch does to the memory of `root` is known.
bool SiteForms::IsWhole(int root) const {
  return sizes_.count(root) != 0 && std::binary_search(program_.roots.begin(), program_.roots.end(), root);
}

// Whether nobody adds to a counter any more when it is reset, as in
//     if (atomic_fetch_add_explicit(finished, 1, memory_order_acq_rel) == get_num_groups(0) - 1) *next = *finished = 0;
// where whoever had added to `next` then added to `finished`: all who do have, if that was 0 before the launch and the
// reset asks for so many as there may be. Whether it was 0 is not known, but the event log tells of who adds to a
// counter behind its reset.
bool SiteForms::ComesLast(const SiteAccess& reset) {
  const auto end = std::find_if(program_.accesses.begin(), program_.accesses.end(),
                                [&](const SiteAccess& other) { return other.found == reset.behind; });
  if (end == program_.accesses.end() || end->repeats || end->root == reset.root || !IsWhole(end->root)) return false;
  if (asks_for_end_) return false;
  asks_for_end_ = true;
  // What is under way now may be anything meanwhile.
  const bool last = Tried([&] {
    const Affine place = ValueOf(end->value);
    const uint64_t size = sizes_.at(end->root);
    if (!place.known() || place.constant < 0 || size < end->bytes ||
        static_cast<uint64_t>(place.constant) > size - end->bytes || AddedBy(*end) != 1)
      return false;
    const Makers enders = MayMake(*end);
    if (enders.items > kMostAdded) return false;
    return std::all_of(program_.accesses.begin(), program_.accesses.end(), [&](const SiteAccess& other) {
      if (other.root == reset.root && other.behind < 0) {
        const Makers makers = MayMake(other);
        return makers.items == 0 ||
               std::includes(makers.zero.begin(), makers.zero.end(), enders.zero.begin(), enders.zero.end());
      }
      if (other.root != reset.root && other.root != end->root) return true;
      if (&other == &*end || other.kind == SiteAccess::Kind::kRead) return true;
      return other.behind == reset.behind && AsksForAll(other, enders.items);
    });
  });
  asks_for_end_ = false;
  return last;
}

// Whether `reset` is made only if what it is behind found that `items` but one had come before.
bool SiteForms::AsksForAll(const SiteAccess& reset, uint64_t items) {
  for (const SiteGuard& guard : reset.guards) {
    for (const int operand : program_.values[guard.condition].operands) {
      if (operand < 0 || Uncast(operand) != reset.behind) continue;
      SiteConditions conditions;
      if (!AddGuard(guard.condition, guard.holds, conditions, 0)) return true;  // never made
      const Affine found = ValueOf(operand);
      for (const Affine& condition : conditions.at_most) {
        const std::optional<Affine> least = AddScaled(condition, found, 1);
        if (least && least->known() && least->constant + 1 >= static_cast<int64_t>(items)) return true;
      }
    }
  }
  return false;
}

// What was made wider to be value `number`.
int SiteForms::Uncast(int number) const {
  const GroupValue& value = program_.values[number];
  return value.op == GroupOp::kZExt || value.op == GroupOp::kSExt ? Uncast(value.operands[0]) : number;
}

// The work-items that may make the access, all that ever do: those with ids of 0 alone, where its guards ask for that.
SiteForms::Makers SiteForms::MayMake(const SiteAccess& access) {
  SiteConditions guards;
  if (!AddGuards(access.guards, guards)) return {};
  Makers makers;
  for (const Affine& guard : guards.at_most) {  // a sum of what is never below 0 is at most 0
    const bool all = std::all_of(guard.terms.begin(), guard.terms.end(), [&](const auto& term) {
      return term.second > 0 && variables_[term.first].range.low >= 0;
    });
    if (guard.constant < 0 || !all) continue;
    for (const auto& term : guard.terms) makers.zero.insert(term.first);
  }
  makers.items = 1;
  for (size_t i = 0; i < variables_.size() && makers.items <= kMostAdded; ++i) {
    if (!variables_[i].item || makers.zero.count(static_cast<int>(i)) != 0) continue;
    makers.items *= static_cast<uint64_t>(variables_[i].range.high) + 1;
  }
  return makers;
}

// A ticket that a work-item draws for its group. Two groups have none of one counter in common, and two work-items of
// one group have the same one or two that are apart. Which counter it is of is known if those who read can tell.
Affine SiteForms::HandedOn(const SiteHandedOn& handed_on, int number) {
  const Range full = Range::Full(program_.values[number].bits);
  int ticket = -1;
  int64_t apart = kAffineLimit, spread = 0, likely = 0, round = 0;
  std::shared_ptr<const Affine> place;
  for (const int found : handed_on.found) {
    const Affine& drawn = ValueOf(found);
    if (drawn.constant != 0 || drawn.terms.size() != 1 || drawn.terms[0].second != 1) return Opaque(number, full);
    const AffineVariable& variable = variables_[drawn.terms[0].first];
    if (variable.ticket < 0 || (variable.place != nullptr && !handed_on.alike) ||
        (ticket >= 0 && variable.ticket != ticket))
      return Opaque(number, full);
    if (program_.values[found].bits != program_.values[number].bits) return Opaque(number, full);
    ticket = variable.ticket;
    apart = std::min(apart, variable.apart);
    spread = std::max(spread, variable.spread);
    likely = std::max(likely, variable.likely);
    round = variable.round;
    place = variable.place;
  }
  const Affine read = Opaque(number, full);
  if (ticket < 0 || read.known()) return read;
  AffineVariable& variable = variables_.back();
  variable.ticket = ticket;
  variable.apart = apart;
  variable.spread = spread;
  variable.likely = likely;
  variable.round = round;
  variable.place = std::move(place);
  variable.shared = true;
  return read;
}

// `a`, of `bits` bits, as a number without a sign: of tickets also where it may have one.
std::optional<Affine> SiteForms::WithoutSign(const Affine& a, unsigned bits) {
  if (Bounds(a).low >= 0) return a;
  const std::optional<Affine> ticket = AsUnsigned(a, bits);
  return ticket ? ticket : Wrapped(a, bits, /*is_signed=*/false);
}

// A ticket as that, of itself.
std::optional<Affine> SiteForms::AsUnsigned(const Affine& ticket, unsigned bits) {
  if (ticket.constant != 0 || ticket.terms.size() != 1 || ticket.terms[0].second != 1 || bits >= 60)
    return std::nullopt;
  const int number = ticket.terms[0].first;
  if (variables_[number].ticket < 0 || !(variables_[number].range == Range::Full(bits))) return std::nullopt;
  const auto [known, made] = unsigned_.try_emplace(number, static_cast<int>(variables_.size()));
  if (made) {
    AffineVariable variable = variables_[number];
    variable.range = {0, (int64_t{1} << bits) - 1};
    ++variable.ticket;
    variables_.push_back(variable);
  }
  Affine affine;
  affine.terms.emplace_back(known->second, 1);
  return affine;
}

// `result` as `bits` bits hold it, read with a sign or without: less some multiple of 2^bits. Only of tickets, of which
// any may be the first, but none is far from another.
std::optional<Affine> SiteForms::Wrapped(const Affine& result, unsigned bits, bool is_signed) {
  const bool any = std::any_of(result.terms.begin(), result.terms.end(),
                               [&](const auto& term) { return variables_[term.first].ticket >= 0; });
  if (!any || bits > 32) return std::nullopt;
  const int64_t modulus = int64_t{1} << bits, low = is_signed ? -modulus / 2 : 0;
  Affine rest = result;  // without the multiples that it is known to be less by
  rest.terms.erase(std::remove_if(rest.terms.begin(), rest.terms.end(),
                                  [&](const auto& term) { return term.second % modulus == 0; }),
                   rest.terms.end());
  const std::optional<Range> range = RangeOf(rest, variables_);
  if (!range) return std::nullopt;
  Affine beside = rest;  // the tickets
  beside.terms.erase(std::remove_if(beside.terms.begin(), beside.terms.end(),
                                    [&](const auto& term) { return variables_[term.first].ticket >= 0; }),
                     beside.terms.end());
  const std::optional<Range> width = RangeOf(beside, variables_);
  if (!width) return std::nullopt;
  for (const auto& [number, factor] : rest.terms) {
    AffineVariable& variable = variables_[number];
    // Further than that the sum comes round.
    const int64_t round = (modulus - 1 - (width->high - width->low)) / std::abs(factor);
    // What fewer bits hold may well come round.
    if (bits == 32 && variable.ticket >= 0 && variable.likely <= round)
      variable.spread = std::min(variable.spread, round);
  }
  const Range times = {FloorDiv(range->low - low, modulus), FloorDiv(range->high - low, modulus)};
  if (times.known()) return AddScaled(rest, Number(times.low), -modulus);
  Affine multiple;
  multiple.terms.emplace_back(static_cast<int>(variables_.size()), 1);
  variables_.push_back({times, false, -1, 1});
  const std::optional<Affine> wrapped = AddScaled(rest, multiple, -modulus);
  const std::optional<Affine> above = wrapped ? AddScaled(*wrapped, Number(low), -1) : std::nullopt;
  const std::optional<Affine> least = above ? AddScaled(Affine(), *above, -1) : std::nullopt;
  const std::optional<Affine> most = above ? AddScaled(*above, Number(modulus - 1), -1) : std::nullopt;
  if (least && most) ties_.push_back({{multiple.terms[0].first}, {*least, *most}});
  return wrapped;
}

}  // namespace lockstep
