#include "runtime/prune/site_forms.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace lockstep {
namespace {

constexpr size_t kMaxRounds = 24;     // each but the last makes a cut
constexpr size_t kMaxVariables = 96;

uint64_t NumGroups(const LaunchNumbers& launch, int d) {
  return (launch.global_size[d] + launch.local_size[d] - 1) / launch.local_size[d];
}

// Of a launch that is too large every sum of ids would be.
bool Sensible(const LaunchNumbers& launch) {
  constexpr uint64_t kMost = uint64_t{1} << 40;
  for (int d = 0; d < 3; ++d) {
    if (launch.local_size[d] == 0 || launch.global_size[d] == 0) return false;
    if (launch.global_size[d] > kMost || launch.global_offset[d] > kMost) return false;
  }
  return true;
}

}  // namespace

SiteForms::SiteForms(const SiteProgram& program, const LaunchNumbers& launch, const std::map<int, uint64_t>& sizes)
    : program_(program), launch_(launch), sizes_(sizes) {
  for (const GroupValue& value : program.values) {
    if (value.op != GroupOp::kId) continue;
    const char letter = static_cast<char>(value.immediate / 4);
    const auto d = static_cast<unsigned>(value.immediate % 4);
    if (letter == 'n') split_ids_[0] = split_ids_[1] = split_ids_[2] = true;
    if ((letter == 'l' || letter == 'w') && d < 3) split_ids_[d] = true;
  }
  for (size_t i = 0; i < program.loops.size(); ++i) counters_.emplace(program.loops[i].phi, i);
  for (size_t i = 0; i < program.merges.size(); ++i) merges_.emplace(program.merges[i].phi, i);
  for (size_t i = 0; i < program.accesses.size(); ++i) {
    if (program.accesses[i].found >= 0) found_.emplace(program.accesses[i].found, i);
  }
  for (size_t i = 0; i < program.handed_on.size(); ++i) {
    handed_on_.emplace(program.handed_on[i].value, i);
    split_ids_[0] = split_ids_[1] = split_ids_[2] = true;  // who is in one group counts
  }
}

bool SiteForms::Make() {
  if (!Sensible(launch_)) return false;
  for (size_t round = 0; round < kMaxRounds; ++round) {
    cut_ = false;
    variables_.clear();
    forms_.clear();
    values_.assign(program_.values.size(), std::nullopt);
    under_way_.assign(program_.values.size(), false);
    iterations_.clear();
    rounds_.clear();
    unsigned_.clear();
    ties_.clear();
    reaches_.clear();
    counters_that_end_.clear();
    MakeIds();
    bool made = true;
    for (const SiteAccess& access : program_.accesses) {
      made = made && MakeForm(access);
      if (!made || cut_) break;
    }
    if (!cut_) return made;
  }
  return false;
}

void SiteForms::MakeIds() {
  for (int d = 0; d < 3; ++d) {
    const auto global = static_cast<int64_t>(launch_.global_size[d]);
    const auto local = static_cast<int64_t>(launch_.local_size[d]);
    const auto offset = static_cast<int64_t>(launch_.global_offset[d]);
    if (!split_ids_[d]) {
      global_[d] = *AddScaled(Number(offset), MakeBase(2 * d, global, true), 1);
      continue;
    }
    local_[d] = MakeBase(2 * d, std::min(local, global), true);
    group_[d] = MakeBase(2 * d + 1, static_cast<int64_t>(NumGroups(launch_, d)), true);
    global_[d] = *AddScaled(*AddScaled(Number(offset), local_[d], 1), group_[d], local);
  }
}

// A number from 0 to extent - 1, by the digits that the cuts make of it.
Affine SiteForms::MakeBase(int base, int64_t extent, bool item) {
  Affine form;
  int64_t unit = 1;
  std::vector<int64_t> cuts = cuts_[base];
  for (size_t i = 0; i <= cuts.size() && extent > unit; ++i) {
    const bool last = i == cuts.size();
    const int64_t most = (extent - 1) / unit;
    const int64_t high = last ? most : std::min(most, cuts[i] / unit - 1);
    if (high > 0) {
      form.terms.emplace_back(static_cast<int>(variables_.size()), unit);
      variables_.push_back({{0, high}, item, base, unit});
    }
    if (!last) unit = cuts[i];
  }
  return form;
}

