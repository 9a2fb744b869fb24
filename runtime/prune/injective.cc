#include "runtime/prune/injective.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "runtime/prune/stays.h"

namespace lockstep {
namespace {

using Wide = __int128;
constexpr Wide kLimit = Wide(1) << 62;

// constant + sum over d of group[d] * (group id d) + item[d] * (local id d)
struct Linear {
  Wide constant = 0;
  std::array<Wide, 3> group{}, item{};

  bool SameStrides(const Linear& other) const {
    return group == other.group && item == other.item;
  }
};

uint64_t NumGroups(const LaunchNumbers& launch, int d) {
  return (launch.global_size[d] + launch.local_size[d] - 1) / launch.local_size[d];
}

// The launch's value of a symbol that is the same for all work-items.
std::optional<int64_t> Uniform(const std::string& symbol, const LaunchNumbers& launch) {
  const unsigned index = std::strtoul(symbol.c_str() + 1, nullptr, 10);
  if (symbol[0] == 'a') {
    const auto found = launch.arguments.find(index);
    if (found == launch.arguments.end()) return std::nullopt;
    return found->second;
  }
  if (index > 2) return std::nullopt;
  switch (symbol[0]) {
    case 'G': return launch.global_size[index];
    case 'L': return launch.local_size[index];
    case 'S':  // one number only if all groups are full
      if (launch.global_size[index] % launch.local_size[index] != 0) return std::nullopt;
      return launch.local_size[index];
    case 'W': return NumGroups(launch, index);
    case 'o': return launch.global_offset[index];
    default: return std::nullopt;
  }
}

bool IsId(const std::string& symbol) {
  return symbol[0] == 'g' || symbol[0] == 'l' || symbol[0] == 'w';
}

// Puts the launch's numbers in; nullopt if the result is not linear in the ids or gets too large.
std::optional<Linear> Evaluate(const Polynomial& polynomial, const LaunchNumbers& launch) {
  if (!polynomial.valid()) return std::nullopt;
  Linear result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Wide factor = coefficient;
    const std::string* id = nullptr;
    for (const std::string& symbol : monomial) {
      if (symbol.size() < 2) return std::nullopt;
      if (IsId(symbol)) {
        if (id) return std::nullopt;
        id = &symbol;
        continue;
      }
      const std::optional<int64_t> value = Uniform(symbol, launch);
      if (!value) return std::nullopt;
      factor *= *value;
      if (factor > kLimit || factor < -kLimit) return std::nullopt;
    }
    if (!id) {
      result.constant += factor;
      continue;
    }
    const unsigned d = std::strtoul(id->c_str() + 1, nullptr, 10);
    if (d > 2) return std::nullopt;
    switch ((*id)[0]) {
      case 'l': result.item[d] += factor; break;
      case 'w': result.group[d] += factor; break;
      default:  // global id = offset + group id * local size + local id
        result.item[d] += factor;
        result.group[d] += factor * launch.local_size[d];
        result.constant += factor * launch.global_offset[d];
    }
  }
  for (int d = 0; d < 3; ++d) {
    for (const Wide value : {result.constant, result.group[d], result.item[d]})
      if (value > kLimit || value < -kLimit) return std::nullopt;
  }
  return result;
}

// Does the value stay within the type for all ids of the launch?
bool Fits(const FitsIn& fits, const LaunchNumbers& launch) {
  const std::optional<Linear> value = Evaluate(fits.value, launch);
  if (!value) return false;
  Wide low = value->constant, high = value->constant;
  for (int d = 0; d < 3; ++d) {
    const Wide group = value->group[d] * (Wide(NumGroups(launch, d)) - 1);
    const Wide item = value->item[d] * (Wide(launch.local_size[d]) - 1);
    (group < 0 ? low : high) += group;
    (item < 0 ? low : high) += item;
  }
  const Wide limit = Wide(1) << (fits.is_signed ? fits.bits - 1 : fits.bits);
  return low >= (fits.is_signed ? -limit : 0) && high < limit;
}

// The form's offset; nullopt if it is not linear, or what it is made of may not fit into its types.
std::optional<Linear> Fitting(const AccessForm& form, const LaunchNumbers& launch) {
  const bool fit = std::all_of(form.fits.begin(), form.fits.end(),
                               [&](const FitsIn& fits) { return Fits(fits, launch); });
  return fit ? Evaluate(form.offset, launch) : std::nullopt;
}

struct Extent {
  Wide low, high;
};

// The values that `offset`, of an access of `form`, may have.
Extent ExtentOf(const Linear& offset, const AccessForm& form, const LaunchNumbers& launch) {
  Extent extent = {offset.constant, offset.constant};
  const auto add = [&](Wide step, Wide first, Wide last) {
    extent.low += step * (step < 0 ? last : first);
    extent.high += step * (step < 0 ? first : last);
  };
  // The value to which branches hold an id; nullopt if to none, or it is not one number.
  const auto fixed = [&](char letter, int d) -> std::optional<Wide> {
    const auto found = form.fixed.find(std::string(1, letter) + std::to_string(d));
    if (found == form.fixed.end()) return std::nullopt;
    const std::optional<Linear> value = Evaluate(found->second, launch);
    if (!value || !value->SameStrides(Linear())) return std::nullopt;
    return value->constant;
  };
  for (int d = 0; d < 3; ++d) {
    const Wide item = offset.item[d], group = offset.group[d];
    const std::optional<Wide> global = fixed('g', d), local = fixed('l', d);
    if (group == item * Wide(launch.local_size[d]) && (global || !local)) {
      // By the global id, of which the constant has the offset already (Evaluate).
      const Wide only = global.value_or(0) - Wide(launch.global_offset[d]);
      add(item, global ? only : 0, global ? only : Wide(launch.global_size[d]) - 1);
      continue;
    }
    add(item, local.value_or(0), local ? *local : Wide(launch.local_size[d]) - 1);
    add(group, 0, Wide(NumGroups(launch, d)) - 1);
  }
  return extent;
}

// Takes the lowest coordinate off the number that stands for a texel (AddressForms::TexelOf: 21 bits for each).
Linear TakeCoordinate(Linear& texel) {
  constexpr Wide kRadix = Wide(1) << 21;
  const auto take = [](Wide& from) {
    Wide low = from % kRadix;
    if (low >= kRadix / 2) low -= kRadix;
    if (low < -kRadix / 2) low += kRadix;
    from = (from - low) / kRadix;
    return low;
  };
  Linear coordinate;
  coordinate.constant = take(texel.constant);
  for (int d = 0; d < 3; ++d) {
    coordinate.group[d] = take(texel.group[d]);
    coordinate.item[d] = take(texel.item[d]);
  }
  return coordinate;
}

// Whether only work-items of one value of `id` make any of the accesses.
bool AllFix(const std::vector<AccessForm>& forms, const std::string& id, const LaunchNumbers& launch) {
  std::optional<Wide> common;
  for (const AccessForm& form : forms) {
    const auto found = form.fixed.find(id);
    if (found == form.fixed.end()) return false;
    const std::optional<Linear> value = Evaluate(found->second, launch);
    if (!value || !value->SameStrides(Linear()) || (common && *common != value->constant)) return false;
    common = value->constant;
  }
  return common.has_value();
}

struct Stride {
  Wide step;
  Wide extent;  // how many values the id takes
};

// Those of the ids that take more than one value.
std::vector<Stride> StridesOf(const std::array<Wide, 3>& steps, const std::array<Wide, 3>& extents) {
  std::vector<Stride> strides;
  for (int d = 0; d < 3; ++d) {
    if (extents[d] > 1) strides.push_back({steps[d] < 0 ? -steps[d] : steps[d], extents[d]});
  }
  return strides;
}

// Mixed-radix argument: with the strides in rising order, each must step over all that the smaller ones
// reach, beginning with `reach` bytes. Then the ids can be read off the address, so that different ids
// have disjoint bytes.
bool StepOver(std::vector<Stride> strides, Wide reach) {
  std::sort(strides.begin(), strides.end(),
            [](const Stride& a, const Stride& b) { return a.step < b.step; });
  for (const Stride& stride : strides) {
    if (stride.step < reach) return false;
    reach += stride.step * (stride.extent - 1);
    if (reach > kLimit) return false;
  }
  return true;
}

// Bytes that every work-item touches, relative to the sum of its strides.
struct Place {
  Wide offset;
  Wide bytes;
};

// Whether no work-item touches at any of `places` what another one, whose ids differ from its by less than
// `extents`, touches at any of them. Lists the differences along two dimensions and solves for the third.
bool ItemsApart(const std::vector<Place>& places, const std::array<Wide, 3>& steps,
                const std::array<Wide, 3>& extents) {
  constexpr Wide kMaxTries = 100000;
  if (places.size() * places.size() * 4 * extents[1] * extents[2] > kMaxTries) return false;
  for (const Place& a : places) {
    for (const Place& b : places) {
      for (Wide z = 1 - extents[2]; z < extents[2]; ++z) {
        for (Wide y = 1 - extents[1]; y < extents[1]; ++y) {
          // They overlap where -a.bytes < steps[0] * x + rest < b.bytes.
          const Wide rest = steps[2] * z + steps[1] * y + a.offset - b.offset;
          const Wide step = steps[0] < 0 ? -steps[0] : steps[0];
          const auto overlap = [&](Wide x) {
            const bool same = x == 0 && y == 0 && z == 0;
            const Wide distance = step * x + rest;
            return !same && x > -extents[0] && x < extents[0] && -a.bytes < distance && distance < b.bytes;
          };
          if (step == 0) {
            if (overlap(0) || overlap(1) || overlap(-1)) return false;
            continue;
          }
          // Around where the distance is 0, as far as the accesses are wide.
          const Wide middle = -rest / step, width = (a.bytes + b.bytes) / step + 2;
          if (width > kMaxTries) return false;
          for (Wide x = middle - width; x <= middle + width; ++x) {
            if (overlap(x)) return false;
          }
        }
      }
    }
  }
  return true;
}

}  // namespace

