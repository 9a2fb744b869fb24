#include "runtime/prune/meeting.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lockstep {
namespace {

using Wide = __int128;

// Sum of coefficient * variable + constant <= 0.
struct Inequality {
  Wide constant = 0;
  std::vector<std::pair<int, Wide>> terms;  // variable of the search, coefficient
};

// The sum is at least 0.
Inequality Negated(Inequality sum) {
  sum.constant = -sum.constant;
  for (auto& term : sum.terms) term.second = -term.second;
  return sum;
}

using Box = std::vector<Range>;  // of each variable of the search

Wide FloorOf(Wide a, Wide b) { return a / b - (a % b < 0 ? 1 : 0); }

// Of tickets that both p and q have of one counter q has the later one, or p, or both have one that was drawn for
// their group. The later one is the greater, or `round` less than that: somebody may have counted to near the end of
// the counter's type before the launch. Or they are of two counters: q's place is behind p's, or before it.
enum class Tickets { kQLater, kPLater, kQLaterRound, kPLaterRound, kSame, kQBehind, kPBehind };

class Search {
 public:
  Search(const SiteForm& a, const SiteForm& b, const std::vector<AffineVariable>& variables, Tickets tickets, bool tied,
         uint64_t* budget)
      : variables_(variables), budget_(*budget), tied_(tied), tickets_(tickets) {
    Use(a);
    Use(b);
    UsePlaces();
    for (size_t i = 0; tickets == Tickets::kSame && i < variables.size(); ++i) {
      if (variables[i].of_group()) used_.insert(static_cast<int>(i));
    }
    for (size_t i = 0; i < variables.size(); ++i) {
      const AffineVariable& variable = variables[i];
      if (!variable.item) continue;
      // Work-items may differ in an id of which neither access knows.
      if (used_.count(static_cast<int>(i)) == 0) differ_anyway_ = true;
    }
    // Of two values that may be anything of 64 bits no number of as many bits is the difference.
    unbounded_ = std::any_of(used_.begin(), used_.end(), [&](int number) {
      const Range& range = variables[number].range;
      return range.low < -kAffineLimit || range.high > kAffineLimit;
    });
    if (unbounded_) return;
    PairGuards(a, b);
    for (const int number : used_) Declare(number, MovesAlike(a, b, number));
    AddPairedGuards();
    if (a.more.empty() && b.more.empty()) PairOthers(a.offset, b.offset);
    AddPlaces();
    AddNear(a.offset, a.bytes, b.offset, b.bytes);
    for (size_t i = 0; i < std::min(a.more.size(), b.more.size()); ++i) AddNear(a.more[i], 1, b.more[i], 1);
    AddGuards(a, /*others=*/false);
    AddGuards(b, /*others=*/true);
    WeighSwitches();
  }

  // About one work-item, whose access begins outside of the root: sign * offset + more <= 0.
  Search(const SiteForm& form, int sign, Wide more, const std::vector<AffineVariable>& variables, bool tied,
         uint64_t* budget)
      : variables_(variables), budget_(*budget), differ_anyway_(true), tied_(tied) {
    Use(form);
    for (const int number : used_) places_[number].mine = Fresh(variables[number].range);
    Inequality beyond;
    beyond.constant = Wide(form.offset.constant) * sign + more;
    for (const auto& [variable, coefficient] : form.offset.terms) {
      beyond.terms.emplace_back(Mine(variable), Wide(coefficient) * sign);
      weight_[Mine(variable)] = coefficient < 0 ? -Wide(coefficient) : Wide(coefficient);
    }
    inequalities_.push_back(std::move(beyond));
    AddGuards(form, /*others=*/false);
    WeighSwitches();
  }

  bool Run() {
    if (unbounded_) return true;
    // None is left where tickets cannot be so far apart.
    const bool any =
        std::all_of(start_.begin(), start_.end(), [](const Range& range) { return range.low <= range.high; });
    return any && From(start_, 0);
  }

  // Whether there are two tickets of one counter, so that the other ways are searches of their own; whether they may be
  // the same; whether the counter may come to the end of its type between them.
  bool parted() const { return parted_; }
  bool may_share() const { return may_share_; }
  bool may_come_round() const { return may_come_round_; }
  // Whether they may be of two counters.
  bool may_be_of_two() const { return places_of_tickets_.first != nullptr; }