Range SiteForms::Bounds(const Affine& a) const {
  const std::optional<Range> range = RangeOf(a, variables_);
  return range ? *range : Range::Full(64);
}

// ... where all `guards` are at most 0: with g <= 0 a is at most a - f * g and at least a + f * g for each f >= 0, of
// which those are tried that take one of the variables out. Where they cannot be the range may be empty.
Range SiteForms::BoundsBehind(const Affine& a, const SiteConditions& guards) const {
  Range bounds = Bounds(a);
  for (const Affine& guard : guards.at_most) {
    for (const auto& shared : guard.terms) {
      const auto term =
          std::find_if(a.terms.begin(), a.terms.end(), [&](const auto& own) { return own.first == shared.first; });
      if (term == a.terms.end()) continue;
      const int64_t scale = std::abs(shared.second), factor = std::abs(term->second);
      const bool above = (shared.second > 0) == (term->second > 0);
      const std::optional<Affine> scaled = AddScaled(Affine(), a, scale);
      const std::optional<Affine> sum = scaled ? AddScaled(*scaled, guard, above ? -factor : factor) : std::nullopt;
      const std::optional<Range> range = sum ? RangeOf(*sum, variables_) : std::nullopt;
      if (!range) continue;
      if (above)
        bounds.high = std::min(bounds.high, FloorDiv(range->high, scale));
      else
        bounds.low = std::max(bounds.low, -FloorDiv(-range->low, scale));
    }
  }
  return bounds;
}

// A value of one execution of which nothing but `range` is known.
Affine SiteForms::Opaque(int number, Range range) {
  const Range full = Range::Full(program_.values[number].bits);
  range = {std::max(range.low, full.low), std::min(range.high, full.high)};
  if (range.low >= range.high) return Number(range.low);
  Affine affine;
  affine.terms.emplace_back(static_cast<int>(variables_.size()), 1);
  variables_.push_back({range, false, -1, 1});
  return affine;
}

// `result` if it can be held by `bits` bits, else anything in `otherwise`.
Affine SiteForms::Fitting(std::optional<Affine> result, unsigned bits, int number, Range otherwise) {
  if (result) {
    const std::optional<Range> range = RangeOf(*result, variables_);
    const Range full = Range::Full(bits);
    if (range && range->low >= full.low && range->high <= full.high) return *std::move(result);
    if (const std::optional<Affine> wrapped = Wrapped(*result, bits, /*is_signed=*/true)) return *wrapped;
  }
  return Opaque(number, otherwise);
}

const Affine& SiteForms::ValueOf(int number) {
  if (!values_[number]) {
    if (under_way_[number] || variables_.size() > kMaxVariables) {
      values_[number] = Opaque(number, Range::Full(program_.values[number].bits));
    } else {
      under_way_[number] = true;
      // What it was taken for meanwhile, if it is made of itself, was anything.
      values_[number] = Compute(number);
    }
  }
  return *values_[number];
}

