// The plain data of findings and launches as JSON and back: field by field under the fields' names, for
// files that only this build of lockstep reads. Reading throws nlohmann's exceptions, or a FieldError, where the text
// does not fit. What a report shows of one of these must be listed here.
#ifndef LOCKSTEP_RUNTIME_SESSION_PLAIN_JSON_H_
#define LOCKSTEP_RUNTIME_SESSION_PLAIN_JSON_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "runtime/base/text.h"
#include "runtime/model/finding.h"
#include "runtime/program/program_fields.h"
#include "runtime/report/report.h"

namespace nlohmann {
template <typename T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& out, const std::optional<T>& value) {
    out = value ? json(*value) : json(nullptr);
  }
  static void from_json(const json& in, std::optional<T>& value) {
    if (in.is_null()) {
      value.reset();
    } else {
      value = in.get<T>();
    }
  }
};
template <typename T>
struct adl_serializer<std::shared_ptr<const T>> {
  static void to_json(json& out, const std::shared_ptr<const T>& value) { out = value ? json(*value) : json(nullptr); }
  static void from_json(const json& in, std::shared_ptr<const T>& value) {
    value = in.is_null() ? nullptr : std::make_shared<const T>(in.get<T>());
  }
};
}  // namespace nlohmann

namespace lockstep {

template <typename Tag>
void to_json(nlohmann::json& out, const StrongId<Tag>& id) {
  out = id.value;
}
template <typename Tag>
void from_json(const nlohmann::json& in, StrongId<Tag>& id) {
  in.get_to(id.value);
}

// `in` as one of the values up to `last`; throws for another, of which nlohmann's library would make an enumeration too.
template <typename Enum>
Enum EnumUpTo(Enum last, const nlohmann::json& in) {
  const auto number = in.get<uint64_t>();
  if (!in.is_number_integer() || number > static_cast<uint64_t>(last)) {
    throw std::out_of_range(StrCat("no such value: ", number));
  }
  return static_cast<Enum>(number);
}
inline void from_json(const nlohmann::json& in, Decision& value) { value = EnumUpTo(Decision::kNotAsked, in); }
inline void from_json(const nlohmann::json& in, ObjectKind& value) { value = EnumUpTo(ObjectKind::kLocalVariable, in); }
inline void from_json(const nlohmann::json& in, Finding::Apart& value) {
  value = EnumUpTo(Finding::Apart::kParted, in);
}
inline void from_json(const nlohmann::json& in, OrderedBy& value) { value = EnumUpTo(OrderedBy::kHost, in); }
inline void from_json(const nlohmann::json& in, Reach& value) { value = EnumUpTo(Reach::kInterGroup, in); }
inline void from_json(const nlohmann::json& in, Rule& value) { value = EnumUpTo(Rule::kCommandRace, in); }
inline void from_json(const nlohmann::json& in, Severity& value) { value = EnumUpTo(Severity::kInfo, in); }
inline void from_json(const nlohmann::json& in, TimedOut::End& value) {
  value = EnumUpTo(TimedOut::End::kStillRunning, in);
}

// What comes from a program's description has its fields in runtime/program/program_fields.h.
#define LOCKSTEP_DESCRIBED(Type)                                \
  inline void to_json(nlohmann::json& out, const Type& value) { \
    out = WriterInto<nlohmann::json>::Written(value);           \
  }                                                             \
  inline void from_json(const nlohmann::json& in, Type& value) { FieldReader::Read(#Type, in, value); }
LOCKSTEP_DESCRIBED(SourcePosition)
LOCKSTEP_DESCRIBED(Site)
LOCKSTEP_DESCRIBED(KernelDescription)
#undef LOCKSTEP_DESCRIBED
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostFrame, function, file, line, module, offset)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostStack, frames)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramSource, name, text, headers, options)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ImageShape, size, dimensions, layered, texel_bytes, row_pitch, slice_pitch)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RootDecision, decision, why, bounds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MemoryRoot, kind, object, size, delta, label, image, over_buffer, first_cell, shift,
                                   not_changed_by_others, decision, start, limit, created)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchArgument, name, type, space, value, size, object)
// Without program and kernel, which several launches share.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Launch, id, device, test, dimensions, global_size, global_offset, local_size,
                                   arguments, build_options, roots, segment_shift, actor_shift, first_actor, group_size,
                                   lockstep_width, simd_width, together, log_slots, log_mark, bounds_counted,
                                   log_in_place, shadow_bytes, enqueued, built)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkItem, global, local, group)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoopCount, loop, iterations)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FindingAccess, site, op, atomic, work_item, block, group, segment, interval, loops,
                                   snippet)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Memory, argument, name, aliases, kind, object, label, size, offset, bytes, image,
                                   over_buffer, image_offset, created)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MissingOrder::Change, site, from, to)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MissingOrder, cause, store, load, changes, strict_only)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CommandSide, call, number, queue, in_queue, in_order, blocking, kernel, launch,
                                   lines, op, enqueued)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OrderEdge, by, from, to)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OrderGraph, commands, edges, cut)
// Without the launch.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, rule, kind, severity, reach, region, kernel, count, at_least, launches,
                                   equal_launches, memory, accesses, loop, barriers, apart, earlier, unnamed,
                                   stands_for, position, bounds, coordinate, same_instruction, lockstep_only,
                                   missing_order, commands, graph, why, repair)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StoppedAt, group, site, work_items)
// Without the launch.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedOut, kernel, seconds, end, places)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProcessFacts, pid, parent, start, end, host, rank, test, environment)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceUse, name, platform, driver, version, launches)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SkippedKernel, kernel, reason, launches)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ExplainedAccess, site, position, op, root, decision, launches)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProofCost, made, read, known, nanoseconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckedKernel, name, file, launches, pruned, certified, sites, barriers, transformed,
                                   transform_reason, dependence, unchecked_arguments, notes, proofs, accesses)

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_PLAIN_JSON_H_
