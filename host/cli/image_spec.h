// Images and samplers as `lockstep kernel --arg=…` describes them. docs/cli.md has the grammar.
#ifndef LOCKSTEP_HOST_CLI_IMAGE_SPEC_H_
#define LOCKSTEP_HOST_CLI_IMAGE_SPEC_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace lockstep {

struct ImageSpec {
  uint32_t object_type = 0;          // CL_MEM_OBJECT_IMAGE…
  uint64_t size[3] = {1, 1, 1};      // texels; layers of an array come last
  uint32_t order = 0;                // CL_RGBA, …
  uint32_t channel_type = 0;         // CL_FLOAT, …
  uint64_t texel_bytes = 0;
  uint64_t row_pitch = 0;            // a view of a buffer; 0: rows without gaps

  bool needs_buffer() const;
  uint64_t bytes() const { return size[0] * size[1] * size[2] * texel_bytes; }
};

struct SamplerSpec {
  bool normalized = false;
  uint32_t addressing = 0;  // CL_ADDRESS_…
  uint32_t filter = 0;      // CL_FILTER_…
};

// True if `text` begins like an image: "image2d,…".
bool LooksLikeImage(std::string_view text);

// Parses "image2d,64x48,rgba:float" and takes it off `text`, with the comma behind it; what is left
// is the fill or the row pitch. The error shows the right form.
StatusOr<ImageSpec> TakeImageSpec(std::string_view& text);

// What TakeImageSpec and ParseSamplerSpec read as these; "" if a number has no name there. The row pitch is left out.
std::string ImageSpecText(const ImageSpec& spec);
std::string SamplerSpecText(const SamplerSpec& spec);

// Parses "clamp,nearest" or "repeat,linear,normalized".
StatusOr<SamplerSpec> ParseSamplerSpec(std::string_view text);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_IMAGE_SPEC_H_
