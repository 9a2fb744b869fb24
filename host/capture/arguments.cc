#include "host/capture/arguments.h"

#include <optional>

#include "host/driver/query.h"
#include "host/track/image.h"
#include "host/track/memory.h"
#include "runtime/base/hex.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

class Looking {
 public:
  ArgumentsBehind behind;

  Status Add(const ArgumentDescription& described, const Argument& value) {
    CapturedArgument argument;
    argument.index = described.index;
    argument.name = described.name;
    argument.type = described.type;
    const Status status = FillIn(described.space, value, argument);
    if (!status.ok()) return InvalidArgumentError(StrCat("argument '", described.name, "' ", status.message()));
    behind.arguments.push_back(std::move(argument));
    return OkStatus();
  }

 private:
  Status FillIn(ArgumentSpace space, const Argument& value, CapturedArgument& argument) {
    switch (space) {
      case ArgumentSpace::kPrivate:
        argument.kind = CapturedKind::kValue;
        argument.value = HexEncode({reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()});
        return OkStatus();
      case ArgumentSpace::kLocal:
        argument.kind = CapturedKind::kLocal;
        argument.size = value.size;
        return OkStatus();
      case ArgumentSpace::kGlobal:
      case ArgumentSpace::kConstant:
        return value.kind == Argument::Kind::kSvm ? Svm(value.svm, argument) : Buffer(value, argument);
      case ArgumentSpace::kImage: return Image(HandleIn<cl_mem>(value), argument);
      case ArgumentSpace::kSampler: return Sampler(HandleIn<cl_sampler>(value), argument);
      case ArgumentSpace::kPipe: break;
    }
    return InvalidArgumentError("is a pipe, whose content nobody can read");
  }

  Status Null(CapturedArgument& argument) {
    argument.kind = CapturedKind::kNull;
    return OkStatus();
  }

  Status Buffer(const Argument& value, CapturedArgument& argument) {
    const cl_mem mem = HandleIn<cl_mem>(value);
    if (mem == nullptr) return Null(argument);
    const std::optional<BufferFacts> facts = BufferBehind(mem);
    if (!facts) return InvalidArgumentError("is a buffer that the driver says nothing of");
    Refer(*facts, argument);
    argument.kind = CapturedKind::kBuffer;
    return OkStatus();
  }

  void Refer(const BufferFacts& facts, CapturedArgument& argument) {
    argument.object = facts.number.value;
    argument.origin = facts.origin;
    argument.size = facts.size;
    MemoryBehind& memory = behind.objects[facts.number.value];
    memory.handle = facts.object;
    memory.size = facts.object_size;
  }

  Status Svm(const void* pointer, CapturedArgument& argument) {
    if (pointer == nullptr) return Null(argument);
    const auto address = reinterpret_cast<uint64_t>(pointer);
    const std::optional<SvmAllocation> allocation = SvmAt(address);
    if (!allocation) return InvalidArgumentError("points to memory that clSVMAlloc did not give");
    argument.kind = CapturedKind::kBuffer;
    argument.object = allocation->object.value;
    argument.origin = address - allocation->address;
    argument.size = allocation->size - argument.origin;
    MemoryBehind& memory = behind.objects[argument.object];
    memory.kind = MemoryBehind::Kind::kSvm;
    memory.svm = reinterpret_cast<const void*>(allocation->address);
    memory.size = allocation->size;
    return OkStatus();
  }

  Status Image(cl_mem mem, CapturedArgument& argument) {
    if (mem == nullptr) return Null(argument);
    const std::optional<ImageFacts> facts = ImageBehind(mem);
    if (!facts) return InvalidArgumentError("is an image that the driver says nothing of");
    CapturedImage& image = argument.image;
    image.object_type = QueryValue<cl_mem_object_type>(Of(Next().clGetMemObjectInfo, mem, CL_MEM_TYPE));
    image.order = facts->image.order;
    image.channel_type = facts->image.type;
    image.texel_bytes = QueryValue<size_t>(Of(Next().clGetImageInfo, mem, CL_IMAGE_ELEMENT_SIZE));
    for (unsigned d = 0; d < facts->image.dimensions; ++d) image.size.push_back(facts->image.size[d]);
    if (facts->over_buffer) {
      const std::optional<BufferFacts> buffer = BufferBehind(facts->parent);
      if (!buffer) return InvalidArgumentError("is an image over a buffer that the driver says nothing of");
      Refer(*buffer, argument);
      argument.kind = CapturedKind::kImageView;
      if (image.size.size() > 1) image.row_pitch = facts->image.row_pitch;
      return OkStatus();
    }
    if (facts->parent != nullptr) return InvalidArgumentError("is an image made from another one");
    argument.kind = CapturedKind::kImage;
    argument.object = facts->number.value;
    MemoryBehind& memory = behind.objects[argument.object];
    memory.kind = MemoryBehind::Kind::kImage;
    memory.handle = mem;
    memory.size = image.texel_bytes;
    for (size_t d = 0; d < image.size.size(); ++d) {
      memory.region[d] = image.size[d];
      memory.size *= image.size[d];
    }
    argument.size = memory.size;
    return OkStatus();
  }

  Status Sampler(cl_sampler sampler, CapturedArgument& argument) {
    if (sampler == nullptr) return InvalidArgumentError("is no sampler");
    const auto info = Next().clGetSamplerInfo;
    argument.kind = CapturedKind::kSampler;
    argument.sampler.normalized = QueryValue<cl_bool>(Of(info, sampler, CL_SAMPLER_NORMALIZED_COORDS)) != CL_FALSE;
    argument.sampler.addressing = QueryValue<cl_addressing_mode>(Of(info, sampler, CL_SAMPLER_ADDRESSING_MODE));
    argument.sampler.filter = QueryValue<cl_filter_mode>(Of(info, sampler, CL_SAMPLER_FILTER_MODE));
    return OkStatus();
  }
};

}  // namespace

StatusOr<ArgumentsBehind> LookBehind(const Kernel& kernel, const std::vector<ArgumentDescription>& described) {
  Looking looking;
  for (const ArgumentDescription& argument : described) {
    if (Status status = looking.Add(argument, kernel.arguments[argument.index]); !status.ok()) return status;
  }
  return std::move(looking.behind);
}

}  // namespace lockstep::host
