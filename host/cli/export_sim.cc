// Oclgrind's simulation files: https://github.com/jrprice/Oclgrind/wiki/Running-Kernels
#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "host/cli/export_launch.h"
#include "runtime/base/file.h"
#include "runtime/base/hex.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kBytesOfLine = 32;

// Three sizes, as the format has them.
std::string SimSizes(const std::vector<uint64_t>& sizes) {
  const auto size = [&](size_t d) { return d < sizes.size() ? sizes[d] : 1; };
  return StrCat(size(0), " ", size(1), " ", size(2), "\n");
}

Status Cannot(const std::string& what) {
  return InvalidArgumentError(StrCat("a .sim file cannot say ", what, "; --export=c can"));
}

// "<size=8 uchar hex>" and the bytes, of which `digits` has two each.
std::string Bytes(const std::string& digits, const std::string& note) {
  std::string out = StrCat("<size=", digits.size() / 2, " uchar hex>  # ", note, "\n");
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    out += StrCat(digits.substr(i, 2), (i / 2 + 1) % kBytesOfLine == 0 || i + 2 >= digits.size() ? "\n" : " ");
  }
  return out;
}

}  // namespace

StatusOr<std::string> ExportSim(const CapturedLaunch& launch, const std::string& folder) {
  if (!IsSource(launch)) return Cannot("which device code a program is");
  if (!launch.build_options.empty()) return Cannot("with which options a program is built");
  if (launch.headers) return Cannot("where headers are");
  if (std::any_of(launch.offset.begin(), launch.offset.end(), [](uint64_t offset) { return offset != 0; })) {
    return Cannot("that global ids have an offset");
  }
  std::string out =
      StrCat("# launch ", launch.launch, " on ", launch.device, "; oclgrind-kernel --data-races kernel.sim\n",
             launch.program, "\n", launch.kernel, "\n", SimSizes(launch.global), SimSizes(launch.local), "\n");
  std::set<uint64_t> seen;
  for (const CapturedArgument& argument : launch.arguments) {
    const std::string note = StrCat(argument.type, " ", argument.name);
    if (argument.kind == CapturedKind::kValue) {
      out += Bytes(argument.value, note);
    } else if (argument.kind == CapturedKind::kLocal) {
      out += StrCat("<size=", argument.size, ">  # ", note, "\n");
    } else if (argument.kind == CapturedKind::kNull) {
      out += StrCat("<null>  # ", note, "\n");
    } else if (argument.kind == CapturedKind::kBuffer) {
      const CapturedObject* const object = ObjectBehind(launch, argument);
      if (argument.size != object->size) return Cannot("that an argument is a part of a buffer");
      if (!seen.insert(object->number).second) return Cannot("that two arguments are one buffer");
      StatusOr<std::string> content = ReadFile(StrCat(folder, "/", object->file));
      if (!content.ok()) return content.status();
      content->resize(object->size);
      if (content->find_first_not_of('\0') == std::string::npos) {
        out += StrCat("<size=", object->size, " uchar fill=0>  # ", note, "\n");
      } else {
        out += Bytes(HexEncode(*content), note);
      }
    } else {
      return Cannot("what an image or a sampler is");
    }
  }
  return out;
}

}  // namespace lockstep
