// What `lockstep kernel --arg=…` says about one kernel argument.
#include "host/cli/arg_spec.h"

#include <unistd.h>

#include <cstring>

#include "runtime/base/file.h"
#include "runtime/base/hex.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

struct TypeRow {
  const char* name;
  ScalarForm form;
  unsigned bytes;
};

constexpr TypeRow kTypes[] = {
    {"char", ScalarForm::kSigned, 1},  {"uchar", ScalarForm::kUnsigned, 1},
    {"short", ScalarForm::kSigned, 2}, {"ushort", ScalarForm::kUnsigned, 2},
    {"int", ScalarForm::kSigned, 4},   {"uint", ScalarForm::kUnsigned, 4},
    {"long", ScalarForm::kSigned, 8},  {"ulong", ScalarForm::kUnsigned, 8},
    {"float", ScalarForm::kFloat, 4},  {"double", ScalarForm::kFloat, 8}};

constexpr char kBufferForm[] =
    "buffer,SIZE[,FILL] with SIZE in bytes or COUNT*TYPE, and FILL zeros, iota:TYPE, "
    "random:SEED:TYPE, value:V:TYPE or file:PATH";

std::string Encode(const ScalarType& type, double value) {
  std::string bytes(type.bytes, '\0');
  if (type.form == ScalarForm::kFloat && type.bytes == 4) {
    float narrow = static_cast<float>(value);
    std::memcpy(bytes.data(), &narrow, 4);
  } else if (type.form == ScalarForm::kFloat) {
    std::memcpy(bytes.data(), &value, 8);
  } else {
    int64_t whole = static_cast<int64_t>(value);
    std::memcpy(bytes.data(), &whole, type.bytes);
  }
  return bytes;
}

// Bytes of "4096", "1024*float" or "1024xfloat".
StatusOr<uint64_t> ParseSize(std::string_view text) {
  if (auto bytes = ParseUnsigned(text)) return *bytes;
  size_t times = text.find_first_of("*x");
  if (times != std::string_view::npos) {
    auto count = ParseUnsigned(text.substr(0, times));
    auto type = ParseScalarType(text.substr(times + 1));
    if (count && type.ok() && *count <= (uint64_t{1} << 50)) return *count * type->size();
  }
  return InvalidArgumentError(
      StrCat("'", text, "' is no size: bytes (4096) or COUNT*TYPE (1024*float)"));
}

