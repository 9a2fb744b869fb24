// What a kernel argument gets that nobody gave.
#include "host/cli/default_arg.h"

#include <algorithm>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

StatusOr<DefaultArg> DefaultNumber(const ArgumentFacts& facts, const std::string& type_name,
                                   const KernelRequest& request) {
  auto type = ParseScalarType(type_name);
  if (!type.ok()) {
    return InvalidArgumentError(StrCat("argument ", facts.index, " ('", facts.name, "', ",
                                       facts.type_name, ") has no default: give --arg=",
                                       facts.index, ":…"));
  }
  auto given = request.defaults.find(facts.name);
  std::string value =
      given != request.defaults.end() ? given->second : std::to_string(request.global[0]);
  auto bytes = EncodeValue(*type, value);
  // Too many work-items for a char.
  if (!bytes.ok() && given == request.defaults.end()) bytes = EncodeValue(*type, value = "1");
  if (!bytes.ok()) {
    return InvalidArgumentError(StrCat("--default=", facts.name, ": ", bytes.status().message()));
  }
  DefaultArg result;
  result.spec.kind = ArgSpec::Kind::kValue;
  for (unsigned lane = 0; lane < type->lanes; ++lane) result.spec.content += *bytes;
  result.spec.content.resize(type->size());
  result.text = StrCat(type_name, ":", value);
  return result;
}

}  // namespace

StatusOr<DefaultArg> MakeDefaultArg(const ArgumentFacts& facts, const KernelRequest& request) {
  size_t star = facts.type_name.find('*');
  std::string element_type(Strip(facts.type_name.substr(0, star)));
  if (star == std::string::npos) return DefaultNumber(facts, element_type, request);
  auto type = ParseScalarType(element_type);
  uint64_t element = type.ok() ? type->size() : 16;
  uint64_t items = element;
  uint64_t group = element;
  bool too_many = false;
  for (unsigned d = 0; d < request.dimensions; ++d) {
    too_many |= __builtin_mul_overflow(items, request.global[d], &items);
    // Without --local the group may be as big as the launch.
    too_many |= __builtin_mul_overflow(
        group, request.has_local ? request.local[d] : request.global[d], &group);
  }
  if (too_many) {
    return InvalidArgumentError("--global asks for more work-items than there are numbers for");
  }
  if (facts.local) {
    DefaultArg result;
    result.spec.kind = ArgSpec::Kind::kLocal;
    result.spec.size = std::max(group, request.local_buffer_size);
    result.text = StrCat("local:", result.spec.size);
    return result;
  }
  uint64_t size = std::max(items, request.buffer_size);
  std::string text = StrCat("buffer,", size, ",", request.fill);
  if (request.fill != "zeros") text += StrCat(":", type.ok() ? element_type : "int");
  auto spec = ParseArgSpec(StrCat(facts.index, ":", text));
  if (!spec.ok()) return spec.status();
  return DefaultArg{std::move(*spec), text};
}

}  // namespace lockstep
