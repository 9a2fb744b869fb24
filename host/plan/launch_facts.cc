#include "host/plan/launch_facts.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "host/driver/query.h"
#include "host/plan/host_memory.h"
#include "host/plan/local_size.h"
#include "host/track/image.h"
#include "host/track/memory.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

using Space = RootFacts::Space;

// A global pointer argument set with clSetKernelArg: a buffer, or null.
void FillBuffer(const Argument& argument, RootFacts& root, MemoryRoot& memory,
                std::map<uint64_t, HostRange>& ranges) {
  const cl_mem mem = HandleIn<cl_mem>(argument);
  if (mem == nullptr) return;
  const std::optional<BufferFacts> facts = BufferBehind(mem);
  if (!facts) return;
  root.object = facts->number.value;
  root.object_size = facts->object_size;
  root.delta = facts->origin;
  root.extent = facts->size;
  root.window = true;
  memory.object = facts->number;
  if (facts->host != 0) ranges[root.object] = {facts->host, facts->object_size};
}

// A global pointer argument set with clSetKernelArgSVMPointer. False: we do not know the memory.
bool FillSvm(const Argument& argument, RootFacts& root, MemoryRoot& memory) {
  memory.kind = ObjectKind::kSvm;
  if (argument.svm == nullptr) return true;
  const uint64_t address = reinterpret_cast<uint64_t>(argument.svm);
  const std::optional<SvmAllocation> allocation = SvmAt(address);
  if (!allocation) return false;
  root.object = allocation->object.value;
  root.object_size = allocation->size;
  root.delta = address - allocation->address;
  root.extent = allocation->size - root.delta;
  memory.object = allocation->object;
  return true;
}

// An image argument. False: we do not know the image.
bool FillImage(const Argument& argument, RootFacts& root, MemoryRoot& memory) {
  const cl_mem mem = HandleIn<cl_mem>(argument);
  if (mem == nullptr) return true;
  const std::optional<ImageFacts> facts = ImageBehind(mem);
  if (!facts) return false;
  root.object = facts->number.value;
  root.object_size = facts->object_size;
  root.delta = facts->origin;
  root.extent = facts->extent;
  root.shift = facts->granule_shift;
  root.image = facts->image;
  root.over_buffer = facts->over_buffer;
  memory.object = facts->number;
  memory.kind = ObjectKind::kImage;
  memory.over_buffer = facts->over_buffer;
  memory.image = ImageShape{{facts->image.size[0], facts->image.size[1], facts->image.size[2]},
                            facts->image.dimensions,
                            facts->image.layered != 0,
                            facts->image.texel_bytes,
                            facts->image.row_pitch,
                            facts->image.slice_pitch};
  return true;
}

// Whether the devices of `context` work in the host's memory.
bool SharesHostMemory(cl_context context) {
  const auto devices = QueryArray<std::vector<cl_device_id>>(
      Of(Next().clGetContextInfo, context, CL_CONTEXT_DEVICES));
  return std::all_of(devices.begin(), devices.end(), [](cl_device_id device) {
    return QueryValue<cl_bool>(
               Of(Next().clGetDeviceInfo, device, CL_DEVICE_HOST_UNIFIED_MEMORY)) == CL_TRUE;
  });
}