// A small generator with a fixed definition: the same seed gives the same bytes everywhere.
uint64_t NextRandom(uint64_t* state) {
  *state += 0x9e3779b97f4a7c15u;  // splitmix64
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Physical memory of this machine in bytes.
uint64_t MachineMemory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// `size` bytes: iota counts 0, 1, 2, …; random numbers are whole, from 0 to 1023. Not more than half
// of the machine's memory: the driver needs as much again.
StatusOr<std::string> MakeContent(std::string_view fill, uint64_t size) {
  if (size > MachineMemory() / 2) {
    return InvalidArgumentError(
        StrCat(size, " bytes are more than half of this machine's memory: give a smaller size"));
  }
  if (fill.empty() || fill == "zeros" || fill.substr(0, 6) == "zeros:") {
    return std::string(size, '\0');
  }
  if (fill.substr(0, 5) == "file:") {
    auto content = ReadFile(std::string(fill.substr(5)));
    if (!content.ok()) return content.status();
    content->resize(size);
    return content;
  }
  std::vector<std::string> parts = Split(fill, ':');
  auto type = ParseScalarType(parts.back());
  size_t expected = parts[0] == "iota" ? 2 : 3;
  bool known = parts[0] == "iota" || parts[0] == "random" || parts[0] == "value";
  if (!known || parts.size() != expected) {
    return InvalidArgumentError(StrCat("'", fill, "' is no fill; ", kBufferForm));
  }
  if (!type.ok()) return type.status();
  std::string one;
  uint64_t seed = 0;
  if (parts[0] == "value") {
    auto encoded = EncodeValue(*type, parts[1]);
    if (!encoded.ok()) return encoded.status();
    one = *encoded;
  } else if (parts[0] == "random") {
    auto number = ParseUnsigned(parts[1]);
    if (!number) return InvalidArgumentError(StrCat("'", parts[1], "' is no random seed"));
    seed = *number;
  }
  std::string content;
  content.reserve(size + 16);
  for (uint64_t i = 0; content.size() < size; ++i) {
    content += parts[0] == "value"  ? one
               : parts[0] == "iota" ? Encode(*type, static_cast<double>(i))
                                    : Encode(*type, static_cast<double>(NextRandom(&seed) % 1024));
  }
  content.resize(size);
  return content;
}

Status ParseBuffer(std::string_view text, ArgSpec* spec) {
  spec->kind = ArgSpec::Kind::kBuffer;
  size_t comma = text.find(',');
  std::string_view fill = comma == std::string_view::npos ? "" : text.substr(comma + 1);
  auto size = ParseSize(text.substr(0, comma));
  if (!size.ok()) return size.status();
  auto content = MakeContent(fill, *size);
  if (!content.ok()) return content.status();
  spec->size = *size;
  spec->content = std::move(*content);
  return OkStatus();
}

Status ParseSub(std::string_view text, ArgSpec* spec) {
  std::vector<std::string> parts = Split(text, ',');
  spec->kind = ArgSpec::Kind::kSubBuffer;
  if (parts.size() != 3) {
    return InvalidArgumentError(StrCat("'sub:", text, "' is not sub:ARG,OFFSET,SIZE"));
  }
  auto offset = ParseSize(parts[1]);
  auto size = ParseSize(parts[2]);
  if (!offset.ok()) return offset.status();
  if (!size.ok()) return size.status();
  spec->other = parts[0];
  spec->offset = *offset;
  spec->size = *size;
  return OkStatus();
}

Status ParseImage(std::string_view text, ArgSpec* spec) {
  spec->kind = ArgSpec::Kind::kImage;
  auto image = TakeImageSpec(text);
  if (!image.ok()) return image.status();
  if (image->needs_buffer()) {
    return InvalidArgumentError(
        "an image1d_buffer is made from a buffer: view:J,image1d_buffer,… with J the argument of "
        "that buffer");
  }
  auto content = MakeContent(text, image->bytes());
  if (!content.ok()) return content.status();
  spec->image = *image;
  spec->size = image->bytes();
  spec->content = std::move(*content);
  return OkStatus();
}

// "J,image2d,64x48,rgba:float[,PITCH]"
Status ParseView(std::string_view text, ArgSpec* spec) {
  spec->kind = ArgSpec::Kind::kImageView;
  size_t comma = text.find(',');
  spec->other = std::string(text.substr(0, comma));
  text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  auto image = TakeImageSpec(text);
  if (!image.ok()) return image.status();
  spec->image = *image;
  spec->size = image->bytes();
  if (text.empty()) return OkStatus();
  auto pitch = ParseSize(text);
  if (!pitch.ok()) return pitch.status();
  spec->image.row_pitch = *pitch;
  return OkStatus();
}

Status ParseBytes(std::string_view text, ArgSpec* spec) {
  auto bytes = HexDecode(text);
  if (!bytes) return InvalidArgumentError(StrCat("'bytes:", text, "' is not an even number of digits 0-9, a-f"));
  spec->kind = ArgSpec::Kind::kValue;
  spec->content = *std::move(bytes);
  return OkStatus();
}

Status ParseValue(std::string_view type_name, std::string_view text, ArgSpec* spec) {
  auto type = ParseScalarType(type_name);
  if (!type.ok()) {
    return InvalidArgumentError(
        StrCat("'", type_name,
               "' is no kind of argument: buffer, image2d (and the like), view, sampler, same, "
               "sub, local, null, bytes, "
               "or a type as in int:5 or float4:1,2,3,4"));
  }
  std::vector<std::string> values = Split(text, ',');
  if (values.size() != 1 && values.size() != type->lanes) {
    return InvalidArgumentError(
        type->lanes == 1 ? StrCat("'", type_name, "' takes one value, not ", values.size())
                         : StrCat("'", type_name, "' takes 1 or ", type->lanes, " values, not ", values.size()));
  }
  spec->kind = ArgSpec::Kind::kValue;
  for (unsigned lane = 0; lane < type->lanes; ++lane) {
    auto bytes = EncodeValue(*type, values[values.size() == 1 ? 0 : lane]);
    if (!bytes.ok()) return bytes.status();
    spec->content += *bytes;
  }
  spec->content.resize(type->size());
  return OkStatus();
}

// What stands behind "INDEX:".
Status ParseForm(std::string_view text, ArgSpec* spec) {
  if (text.substr(0, 7) == "buffer,") return ParseBuffer(text.substr(7), spec);
  if (LooksLikeImage(text)) return ParseImage(text, spec);
  if (text == "null") {
    spec->kind = ArgSpec::Kind::kNull;
    return OkStatus();
  }
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) {
    return InvalidArgumentError(
        StrCat("'", text, "' is no argument: ", kBufferForm, ", same:ARG, local:SIZE or TYPE:V"));
  }
  const std::string_view kind = text.substr(0, colon);
  const std::string_view value = text.substr(colon + 1);
  if (kind == "same") {
    spec->kind = ArgSpec::Kind::kSame;
    spec->other = std::string(value);
    return OkStatus();
  }
  if (kind == "sub") return ParseSub(value, spec);
  if (kind == "view") return ParseView(value, spec);
  if (kind == "sampler") {
    spec->kind = ArgSpec::Kind::kSampler;
    auto sampler = ParseSamplerSpec(value);
    if (sampler.ok()) spec->sampler = *sampler;
    return sampler.ok() ? OkStatus() : sampler.status();
  }
  if (kind == "local") {
    spec->kind = ArgSpec::Kind::kLocal;
    auto size = ParseSize(value);
    if (size.ok()) spec->size = *size;
    return size.ok() ? OkStatus() : size.status();
  }
  return kind == "bytes" ? ParseBytes(value, spec) : ParseValue(kind, value, spec);
}

}  // namespace

