// What branches say: conditions as inequalities between affine forms.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

constexpr int kMaxGuardDepth = 12;
constexpr size_t kMostGuards = 64;  // of one access: more are not looked at

}  // namespace

// What is known of the variables that `form` is made of.
void SiteForms::AddTies(SiteForm& form) const {
  std::vector<Affine> uses = form.guards.at_most;
  uses.insert(uses.end(), form.guards.unequal.begin(), form.guards.unequal.end());
  uses.insert(uses.end(), form.more.begin(), form.more.end());
  uses.push_back(form.offset);
  for (auto tie = ties_.rbegin(); tie != ties_.rend(); ++tie) {
    const auto is_used = [&](const Affine& use) {
      return std::any_of(use.terms.begin(), use.terms.end(), [&](const auto& term) {
        return std::find(tie->of.begin(), tie->of.end(), term.first) != tie->of.end();
      });
    };
    if (std::none_of(uses.begin(), uses.end(), is_used)) continue;
    uses.insert(uses.end(), tie->at_most.begin(), tie->at_most.end());
    form.ties.insert(form.ties.end(), tie->at_most.begin(), tie->at_most.end());
    // Ranges do not tell what the two say together of an id in both, of which much may still be open: i < least and
    // least <= from + per, with i = from + t, that t < per.
    for (const Affine& guard : form.guards.at_most) {
      for (const Affine& known : tie->at_most) {
        std::optional<Affine> sum = AddScaled(guard, known, 1);
        if (sum && sum->terms.size() < guard.terms.size()) form.ties.push_back(*std::move(sum));
      }
    }
  }
}

// a + more <= b
bool SiteForms::AddAtMost(const Affine& a, const Affine& b, int64_t more, SiteConditions& guards) {
  std::optional<Affine> difference = AddScaled(a, b, -1);
  if (difference) difference = AddScaled(*difference, Number(more), 1);
  if (!difference) return true;
  const Range range = Bounds(*difference);
  if (range.low > 0) return false;
  if (range.high > 0) guards.at_most.push_back(*std::move(difference));
  return true;
}

bool SiteForms::AddGuards(const std::vector<SiteGuard>& all, SiteConditions& guards, int depth) {
  return std::all_of(all.begin(), all.end(),
                     [&](const SiteGuard& guard) { return AddGuard(guard.condition, guard.holds, guards, depth); });
}

bool SiteForms::AddGuard(int condition, bool holds, SiteConditions& guards, int depth) {
  if (depth > kMaxGuardDepth || guards.at_most.size() > kMostGuards) return true;
  const GroupValue& value = program_.values[condition];
  const auto operand = [&](int i) { return value.operands[i]; };
  switch (value.op) {
    case GroupOp::kAnd:
      if (value.bits != 1 || !holds) break;
      return AddGuard(operand(0), true, guards, depth + 1) && AddGuard(operand(1), true, guards, depth + 1);
    case GroupOp::kOr:
      if (value.bits != 1 || holds) break;
      return AddGuard(operand(0), false, guards, depth + 1) && AddGuard(operand(1), false, guards, depth + 1);
    case GroupOp::kXor:
      for (const int side : {0, 1}) {
        if (value.bits != 1 || program_.values[operand(side)].op != GroupOp::kConstant) continue;
        const bool flips = (program_.values[operand(side)].immediate & 1) != 0;
        return AddGuard(operand(1 - side), holds != flips, guards, depth + 1);
      }
      break;
    case GroupOp::kSelect:
    case GroupOp::kPhi:
      if (value.bits != 1) break;
      if (!AddChosen(condition, holds, Truth::kLowestBit, guards, depth)) return false;
      break;
    case GroupOp::kTrunc:  // a bool that was kept in a byte
      if (value.bits != 1) break;
      if (!AddTruth(operand(0), holds, Truth::kLowestBit, guards, depth + 1)) return false;
      break;
    case GroupOp::kEq:
    case GroupOp::kNe: {
      if (value.immediate == 1) break;
      const Affine a = ValueOf(operand(0)), b = ValueOf(operand(1));
      const bool equal = (value.op == GroupOp::kEq) == holds;
      const GroupValue& right = program_.values[operand(1)];
      const bool zero = right.op == GroupOp::kConstant && right.immediate == 0;
      if (zero && !AddTruth(operand(0), !equal, Truth::kNotZero, guards, depth + 1)) return false;
      if (equal) {
        return AddAtMost(a, b, 0, guards) && AddAtMost(b, a, 0, guards);
      }
      // Not equal to the least of its values: above it. (So `x > 0` of unsigned x is written.)
      if (b.known() && Bounds(a).low == b.constant) return AddAtMost(b, a, 1, guards);
      if (b.known() && Bounds(a).high == b.constant) return AddAtMost(a, b, 1, guards);
      // ... or of two of which one is never beyond the other.
      if (std::optional<Affine> apart = AddScaled(b, a, -1)) {
        const Range range = Bounds(*apart);
        if (range.low == 0) return AddAtMost(a, b, 1, guards);
        if (range.high == 0) return AddAtMost(b, a, 1, guards);
        const bool may_be_equal = range.low < 0 && range.high > 0;
        if (may_be_equal && guards.unequal.size() < kMostGuards) guards.unequal.push_back(*std::move(apart));
      }
      return true;
    }
    case GroupOp::kSLt:
    case GroupOp::kSLe:
    case GroupOp::kULt:
    case GroupOp::kULe: {
      if (value.immediate == 1) break;
      Affine a = ValueOf(operand(0)), b = ValueOf(operand(1));
      bool strict = value.op == GroupOp::kSLt || value.op == GroupOp::kULt;
      const bool is_unsigned = value.op == GroupOp::kULt || value.op == GroupOp::kULe;
      if (!holds) {
        std::swap(a, b);
        strict = !strict;
      }
      // Below an unsigned number that is not negative as a signed one: not negative either.
      if (is_unsigned && Bounds(b).low < 0) return true;
      // A ticket of both readings, which are variables of their own.
      const std::optional<Affine> ticket =
          is_unsigned ? AsUnsigned(a, static_cast<unsigned>(value.immediate)) : std::nullopt;
      if (ticket && !AddAtMost(*ticket, b, strict ? 1 : 0, guards)) return false;
      if (is_unsigned && Bounds(a).low < 0 && !AddAtMost(Number(0), a, 0, guards)) return false;
      return AddAtMost(a, b, strict ? 1 : 0, guards);
    }
    default: break;
  }
  const Affine& known = ValueOf(condition);
  return !known.known() || (known.constant != 0) == holds;
}

