// Which texels a coordinate names and what a write leaves in them, against values worked out by hand
// from the specification's formulas.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "device-lib/shared/image.h"
#include "device-lib/shared/texel.h"

namespace {

using Pair = std::pair<int, int>;

Pair Sampled(float coordinate, unsigned sampler) {
  const ls_texels texels = ls_sampled(coordinate, 8, sampler);
  return {texels.first, texels.second};
}

ls_u32 Bits(float value) {
  ls_u32 bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

constexpr unsigned kNormalized = LS_SAMPLER_NORMALIZED;
constexpr unsigned kLinear = LS_SAMPLER_LINEAR;

TEST(Image, NearestTakesTheTexelThatHoldsTheCoordinate) {
  EXPECT_EQ(Sampled(0.0f, 0), Pair(0, 0));
  EXPECT_EQ(Sampled(7.99f, 0), Pair(7, 7));
  EXPECT_EQ(Sampled(8.0f, 0), Pair(-1, -1));
  EXPECT_EQ(Sampled(-0.01f, LS_SAMPLER_CLAMP), Pair(-1, -1));
  EXPECT_EQ(Sampled(-0.01f, LS_SAMPLER_CLAMP_TO_EDGE), Pair(0, 0));
  EXPECT_EQ(Sampled(1e30f, LS_SAMPLER_CLAMP_TO_EDGE), Pair(7, 7));
  EXPECT_EQ(Sampled(NAN, LS_SAMPLER_CLAMP), Pair(-1, -1));
  EXPECT_EQ(Sampled(0.5f, kNormalized), Pair(4, 4));
}

TEST(Image, LinearTakesBothNeighbours) {
  EXPECT_EQ(Sampled(3.5f, kLinear), Pair(3, 4));
  EXPECT_EQ(Sampled(3.4f, kLinear), Pair(2, 3));
  EXPECT_EQ(Sampled(0.2f, kLinear | LS_SAMPLER_CLAMP), Pair(-1, 0));
  EXPECT_EQ(Sampled(0.2f, kLinear | LS_SAMPLER_CLAMP_TO_EDGE), Pair(0, 0));
  EXPECT_EQ(Sampled(7.9f, kLinear | LS_SAMPLER_CLAMP), Pair(7, -1));
}

TEST(Image, RepeatBeginsAnewAndMirroredRepeatGoesBack) {
  const unsigned repeat = kNormalized | LS_SAMPLER_REPEAT;
  const unsigned mirrored = kNormalized | LS_SAMPLER_MIRRORED_REPEAT;
  EXPECT_EQ(Sampled(1.0625f, repeat), Pair(0, 0));
  EXPECT_EQ(Sampled(-0.0625f, repeat), Pair(7, 7));
  EXPECT_EQ(Sampled(0.0f, repeat | kLinear), Pair(7, 0));
  EXPECT_EQ(Sampled(1.0625f, mirrored), Pair(7, 7));
  EXPECT_EQ(Sampled(-0.0625f, mirrored), Pair(0, 0));
  EXPECT_EQ(Sampled(0.0f, mirrored | kLinear), Pair(0, 0));
  EXPECT_EQ(Sampled(1.0f, mirrored), Pair(7, 7));
}

TEST(Image, LayersAreRoundedAndClampedOnlyWithASampler) {
  EXPECT_EQ(ls_sampled_layer(1.6f, 4).first, 2);
  EXPECT_EQ(ls_sampled_layer(9.0f, 4).first, 3);
  EXPECT_EQ(ls_named(9, 4, LS_SAMPLER_CLAMP, 1), 3);
  EXPECT_EQ(ls_named(9, 4, LS_SAMPLER_NONE, 1), -1);
  EXPECT_EQ(ls_named(9, 4, LS_SAMPLER_CLAMP_TO_EDGE, 0), 3);
  EXPECT_EQ(ls_named(-1, 4, LS_SAMPLER_CLAMP, 0), -1);
}

TEST(Texel, ChannelsLieInTheFormatsOrder) {
  const auto written = [](unsigned order, unsigned type, float r, float g, float b, float a) {
    return ls_written_texel(order, type, Bits(r), Bits(g), Bits(b), Bits(a)).low;
  };
  EXPECT_EQ(written(0x10B5, LS_UNORM_INT8, 0, 0.5f, 2, -1), 0x00ff8000u);  // RGBA
  EXPECT_EQ(written(0x10B6, LS_UNORM_INT8, 1, 0, 0, 0), 0x00ff0000u);      // BGRA
  EXPECT_EQ(written(0x10B0, LS_SNORM_INT8, -1, 1, 1, 1), 0x81u);           // R
  EXPECT_EQ(written(0x10B2, LS_FLOAT, 1, 2, 3, 4), 0x400000003f800000u);   // RG
  EXPECT_EQ(ls_written_texel(0x10B1, LS_UNSIGNED_INT8, 1, 2, 3, 400).low, 0xffu);  // A
  const ls_texel wide = ls_written_texel(0x10B5, LS_UNSIGNED_INT32, 1, 2, 3, 4);
  EXPECT_EQ(wide.low, 0x200000001u);
  EXPECT_EQ(wide.high, 0x400000003u);
}

TEST(Texel, HalvesRoundToNearestEven) {
  EXPECT_EQ(ls_half(Bits(1.0f)), 0x3c00u);
  EXPECT_EQ(ls_half(Bits(-2.0f)), 0xc000u);
  EXPECT_EQ(ls_half(Bits(65519.0f)), 0x7bffu);
  EXPECT_EQ(ls_half(Bits(65520.0f)), 0x7c00u);
  EXPECT_EQ(ls_half(Bits(1.0f + 1.0f / 2048)), 0x3c00u);
  EXPECT_EQ(ls_half(Bits(1.0f + 3.0f / 2048)), 0x3c02u);
  EXPECT_EQ(ls_half(Bits(5.9604645e-8f)), 0x0001u);
  EXPECT_EQ(ls_half(Bits(INFINITY)), 0x7c00u);
}

}  // namespace