Affine SiteForms::Id(const GroupValue& value, int number) {
  const char letter = static_cast<char>(value.immediate / 4);
  const auto d = static_cast<unsigned>(value.immediate % 4);
  const Range full = Range::Full(value.bits);
  if (d > 2) return Opaque(number, full);
  const bool all_full = launch_.global_size[d] % launch_.local_size[d] == 0;
  std::optional<Affine> id;
  switch (letter) {
    case 'g': id = global_[d]; break;
    case 'l': id = local_[d]; break;
    case 'w': id = group_[d]; break;
    case 'G': id = Number(static_cast<int64_t>(launch_.global_size[d])); break;
    case 'W': id = Number(static_cast<int64_t>(NumGroups(launch_, d))); break;
    case 'o': id = Number(static_cast<int64_t>(launch_.global_offset[d])); break;
    case 'L': id = Number(static_cast<int64_t>(launch_.local_size[d])); break;
    case 'S':  // smaller in a last group that is not full
      if (!all_full) return Opaque(number, {1, static_cast<int64_t>(launch_.local_size[d])});
      id = Number(static_cast<int64_t>(launch_.local_size[d]));
      break;
    case 'n': {
      const auto x = static_cast<int64_t>(launch_.local_size[0]), y = static_cast<int64_t>(launch_.local_size[1]);
      if (launch_.global_size[0] % launch_.local_size[0] != 0 ||
          launch_.global_size[1] % launch_.local_size[1] != 0) {
        return Opaque(number, full);
      }
      id = AddScaled(local_[0], local_[1], x);
      if (id) id = AddScaled(*id, local_[2], x * y);
      break;
    }
    case 'N': {
      int64_t row = 1;
      id = Number(0);
      for (int k = 0; k < 3 && id; ++k) {
        const std::optional<Affine> along =
            AddScaled(global_[k], Number(static_cast<int64_t>(launch_.global_offset[k])), -1);
        id = along ? AddScaled(*id, *along, row) : std::nullopt;
        if (__builtin_mul_overflow(row, static_cast<int64_t>(launch_.global_size[k]), &row)) id = std::nullopt;
      }
      break;
    }
    default: break;
  }
  return Fitting(std::move(id), value.bits, number, full);
}

Affine SiteForms::Compute(int number) {
  const GroupValue& value = program_.values[number];
  const Range full = Range::Full(value.bits);
  switch (value.op) {
    case GroupOp::kConstant:
      return Fitting(Number(Cut(static_cast<uint64_t>(value.immediate), value.bits)), value.bits, number, full);
    case GroupOp::kArgument: {
      const auto found = ArgumentValue(launch_, static_cast<unsigned>(value.immediate), value.bits);
      if (!found) return Opaque(number, full);
      const int64_t argument = Cut(static_cast<uint64_t>(*found), value.bits);
      if (argument > kAffineLimit || argument < -kAffineLimit) return Opaque(number, full);
      return Number(argument);
    }
    case GroupOp::kId: return Id(value, number);
    case GroupOp::kPhi: {
      if (const auto counter = counters_.find(number); counter != counters_.end()) {
        return Counter(program_.loops[counter->second], number);
      }
      if (const auto merge = merges_.find(number); merge != merges_.end()) {
        return Merged(program_.merges[merge->second], number);
      }
      return Opaque(number, full);
    }
    case GroupOp::kUnknown: {
      if (const auto handed_on = handed_on_.find(number); handed_on != handed_on_.end()) {
        return HandedOn(program_.handed_on[handed_on->second], number);
      }
      const auto ticket = found_.find(number);
      return ticket != found_.end() ? Ticket(program_.accesses[ticket->second], number) : Opaque(number, full);
    }
    default: break;
  }
  const bool is_bool = (value.op == GroupOp::kZExt || value.op == GroupOp::kSExt) && value.immediate == 1;
  if (is_bool) return Selected(value.operands[0], Number(value.op == GroupOp::kZExt ? 1 : -1), Number(0), number);
  if (value.op == GroupOp::kSelect) {
    return Selected(value.operands[0], ValueOf(value.operands[1]), ValueOf(value.operands[2]), number);
  }
  const Affine a = ValueOf(value.operands[0]);
  const Affine b = OperandsOf(value.op) > 1 ? ValueOf(value.operands[1]) : Affine();
  if (a.known() && b.known()) {
    const Range exact = Apply(value, Range::One(a.constant), Range::One(b.constant), Range());
    if (exact.known() && exact.low >= -kAffineLimit && exact.low <= kAffineLimit) return Number(exact.low);
    return Opaque(number, exact);
  }
  return ComputeBinary(value, a, b, number);
}