// Value number `number`, as a truth, is `holds`.
bool SiteForms::AddTruth(int number, bool holds, Truth truth, SiteConditions& guards, int depth) {
  if (depth > kMaxGuardDepth || guards.at_most.size() > kMostGuards) return true;
  const GroupValue& value = program_.values[number];
  if (value.bits == 1) return AddGuard(number, holds, guards, depth + 1);
  const auto each = [&](int count) {
    for (int i = 0; i < count; ++i) {
      if (!AddTruth(value.operands[i], holds, truth, guards, depth + 1)) return false;
    }
    return true;
  };
  switch (value.op) {
    case GroupOp::kConstant: return TruthOf(number, truth) == holds;
    case GroupOp::kSExt:
    case GroupOp::kZExt: return each(1);
    case GroupOp::kTrunc: return truth == Truth::kNotZero || each(1);
    case GroupOp::kAnd: return !holds || each(2);  // not where it is 0: nobody knows which of the two
    case GroupOp::kOr: return holds || each(2);
    case GroupOp::kSelect:
    case GroupOp::kPhi: return AddChosen(number, holds, truth, guards, depth);
    default: return true;
  }
}

// The truth of a constant; nullopt of anything else.
std::optional<bool> SiteForms::TruthOf(int number, Truth truth) const {
  const GroupValue& value = program_.values[number];
  if (value.op != GroupOp::kConstant) return std::nullopt;
  return truth == Truth::kNotZero && value.bits > 1 ? value.immediate != 0 : (value.immediate & 1) != 0;
}

// The same of a value that is one of several: if but one of them can be `holds`, it is that, and what it was chosen by
// held as well.
bool SiteForms::AddChosen(int number, bool holds, Truth truth, SiteConditions& guards, int depth) {
  const GroupValue& value = program_.values[number];
  const auto denied = [&](int one) { return TruthOf(one, truth) == !holds; };
  if (value.op == GroupOp::kSelect) {
    for (const int side : {1, 2}) {
      if (!denied(value.operands[side])) continue;
      return AddGuard(value.operands[0], side == 2, guards, depth + 1) &&
             AddTruth(value.operands[3 - side], holds, truth, guards, depth + 1);
    }
    return true;
  }
  const auto found = merges_.find(number);
  if (found == merges_.end() || !program_.merges[found->second].now) return true;
  const SiteSource* only = nullptr;
  for (const SiteSource& source : program_.merges[found->second].sources) {
    if (source.shrinks) return true;
    if (denied(source.value)) continue;
    if (only != nullptr) return true;
    only = &source;
  }
  if (only == nullptr) return false;
  return AddGuards(only->guards, guards, depth + 1) && AddTruth(only->value, holds, truth, guards, depth + 1);
}

}  // namespace lockstep
