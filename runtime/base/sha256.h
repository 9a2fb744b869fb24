// SHA-256 (FIPS 180-4). Our own, because the library is linked into other people's programs and
// must not bring a crypto library with it.
#ifndef LOCKSTEP_RUNTIME_BASE_SHA256_H_
#define LOCKSTEP_RUNTIME_BASE_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

class Sha256 {
 public:
  // kPlain: portable code only, whatever the processor has; for tests, which compare the two.
  enum class Instructions { kBest, kPlain };
  explicit Sha256(Instructions instructions = Instructions::kBest);
  void Update(std::string_view bytes);
  // 64 lower-case hexadecimal digits of everything given to Update; call once.
  std::string Hex();

 private:
  void Block(const uint8_t* block);

  std::array<uint32_t, 8> state_;
  std::array<uint8_t, 64> buffer_;
  size_t buffered_ = 0;
  bool fast_ = false;  // the processor's own instructions
  uint64_t length_ = 0;  // bytes given so far
};

// The digest of one text, as 64 hexadecimal digits.
std::string Sha256Hex(std::string_view bytes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_SHA256_H_
