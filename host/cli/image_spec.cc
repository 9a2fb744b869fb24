// Images and samplers as `lockstep kernel --arg=…` describes them.
#include "host/cli/image_spec.h"

#include <vector>

#include "host/cli/cl_api.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

struct NamedNumber {
  const char* name;
  uint32_t value;
  uint32_t size;  // image types: extents; orders: channels; channel types: bytes
};

constexpr NamedNumber kImages[] = {{"image1d", CL_MEM_OBJECT_IMAGE1D, 1},
                                   {"image1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2},
                                   {"image1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1},
                                   {"image2d", CL_MEM_OBJECT_IMAGE2D, 2},
                                   {"image2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3},
                                   {"image3d", CL_MEM_OBJECT_IMAGE3D, 3}};

constexpr NamedNumber kOrders[] = {
    {"r", CL_R, 1},       {"a", CL_A, 1},       {"rg", CL_RG, 2},
    {"ra", CL_RA, 2},     {"rgb", CL_RGB, 3},   {"rgba", CL_RGBA, 4},
    {"bgra", CL_BGRA, 4}, {"argb", CL_ARGB, 4}, {"intensity", CL_INTENSITY, 1},
    {"luminance", CL_LUMINANCE, 1}};

constexpr NamedNumber kChannelTypes[] = {
    {"snorm8", CL_SNORM_INT8, 1},   {"snorm16", CL_SNORM_INT16, 2},
    {"unorm8", CL_UNORM_INT8, 1},   {"unorm16", CL_UNORM_INT16, 2},
    {"char", CL_SIGNED_INT8, 1},    {"short", CL_SIGNED_INT16, 2},
    {"int", CL_SIGNED_INT32, 4},    {"uchar", CL_UNSIGNED_INT8, 1},
    {"ushort", CL_UNSIGNED_INT16, 2}, {"uint", CL_UNSIGNED_INT32, 4},
    {"half", CL_HALF_FLOAT, 2},     {"float", CL_FLOAT, 4}};

constexpr NamedNumber kAddressing[] = {{"none", CL_ADDRESS_NONE, 0},
                                       {"clamp_to_edge", CL_ADDRESS_CLAMP_TO_EDGE, 0},
                                       {"clamp", CL_ADDRESS_CLAMP, 0},
                                       {"repeat", CL_ADDRESS_REPEAT, 0},
                                       {"mirrored_repeat", CL_ADDRESS_MIRRORED_REPEAT, 0}};

constexpr NamedNumber kFilters[] = {{"nearest", CL_FILTER_NEAREST, 0},
                                    {"linear", CL_FILTER_LINEAR, 0}};

template <size_t N>
const NamedNumber* Find(const NamedNumber (&rows)[N], std::string_view name) {
  for (const NamedNumber& row : rows) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

template <size_t N>
const NamedNumber* FindNumber(const NamedNumber (&rows)[N], uint32_t value) {
  for (const NamedNumber& row : rows) {
    if (value == row.value) return &row;
  }
  return nullptr;
}

template <size_t N>
std::string NamesOf(const NamedNumber (&rows)[N]) {
  std::vector<std::string> names;
  for (const NamedNumber& row : rows) names.push_back(row.name);
  return Join(names, " ");
}

// Up to the next comma, which goes too.
std::string_view TakeField(std::string_view& text) {
  const size_t comma = text.find(',');
  const std::string_view field = text.substr(0, comma);
  text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  return field;
}

Status ParseExtents(std::string_view text, size_t count, uint64_t* size) {
  const std::vector<std::string> parts = Split(text, 'x');
  bool good = parts.size() == count;
  for (size_t i = 0; good && i < count; ++i) {
    const auto number = ParseUnsigned(parts[i]);
    good = number && *number > 0 && *number <= (uint64_t{1} << 31);
    if (good) size[i] = *number;
  }
  if (good) return OkStatus();
  return InvalidArgumentError(StrCat("'", text, "' are not ", Counted(count, "extent", "extents"),
                                     " in texels, as in 64x48x2"));
}

Status ParseFormat(std::string_view text, ImageSpec* spec) {
  const size_t colon = text.find(':');
  const NamedNumber* order = Find(kOrders, text.substr(0, colon));
  const NamedNumber* type = colon == std::string_view::npos
                                ? nullptr
                                : Find(kChannelTypes, text.substr(colon + 1));
  if (order == nullptr || type == nullptr) {
    return InvalidArgumentError(StrCat("'", text, "' is no format ORDER:TYPE as in rgba:float; ORDER ",
                                       NamesOf(kOrders), "; TYPE ", NamesOf(kChannelTypes)));
  }
  spec->order = order->value;
  spec->channel_type = type->value;
  spec->texel_bytes = uint64_t{order->size} * type->size;
  return OkStatus();
}

}  // namespace

std::string ImageSpecText(const ImageSpec& spec) {
  const NamedNumber* image = FindNumber(kImages, spec.object_type);
  const NamedNumber* order = FindNumber(kOrders, spec.order);
  const NamedNumber* type = FindNumber(kChannelTypes, spec.channel_type);
  if (image == nullptr || order == nullptr || type == nullptr) return "";
  std::string extents;
  for (uint32_t d = 0; d < image->size; ++d) extents += StrCat(d == 0 ? "" : "x", spec.size[d]);
  return StrCat(image->name, ",", extents, ",", order->name, ":", type->name);
}

std::string SamplerSpecText(const SamplerSpec& spec) {
  const NamedNumber* addressing = FindNumber(kAddressing, spec.addressing);
  const NamedNumber* filter = FindNumber(kFilters, spec.filter);
  if (addressing == nullptr || filter == nullptr) return "";
  return StrCat(addressing->name, ",", filter->name, spec.normalized ? ",normalized" : "");
}

bool ImageSpec::needs_buffer() const { return object_type == CL_MEM_OBJECT_IMAGE1D_BUFFER; }

bool LooksLikeImage(std::string_view text) {
  return Find(kImages, text.substr(0, text.find(','))) != nullptr;
}

StatusOr<ImageSpec> TakeImageSpec(std::string_view& text) {
  ImageSpec spec;
  const std::string_view name = TakeField(text);
  const NamedNumber* image = Find(kImages, name);
  if (image == nullptr) {
    return InvalidArgumentError(StrCat("'", name, "' is no image type: ", NamesOf(kImages)));
  }
  spec.object_type = image->value;
  Status status = ParseExtents(TakeField(text), image->size, spec.size);
  if (status.ok()) status = ParseFormat(TakeField(text), &spec);
  if (!status.ok()) return InvalidArgumentError(StrCat(name, ": ", status.message()));
  // bytes() is what the content is made for: it must not wrap round.
  uint64_t bytes = spec.texel_bytes;
  for (const uint64_t extent : spec.size) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) {
      return InvalidArgumentError(StrCat(name, ": has more bytes than can be counted: give smaller extents"));
    }
  }
  return spec;
}

StatusOr<SamplerSpec> ParseSamplerSpec(std::string_view text) {
  const std::string whole(text);
  SamplerSpec spec;
  const NamedNumber* addressing = Find(kAddressing, TakeField(text));
  const NamedNumber* filter = Find(kFilters, TakeField(text));
  spec.normalized = text == "normalized";
  if (addressing == nullptr || filter == nullptr || (!text.empty() && !spec.normalized)) {
    return InvalidArgumentError(StrCat("'sampler:", whole,
                                       "' is not sampler:ADDRESSING,FILTER[,normalized]; ADDRESSING ",
                                       NamesOf(kAddressing), "; FILTER ", NamesOf(kFilters)));
  }
  spec.addressing = addressing->value;
  spec.filter = filter->value;
  return spec;
}

}  // namespace lockstep
