#include "runtime/model/offset_text.h"

#include <string>
#include <vector>

#include "runtime/base/polynomial.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// A symbol of runtime/base/polynomial.h in OpenCL C.
std::string SymbolText(const std::string& symbol, const KernelDescription& kernel) {
  const std::string index = symbol.substr(1);
  switch (symbol[0]) {
    case 'g': return StrCat("get_global_id(", index, ")");
    case 'l': return StrCat("get_local_id(", index, ")");
    case 'w': return StrCat("get_group_id(", index, ")");
    case 'G': return StrCat("get_global_size(", index, ")");
    case 'L': return StrCat("get_enqueued_local_size(", index, ")");
    case 'S': return StrCat("get_local_size(", index, ")");
    case 'W': return StrCat("get_num_groups(", index, ")");
    case 'o': return StrCat("get_global_offset(", index, ")");
    case 'a': {
      const auto number = ParseUnsigned(index);
      if (number && *number < kernel.args.size() && !kernel.args[*number].name.empty()) {
        return kernel.args[*number].name;
      }
      return StrCat("argument ", index);
    }
    default: return symbol;
  }
}

}  // namespace

std::string OffsetText(const Site& access, const KernelDescription* kernel) {
  const std::string& offset = access.condition;
  if (kernel == nullptr || offset.empty()) return "";
  const Polynomial polynomial = Polynomial::Parse(offset);
  if (!polynomial.valid() || polynomial.terms().empty()) return "";
  std::vector<std::string> parts;
  std::string constant;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty()) {
      constant = StrCat(coefficient);
      continue;
    }
    std::vector<std::string> factors;
    if (coefficient != 1) factors.push_back(StrCat(coefficient));
    for (const std::string& symbol : monomial) factors.push_back(SymbolText(symbol, *kernel));
    parts.push_back(Join(factors, " * "));
  }
  if (parts.empty()) return "";
  if (!constant.empty()) parts.push_back(constant);
  return Join(parts, " + ");
}

}  // namespace lockstep
