// SHA-256 (FIPS 180-4). Hashes what every start of a program under lockstep reads: the request for a twin, the
// program, entries of the cache. So it uses the processor's instructions for it, where there are any.
#include "runtime/base/sha256.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "runtime/base/hex.h"

namespace lockstep {
namespace {

alignas(16) constexpr uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t Rotate(uint32_t x, int bits) { return (x >> bits) | (x << (32 - bits)); }

void PlainBlock(std::array<uint32_t, 8>& state, const uint8_t* block) {
  uint32_t w[64];
  for (int i = 0; i < 16; ++i) {
    w[i] = uint32_t{block[4 * i]} << 24 | uint32_t{block[4 * i + 1]} << 16 |
           uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 64; ++i) {
    uint32_t s0 = Rotate(w[i - 15], 7) ^ Rotate(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint32_t s1 = Rotate(w[i - 2], 17) ^ Rotate(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    uint32_t t1 = h + (Rotate(e, 6) ^ Rotate(e, 11) ^ Rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                  kRound[i] + w[i];
    uint32_t t2 = (Rotate(a, 2) ^ Rotate(a, 13) ^ Rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t sum[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += sum[i];
}

#if defined(__x86_64__)

// CPUID leaf 7: SHA; leaf 1: SSSE3 and SSE4.1.
bool AskProcessor() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_SSSE3) == 0 || (c & bit_SSE4_1) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

// The state as the instructions want it: {a b e f} and {c d g h}, the first named uppermost.
__attribute__((target("sha,ssse3,sse4.1"))) void FastBlock(std::array<uint32_t, 8>& state, const uint8_t* block) {
  const auto& s = state;
  const __m128i abef_before = _mm_set_epi32(static_cast<int>(s[0]), static_cast<int>(s[1]),
                                            static_cast<int>(s[4]), static_cast<int>(s[5]));
  const __m128i cdgh_before = _mm_set_epi32(static_cast<int>(s[2]), static_cast<int>(s[3]),
                                            static_cast<int>(s[6]), static_cast<int>(s[7]));
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i abef = abef_before, cdgh = cdgh_before;
  __m128i w[16];  // four words of the schedule each
  for (int i = 0; i < 16; ++i) {
    if (i < 4) {
      const auto* four = reinterpret_cast<const __m128i*>(block + 16 * i);
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128(four), swap);
    } else {
      const __m128i middle = _mm_alignr_epi8(w[i - 1], w[i - 2], 4);
      const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]), middle);
      w[i] = _mm_sha256msg2_epu32(sum, w[i - 1]);
    }
    const auto* constants = reinterpret_cast<const __m128i*>(kRound + 4 * i);
    const __m128i added = _mm_add_epi32(w[i], _mm_load_si128(constants));
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0e));
  }
  abef = _mm_add_epi32(abef, abef_before);
  cdgh = _mm_add_epi32(cdgh, cdgh_before);
  alignas(16) uint32_t upper[4], lower[4];
  _mm_store_si128(reinterpret_cast<__m128i*>(upper), abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(lower), cdgh);
  state = {upper[3], upper[2], lower[3], lower[2], upper[1], upper[0], lower[1], lower[0]};
}

#endif

}  // namespace

Sha256::Sha256(Instructions instructions)
    : state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19} {
#if defined(__x86_64__)
  static const bool known = AskProcessor();
  fast_ = known && instructions == Instructions::kBest;
#else
  (void)instructions;
#endif
}

void Sha256::Block(const uint8_t* block) {
#if defined(__x86_64__)
  if (fast_) return FastBlock(state_, block);
#endif
  PlainBlock(state_, block);
}

void Sha256::Update(std::string_view bytes) {
  length_ += bytes.size();
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t left = bytes.size();
  while (left > 0) {
    if (buffered_ == 0 && left >= 64) {
      Block(data);
      data += 64, left -= 64;
      continue;
    }
    size_t take = std::min(left, 64 - buffered_);
    std::memcpy(buffer_.data() + buffered_, data, take);
    buffered_ += take, data += take, left -= take;
    if (buffered_ == 64) {
      Block(buffer_.data());
      buffered_ = 0;
    }
  }
}

std::string Sha256::Hex() {
  uint64_t bits = length_ * 8;
  std::string tail(1, '\x80');
  tail.append((119 - buffered_) % 64, '\0');
  for (int i = 7; i >= 0; --i) tail += static_cast<char>(bits >> (8 * i));
  Update(tail);
  std::string digest;
  for (uint32_t word : state_) {
    for (int shift = 24; shift >= 0; shift -= 8) digest += static_cast<char>(word >> shift);
  }
  return HexEncode(digest);
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Hex();
}

}  // namespace lockstep
