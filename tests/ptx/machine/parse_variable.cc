// Declarations of variables, with their initial values.
#include <cstdlib>
#include <cstring>

#include "tests/ptx/machine/parser.h"

namespace lockstep::ptx_machine {

std::optional<uint64_t> IntegerOf(std::string_view text) {
  std::string digits(text);
  if (!digits.empty() && digits.back() == 'U') digits.pop_back();
  if (digits.empty() || digits[0] < '0' || digits[0] > '9') return std::nullopt;
  char* end = nullptr;
  const uint64_t value = std::strtoull(digits.c_str(), &end, 0);
  if (*end != '\0') return std::nullopt;
  return value;
}

uint64_t ReadInteger(Reader& reader) {
  const bool negative = reader.Take("-");
  const std::optional<uint64_t> value = IntegerOf(reader.Peek().text);
  if (!value) {
    reader.Fail("a number expected, not '" + std::string(reader.Peek().text) + "'");
    return 0;
  }
  reader.Next();
  return negative ? -*value : *value;
}

std::optional<Space> SpaceOfDirective(std::string_view text) {
  if (text == ".global") return Space::kGlobal;
  if (text == ".shared") return Space::kShared;
  if (text == ".local") return Space::kLocal;
  if (text == ".const") return Space::kConst;
  if (text == ".param") return Space::kParam;
  return std::nullopt;
}

namespace {

void Put(Variable& variable, uint64_t at, uint64_t value) {
  const size_t size = BytesOf(variable.type);
  if (variable.content.size() < at + size) variable.content.resize(at + size);
  std::memcpy(&variable.content[at], &value, size);
}

// The bits of one value of an initialiser; an address is noted as a reference.
void ReadValue(Reader& reader, const Names& names, Variable& variable, uint64_t at) {
  const std::string_view text = reader.Peek().text;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D')) {
    Put(variable, at, std::strtoull(std::string(reader.Next().text.substr(2)).c_str(), nullptr, 16));
    return;
  }
  if (text == "-" || IntegerOf(text)) {
    Put(variable, at, ReadInteger(reader));
    return;
  }
  const bool generic = reader.Take("generic");
  if (generic) reader.Expect("(");
  Variable::Reference reference;
  reference.at = at;
  const std::string_view name = reader.Peek().text;
  if (const auto found = names.variables.find(name); found != names.variables.end()) reference.target = found->second;
  if (const auto found = names.functions.find(name); found != names.functions.end()) reference.function = found->second;
  if (reference.target == nullptr && reference.function == nullptr) {
    reader.Fail("'" + std::string(name) + "' is no initial value");
    return;
  }
  reader.Next();
  if (generic) reader.Expect(")");
  if (reader.Take("+")) reference.addend = ReadInteger(reader);
  Put(variable, at, 0);
  variable.references.push_back(reference);
}

// Nested braces lie in memory as if there were one pair: LLVM writes whole arrays.
void ReadValues(Reader& reader, const Names& names, Variable& variable, uint64_t& at) {
  if (!reader.Take("{")) {
    ReadValue(reader, names, variable, at);
    at += BytesOf(variable.type);
    return;
  }
  while (!reader.AtEnd() && !reader.Take("}")) {
    ReadValues(reader, names, variable, at);
    if (!reader.Peek().Is("}")) reader.Expect(",");
  }
}

}  // namespace

std::unique_ptr<Variable> ReadVariable(Reader& reader, Space space, const Names& names, bool initialised) {
  auto variable = std::make_unique<Variable>();
  variable->space = space;
  while (reader.Peek().text.substr(0, 1) == ".") {
    const std::string_view word = reader.Next().text;
    if (word == ".align") {
      variable->align = ReadInteger(reader);
    } else if (word == ".ptr") {  // a note of NVIDIA's OpenCL on what an argument points to
      if (SpaceOfDirective(reader.Peek().text)) reader.Next();
      if (reader.Take(".align")) ReadInteger(reader);
    } else if (const auto type = ParseType(word.substr(1)); type && variable->type == Type::kNone) {
      variable->type = *type;
    } else {
      reader.Fail("unknown word " + std::string(word) + " of a variable");
    }
  }
  if (variable->type == Type::kNone) reader.Fail("a variable needs a type");
  variable->name = std::string(reader.Next().text);
  variable->bytes = BytesOf(variable->type);
  variable->align = std::max<uint64_t>(variable->align, BytesOf(variable->type));
  while (reader.Take("[")) {
    variable->bytes *= reader.Peek().Is("]") ? 0 : ReadInteger(reader);
    reader.Expect("]");
  }
  if (initialised && reader.Take("=")) {
    uint64_t at = 0;
    ReadValues(reader, names, *variable, at);
    if (at > variable->bytes) reader.Fail(variable->name + " has more initial values than room");
  }
  return variable;
}

}  // namespace lockstep::ptx_machine
