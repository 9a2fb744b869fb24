// The types of PTX's instructions and what is asked of them.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_TYPE_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_TYPE_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::ptx_machine {

enum class Type : uint8_t {
  kNone,
  kPred,
  kB8,
  kB16,
  kB32,
  kB64,
  kU8,
  kU16,
  kU32,
  kU64,
  kS8,
  kS16,
  kS32,
  kS64,
  kF16,
  kF32,
  kF64
};

// ".u32" without its dot.
inline std::optional<Type> ParseType(std::string_view text) {
  constexpr std::string_view kNames[] = {"pred", "b8", "b16", "b32", "b64", "u8",  "u16", "u32",
                                         "u64",  "s8", "s16", "s32", "s64", "f16", "f32", "f64"};
  for (unsigned i = 0; i < 16; ++i) {
    if (text == kNames[i]) return static_cast<Type>(i + 1);
  }
  return std::nullopt;
}

// Bits of a value; 1 of a predicate.
inline unsigned BitsOf(Type type) {
  switch (type) {
    case Type::kNone: return 0;
    case Type::kPred: return 1;
    case Type::kB8:
    case Type::kU8:
    case Type::kS8: return 8;
    case Type::kB16:
    case Type::kU16:
    case Type::kS16:
    case Type::kF16: return 16;
    case Type::kB32:
    case Type::kU32:
    case Type::kS32:
    case Type::kF32: return 32;
    default: return 64;
  }
}

inline unsigned BytesOf(Type type) { return (BitsOf(type) + 7) / 8; }

inline bool IsSigned(Type type) { return type >= Type::kS8 && type <= Type::kS64; }
inline bool IsFloat(Type type) { return type >= Type::kF16; }

// The lowest `bits` of `value`.
inline uint64_t Low(uint64_t value, unsigned bits) { return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1); }

// The lowest `bits` of `value` as a number with a sign.
inline int64_t SignExtended(uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<int64_t>(value);
  const unsigned shift = 64 - bits;
  return static_cast<int64_t>(value << shift) >> shift;
}

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_TYPE_H_
