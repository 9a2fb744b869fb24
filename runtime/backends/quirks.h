// What drivers do otherwise than OpenCL says: quirks.def as a set that a back end has.
#ifndef LOCKSTEP_RUNTIME_BACKENDS_QUIRKS_H_
#define LOCKSTEP_RUNTIME_BACKENDS_QUIRKS_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

enum class Quirk : uint8_t {
#define LOCKSTEP_QUIRK(id, name, driver, versions, reason, test) id,
#include "runtime/backends/quirks.def"
};

class Quirks {
 public:
  constexpr Quirks(std::initializer_list<Quirk> quirks) {
    for (Quirk quirk : quirks) bits_ |= Bit(quirk);
  }
  constexpr bool Has(Quirk quirk) const { return (bits_ & Bit(quirk)) != 0; }
  constexpr void Remove(Quirk quirk) { bits_ &= ~Bit(quirk); }

 private:
  static constexpr uint64_t Bit(Quirk quirk) { return uint64_t{1} << static_cast<unsigned>(quirk); }
  uint64_t bits_ = 0;
};

// A row of quirks.def.
struct QuirkRow {
  Quirk quirk;
  const char* name;
  const char* driver;
  const char* versions;
  const char* reason;
  const char* test;
};

// All rows, in the table's order.
const std::vector<QuirkRow>& AllQuirks();

// The quirk called `name`; nullopt if there is none.
std::optional<Quirk> FindQuirk(std::string_view name);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BACKENDS_QUIRKS_H_
