// Types out of mangled names. Source: Itanium C++ ABI, section 5.1 (types, compression); clang's vendor qualifiers
// U3AS1 (address spaces) and U7_Atomic.
#include "instrument/ir/pointee.h"

#include <cctype>
#include <optional>
#include <vector>

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Type.h"

namespace lockstep::instrument {
namespace {

// One parameter's type. Names of types are views into the mangled name.
struct Parameter {
  llvm::Type* value = nullptr;    // if it is a number or a vector
  llvm::Type* pointee = nullptr;  // if it is a pointer to one
  std::string_view name;          // if it is a named type
};

class Reader {
 public:
  Reader(std::string_view text, llvm::LLVMContext& context) : rest_(text), context_(context) {}

  // The parameter that comes next; nullopt at the end or at what OpenCL's built-ins do not have.
  std::optional<Parameter> Next() {
    if (rest_.empty() || ++parts_ > kMostParts) return std::nullopt;
    const char first = rest_[0];
    if (first == 'S') return Substitution();
    if (first == 'P') {
      rest_.remove_prefix(1);
      const std::optional<Parameter> inner = Next();
      if (!inner) return std::nullopt;
      return Remember({nullptr, inner->value, {}});
    }
    if (first == 'U' || first == 'V' || first == 'K' || first == 'r') return Qualified();
    if (Consume("Dv")) return Vector();
    if (Consume("Dh")) return Parameter{llvm::Type::getHalfTy(context_), nullptr, {}};
    if (std::isdigit(static_cast<unsigned char>(first)) != 0) {
      const std::optional<std::string_view> name = SourceName();
      if (!name) return std::nullopt;
      return Remember({nullptr, nullptr, *name});
    }
    rest_.remove_prefix(1);
    return Parameter{Basic(first), nullptr, {}};
  }

 private:
  bool Consume(std::string_view prefix) {
    if (rest_.substr(0, prefix.size()) != prefix) return false;
    rest_.remove_prefix(prefix.size());
    return true;
  }

  // A number in `base`, with digits 0-9A-Z; nullopt if there is none.
  std::optional<size_t> Number(size_t base) {
    size_t number = 0;
    size_t digits = 0;
    for (; digits < rest_.size() && digits < 6; ++digits) {
      const char c = rest_[digits];
      const size_t digit = c >= '0' && c <= '9'   ? static_cast<size_t>(c - '0')
                           : c >= 'A' && c <= 'Z' ? static_cast<size_t>(c - 'A') + 10
                                                  : base;
      if (digit >= base) break;
      number = number * base + digit;
    }
    if (digits == 0) return std::nullopt;
    rest_.remove_prefix(digits);
    return number;
  }

  std::optional<std::string_view> SourceName() {
    const std::optional<size_t> length = Number(10);
    if (!length || *length > rest_.size()) return std::nullopt;
    const std::string_view name = rest_.substr(0, *length);
    rest_.remove_prefix(*length);
    return name;
  }

  // S_ is the first type that was remembered, S0_ the second.
  std::optional<Parameter> Substitution() {
    rest_.remove_prefix(1);
    const std::optional<size_t> number = Number(36);
    if (!Consume("_")) return std::nullopt;
    const size_t index = number ? *number + 1 : 0;
    if (index >= seen_.size()) return std::nullopt;
    return seen_[index];
  }

  // All qualifiers together make one type; _Atomic makes one of its own.
  std::optional<Parameter> Qualified() {
    if (!Consume("U7_Atomic")) {
      while (!rest_.empty() && rest_.substr(0, 9) != "U7_Atomic") {
        if (Consume("U")) {
          if (!SourceName()) return std::nullopt;
        } else if (!Consume("V") && !Consume("K") && !Consume("r")) {
          break;
        }
      }
    }
    const std::optional<Parameter> inner = Next();
    if (!inner) return std::nullopt;
    return Remember(*inner);
  }

  std::optional<Parameter> Vector() {
    const std::optional<size_t> lanes = Number(10);
    if (!lanes || *lanes == 0 || *lanes > 16 || !Consume("_")) return std::nullopt;
    const std::optional<Parameter> lane = Next();
    if (!lane || lane->value == nullptr) return std::nullopt;
    return Remember({llvm::FixedVectorType::get(lane->value, static_cast<unsigned>(*lanes)), nullptr, {}});
  }

  llvm::Type* Basic(char letter) const {
    switch (letter) {
      case 'c':
      case 'a':
      case 'h': return llvm::Type::getInt8Ty(context_);
      case 's':
      case 't': return llvm::Type::getInt16Ty(context_);
      case 'i':
      case 'j': return llvm::Type::getInt32Ty(context_);
      case 'l':
      case 'm':
      case 'x':
      case 'y': return llvm::Type::getInt64Ty(context_);
      case 'f': return llvm::Type::getFloatTy(context_);
      case 'd': return llvm::Type::getDoubleTy(context_);
      default: return nullptr;
    }
  }

  Parameter Remember(Parameter parameter) {
    seen_.push_back(parameter);
    return parameter;
  }

  static constexpr unsigned kMostParts = 1000;  // a name may come from anybody, and types are read by recursion

  std::string_view rest_;
  llvm::LLVMContext& context_;
  unsigned parts_ = 0;
  std::vector<Parameter> seen_;  // what substitutions refer to, in order
};

std::optional<Parameter> ParameterOf(std::string_view parameters, unsigned index, llvm::LLVMContext& context) {
  Reader reader(parameters, context);
  std::optional<Parameter> parameter = reader.Next();
  for (unsigned i = 0; i < index && parameter; ++i) parameter = reader.Next();
  return parameter;
}

}  // namespace

llvm::Type* PointeeOf(std::string_view parameters, unsigned index, llvm::LLVMContext& context) {
  const std::optional<Parameter> parameter = ParameterOf(parameters, index, context);
  return parameter ? parameter->pointee : nullptr;
}

bool IsTypeNamed(std::string_view parameters, unsigned index, std::string_view name, llvm::LLVMContext& context) {
  const std::optional<Parameter> parameter = ParameterOf(parameters, index, context);
  return parameter && parameter->name == name;
}

}  // namespace lockstep::instrument