StatusOr<ScalarType> ParseScalarType(std::string_view name) {
  size_t digits = name.find_first_of("0123456789");
  std::string_view base = name.substr(0, digits);
  unsigned lanes = 1;
  if (digits != std::string_view::npos) {
    auto number = ParseUnsigned(name.substr(digits));
    if (!number ||
        (*number != 2 && *number != 3 && *number != 4 && *number != 8 && *number != 16)) {
      return InvalidArgumentError(StrCat("'", name, "' is no type"));
    }
    lanes = static_cast<unsigned>(*number);
  }
  for (const TypeRow& row : kTypes) {
    if (base == row.name) return ScalarType{row.form, row.bytes, lanes};
  }
  return InvalidArgumentError(StrCat("'", name,
                                     "' is no type: char, uchar, short, ushort, int, "
                                     "uint, long, ulong, float, double, or one of them "
                                     "with 2, 3, 4, 8 or 16"));
}

StatusOr<std::string> EncodeValue(const ScalarType& type, std::string_view text) {
  auto wrong = [&] {
    return InvalidArgumentError(StrCat("'", text, "' is no number that fits in ", type.bytes,
                                       type.bytes == 1 ? " byte" : " bytes"));
  };
  if (type.form == ScalarForm::kFloat) {
    auto number = ParseDouble(text);
    if (!number) return wrong();
    return Encode(type, *number);
  }
  uint64_t bits = 0;
  unsigned width = 8 * type.bytes;
  if (type.form == ScalarForm::kSigned) {
    auto number = ParseSigned(text);
    if (!number) return wrong();
    int64_t limit = width == 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1;
    if (*number > limit || *number < -limit - 1) return wrong();
    bits = static_cast<uint64_t>(*number);
  } else {
    auto number = ParseUnsigned(text);
    if (!number || (width < 64 && *number >> width != 0)) return wrong();
    bits = *number;
  }
  std::string bytes(type.bytes, '\0');
  std::memcpy(bytes.data(), &bits, type.bytes);
  return bytes;
}

StatusOr<ArgSpec> ParseArgSpec(std::string_view text) {
  ArgSpec spec;
  size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) {
    return InvalidArgumentError(
        StrCat("'", text, "' is not INDEX:SPEC, as in 0:buffer,1024*float,iota:float"));
  }
  spec.argument = std::string(text.substr(0, colon));
  if (Status status = ParseForm(text.substr(colon + 1), &spec); !status.ok()) {
    return InvalidArgumentError(StrCat("--arg=", spec.argument, ": ", status.message()));
  }
  return spec;
}

}  // namespace lockstep