bool StaysWithin(const std::vector<AccessForm>& forms, const LaunchNumbers& launch, uint64_t size) {
  return std::all_of(forms.begin(), forms.end(), [&](const AccessForm& form) {
    const std::optional<Linear> offset = Fitting(form, launch);
    if (!offset) return false;
    const Extent extent = ExtentOf(*offset, form, launch);
    return extent.low >= 0 && extent.high + Wide(form.bytes) <= Wide(size);
  });
}

bool TexelsStayWithin(const std::vector<AccessForm>& forms, const LaunchNumbers& launch, const uint64_t (&sizes)[3]) {
  return std::all_of(forms.begin(), forms.end(), [&](const AccessForm& form) {
    std::optional<Linear> offset = Fitting(form, launch);
    if (!offset) return false;
    for (const uint64_t size : sizes) {
      const Extent extent = ExtentOf(TakeCoordinate(*offset), form, launch);
      if (extent.low < 0 || extent.high >= Wide(size)) return false;
    }
    return true;
  });
}

bool TouchedByOneWorkItemOnly(const std::vector<AccessForm>& forms, const LaunchNumbers& launch,
                              bool local) {
  std::optional<Linear> common;
  std::vector<Place> places;
  Wide low = 0, high = 0;  // bytes that one work-item touches, relative to the strides' sum
  for (const AccessForm& form : forms) {
    for (const FitsIn& fits : form.fits) {
      if (!Fits(fits, launch)) return false;
    }
    const std::optional<Linear> offset = Evaluate(form.offset, launch);
    if (!offset) return false;
    const Wide end = offset->constant + Wide(form.bytes);
    places.push_back({offset->constant, Wide(form.bytes)});
    if (!common) {
      common = offset;
      low = offset->constant;
      high = end;
    } else {
      if (!common->SameStrides(*offset)) return false;
      low = std::min(low, offset->constant);
      high = std::max(high, end);
    }
  }
  if (!common) return true;

  std::array<Wide, 3> items{1, 1, 1}, groups{1, 1, 1};  // how many values each id takes
  for (int d = 0; d < 3; ++d) {
    const std::string number = std::to_string(d);
    if (AllFix(forms, "g" + number, launch)) continue;
    if (!AllFix(forms, "l" + number, launch)) items[d] = Wide(launch.local_size[d]);
    if (!local) groups[d] = Wide(NumGroups(launch, d));
  }
  std::vector<Stride> strides = StridesOf(common->group, groups);
  const std::vector<Stride> within = StridesOf(common->item, items);
  strides.insert(strides.end(), within.begin(), within.end());
  if (StepOver(std::move(strides), high - low)) return true;
  // Or each group has a stretch of its own, and in it each work-item its own places.
  Wide stretch = high - low;
  for (const Stride& stride : within) stretch += stride.step * (stride.extent - 1);
  if (stretch > kLimit || !StepOver(StridesOf(common->group, groups), stretch)) return false;
  return ItemsApart(places, common->item, items);
}

}  // namespace lockstep
