// Memory objects and launches in words.
#include "runtime/report/memory_text.h"

#include "runtime/base/text.h"
#include "runtime/checks/checks.h"

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

}  // namespace

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
      text = numbered("image");
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
  return StrCat(text, " of ", Counted(memory.size, "byte", "bytes"), ", ",
                Counted(memory.bytes, "byte", "bytes"), " at offset ", memory.offset);
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

}  // namespace lockstep
