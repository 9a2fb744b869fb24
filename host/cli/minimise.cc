#include "host/cli/minimise.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "host/cli/launch_variant.h"
#include "host/cli/replay.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/capture/write_folder.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// Into how many pieces, at most, memory is cut to find out which of them may be zeros.
constexpr size_t kPieces = 64;
constexpr size_t kLeastPiece = 16;  // bytes

constexpr char kSmallest[] = "smallest";  // the folder

using Ids = std::set<std::string>;

class Search {
 public:
  Search(LaunchVariant& variant, std::string id, Ids shown)
      : variant_(variant), id_(std::move(id)), shown_(std::move(shown)) {}

  // Each makes the variant smaller as far as that shows the finding. False: the user ended it, or an error, see status.
  bool Groups() {
    for (size_t d = 0; d < sizes().global.size(); ++d) {
      const uint64_t local = sizes().local[d];
      if (!Shrink(GroupsIn(d), [&](uint64_t groups) { sizes().global[d] = groups * local; })) return false;
    }
    for (size_t d = 0; d < sizes().global.size(); ++d) {
      const uint64_t groups = GroupsIn(d);
      const bool went_on = Shrink(sizes().local[d], [&](uint64_t items) {
        sizes().local[d] = items;
        sizes().global[d] = groups * items;
      });
      if (!went_on) return false;
    }
    return true;
  }

  bool Memory() {
    for (const CapturedObject& object : sizes().objects) {
      if (IsWhole(object) && !End(object.number)) return false;
    }
    for (const CapturedObject& object : sizes().objects) {
      const size_t size = variant_.objects().at(object.number).size();
      if (!Zero(object.number, 0, size, std::max(kLeastPiece, size / kPieces))) return false;
    }
    return true;
  }

  const Status& status() const { return status_; }

 private:
  CapturedLaunch& sizes() { return variant_.launch(); }
  uint64_t GroupsIn(size_t d) { return (sizes().global[d] + sizes().local[d] - 1) / sizes().local[d]; }
  bool GoesOn() const { return status_.ok() && !variant_.interrupted(); }

  // A smaller size, if one shows the finding: `set` makes one of a number below `most`.
  bool Shrink(uint64_t most, const std::function<void(uint64_t)>& set) {
    const std::vector<uint64_t> global = sizes().global, local = sizes().local;
    for (uint64_t number = 1; number < most && GoesOn(); number *= 2) {
      set(number);
      const std::vector<std::string> ids = variant_.Try();
      if (std::find(ids.begin(), ids.end(), id_) != ids.end()) {
        shown_ = Ids(ids.begin(), ids.end());
        return true;
      }
      sizes().global = global;
      sizes().local = local;
    }
    return GoesOn();
  }

  // Whether all its arguments are buffers that are all of it.
  bool IsWhole(const CapturedObject& object) {
    const auto& arguments = sizes().arguments;
    return std::all_of(arguments.begin(), arguments.end(), [&](const CapturedArgument& argument) {
      return argument.object != object.number ||
             (argument.kind == CapturedKind::kBuffer && argument.origin == 0 && argument.size == object.size);
    });
  }

  // Whether the finding stays, and nothing comes up that was not there, with `bytes` in the object; else it is as it
  // was.
  bool Takes(uint64_t number, std::string bytes) {
    const std::string before = variant_.objects().at(number);
    status_ = variant_.SetObject(number, std::move(bytes));
    if (!status_.ok()) return false;
    const std::vector<std::string> ids = variant_.Try();
    const Ids shown(ids.begin(), ids.end());
    if (shown.count(id_) != 0 && std::includes(shown_.begin(), shown_.end(), shown.begin(), shown.end())) return true;
    status_ = variant_.SetObject(number, before);
    return false;
  }

  // Looks for where the object may end.
  bool End(uint64_t number) {
    size_t too_few = 0;
    while (GoesOn()) {
      const std::string& bytes = variant_.objects().at(number);
      if (bytes.size() - too_few <= 1) return true;
      const size_t size = too_few + (bytes.size() - too_few) / 2;
      if (!Takes(number, bytes.substr(0, size))) too_few = size;
    }
    return false;
  }

