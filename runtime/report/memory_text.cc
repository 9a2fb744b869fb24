// Memory objects and launches in words.
#include "runtime/report/memory_text.h"

#include "runtime/base/text.h"
#include "runtime/model/words.h"

namespace lockstep {
namespace {

std::string SizesText(const Launch& launch, const uint64_t* sizes) {
  std::string text = std::to_string(sizes[0]);
  for (unsigned d = 1; d < launch.dimensions && d < 3; ++d) text += StrCat("x", sizes[d]);
  return text;
}

// Code that comes without source may have no names.
std::string ArgumentText(int index, const std::string& name) {
  return StrCat("argument ", index, name.empty() ? "" : StrCat(" '", name, "'"));
}

// "texel (3,4)", "texel (3) of layer 2", of the first byte in conflict.
std::string TexelText(const Memory& memory, const ImageShape& image) {
  const std::array<uint64_t, 3> texel = TexelAt(memory);
  const unsigned named = image.dimensions - (image.layered ? 1 : 0);
  std::string text = StrCat("texel (", texel[0]);
  for (unsigned d = 1; d < named; ++d) text += StrCat(",", texel[d]);
  text += ")";
  if (image.layered) text += StrCat(" of layer ", texel[named]);
  return text;
}

// "of 64x48 texels", "of 64 texels in 4 layers".
std::string ExtentText(const ImageShape& image) {
  const unsigned named = image.dimensions - (image.layered ? 1 : 0);
  std::string text = StrCat("of ", image.size[0]);
  for (unsigned d = 1; d < named; ++d) text += StrCat("x", image.size[d]);
  text += named == 1 && image.size[0] == 1 ? " texel" : " texels";
  if (image.layered) text += StrCat(" in ", Counted(image.size[named], "layer", "layers"));
  return text;
}

std::string BytesText(const Memory& memory) {
  return StrCat(Counted(memory.bytes, "byte", "bytes"), " at offset ", memory.offset);
}

}  // namespace

std::array<uint64_t, 3> TexelAt(const Memory& memory) {
  const ImageShape& image = *memory.image;
  uint64_t rest = memory.offset - memory.image_offset;
  std::array<uint64_t, 3> texel{};
  const auto take = [&rest](uint64_t pitch) {
    const uint64_t count = pitch == 0 ? 0 : rest / pitch;
    rest -= count * pitch;
    return count;
  };
  if (image.dimensions > 2) texel[2] = take(image.slice_pitch);
  if (image.dimensions > 1) texel[1] = take(image.row_pitch);
  texel[0] = take(image.texel_bytes);
  return texel;
}

std::string ObjectText(const Memory& memory) {
  auto numbered = [&](const char* what) {
    return memory.object ? StrCat(what, " ", memory.object.value) : std::string(what);
  };
  std::string text;
  switch (memory.kind) {
    case ObjectKind::kBuffer:
      text = numbered("buffer");
      break;
    case ObjectKind::kSvm:
      text = numbered("SVM allocation");
      break;
    case ObjectKind::kImage:
      text = memory.over_buffer ? StrCat("image over ", numbered("buffer")) : numbered("image");
      break;
    case ObjectKind::kProgramVariable:
      text = "program variable";
      break;
    case ObjectKind::kLocalArgument:
      text = "local argument";
      break;
    case ObjectKind::kLocalVariable:
      text = "local variable";
      break;
  }
  if (!memory.label.empty()) text += StrCat(" '", memory.label, "'");
  return text;
}

std::string MemoryText(const Memory& memory) {
  std::string text;
  bool variable = memory.kind == ObjectKind::kLocalVariable ||
                  memory.kind == ObjectKind::kProgramVariable;
  if (memory.argument >= 0) {
    text = ArgumentText(memory.argument, memory.name);
    for (const auto& [index, name] : memory.aliases) {
      text += ", also " + ArgumentText(index, name);
    }
    text += ": ";
  }
  text += ObjectText(memory);
  if (variable && !memory.name.empty()) text += StrCat(" '", memory.name, "'");
  if (memory.image && memory.bytes == 0) return text;
  if (memory.image && memory.image->texel_bytes != 0) {
    text += StrCat(" ", ExtentText(*memory.image), ", ", TexelText(memory, *memory.image));
    return memory.over_buffer ? StrCat(text, ", ", BytesText(memory)) : text;
  }
  text += StrCat(" of ", Counted(memory.size, "byte", "bytes"));
  return memory.bytes == 0 ? text : StrCat(text, ", ", BytesText(memory));
}

std::string LaunchText(const Launch& launch) {
  std::string text =
      StrCat("launch ", launch.id.value, " (global ", SizesText(launch, launch.global_size));
  if (launch.global_offset[0] + launch.global_offset[1] + launch.global_offset[2] > 0) {
    text += StrCat(", offset ", SizesText(launch, launch.global_offset));
  }
  return StrCat(text, ", local ", SizesText(launch, launch.local_size), ")");
}

std::string WorkItemText(const Launch& launch, const std::optional<WorkItem>& item) {
  if (!item) return "an unknown work-item";
  return StrCat("work-item ", IdText(launch, item->global), " (local ", IdText(launch, item->local),
                ", group ", IdText(launch, item->group), ")");
}

std::string CopyText(const Launch& launch, const std::optional<Id3>& group) {
  return group ? StrCat("asynchronous copy by work-group ", IdText(launch, *group))
               : std::string("asynchronous copy");
}

std::string BlockText(const Launch& launch, const std::optional<WorkItem>& first, uint64_t size) {
  if (!first) return "an unknown work-item";
  return StrCat("one of the ", size, " work-items in lock step from ", IdText(launch, first->global),
                " on (local ", IdText(launch, first->local), ", group ",
                IdText(launch, first->group), ")");
}

}  // namespace lockstep