void AppendArguments(const Kernel& kernel, const LoadedKernel& loaded, cl_context context,
                     Roots& roots) {
  std::map<uint64_t, HostRange> ranges;
  for (const ArgumentDescription& argument : loaded.args) {
    const Argument& value = kernel.arguments[argument.index];
    RootFacts root;
    MemoryRoot memory;
    root.shift = argument.granule_shift;
    root.reads = argument.reads;
    root.writes = argument.writes;
    root.checked = argument.checked;
    root.bounded = argument.bounded;
    root.atomics = argument.atomics;
    if (argument.space == ArgumentSpace::kLocal) {
      root.space = Space::kLocal;
      root.object_size = root.extent = value.size;
      memory.kind = ObjectKind::kLocalArgument;
      roots.local_bytes += (value.size + 127) & ~uint64_t{127};
    } else if (argument.space == ArgumentSpace::kGlobal || argument.space == ArgumentSpace::kConstant) {
      root.space = Space::kGlobal;
      root.constant = argument.space == ArgumentSpace::kConstant;
      if (value.kind == Argument::Kind::kSvm) {
        root.stays = !FillSvm(value, root, memory);
        if (root.stays) roots.out_of_sight.push_back(argument.name);
      } else {
        FillBuffer(value, root, memory, ranges);
      }
    } else if (argument.space == ArgumentSpace::kImage) {
      root.space = Space::kGlobal;
      root.stays = !FillImage(value, root, memory);
      if (root.stays) roots.out_of_sight.push_back(argument.name);
    } else if (argument.space == ArgumentSpace::kSampler) {
      root.sampler = SamplerBits(HandleIn<cl_sampler>(value));
    }
    memory.size = root.object_size;
    memory.delta = root.delta;
    roots.plan.roots.push_back(root);
    roots.memory.push_back(memory);
  }
  if (ranges.size() > 1 && SharesHostMemory(context)) {
    UniteOverlapping(ranges, roots.plan.roots, roots.memory);
  }
}

void AppendLocals(const LoadedKernel& loaded, Roots& roots) {
  for (const LocalDescription& local : loaded.locals) {
    RootFacts root;
    root.space = Space::kLocal;
    root.object_size = root.extent = local.size;
    root.shift = local.granule_shift;
    root.reads = root.writes = root.checked = true;
    root.atomics = local.atomics;
    MemoryRoot memory;
    memory.kind = ObjectKind::kLocalVariable;
    memory.size = local.size;
    roots.local_bytes += (local.size + 127) & ~uint64_t{127};
    roots.plan.roots.push_back(root);
    roots.memory.push_back(memory);
  }
}

void AppendVariables(const Kernel& kernel, const LoadedKernel& loaded, cl_device_id device, Roots& roots) {
  for (const VariableDescription& variable : loaded.variables) {
    RootFacts root;
    root.space = Space::kGlobal;
    root.object = kernel.program->VariableNumber(device, variable.name).value;
    root.object_size = root.extent = variable.size;
    root.shift = variable.granule_shift;
    root.reads = variable.reads;
    root.writes = variable.writes;
    root.atomics = variable.atomics;
    root.checked = true;
    MemoryRoot memory;
    memory.kind = ObjectKind::kProgramVariable;
    memory.object = ObjectId{root.object};
    memory.size = variable.size;
    roots.plan.roots.push_back(root);
    roots.memory.push_back(memory);
  }
}

// SVM allocations that the kernel can reach through pointers in memory, by address: the device
// searches among them.
void AppendRanges(cl_context context, Roots& roots) {
  unsigned shift = 3;
  bool any = false;
  for (const RootFacts& root : roots.plan.roots) {
    if (root.space != Space::kGlobal) continue;
    shift = std::min(shift, root.shift);
    any = true;
  }
  for (const SvmAllocation& allocation : SvmOf(context)) {
    RootFacts root;
    root.space = Space::kGlobal;
    root.object = allocation.object.value;
    root.object_size = root.extent = allocation.size;
    root.base = allocation.address;
    // Accesses without a root are counted in the granule of every global argument.
    root.shift = any ? shift : 0;
    root.reads = root.writes = root.checked = true;
    MemoryRoot memory;
    memory.kind = ObjectKind::kSvm;
    memory.object = allocation.object;
    memory.size = allocation.size;
    roots.plan.roots.push_back(root);
    roots.memory.push_back(memory);
    ++roots.plan.ranges;
  }
}

}  // namespace

uint64_t Geometry::groups() const {
  uint64_t groups = 1;
  for (int d = 0; d < 3; ++d) groups *= local[d] == 0 ? 1 : global[d] / local[d] + (global[d] % local[d] != 0);
  return groups;
}

uint64_t Geometry::actors(uint64_t copies) const {
  uint64_t actors = 0;
  return __builtin_mul_overflow(groups(), group_size() + copies, &actors) ? UINT64_MAX : actors;
}

