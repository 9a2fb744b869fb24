#include "runtime/prune/injective.h"

#include <algorithm>
#include <array>
#include <cstdlib>

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

struct Stride {
  Wide step;
  Wide extent;  // how many values the id takes
};

}  // namespace

bool TouchedByOneWorkItemOnly(const std::vector<AccessForm>& forms, const LaunchNumbers& launch,
                              bool local) {
  std::optional<Linear> common;
  Wide low = 0, high = 0;  // bytes that one work-item touches, relative to the strides' sum
  for (const AccessForm& form : forms) {
    for (const FitsIn& fits : form.fits) {
      if (!Fits(fits, launch)) return false;
    }
    const std::optional<Linear> offset = Evaluate(form.offset, launch);
    if (!offset) return false;
    const Wide end = offset->constant + Wide(form.bytes);
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

  // Mixed-radix argument: with the strides in rising order, each must step over all that the
  // smaller ones reach. Then the ids can be read off the address, so different work-items have
  // disjoint bytes.
  std::vector<Stride> strides;
  for (int d = 0; d < 3; ++d) {
    if (launch.local_size[d] > 1)
      strides.push_back({common->item[d] < 0 ? -common->item[d] : common->item[d],
                         Wide(launch.local_size[d])});
    if (!local && NumGroups(launch, d) > 1)
      strides.push_back({common->group[d] < 0 ? -common->group[d] : common->group[d],
                         Wide(NumGroups(launch, d))});
  }
  std::sort(strides.begin(), strides.end(),
            [](const Stride& a, const Stride& b) { return a.step < b.step; });
  Wide reach = high - low;
  for (const Stride& stride : strides) {
    if (stride.step < reach) return false;
    reach += stride.step * (stride.extent - 1);
    if (reach > kLimit) return false;
  }
  return true;
}

}  // namespace lockstep