 private:
  void Use(const SiteForm& form) {
    for (const auto& term : form.offset.terms) used_.insert(term.first);
    for (const Affine& coordinate : form.more) {
      for (const auto& term : coordinate.terms) used_.insert(term.first);
    }
    const auto use = [&](const std::vector<Affine>& guards) {
      for (const Affine& guard : guards) {
        for (const auto& term : guard.terms) used_.insert(term.first);
      }
    };
    use(form.guards.at_most);
    use(form.guards.unequal);
    if (tied_) use(form.ties);
  }

  // ... and where the counters of tickets are.
  void UsePlaces() {
    const std::set<int> used = used_;
    for (const int number : used) {
      if (variables_[number].place == nullptr) continue;
      for (const auto& term : variables_[number].place->terms) used_.insert(term.first);
    }
  }

  static int64_t CoefficientOf(const Affine& form, int variable) {
    for (const auto& [other, coefficient] : form.terms) {
      if (other == variable) return coefficient;
    }
    return 0;
  }

  // Whether both accesses move with the variable, and alike: what counts is the difference of its two values.
  static bool MovesAlike(const SiteForm& a, const SiteForm& b, int variable) {
    const int64_t first = CoefficientOf(a.offset, variable);
    if (first != CoefficientOf(b.offset, variable)) return false;
    bool moves = first != 0;
    for (size_t i = 0; i < std::min(a.more.size(), b.more.size()); ++i) {
      const int64_t further = CoefficientOf(a.more[i], variable);
      if (further != CoefficientOf(b.more[i], variable)) return false;
      moves = moves || further != 0;
    }
    return moves;
  }

  int Mine(int variable) const { return places_.at(variable).mine; }

  int Fresh(Range range) {
    start_.push_back(range);
    weight_.push_back(0);
    return static_cast<int>(start_.size()) - 1;
  }

  // x of p, y of q, and d = y - x: of digits, and of other variables that move both `alike`. (Rows of a[i * n + x],
  // i < m, are apart because no d of i other than 0 is near; halving both i would take m times as long.)
  void Declare(int number, bool alike) {
    const AffineVariable& variable = variables_[number];
    Place place;
    place.mine = Fresh(variable.range);
    place.others = Fresh(variable.range);
    if (variable.item || alike || paired_.count(number) != 0) {
      place.difference = Difference(place.mine, place.others);
      if (variable.item) differences_.push_back(place.difference);
      if (tickets_ == Tickets::kSame && variable.of_group()) Restrict(place.difference, {0, 0});
      PartTickets(number, number, place.difference);
    }
    places_[number] = place;
    // Halved last, if a guard knows more than the difference.
    if (alike && !variable.item) weight_[place.mine] = weight_[place.others] = 1;
  }

  // A variable that is `others` - `mine`.
  int Difference(int mine, int others) {
    const Range a = start_[mine], b = start_[others];
    const int difference = Fresh({b.low - a.high, b.high - a.low});
    const Inequality sum = {0, {{others, 1}, {mine, -1}, {difference, -1}}};
    inequalities_.push_back(sum);
    inequalities_.push_back(Negated(sum));
    return difference;
  }

  void Restrict(int variable, Range to) {
    Range& range = start_[variable];
    range = {std::max(range.low, to.low), std::min(range.high, to.high)};
  }

  // Tickets of one counter are apart. Only of the first such two is it known which is the greater one.
  void PartTickets(int mine, int others, int difference) {
    const AffineVariable &one = variables_[mine], &other = variables_[others];
    if (parted_ || one.ticket < 0 || one.ticket != other.ticket) return;
    if ((one.place == nullptr) != (other.place == nullptr)) return;
    parted_ = true;
    places_of_tickets_ = {one.place.get(), other.place.get()};
    may_share_ = one.shared || other.shared;
    const int64_t apart = std::min(one.apart, other.apart), spread = std::max(one.spread, other.spread);
    const int64_t round = one.round;
    may_come_round_ = spread < round;  // else the first two say no more than that they are apart
    switch (tickets_) {
      case Tickets::kQLater: return Restrict(difference, {apart, spread});
      case Tickets::kPLater: return Restrict(difference, {-spread, -apart});
      case Tickets::kQLaterRound: return Restrict(difference, {apart - round, spread - round});
      case Tickets::kPLaterRound: return Restrict(difference, {round - spread, round - apart});
      case Tickets::kSame: return Restrict(difference, {0, 0});
      case Tickets::kQBehind:
      case Tickets::kPBehind: return;
    }
  }