Affine SiteForms::ComputeBinary(const GroupValue& value, const Affine& a, const Affine& b, int number) {
  const Range left = Bounds(a), right = Bounds(b);
  Range otherwise = Apply(value, left, right, Range());
  // The larger one of two is not below half of their sum: that of x and -x not below 0.
  if (value.op == GroupOp::kSMax || value.op == GroupOp::kSMin) {
    const std::optional<Affine> sum = AddScaled(a, b, 1);
    const std::optional<Range> range = sum ? RangeOf(*sum, variables_) : std::nullopt;
    if (range && value.op == GroupOp::kSMax) otherwise.low = std::max(otherwise.low, -FloorDiv(-range->low, 2));
    if (range && value.op == GroupOp::kSMin) otherwise.high = std::min(otherwise.high, FloorDiv(range->high, 2));
  }
  if (otherwise.known()) return Number(otherwise.low);
  const unsigned bits = value.bits;
  std::optional<Affine> result;
  const bool divides = b.known() && b.constant > 0;
  const bool shifts = b.known() && b.constant >= 0 && b.constant < std::min<int64_t>(bits, 40);
  if (bits == 1) return Opaque(number, otherwise);
  switch (value.op) {
    case GroupOp::kAdd: result = AddScaled(a, b, 1); break;
    case GroupOp::kSub: result = AddScaled(a, b, -1); break;
    case GroupOp::kSMul24:
    case GroupOp::kUMul24:
      if (otherwise == Range::Full(bits)) break;
      [[fallthrough]];
    case GroupOp::kMul:
      if (b.known()) result = AddScaled(Affine(), a, b.constant);
      if (a.known()) result = AddScaled(Affine(), b, a.constant);
      break;
    case GroupOp::kShl:
      if (shifts) result = AddScaled(Affine(), a, int64_t{1} << b.constant);
      break;
    case GroupOp::kUDiv:
      if (divides) result = QuotientOf(WithoutSign(a, bits), b.constant);
      break;
    case GroupOp::kSDiv:  // rounds towards 0
      if (divides && left.low >= 0) result = QuotientOf(a, b.constant);
      break;
    case GroupOp::kURem:
      if (divides) result = RestOf(WithoutSign(a, bits), b.constant);
      break;
    case GroupOp::kSRem:
      if (divides && left.low >= 0) result = RestOf(a, b.constant);
      break;
    case GroupOp::kLShr:
      if (shifts) result = QuotientOf(WithoutSign(a, bits), int64_t{1} << b.constant);
      break;
    case GroupOp::kAShr:  // rounds down
      if (shifts) result = QuotientOf(a, int64_t{1} << b.constant);
      break;
    case GroupOp::kAnd:
      if (b.known()) result = MaskedBy(a, b.constant, bits);
      if (a.known()) result = MaskedBy(b, a.constant, bits);
      if (b.known() && b.constant == 1) {
        const GroupValue& whole = program_.values[value.operands[0]];
        if (whole.op == GroupOp::kXor) result = ParityOf(ValueOf(whole.operands[0]), ValueOf(whole.operands[1]));
      }
      break;
    case GroupOp::kOr:
      // x | m = x + m - (x & m)
      if (b.known()) {
        if (const auto masked = Masked(a, static_cast<uint64_t>(b.constant))) {
          result = AddScaled(a, b, 1);
          if (result) result = AddScaled(*result, *masked, -1);
        }
      } else if (left.low >= 0 && right.low >= 0) {
        // Without a common bit: one is a multiple of 2^n, the other one below 2^n.
        const auto apart = [](const Affine& high, Range low) {
          uint64_t bits_of = static_cast<uint64_t>(high.constant);
          for (const auto& term : high.terms) bits_of |= static_cast<uint64_t>(term.second);
          return bits_of != 0 && static_cast<uint64_t>(low.high) < (bits_of & (~bits_of + 1));
        };
        if (apart(a, right) || apart(b, left)) result = AddScaled(a, b, 1);
      }
      break;
    case GroupOp::kXor:
      if (b.known()) result = Xored(a, static_cast<uint64_t>(b.constant), bits);
      if (a.known()) result = Xored(b, static_cast<uint64_t>(a.constant), bits);
      if (left.low >= 0 && right.low >= 0 && left.high <= 1 && right.high <= 1) result = ParityOf(a, b);
      break;
    case GroupOp::kSMin:
    case GroupOp::kUMin:
      if (value.op == GroupOp::kUMin && (left.low < 0 || right.low < 0)) break;
      if (left.high <= right.low) return a;
      if (right.high <= left.low) return b;
      return Extreme(a, b, /*least=*/true, otherwise, number);
    case GroupOp::kSMax:
    case GroupOp::kUMax:
      if (value.op == GroupOp::kUMax && (left.low < 0 || right.low < 0)) break;
      if (left.high <= right.low) return b;
      if (right.high <= left.low) return a;
      return Extreme(a, b, /*least=*/false, otherwise, number);
    case GroupOp::kTrunc:
    case GroupOp::kSExt:
      if (value.op == GroupOp::kTrunc || value.immediate > 1) result = a;
      break;
    case GroupOp::kZExt: {
      result = WithoutSign(a, static_cast<unsigned>(value.immediate));
      break;
    }
    default: break;  // comparisons
  }
  return Fitting(std::move(result), bits, number, otherwise);
}

