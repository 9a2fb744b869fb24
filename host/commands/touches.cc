#include "host/commands/touches.h"

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "host/commands/follow.h"
#include "host/driver/query.h"
#include "host/track/image.h"

namespace lockstep::host {
namespace {

Touch At(const ObjectPlace& place, uint64_t begin, uint64_t size, bool write) {
  Touch touch;
  touch.root = place.root;
  touch.begin = place.start + begin;
  touch.end = touch.begin + size;
  touch.write = write;
  touch.through = place.through;
  return touch;
}

Touch AtHost(const void* address, size_t size, bool write, bool given_back) {
  Touch touch;
  touch.begin = reinterpret_cast<uint64_t>(address);
  touch.end = touch.begin + size;
  touch.write = write;
  touch.until_return = given_back;
  return touch;
}

Box BoxOf(const CallBox& call) {
  Box box;
  for (size_t d = 0; d < 3; ++d) {
    if (call.origin != nullptr) box.origin[d] = call.origin[d];
    box.region[d] = call.region[d];
  }
  box.row_pitch = call.row;
  box.slice_pitch = call.slice;
  return box;
}

// Where the texels of an image lie, and where its first one.
struct ImagePlace {
  ObjectPlace object;
  uint64_t origin = 0;
  ImageFacts facts;
};

std::optional<ImagePlace> PlaceOfImage(cl_mem image) {
  const std::optional<ImageFacts> facts = ImageBehind(image);
  if (!facts) return std::nullopt;
  ImagePlace place;
  place.facts = *facts;
  place.origin = facts->origin;
  const std::optional<BufferFacts> buffer = facts->over_buffer ? BufferBehind(facts->parent) : std::nullopt;
  place.object = buffer ? PlaceOf(*buffer) : ObjectPlace{facts->number.value, 0, facts->number.value};
  NoteObject(place.object.through, buffer ? ObjectKind::kBuffer : ObjectKind::kImage, facts->object_size);
  return place;
}

}  // namespace

ObjectPlace PlaceOf(const BufferFacts& buffer) {
  const uint64_t number = buffer.number.value;
  NoteObject(number, buffer.svm != 0 ? ObjectKind::kSvm : ObjectKind::kBuffer, buffer.object_size);
  const uint64_t at_host = buffer.svm != 0 ? buffer.svm : buffer.host;
  return at_host != 0 ? ObjectPlace{kHostSpace, at_host, number} : ObjectPlace{number, 0, number};
}

ObjectPlace PlaceOf(const SvmAllocation& svm) {
  NoteObject(svm.object.value, ObjectKind::kSvm, svm.size);
  return {kHostSpace, svm.address, svm.object.value};
}

void AddBuffer(cl_mem buffer, size_t offset, size_t size, bool write, Footprint* footprint) {
  const std::optional<BufferFacts> facts = BufferBehind(buffer);
  if (facts) footprint->push_back(At(PlaceOf(*facts), facts->origin + offset, size, write));
}

void AddBufferBox(cl_mem buffer, const CallBox& box, bool write, Footprint* footprint) {
  const std::optional<BufferFacts> facts = BufferBehind(buffer);
  if (facts) AddBox(BoxOf(box), At(PlaceOf(*facts), facts->origin, 0, write), footprint);
}

void AddImage(cl_mem image, const size_t* origin, const size_t* region, bool write, Footprint* footprint) {
  const std::optional<ImagePlace> place = PlaceOfImage(image);
  if (!place) return;
  const ls_image& shape = place->facts.image;
  const uint64_t texel = shape.texel_bytes;
  const Box box{{origin[0] * texel, origin[1], origin[2]},
                {region[0] * texel, region[1], region[2]},
                shape.row_pitch,
                shape.slice_pitch};
  AddBox(box, At(place->object, place->origin, 0, write), footprint);
}

void AddSvm(const void* address, size_t size, bool write, Footprint* footprint) {
  const auto at = reinterpret_cast<uint64_t>(address);
  const std::optional<SvmAllocation> svm = SvmAt(at);
  if (svm) {
    footprint->push_back(At(PlaceOf(*svm), at - svm->address, size, write));
  } else {
    footprint->push_back(AtHost(address, size, write, false));
  }
}

void NoteFill(const void* pattern, size_t pattern_size, Footprint* footprint) {
  constexpr size_t kPeriod = 128;  // a multiple of all sizes of patterns, which begin at multiples of theirs
  if (footprint->empty() || pattern == nullptr || pattern_size == 0 || kPeriod % pattern_size != 0) return;
  Touch& touch = footprint->back();
  std::array<char, kPeriod> bytes{};
  for (size_t i = 0; i < kPeriod; ++i) {
    bytes[(touch.begin + i) % kPeriod] = static_cast<const char*>(pattern)[i % pattern_size];
  }
  touch.fill = std::hash<std::string_view>()(std::string_view(bytes.data(), bytes.size())) | 1;
}

void AddWhole(cl_mem mem, bool write, Footprint* footprint) {
  if (const std::optional<BufferFacts> buffer = BufferBehind(mem)) {
    footprint->push_back(At(PlaceOf(*buffer), buffer->origin, buffer->size, write));
  } else if (const std::optional<ImagePlace> image = PlaceOfImage(mem)) {
    footprint->push_back(At(image->object, image->origin, image->facts.extent, write));
  } else {
    return;
  }
  footprint->back().maybe = true;
}

void AddHost(const void* address, size_t size, bool write, bool given_back, Footprint* footprint) {
  footprint->push_back(AtHost(address, size, write, given_back));
}

void AddHostBox(const void* address, const CallBox& box, bool write, bool given_back, Footprint* footprint) {
  AddBox(BoxOf(box), AtHost(address, 0, write, given_back), footprint);
}

void AddHostImage(const void* address, cl_mem image, const size_t* region, size_t row, size_t slice, bool write,
                  bool given_back, Footprint* footprint) {
  const std::optional<ImageFacts> facts = ImageBehind(image);
  if (!facts) return;
  Box box{{}, {region[0] * TexelBytes(image), region[1], region[2]}, row, slice};
  // Of an array of rows, the distance of its layers is the slice pitch.
  if (facts->image.dimensions == 2 && facts->image.layered != 0 && slice != 0) box.row_pitch = slice;
  AddBox(box, AtHost(address, 0, write, given_back), footprint);
}

size_t TexelBytes(cl_mem image) { return QueryValue<size_t>(Of(Next().clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE)); }

}  // namespace lockstep::host