  // The counters of the tickets that were parted are one, or two.
  void AddPlaces() {
    const auto [mine, others] = places_of_tickets_;
    if (mine == nullptr) return;
    Inequality most = Distance(*mine, *others, /*paired=*/false), least = Negated(most);
    most.constant += tickets_ == Tickets::kPBehind;
    least.constant += tickets_ == Tickets::kQBehind;
    if (tickets_ != Tickets::kQBehind) inequalities_.push_back(std::move(most));
    if (tickets_ != Tickets::kPBehind) inequalities_.push_back(std::move(least));
  }

  // The same of two loops one behind the other, which have a counter each: one that only p's access moves with, and one
  // that only q's does, equally far.
  void PairOthers(const Affine& a, const Affine& b) {
    std::set<int> taken;
    for (const auto& [mine, coefficient] : a.terms) {
      if (CoefficientOf(b, mine) != 0) continue;
      for (const auto& [others, same] : b.terms) {
        if (same != coefficient || CoefficientOf(a, others) != 0 || !taken.insert(others).second) continue;
        Place& one = places_[mine];
        Place& other = places_[others];
        one.pair = other.pair = Difference(one.mine, other.others);
        weight_[one.mine] = weight_[other.others] = 1;
        PartTickets(mine, others, one.pair);
        break;
      }
    }
  }

  // They overlap: p's `bytes_of_a` bytes at `a` and q's at `b`.
  void AddNear(const Affine& a, uint64_t bytes_of_a, const Affine& b, uint64_t bytes_of_b) {
    Inequality most = Distance(a, b), least = Negated(most);
    least.constant += 1 - Wide(bytes_of_b);
    most.constant += 1 - Wide(bytes_of_a);
    for (const auto& [variable, coefficient] : most.terms) {
      weight_[variable] = std::max(weight_[variable], coefficient < 0 ? -coefficient : coefficient);
    }
    inequalities_.push_back(std::move(most));
    inequalities_.push_back(std::move(least));
  }

  // `others` of q's - `mine` of p's, by differences where both move alike. `paired`: these are the two accesses'
  // offsets, of which those that are pairs move alike, too.
  Inequality Distance(const Affine& mine, const Affine& others, bool paired = true) const {
    Inequality distance;
    distance.constant = Wide(others.constant) - mine.constant;
    std::map<int, std::pair<int64_t, int64_t>> both;
    for (const auto& [variable, coefficient] : mine.terms) both[variable].first = coefficient;
    for (const auto& [variable, coefficient] : others.terms) both[variable].second = coefficient;
    for (const auto& [variable, coefficients] : both) {
      const Place& place = places_.at(variable);
      const auto [first, second] = coefficients;
      if (place.difference >= 0 && first == second) {
        distance.terms.emplace_back(place.difference, first);
        continue;
      }
      if (paired && place.pair >= 0) {  // its other end is a term as well
        if (second != 0) distance.terms.emplace_back(place.pair, second);
        continue;
      }
      if (first != 0) distance.terms.emplace_back(place.mine, -Wide(first));
      if (second != 0) distance.terms.emplace_back(place.others, second);
    }
    return distance;
  }

  // p's guard f <= c and q's f >= k of one f say how far f of q is below that of p at most: f = 0 in both, say, where f
  // is a sum that makes a remainder, ties what the digits differ by, of which no single digit need be known. Switches
  // may be left over: those have few values.
  void PairGuards(const SiteForm& a, const SiteForm& b) {
    const auto pair = [&](const Affine& mine, const Affine& others) {
      const std::optional<Affine> sum = AddScaled(mine, others, 1);
      if (!sum || mine.terms.size() < 2 || !std::all_of(sum->terms.begin(), sum->terms.end(), [&](const auto& term) {
            return variables_[term.first].is_switch;
          })) {
        return;
      }
      for (const auto& [variable, coefficient] : mine.terms) {
        if (CoefficientOf(others, variable) == -coefficient) paired_.insert(variable);
      }
      pairs_.push_back({&mine, &others});
    };
    const auto with_all = [&](const Affine& mine) {
      for (const Affine& others : b.guards.at_most) pair(mine, others);
      for (size_t i = 0; tied_ && i < b.ties.size(); ++i) pair(mine, b.ties[i]);
    };
    for (const Affine& mine : a.guards.at_most) with_all(mine);
    for (size_t i = 0; tied_ && i < a.ties.size(); ++i) with_all(a.ties[i]);
  }