// quotient = floor(a / divisor) and rest = a - divisor * quotient as affine forms, if they are, or become
// so once a digit has been cut in two (then a cut is asked for, and the answer is no for now).
std::optional<SiteForms::Split> SiteForms::SplitBy(const Affine& a, int64_t divisor) {
  Split split;
  split.quotient.constant = FloorDiv(a.constant, divisor);
  split.rest.constant = a.constant - split.quotient.constant * divisor;
  for (const auto& [variable, coefficient] : a.terms) {
    const int64_t whole = FloorDiv(coefficient, divisor), part = coefficient - whole * divisor;
    // Digits have no negative values, other variables may: those are better left whole.
    if (part != 0 && variables_[variable].range.low < 0) return std::nullopt;
    if (whole != 0) split.quotient.terms.emplace_back(variable, whole);
    if (part != 0) split.rest.terms.emplace_back(variable, part);
  }
  const Range rest = Bounds(split.rest);
  const int64_t carry = FloorDiv(rest.low, divisor);
  if (carry == FloorDiv(rest.high, divisor)) {
    split.rest.constant -= carry * divisor;
    split.quotient.constant += carry;
    return split;
  }
  for (const auto& [variable, part] : split.rest.terms) {
    const int64_t radix = divisor / std::gcd(part, divisor);
    if (variables_[variable].range.high >= radix) AskForCut(variable, radix);
  }
  if (cut_ || ties_.size() >= kMaxTies || rest.low < -kAffineLimit || rest.high > kAffineLimit) return std::nullopt;
  return SplitOff(std::move(split), divisor);
}

std::optional<Affine> SiteForms::QuotientOf(const std::optional<Affine>& a, int64_t divisor) {
  const std::optional<Split> split = a ? SplitBy(*a, divisor) : std::nullopt;
  return split ? std::optional(split->quotient) : std::nullopt;
}

std::optional<Affine> SiteForms::RestOf(const std::optional<Affine>& a, int64_t divisor) {
  const std::optional<Split> split = a ? SplitBy(*a, divisor) : std::nullopt;
  return split ? std::optional(split->rest) : std::nullopt;
}

// a & mask, both of `bits` bits: of numbers without a sign unless the mask has one.
std::optional<Affine> SiteForms::MaskedBy(const Affine& a, int64_t mask, unsigned bits) {
  const std::optional<Affine> plain = mask >= 0 ? WithoutSign(a, bits) : std::nullopt;
  return Masked(plain ? *plain : a, static_cast<uint64_t>(mask));
}

// The lowest bit of a ^ b, which is that of a + b.
std::optional<Affine> SiteForms::ParityOf(const Affine& a, const Affine& b) {
  const std::optional<Affine> sum = AddScaled(a, b, 1);
  const std::optional<Split> halved = sum ? SplitBy(*sum, 2) : std::nullopt;
  return halved ? std::optional(halved->rest) : std::nullopt;
}

// The same where no cut helps: a rest that may be `divisor` or more is divided again, by new variables.
SiteForms::Split SiteForms::SplitOff(Split split, int64_t divisor) {
  const Range rest = Bounds(split.rest);
  const int times = static_cast<int>(variables_.size()), left = times + 1;
  variables_.push_back({{FloorDiv(rest.low, divisor), FloorDiv(rest.high, divisor)}, false, -1, 1});
  variables_.push_back({{0, divisor - 1}, false, -1, 1});
  Affine above = std::move(split.rest);
  above.terms.insert(above.terms.end(), {{times, -divisor}, {left, -1}});
  Affine below = *AddScaled(Affine(), above, -1);
  ties_.push_back({{times, left}, {std::move(above), std::move(below)}});
  split.quotient.terms.emplace_back(times, 1);
  split.rest = Affine();
  split.rest.terms.emplace_back(left, 1);
  return split;
}

