// Where an access lies that has left its object, and what its offset is made of.
#include "runtime/base/polynomial.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

// A symbol of runtime/base/polynomial.h in OpenCL C.
std::string SymbolText(const std::string& symbol, const KernelImage& kernel) {
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

// "4 * get_global_id(0) + 8"; "" if `offset` is none, or nothing in it changes.
std::string OffsetText(const std::string& offset, const KernelImage& kernel) {
  if (offset.empty()) return "";
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
    for (const std::string& symbol : monomial) factors.push_back(SymbolText(symbol, kernel));
    parts.push_back(Join(factors, " * "));
  }
  if (parts.empty()) return "";
  if (!constant.empty()) parts.push_back(constant);
  return Join(parts, " + ");
}

std::string NameOf(const Memory& memory) {
  return memory.name.empty() ? "the object" : StrCat("'", memory.name, "'");
}

// "begins 8 bytes behind the end of the 256 bytes of 'a'".
std::string PlaceText(const Finding& finding, uint64_t bytes) {
  const std::string name = NameOf(*finding.memory);
  const int64_t position = finding.position;
  const uint64_t bounds = finding.bounds;
  if (bounds == 0) return StrCat("goes to offset ", position, " of ", name, ", behind which there is no memory");
  if (position < 0) {
    return StrCat("begins ", Counted(0 - static_cast<uint64_t>(position), "byte", "bytes"), " before the start of ", name);
  }
  const auto begin = static_cast<uint64_t>(position);
  const std::string size = StrCat(", which has ", Counted(bounds, "byte", "bytes"));
  if (begin < bounds) {
    return StrCat("ends ", Counted(begin + bytes - bounds, "byte", "bytes"), " behind the end of ", name, size);
  }
  if (begin == bounds) return StrCat("begins right behind the end (0 bytes) of ", name, size);
  return StrCat("begins ", Counted(begin - bounds, "byte", "bytes"), " behind the end of ", name, size);
}

std::string CoordinateText(const std::array<int64_t, 3>& coordinate, unsigned dimensions) {
  std::string text = StrCat("(", coordinate[0]);
  for (unsigned d = 1; d < dimensions && d < 3; ++d) text += StrCat(",", coordinate[d]);
  return text + ")";
}

}  // namespace

void ExplainBounds(uint64_t start, Finding* finding) {
  const Access& access = finding->accesses[0];
  const Memory& memory = *finding->memory;
  const char* what = access.op == "read" ? "read" : access.op == "rmw" ? "atomic operation" : "write";
  if (finding->coordinate) {
    finding->why = StrCat("the coordinate ", CoordinateText(*finding->coordinate, memory.image->dimensions),
                          " lies outside the image; OpenCL leaves undefined what such a write does");
    finding->repair = RepairText(Repair::kGuardTexel);
    return;
  }
  finding->why = StrCat("the ", what, " of ", Counted(access.site.bytes, "byte", "bytes"), " at offset ",
                        finding->position, " ", PlaceText(*finding, access.site.bytes));
  if (start != 0) finding->why += StrCat(" and is a part of a buffer, from its byte ", start, " on");
  if (!NamesItsObject(access.site)) return;
  if (access.site.root.find('|') != std::string::npos) {
    finding->why += "; its pointer may lead to several objects, of which this one is nearest";
  }
  const std::string offset = OffsetText(access.site.condition, *finding->launch->kernel);
  if (!offset.empty()) finding->why += StrCat("; its offset is ", offset);
  const std::string name = NameOf(memory);
  const std::string larger = RepairText(Repair::kLargerObject, {name});
  if (finding->bounds == 0) {
    finding->repair = AnyOf({RepairText(Repair::kSetBuffer, {name}), RepairText(Repair::kLeaveOutNull)});
  } else if (finding->position < 0) {
    finding->repair = RepairText(Repair::kGuardNegative);
  } else if (access.site.condition.find('g') != std::string::npos || access.site.condition.find('w') != std::string::npos) {
    finding->repair = AnyOf({RepairText(Repair::kGuardWorkItems, {name}), RepairText(Repair::kFewerWorkItems), larger});
  } else {
    finding->repair = AnyOf({RepairText(Repair::kGuardIndex, {name}), larger});
  }
}

}  // namespace lockstep