  void AddPairedGuards() {
    for (const auto& [mine, others] : pairs_) {
      inequalities_.push_back(Distance(*AddScaled(Affine(), *mine, -1), *others));
    }
  }

  void AddGuards(const SiteForm& form, bool others) {
    for (const Affine& guard : form.guards.at_most) inequalities_.push_back(Placed(guard, others));
    for (const Affine& guard : form.guards.unequal) unequal_.push_back(Placed(guard, others));
    for (size_t i = 0; tied_ && i < form.ties.size(); ++i) inequalities_.push_back(Placed(form.ties[i], others));
  }

  // Few switches are set before anything else is halved; of many the number of ways would count.
  void WeighSwitches() {
    constexpr size_t kFew = 6;
    std::vector<int> switches;
    for (const auto& [number, place] : places_) {
      if (!variables_[number].is_switch) continue;
      switches.push_back(place.mine);
      if (place.others >= 0) switches.push_back(place.others);
    }
    for (const int one : switches) weight_[one] = switches.size() <= kFew ? Wide(1) << 100 : 1;
  }

  Inequality Placed(const Affine& guard, bool others) const {
    Inequality made;
    made.constant = guard.constant;
    for (const auto& [variable, coefficient] : guard.terms) {
      const Place& place = places_.at(variable);
      made.terms.emplace_back(others ? place.others : place.mine, coefficient);
    }
    return made;
  }

  // Takes the one value that is excluded from the end of a range; false: nothing is left. Sets `narrowed` if it was
  // there.
  bool Exclude(const Inequality& sum, Box& box, bool& narrowed) {
    Wide rest = sum.constant, factor = 0;
    int open = -1;
    for (const auto& [variable, coefficient] : sum.terms) {
      if (box[variable].known()) {
        rest += coefficient * box[variable].low;
      } else if (open < 0) {
        open = variable;
        factor = coefficient;
      } else {
        return true;
      }
    }
    if (open < 0) return rest != 0;
    if (rest % factor != 0) return true;
    const Wide value = -rest / factor;
    Range& range = box[open];
    if (value != range.low && value != range.high) return true;
    value == range.low ? ++range.low : --range.high;
    narrowed = true;
    return true;
  }

  // Narrows `box` by what each inequality leaves; false: nothing is left.
  bool Narrow(Box& box) {
    constexpr int kMaxRounds = 8;
    for (int round = 0; round < kMaxRounds; ++round) {
      bool narrowed = false;
      for (const Inequality& inequality : inequalities_) {
        const uint64_t cost = 2 * inequality.terms.size() + 1;
        if (budget_ < cost) {
          budget_ = 0;
          return true;
        }
        budget_ -= cost;
        Wide least = inequality.constant;
        for (const auto& [variable, coefficient] : inequality.terms) {
          least += coefficient * (coefficient > 0 ? box[variable].low : box[variable].high);
        }
        if (least > 0) return false;
        for (const auto& [variable, coefficient] : inequality.terms) {
          Range& range = box[variable];
          // What the others need at least is not there for this one.
          const Wide others = least - coefficient * (coefficient > 0 ? range.low : range.high);
          if (coefficient > 0) {
            const Wide high = FloorOf(-others, coefficient);
            if (high >= range.high) continue;
            range.high = static_cast<int64_t>(high);
          } else {
            const Wide low = -FloorOf(-others, -coefficient);
            if (low <= range.low) continue;
            range.low = static_cast<int64_t>(low);
          }
          if (range.low > range.high) return false;
          narrowed = true;
        }
      }
      for (const Inequality& sum : unequal_) {
        const uint64_t cost = sum.terms.size() + 1;
        if (budget_ < cost) {
          budget_ = 0;
          return true;
        }
        budget_ -= cost;
        if (!Exclude(sum, box, narrowed)) return false;
      }
      if (!narrowed) return true;
    }
    return true;
  }

  bool SameWorkItem(const Box& box) const {
    return !differ_anyway_ && std::all_of(differences_.begin(), differences_.end(), [&](int difference) {
      return box[difference].low == 0 && box[difference].high == 0;
    });
  }