  // Looks for zeros that may stand in its bytes from `begin` to `end`.
  bool Zero(uint64_t number, size_t begin, size_t end, size_t least) {
    if (!GoesOn()) return false;
    std::string bytes = variant_.objects().at(number);
    const auto nonzero = bytes.find_first_not_of('\0', begin);
    if (nonzero == std::string::npos || nonzero >= end) return true;
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.begin() + static_cast<std::ptrdiff_t>(end),
              '\0');
    if (Takes(number, std::move(bytes))) return true;
    const size_t middle = begin + (end - begin) / 2;
    if (end - begin <= least) return GoesOn();
    return Zero(number, begin, middle, least) && Zero(number, middle, end, least);
  }

  LaunchVariant& variant_;
  const std::string id_;
  Ids shown_;  // by the smallest launch so far
  Status status_ = OkStatus();
};

Status Stopped() { return InternalError("interrupted"); }

// The program and its headers, for another folder.
StatusOr<CaptureContents> ReadProgram(const CapturedLaunch& launch, const std::string& folder) {
  CaptureContents contents;
  StatusOr<std::string> program = ReadFile(StrCat(folder, "/", launch.program));
  if (!program.ok()) return program.status();
  contents.program = std::move(*program);
  if (!launch.headers) return contents;
  const fs::path headers = StrCat(folder, "/include");
  std::error_code error;
  for (fs::recursive_directory_iterator at(headers, error), end; !error && at != end; at.increment(error)) {
    if (!at->is_regular_file()) continue;
    StatusOr<std::string> text = ReadFile(at->path().string());
    if (!text.ok()) return text.status();
    contents.headers.emplace_back(at->path().lexically_relative(headers).string(), std::move(*text));
  }
  if (error) return InternalError(StrCat("cannot read ", headers.string(), ": ", error.message()));
  return contents;
}

}  // namespace

std::string SizeText(const std::vector<uint64_t>& sizes) {
  std::vector<std::string> texts;
  for (uint64_t size : sizes) texts.push_back(StrCat(size));
  return Join(texts, ",");
}

StatusOr<SmallestLaunch> Minimise(const CapturedLaunch& launch, const std::string& folder,
                                  const std::vector<std::string>& options) {
  auto variant = LaunchVariant::Make(launch, folder, options);
  if (!variant.ok()) return variant.status();
  const std::vector<std::string> ids = (*variant)->Try();
  if ((*variant)->interrupted()) return Stopped();
  if (ids.empty()) return NotFoundError("the launch shows nothing that could stay");
  Search search(**variant, ids[0], Ids(ids.begin(), ids.end()));
  if (!search.Groups() || !search.Memory()) return search.status().ok() ? Stopped() : search.status();
  return SmallestLaunch{ids[0], (*variant)->launch(), (*variant)->objects(), (*variant)->tried()};
}

StatusOr<std::string> KeepSmallest(const SmallestLaunch& smallest, const std::string& folder) {
  auto contents = ReadProgram(smallest.launch, folder);
  if (!contents.ok()) return contents.status();
  CapturedLaunch launch = smallest.launch;
  launch.lockstep = Version();
  for (CapturedObject& object : launch.objects) object.file.clear();
  for (const auto& [number, bytes] : smallest.objects) contents->objects[number] = bytes;
  const std::string parent = StrCat(folder, "/", kSmallest);
  std::error_code ignored;
  fs::remove_all(parent, ignored);
  const auto kept = WriteCaptureFolder(parent, launch, *contents);
  if (!kept.ok()) return kept;
  StatusOr<CapturedLaunch> again = ReadCaptureFolder(*kept);
  auto variant =
      again.ok() ? LaunchVariant::Make(*again, *kept, {}) : StatusOr<std::unique_ptr<LaunchVariant>>(again.status());
  if (!variant.ok()) return variant.status();
  const std::vector<std::string> ids = (*variant)->Try();
  if (std::find(ids.begin(), ids.end(), smallest.id) != ids.end()) return kept;
  fs::remove_all(parent, ignored);
  return InternalError("alone it shows something else; options of this command line decide");
}

}  // namespace lockstep