std::optional<Geometry> ReadGeometry(cl_uint dimensions, const size_t* offset, const size_t* global,
                                     const size_t* local) {
  if (dimensions < 1 || dimensions > 3 || global == nullptr) return std::nullopt;
  Geometry geometry;
  geometry.dimensions = dimensions;
  geometry.local_told = local != nullptr;
  uint64_t items = 1;
  for (cl_uint d = 0; d < dimensions; ++d) {
    geometry.global[d] = global[d];
    if (offset != nullptr) geometry.offset[d] = offset[d];
    if (local != nullptr) geometry.local[d] = local[d];
    if (global[d] == 0 || geometry.local[d] == 0) return std::nullopt;
    if (__builtin_mul_overflow(items, global[d] + geometry.local[d], &items)) return std::nullopt;
  }
  return geometry;
}

void DecideLocalSize(Geometry& geometry, const Device& device, cl_device_id id, cl_kernel kernel) {
  if (geometry.local_told) return;
  const auto info = Next().clGetKernelWorkGroupInfo;
  using Size3 = std::array<size_t, 3>;
  const auto required =
      QueryValue<Size3>(Of(info, kernel, id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
  if (required[0] != 0) {
    geometry.local = required;
    return;
  }
  GroupLimits limits;
  limits.max_group = device.max_group_size;
  for (size_t d = 0; d < 3; ++d) {
    limits.max_items[d] =
        d < device.max_item_sizes.size() ? device.max_item_sizes[d] : device.max_group_size;
  }
  limits.preferred_multiple =
      QueryValue<size_t>(Of(info, kernel, id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1);
  limits.compute_units = device.compute_units;
  geometry.local = ChooseLocalSize(geometry.global, limits);
  geometry.local_told = true;
}

Roots FindRoots(const Kernel& kernel, const LoadedKernel& loaded, cl_context context, cl_device_id device, bool full) {
  Roots roots;
  const size_t count = loaded.args.size() + loaded.locals.size() + loaded.variables.size();
  roots.plan.roots.reserve(count);
  roots.memory.reserve(count);
  AppendArguments(kernel, loaded, context, roots);
  AppendLocals(loaded, roots);
  AppendVariables(kernel, loaded, device, roots);
  roots.plan.unknown_reads = loaded.unknown_reads;
  roots.plan.unknown_writes = loaded.unknown_writes;
  roots.plan.full = full;
  roots.plan.async_copies = loaded.async_copies;
  roots.plan.group = loaded.group.get();
  roots.plan.sites = loaded.site_proofs.get();
  roots.plan.places = loaded.place_proofs.get();
  if (loaded.unknown_reads || loaded.unknown_writes) AppendRanges(context, roots);
  return roots;
}

LaunchNumbers NumbersOf(const Geometry& geometry, const std::vector<Argument>& arguments) {
  LaunchNumbers numbers;
  for (int d = 0; d < 3; ++d) {
    numbers.global_size[d] = geometry.global[d];
    numbers.global_offset[d] = geometry.offset[d];
    numbers.local_size[d] = geometry.local[d];
  }
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    if (argument.kind != Argument::Kind::kValue) continue;
    const size_t size = argument.bytes.size();
    if (size != 1 && size != 2 && size != 4 && size != 8) {
      for (size_t at = 0; at + 4 <= size; at += 4) {
        const std::optional<unsigned> part = ArgumentPart(i, at, 4);
        if (!part) break;
        int32_t word;
        std::memcpy(&word, argument.bytes.data() + at, sizeof(word));
        numbers.arguments[*part] = word;
      }
      continue;
    }
    uint64_t bits = 0;
    std::memcpy(&bits, argument.bytes.data(), size);
    const auto unused = static_cast<unsigned>(64 - 8 * size);
    numbers.arguments[i] = static_cast<int64_t>(bits << unused) >> unused;  // sign-extended
  }
  return numbers;
}

}  // namespace lockstep::host