void SiteForms::AskForCut(int variable, int64_t radix) {
  const AffineVariable& cut = variables_[variable];
  if (cut.base < 0 || cut_ || radix > (int64_t{1} << 40)) return;
  const int64_t fresh = cut.unit * radix;
  std::vector<int64_t>& cuts = cuts_[cut.base];
  for (const int64_t known : cuts) {
    if (known == fresh || (known % fresh != 0 && fresh % known != 0)) return;
  }
  cuts.insert(std::upper_bound(cuts.begin(), cuts.end(), fresh), fresh);
  cut_ = true;
}

// a & mask, run of ones by run of ones: floor(a / 2^from) mod 2^length, times 2^from.
std::optional<Affine> SiteForms::Masked(const Affine& a, uint64_t mask) {
  Affine sum;
  for (unsigned from = 0; from < 64;) {
    if ((mask >> from & 1) == 0) {
      ++from;
      continue;
    }
    unsigned end = from;
    while (end < 64 && (mask >> end & 1) != 0) ++end;
    if (from >= 40) return Bounds(a).low >= 0 && Bounds(a).high < (int64_t{1} << 40) ? std::optional(sum) : std::nullopt;
    std::optional<Split> high = SplitBy(a, int64_t{1} << from);
    if (!high) return std::nullopt;
    Affine run = high->quotient;
    // A run that reaches the sign keeps all that is above `from`, of negative numbers too.
    if (end < 40) {
      const std::optional<Split> low = SplitBy(run, int64_t{1} << (end - from));
      if (!low) return std::nullopt;
      run = low->rest;
    } else if (end < 64 && (Bounds(a).low < 0 || Bounds(a).high >= (int64_t{1} << 40))) {
      return std::nullopt;
    }
    const std::optional<Affine> added = AddScaled(sum, run, int64_t{1} << from);
    if (!added) return std::nullopt;
    sum = *added;
    from = end;
  }
  return sum;
}

// a ^ m = a + m - 2 * (a & m)
std::optional<Affine> SiteForms::Xored(const Affine& a, uint64_t mask, unsigned bits) {
  if (static_cast<int64_t>(mask) < 0) {
    if (~mask != 0) return std::nullopt;
    return AddScaled(Number(-1), a, -1);  // all bits: -1 - a
  }
  if (bits == 1 || mask > static_cast<uint64_t>(kAffineLimit)) return std::nullopt;
  const std::optional<Affine> masked = Masked(a, mask);
  if (!masked) return std::nullopt;
  const std::optional<Affine> sum = AddScaled(a, Number(static_cast<int64_t>(mask)), 1);
  return sum ? AddScaled(*sum, *masked, -2) : std::nullopt;
}

bool SiteForms::MakeForm(const SiteAccess& access) {
  SiteForm form;
  form.kind = access.kind;
  form.root = access.root;
  form.bytes = access.bytes;
  form.texel = access.texel;
  form.line = access.line;
  if (!AddGuards(access.guards, form.guards)) return true;  // never made
  form.offset = ValueOf(access.value);
  for (const int coordinate : access.more) {
    if (coordinate >= 0) form.more.push_back(ValueOf(coordinate));
  }
  AddTies(form);
  for (std::vector<Affine>* some : {&form.guards.at_most, &form.guards.unequal}) {
    std::sort(some->begin(), some->end());
    some->erase(std::unique(some->begin(), some->end()), some->end());
  }
  for (const SiteForm& other : forms_) {
    if (other.kind == form.kind && other.root == form.root && other.bytes == form.bytes &&
        other.offset == form.offset && other.more == form.more && other.guards == form.guards) {
      return true;
    }
  }
  forms_.push_back(std::move(form));
  return true;
}

}  // namespace lockstep