  // Whether some assignment may be left in `box`.
  bool From(Box box, int depth) {
    constexpr int kMaxDepth = 200;
    if (budget_ < 16 || depth > kMaxDepth) return true;
    if (!Narrow(box)) return false;
    if (budget_ < 16) return true;
    if (SameWorkItem(box)) return false;
    int widest = -1;
    Wide most = 0;
    for (size_t i = 0; i < box.size(); ++i) {
      if (box[i].known() || weight_[i] == 0) continue;
      const Wide weight = weight_[i] * (Wide(box[i].high) - box[i].low);
      if (weight <= most) continue;
      most = weight;
      widest = static_cast<int>(i);
    }
    // What the last round narrowed to a single assignment no inequality has seen yet.
    return widest < 0 ? Narrow(box) : Halves(box, widest, depth);
  }

  bool Halves(const Box& box, int variable, int depth) {
    const int64_t low = box[variable].low, high = box[variable].high;
    const int64_t middle = static_cast<int64_t>(FloorOf(Wide(low) + high, 2));
    Box half = box;
    half[variable] = {low, middle};
    if (From(half, depth + 1)) return true;
    half = box;
    half[variable] = {middle + 1, high};
    return From(std::move(half), depth + 1);
  }

  const std::vector<AffineVariable>& variables_;
  uint64_t& budget_;
  std::set<int> used_;
  struct Place {
    int mine = -1, others = -1;  // p's and q's
    int difference = -1;         // of digits, and of what moves both alike
    int pair = -1;               // the difference between this one of one side and another one of the other
  };
  std::map<int, Place> places_;  // variable -> where it stands in a box
  std::vector<int> differences_;
  bool differ_anyway_ = false;
  bool unbounded_ = false;
  const bool tied_;
  const Tickets tickets_ = Tickets::kQLater;
  bool parted_ = false, may_share_ = false, may_come_round_ = false;
  std::pair<const Affine*, const Affine*> places_of_tickets_ = {nullptr, nullptr};  // p's and q's
  std::set<int> paired_;                                                            // of which the differences are in
  std::vector<std::pair<const Affine*, const Affine*>> pairs_;  // ... guards of p and q: their sum is at most 0
  std::vector<Inequality> inequalities_;
  std::vector<Inequality> unequal_;  // sums that are not 0
  Box start_;
  std::vector<Wide> weight_;  // in the distance
};

// Whether `may` holds, which is asked without what is known of their variables, which makes searches longer, and where
// that is not enough, or takes too many steps, with it.
template <typename May>
bool Either(bool ties, uint64_t* budget, May may) {
  uint64_t part = ties ? *budget / 4 : *budget;
  *budget -= part;
  const bool untied = may(false, &part);
  *budget += part;
  return untied && (!ties || may(true, budget));
}

}  // namespace

bool MayMeet(const SiteForm& a, const SiteForm& b, const std::vector<AffineVariable>& variables,
             uint64_t* budget) {
  return Either(!a.ties.empty() || !b.ties.empty(), budget, [&](bool tied, uint64_t* steps) {
    Search search(a, b, variables, Tickets::kQLater, tied, steps);
    if (search.Run()) return true;
    const auto also = [&](bool asked, Tickets tickets) {
      return asked && Search(a, b, variables, tickets, tied, steps).Run();
    };
    return also(search.parted(), Tickets::kPLater) || also(search.may_come_round(), Tickets::kQLaterRound) ||
           also(search.may_come_round(), Tickets::kPLaterRound) || also(search.may_share(), Tickets::kSame) ||
           also(search.may_be_of_two(), Tickets::kQBehind) || also(search.may_be_of_two(), Tickets::kPBehind);
  });
}

bool MayLeave(const SiteForm& form, uint64_t size, const std::vector<AffineVariable>& variables,
              uint64_t* budget) {
  if (form.bytes > size) return true;
  const Wide last = Wide(size) - Wide(form.bytes);  // where it may begin at most
  const std::optional<Range> range = RangeOf(form.offset, variables);
  if (range && range->low >= 0 && range->high <= last) return false;
  return Either(!form.ties.empty(), budget, [&](bool tied, uint64_t* steps) {
    return Search(form, 1, 1, variables, tied, steps).Run() || Search(form, -1, last + 1, variables, tied, steps).Run();
  });
}

}  // namespace lockstep
