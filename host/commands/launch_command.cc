#include "host/commands/launch_command.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "device-lib/shared/record.h"
#include "host/api/hooks.h"
#include "host/commands/follow.h"
#include "host/commands/touches.h"
#include "host/track/image.h"
#include "host/track/memory.h"

namespace lockstep::host {
namespace {

constexpr size_t kMostAwaited = 16;  // launches that have records of their own at one time
constexpr size_t kMostKeys = 1024;   // equal launches that are remembered

struct Awaited {
  std::mutex mutex;
  size_t count = 0;
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

// What one root's cells say, in runs of bytes with one kind of access.
class RootReader {
 public:
  RootReader(const Launch& launch, size_t root, const uint64_t* heads, const uint64_t* more)
      : launch_(launch), root_(root), heads_(heads), more_(more) {}

  void Read(LaunchTouches* touches) {
    const MemoryRoot& root = launch_.roots[root_];
    const uint64_t granule = uint64_t{1} << root.shift;
    for (uint64_t at = 0; at < root.limit; at += granule) {
      const uint64_t cell = root.first_cell + (at >> root.shift);
      const uint64_t head = heads_[cell];
      unsigned kinds = 0;
      if (ls_of_launch(head, launch_.first_actor, launch_.actor_shift) != 0) {
        kinds = Note(head);
        for (size_t i = 0; (head & LS_MORE) != 0 && i < LS_MORE_RECORDS; ++i) {
          const uint64_t record = more_[cell * LS_MORE_RECORDS + i];
          if (record != 0) kinds |= Note(record);
          if ((record & LS_LAST) != 0) break;
        }
      }
      Extend(kinds, root.start + at, std::min(root.start + at + granule, root.size), touches);
    }
    End(touches);
    AddLines(touches);
  }

 private:
  enum : unsigned { kRead = 1, kWrite = 2, kAtomicRead = 4, kAtomicWrite = 8 };

  unsigned Note(uint64_t record) {
    const auto site =
        static_cast<size_t>(record >> LS_SITE_SHIFT & ((uint64_t{1} << (launch_.segment_shift - LS_SITE_SHIFT)) - 1));
    unsigned kind = 0;
    switch (record & LS_CLASS_MASK) {
      case LS_CLASS_R: kind = kRead; break;
      case LS_CLASS_W: kind = kWrite; break;
      case LS_CLASS_AR: kind = kAtomicRead; break;
      case LS_CLASS_AW: kind = kAtomicWrite; break;
      default: return 0;
    }
    if (last_site_ != site || last_kind_ != kind) {
      sites_[(kind & (kWrite | kAtomicWrite)) != 0].insert(site);
      last_site_ = site;
      last_kind_ = kind;
    }
    return kind;
  }

  void Extend(unsigned kinds, uint64_t begin, uint64_t end, LaunchTouches* touches) {
    if (kinds != kinds_) {
      End(touches);
      kinds_ = kinds;
      begin_ = begin;
    }
    end_ = end;
  }

  // One touch for each kind in the run; behind the first kMostRanges the rest is one, perhaps.
  void End(LaunchTouches* touches) {
    if (kinds_ == 0) return;
    for (const bool write : {false, true}) {
      const unsigned plain = write ? kWrite : kRead, atomic = write ? kAtomicWrite : kAtomicRead;
      if ((kinds_ & (plain | atomic)) == 0) continue;
      size_t& last = last_of_[write];
      if (++runs_[write] > kMostRanges) {
        RootTouch& rest = touches->touches[last];
        rest.end = end_;
        rest.maybe = true;
        rest.atomic = rest.atomic && (kinds_ & plain) == 0;
        continue;
      }
      last = touches->touches.size();
      RootTouch touch;
      touch.root = root_;
      touch.begin = begin_;
      touch.end = end_;
      touch.write = write;
      touch.atomic = (kinds_ & plain) == 0;
      touches->touches.push_back(touch);
    }
    kinds_ = 0;
  }

  void AddLines(LaunchTouches* touches) const {
    const KernelDescription& kernel = *launch_.kernel;
    for (const bool write : {false, true}) {
      for (const size_t site : sites_[write]) {
        if (site == 0 || site >= kernel.sites.size()) continue;
        const Site& where = kernel.sites[site];
        const bool has_text = where.excerpt >= 1 && where.excerpt <= kernel.excerpts.size();
        touches->lines[{root_, write}].push_back(
            {where.position, has_text ? kernel.excerpts[where.excerpt - 1] : std::string()});
      }
    }
  }

  const Launch& launch_;
  const size_t root_;
  const uint64_t* const heads_;
  const uint64_t* const more_;
  unsigned kinds_ = 0;
  uint64_t begin_ = 0, end_ = 0;
  size_t runs_[2] = {0, 0};
  size_t last_of_[2] = {0, 0};
  std::set<size_t> sites_[2];  // that read, that write
  size_t last_site_ = 0;
  unsigned last_kind_ = 0;
};

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

std::unique_ptr<AwaitedTouches> AwaitedTouches::Begin(const std::string& key) {
  Awaited& awaited = GetAwaited();
  std::lock_guard<std::mutex> lock(awaited.mutex);
  if (awaited.count >= kMostAwaited) return nullptr;
  std::unique_ptr<AwaitedTouches> one(new AwaitedTouches);
  one->touches_ = std::make_shared<LaunchTouches>();
  if (!key.empty() && awaited.by_key.size() < kMostKeys) awaited.by_key[key] = one->touches_;
  ++awaited.count;
  return one;
}

AwaitedTouches::~AwaitedTouches() {
  if (touches_ == nullptr) return;
  Guard("--commands", [&] { SetTouches(touches_, std::nullopt); });  // nothing, if it has been looked at
  Awaited& awaited = GetAwaited();
  std::lock_guard<std::mutex> lock(awaited.mutex);
  --awaited.count;
}

void AwaitedTouches::Look(const Launch& launch, const uint64_t* heads, const uint64_t* more) {
  SetTouches(touches_, TouchesIn(launch, heads, more));
}

LaunchTouches TouchesIn(const Launch& launch, const uint64_t* heads, const uint64_t* more) {
  LaunchTouches touches;
  touches.seen.resize(launch.roots.size());
  for (size_t root = 0; root < launch.roots.size(); ++root) {
    const MemoryRoot& one = launch.roots[root];
    const bool local = one.kind == ObjectKind::kLocalArgument || one.kind == ObjectKind::kLocalVariable;
    if (one.size == 0 || local) continue;
    RootReader(launch, root, heads, more).Read(&touches);
    touches.seen[root] = true;
  }
  return touches;
}

}  // namespace lockstep::host
