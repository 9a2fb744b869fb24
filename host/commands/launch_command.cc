#include "host/commands/launch_command.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "host/api/hooks.h"
#include "host/commands/follow.h"
#include "host/commands/launch_records.h"
#include "host/commands/touches.h"
#include "host/track/image.h"
#include "host/track/memory.h"

namespace lockstep::host {
namespace {

constexpr size_t kMostAwaited = 16;                     // launches that have records of their own at one time
constexpr uint64_t kMostFetched = uint64_t{512} << 20;  // bytes of these that are fetched from devices
constexpr size_t kMostKeys = 1024;                      // equal launches that are remembered

struct Awaited {
  std::mutex mutex;
  size_t count = 0;
  uint64_t bytes = 0;
  std::map<std::string, std::shared_ptr<LaunchTouches>> by_key;
};

Awaited& GetAwaited() {
  static Awaited* awaited = new Awaited;
  return *awaited;
}

// Where an argument leads; unknown if it leads to no memory that we know. `delta`: where it points in the object as the
// plan has it, which may be larger than the buffer (host_memory.h): it begins so much before that.
RootPlace PlaceOfArgument(const Argument& value, bool image, uint64_t delta) {
  RootPlace place;
  const auto take = [&](const ObjectPlace& object, uint64_t origin) {
    place.known = true;
    place.root = object.root;
    place.start = object.start + origin - delta;
    place.through = object.through;
  };
  if (value.kind == Argument::Kind::kSvm) {
    const auto at = reinterpret_cast<uint64_t>(value.svm);
    if (const std::optional<SvmAllocation> svm = SvmAt(at)) take(PlaceOf(*svm), at - svm->address);
    return place;
  }
  const auto mem = HandleIn<cl_mem>(value);
  if (mem == nullptr) return place;
  if (!image) {
    if (const std::optional<BufferFacts> buffer = BufferBehind(mem)) take(PlaceOf(*buffer), buffer->origin);
    return place;
  }
  const std::optional<ImageFacts> facts = ImageBehind(mem);
  if (!facts) return place;
  const std::optional<BufferFacts> buffer = facts->over_buffer ? BufferBehind(facts->parent) : std::nullopt;
  if (buffer) {
    take(PlaceOf(*buffer), facts->origin);
  } else {
    NoteObject(facts->number.value, ObjectKind::kImage, facts->object_size);
    take({facts->number.value, 0, facts->number.value}, facts->origin);
  }
  return place;
}

RootPlace PlaceOfRoot(const Kernel& kernel, const LoadedKernel& loaded, const Roots& roots, size_t root) {
  const RootFacts& facts = roots.plan.roots[root];
  if (facts.space != RootFacts::Space::kGlobal || facts.object_size == 0) return {};
  if (root < loaded.args.size()) {
    const ArgumentDescription& argument = loaded.args[root];
    RootPlace place =
        PlaceOfArgument(kernel.arguments[argument.index], argument.space == ArgumentSpace::kImage, facts.delta);
    place.argument = static_cast<int>(argument.index);
    place.name = argument.name;
    return place;
  }
  RootPlace place;
  place.known = true;
  place.through = facts.object;
  if (facts.base != 0) {  // an SVM allocation that pointers in memory lead to
    place.start = facts.base;
    NoteObject(facts.object, ObjectKind::kSvm, facts.object_size);
  } else {
    place.root = facts.object;
    NoteObject(facts.object, ObjectKind::kProgramVariable, facts.object_size);
    const size_t variable = root - loaded.args.size() - loaded.locals.size();
    if (variable < loaded.variables.size()) place.name = loaded.variables[variable].name;
  }
  return place;
}

// Images that the kernel reads through an argument that is read_only and writes through one that is write_only.
std::vector<ImageTwice> ImagesTwice(const Kernel& kernel, const LoadedKernel& loaded) {
  std::map<cl_mem, size_t> read, written;  // roots
  for (size_t root = 0; root < loaded.args.size(); ++root) {
    const ArgumentDescription& argument = loaded.args[root];
    if (argument.space != ArgumentSpace::kImage) continue;
    const auto image = HandleIn<cl_mem>(kernel.arguments[argument.index]);
    if (argument.reads && argument.access == "read_only") read.emplace(image, root);
    if (argument.writes && argument.access == "write_only") written.emplace(image, root);
  }
  std::vector<ImageTwice> twice;
  for (const auto& [image, root] : read) {
    const auto other = written.find(image);
    if (image != nullptr && other != written.end()) twice.push_back({root, other->second});
  }
  return twice;
}

}  // namespace

CommandRecord DescribeCommand(const Kernel& kernel, const LoadedKernel& loaded, const Roots& roots, LaunchId id) {
  CommandRecord record;
  record.side.kernel = kernel.name;
  record.side.launch = id.value;
  for (size_t i = 0; i < roots.plan.roots.size(); ++i) {
    const RootFacts& facts = roots.plan.roots[i];
    RootPlace& place = record.places.emplace_back(PlaceOfRoot(kernel, loaded, roots, i));
    place.begin = facts.delta;
    place.size = facts.extent;
    place.reads = facts.reads;
    place.writes = facts.writes;
    AddPerhaps(place, &record.footprint);
  }
  record.images = ImagesTwice(kernel, loaded);
  return record;
}

CommandRecord DescribeUnknown(const Kernel* kernel, const std::string& name, LaunchId id) {
  CommandRecord record;
  record.side.kernel = name;
  record.side.launch = id.value;
  if (kernel == nullptr) return record;
  for (const Argument& argument : kernel->arguments) {
    if (argument.kind == Argument::Kind::kSvm) {
      const auto at = reinterpret_cast<uint64_t>(argument.svm);
      const std::optional<SvmAllocation> svm = SvmAt(at);
      if (!svm) continue;
      AddSvm(argument.svm, svm->size - (at - svm->address), true, &record.footprint);
      record.footprint.back().maybe = true;
    } else if (const auto mem = HandleIn<cl_mem>(argument); IsKnownMemory(mem)) {
      AddWhole(mem, true, &record.footprint);
    }
  }
  return record;
}

std::shared_ptr<LaunchTouches> KnownTouches(const std::string& key) {
  if (key.empty()) return nullptr;
  Awaited& awaited = GetAwaited();
  std::lock_guard<std::mutex> lock(awaited.mutex);
  const auto known = awaited.by_key.find(key);
  return known == awaited.by_key.end() || known->second->state == LaunchTouches::State::kUnknown ? nullptr
                                                                                                 : known->second;
}

std::unique_ptr<AwaitedTouches> AwaitedTouches::Begin(const std::string& key, uint64_t bytes) {
  Awaited& awaited = GetAwaited();
  std::lock_guard<std::mutex> lock(awaited.mutex);
  if (awaited.count >= kMostAwaited || bytes > kMostFetched - awaited.bytes) return nullptr;
  std::unique_ptr<AwaitedTouches> one(new AwaitedTouches);
  one->touches_ = std::make_shared<LaunchTouches>();
  if (!key.empty() && awaited.by_key.size() < kMostKeys) awaited.by_key[key] = one->touches_;
  ++awaited.count;
  awaited.bytes += one->bytes_ = bytes;
  return one;
}

AwaitedTouches::~AwaitedTouches() {
  if (touches_ == nullptr) return;
  Guard("--commands", [&] { SetTouches(touches_, std::nullopt); });  // nothing, if it has been looked at
  Awaited& awaited = GetAwaited();
  std::lock_guard<std::mutex> lock(awaited.mutex);
  --awaited.count;
  awaited.bytes -= bytes_;
}

const std::shared_ptr<TouchedCells>& AwaitedTouches::FollowLog(ObjectStarts objects) {
  return logged_ = std::make_shared<TouchedCells>(std::move(objects));
}

void AwaitedTouches::Look(const Launch& launch, const uint64_t* heads, const uint64_t* more) {
  SetTouches(touches_, TouchesIn(launch, {heads, more, logged_.get()}));
}

}  // namespace lockstep::host
