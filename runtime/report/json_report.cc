// The report as JSON.
#include "runtime/report/json_report.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "runtime/base/hex.h"
#include "runtime/base/printable.h"
#include "runtime/report/memory_text.h"

namespace lockstep {
namespace {

// Keeps the order in which fields are added.
using json = nlohmann::ordered_json;

json OrNull(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

void AddUnlessEmpty(const char* key, const std::string& text, json* object) {
  if (!text.empty()) (*object)[key] = text;
}

json PositionJson(const SourcePosition& position) {
  return {{"file", position.file},
          {"line", position.line},
          {"column", position.column},
          {"function", position.function}};
}

json AccessJson(const FindingAccess& access) {
  const Site& site = access.site;
  json object = {{"op", access.op},
                 {"copy", site.copy},
                 {"atomic", access.atomic},
                 {"order", OrNull(WordOf(site.order))},
                 {"scope", OrNull(WordOf(site.scope))},
                 {"remote", site.remote},
                 {"file", site.position.file},
                 {"line", site.position.line},
                 {"column", site.position.column},
                 {"function", site.position.function},
                 {"snippet", access.snippet},
                 {"flags", OrNull(site.flags)}};
  if (!access.before.empty()) object["before"] = access.before;
  if (!access.after.empty()) object["after"] = access.after;
  object["inlined_at"] = json::array();
  for (const SourcePosition& call : site.inlined_at) {
    object["inlined_at"].push_back(PositionJson(call));
  }
  if (!access.loops.empty()) {
    object["iterations"] = json::array();
    for (const LoopCount& loop : access.loops) {
      object["iterations"].push_back({{"file", loop.loop.file},
                                      {"line", loop.loop.line},
                                      {"column", loop.loop.column},
                                      {"count", loop.iterations}});
    }
  }
  object["global_id"] = access.work_item ? json(access.work_item->global) : json(nullptr);
  object["local_id"] = access.work_item ? json(access.work_item->local) : json(nullptr);
  object["group_id"] = access.group ? json(*access.group) : json(nullptr);
  if (access.block != 0) object["block"] = access.block;
  if (access.interval) object["interval"] = *access.interval;
  if (!site.macro.empty()) {
    object["macro"] = {{"name", site.macro},
                       {"file", site.macro_definition.file},
                       {"line", site.macro_definition.line},
                       {"offset", OrNull(access.macro_offset)}};
  }
  return object;
}

json MemoryJson(const Memory& memory) {
  json object = {{"argument", memory.argument >= 0 ? json(memory.argument) : json(nullptr)},
                 {"name", memory.name},
                 {"object", ObjectText(memory)}};
  for (const auto& [index, name] : memory.aliases) {
    object["aliases"].push_back({{"argument", index}, {"name", name}});
  }
  if (memory.image && memory.bytes > 0) {
    const ImageShape& image = *memory.image;
    object["image"] = {{"dimensions", image.dimensions},
                       {"layered", image.layered},
                       {"size", image.size},
                       {"texel", TexelAt(memory)}};
  }
  // An image of its own has texels, but no bytes that could be told.
  const bool bytes = !memory.image || memory.over_buffer;
  object["size"] = bytes ? json(memory.size) : json(nullptr);
  const bool part = bytes && memory.bytes > 0;
  object["offset"] = part ? json(memory.offset) : json(nullptr);
  object["bytes"] = part ? json(memory.bytes) : json(nullptr);
  return object;
}

json EdgeJson(const MissingOrder& found) {
  if (!found.store || !found.load) return nullptr;
  return {{"store", PositionJson(found.store->position)}, {"load", PositionJson(found.load->position)}};
}

json FixJson(const MissingOrder& found) {
  json list = json::array();
  for (const MissingOrder::Change& change : found.changes) {
    json object = PositionJson(change.site.position);
    object["from"] = change.from;
    object["to"] = change.to;
    list.push_back(object);
  }
  return list;
}

// Where an access that has left its object lies.
json BoundsJson(const Finding& finding) {
  if (finding.coordinate) {
    return {{"coordinate", *finding.coordinate}, {"position", nullptr}, {"bytes", nullptr}, {"size", nullptr}};
  }
  return {{"coordinate", nullptr},
          {"position", finding.position},
          {"bytes", finding.accesses[0].site.bytes},
          {"size", finding.bounds}};
}

json CommandJson(const CommandSide& side) {
  return {{"call", side.call},
          {"command", side.number == 0 ? json(nullptr) : json(side.number)},
          {"queue", side.queue == 0 ? json(nullptr) : json(side.queue)},
          {"in_queue", side.in_queue},
          {"in_order", side.in_order},
          {"blocking", side.blocking},
          {"kernel", OrNull(side.kernel)},
          {"launch", side.launch == 0 ? json(nullptr) : json(side.launch)},
          {"op", OrNull(side.op)}};
}

json CommandsJson(const std::array<CommandSide, 2>& commands) {
  json list = json::array();
  for (const CommandSide& side : commands) {
    json object = CommandJson(side);
    object["lines"] = json::array();
    for (const SourcePosition& line : side.lines) object["lines"].push_back(PositionJson(line));
    list.push_back(std::move(object));
  }
  return list;
}

json HostStacksJson(const std::vector<Finding::Stack>& stacks) {
  json list = json::array();
  for (const Finding::Stack& one : stacks) {
    json frames = json::array();
    for (const HostFrame& frame : one.stack.frames) {
      frames.push_back({{"function", OrNull(frame.function)},
                        {"file", OrNull(frame.file)},
                        {"line", frame.line == 0 ? json(nullptr) : json(frame.line)},
                        {"module", OrNull(frame.module)},
                        {"offset", frame.module.empty() ? json(nullptr) : json(frame.offset)}});
    }
    list.push_back({{"what", one.what},
                    {"command", one.side < 0 ? json(nullptr) : json(one.side)},
                    {"frames", std::move(frames)}});
  }
  return list;
}

// What bytes in hex are as a number of this type; null if they are none.
json NumberOf(const std::string& type, const std::string& hex) {
  const auto bytes = HexDecode(hex);
  if (!bytes) return nullptr;
  const auto as = [&](auto number) -> json {
    if (bytes->size() != sizeof(number)) return nullptr;
    std::memcpy(&number, bytes->data(), sizeof(number));
    return number;
  };
  if (type == "char") return as(int8_t{});
  if (type == "uchar" || type == "bool") return as(uint8_t{});
  if (type == "short") return as(int16_t{});
  if (type == "ushort") return as(uint16_t{});
  if (type == "int") return as(int32_t{});
  if (type == "uint") return as(uint32_t{});
  if (type == "long") return as(int64_t{});
  if (type == "ulong" || type == "size_t") return as(uint64_t{});
  if (type == "float") return as(float{});
  if (type == "double") return as(double{});
  return nullptr;
}

json ArgumentsJson(const Launch& launch) {
  json list = json::array();
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    LaunchArgument one = launch.arguments[i];
    if (launch.kernel != nullptr && i < launch.kernel->args.size()) {
      const ArgumentDescription& described = launch.kernel->args[i];
      one.name = described.name;
      one.type = described.type;
      one.space = WordOf(described.space);
    }
    json object = {{"name", one.name}, {"type", one.type}, {"space", one.space}};
    object["size"] = one.size == 0 ? json(nullptr) : json(one.size);
    if (one.space == "private") {
      object["value"] = OrNull(one.value);
      object["number"] = NumberOf(one.type, one.value);
    } else if (one.space != "local") {
      object["object"] = one.object.value == 0 ? json(nullptr) : json(one.object.value);
    }
    list.push_back(std::move(object));
  }
  return list;
}

json GraphJson(const OrderGraph& graph) {
  json object = {{"commands", json::array()}, {"edges", json::array()}, {"cut", graph.cut}};
  for (const CommandSide& side : graph.commands) object["commands"].push_back(CommandJson(side));
  for (const OrderEdge& edge : graph.edges) {
    object["edges"].push_back({{"by", WordOf(edge.by)}, {"from", edge.from}, {"to", edge.to}});
  }
  return object;
}

json FormJson(const Finding& finding) {
  const Launch& launch = *finding.launch;
  const bool commands = finding.commands.has_value();
  json object = {{"rule", RuleName(finding.rule)},
                 {"kind", finding.kind},
                 {"reach", commands ? json(nullptr) : json(ReachName(finding.reach))},
                 {"region", finding.region},
                 {"severity", SeverityName(finding.severity)},
                 {"kernel", commands ? OrNull(finding.kernel) : json(finding.kernel)},
                 {"launch", launch.id.value == 0 ? json(nullptr) : json(launch.id.value)},
                 {"global_size", launch.global_size},
                 {"local_size", launch.local_size},
                 {"global_offset", launch.global_offset},
                 {"dimensions", launch.dimensions},
                 {"count", finding.count},
                 {"at_least", finding.at_least},
                 {"launches", finding.launches},
                 {"launches_equal", finding.equal_launches}};
  AddUnlessEmpty("test", launch.test, &object);
  if (!launch.arguments.empty()) object["arguments"] = ArgumentsJson(launch);
  const bool known = !launch.arguments.empty() && launch.program != nullptr;
  AddUnlessEmpty("build_options", known ? launch.program->options : launch.build_options, &object);
  object["memory"] = finding.memory ? MemoryJson(*finding.memory) : json(nullptr);
  object["accesses"] = json::array({AccessJson(finding.accesses[0])});
  if (finding.rule == Rule::kOutOfBounds) {
    object["bounds"] = BoundsJson(finding);
  } else {
    object["accesses"].push_back(AccessJson(finding.accesses[1]));
  }
  if (commands) object["commands"] = CommandsJson(*finding.commands);
  if (finding.graph) object["graph"] = GraphJson(*finding.graph);
  if (finding.loop) {
    object["loop"] = PositionJson(finding.loop->position);
    object["loop"]["inlined_at"] = json::array();
    for (const SourcePosition& call : finding.loop->inlined_at) {
      object["loop"]["inlined_at"].push_back(PositionJson(call));
    }
  }
  object["barriers"] = json::array();
  for (const Site& barrier : finding.barriers) {
    json position = PositionJson(barrier.position);
    position["flags"] = barrier.flags;
    object["barriers"].push_back(position);
  }
  object["lockstep_only"] = finding.lockstep_only == 0 ? json(nullptr) : json(finding.lockstep_only);
  object["cause"] = OrNull(finding.missing_order.cause);
  object["edge"] = EdgeJson(finding.missing_order);
  object["fix"] = FixJson(finding.missing_order);
  object["why"] = finding.why;
  object["repair"] = finding.repair;
  if (!finding.host_stacks.empty()) object["host_stacks"] = HostStacksJson(finding.host_stacks);
  return object;
}

// The first form, for readers that want one, and all of them.
json FindingJson(const Mistake& mistake) {
  json object = {{"id", mistake.id}};
  object.update(FormJson(mistake.first()));
  object["repair"] = mistake.repair;
  object["repaired_with"] = OrNull(mistake.repaired_with);
  object["forms"] = json::array();
  for (const Finding& form : mistake.forms) object["forms"].push_back(FormJson(form));
  for (const SeenBy& process : mistake.seen_by) {
    object["processes"].push_back(
        {{"pid", process.pid == 0 ? json(nullptr) : json(process.pid)}, {"command", process.command}});
    json& one = object["processes"].back();
    AddUnlessEmpty("host", process.host, &one);
    AddUnlessEmpty("rank", process.rank, &one);
    AddUnlessEmpty("test", process.test, &one);
  }
  return object;
}

// What a project has agreed on, as far as it has.
void AddAgreements(const Report& report, json* object) {
  if (!report.project_file.empty()) (*object)["project_file"] = report.project_file;
  if (!report.suppressions_file.empty()) {
    json& list = (*object)["suppressed_findings"] = json::array();
    for (const Suppressed& one : report.suppressed) {
      list.push_back({{"by", one.by}, {"finding", FindingJson(one.mistake)}});
    }
    (*object)["unused_suppressions"] = report.unused;
  }
  for (const Mistake& mistake : report.known) (*object)["known_findings"].push_back(FindingJson(mistake));
  for (const Mistake& mistake : report.gone) (*object)["gone_findings"].push_back(FindingJson(mistake));
}

json TimedOutJson(const TimedOut& timed_out) {
  static constexpr const char* kEnds[] = {"stopped", "by-itself", "still-running"};
  json object = {{"kernel", timed_out.kernel},
                 {"launch", timed_out.launch ? json(timed_out.launch->id.value) : json(nullptr)},
                 {"seconds", timed_out.seconds},
                 {"end", kEnds[static_cast<int>(timed_out.end)]}};
  object["places"] = json::array();
  for (const StoppedAt& place : timed_out.places) {
    json one = PositionJson(place.site.position);
    one["what"] = place.site.flags;
    one["group_id"] = place.group ? json(*place.group) : json(nullptr);
    one["work_items"] = place.work_items;
    object["places"].push_back(one);
  }
  return object;
}

json InterruptedJson(const Interrupted& interrupted) {
  static constexpr const char* kStates[] = {"compiling", "waiting", "running", "checking"};
  json object = {{"by", OrNull(interrupted.by)},
                 {"left_running", interrupted.left_running},
                 {"launches_begun", interrupted.begun},
                 {"launches_complete", interrupted.complete}};
  object["under_way"] = json::array();
  for (const UnderWay& one : interrupted.under_way) {
    object["under_way"].push_back({{"state", kStates[static_cast<int>(one.state)]},
                                   {"kernel", OrNull(one.kernel)},
                                   {"launch", one.launch == 0 ? json(nullptr) : json(one.launch)},
                                   {"what", OrNull(one.what)},
                                   {"seconds", std::round(one.seconds * 10) / 10}});
  }
  object["not_listed"] = interrupted.not_listed;
  object["native"] = nullptr;
  if (const auto& native = interrupted.native) {
    object["native"] = {{"kernel", native->kernel},
                        {"launch", native->launch == 0 ? json(nullptr) : json(native->launch)},
                        {"seconds", std::round(native->seconds * 10) / 10}};
  }
  return object;
}

json KernelJson(const CheckedKernel& kernel) {
  json object = {{"name", kernel.name},
                 {"file", OrNull(kernel.file)},
                 {"launches", kernel.launches},
                 {"launches_pruned", kernel.pruned},
                 {"launches_certified", kernel.certified},
                 {"dependence", OrNull(kernel.dependence)},
                 {"sites", kernel.sites},
                 {"barriers", kernel.barriers},
                 {"transformed", kernel.transformed},
                 {"transform_reason", OrNull(kernel.transform_reason)},
                 {"unchecked_arguments", kernel.unchecked_arguments},
                 {"notes", kernel.notes}};
  for (const ExplainedAccess& access : kernel.accesses) {
    json one = PositionJson(access.position);
    one.update({{"op", access.op},
                {"root", access.root},
                {"decision", WordOf(access.decision.decision)},
                {"why", SentenceOf(access.decision)},
                {"bounds", OrNull(access.decision.bounds)},
                {"launches", access.launches}});
    object["accesses"].push_back(std::move(one));
  }
  return object;
}

json SummaryJson(const Report& report) {
  const Totals& totals = report.totals;
  return {{"errors", totals.errors},
          {"warnings", totals.warnings},
          {"infos", totals.infos},
          {"hidden_same_value", totals.hidden_same_value},
          {"suppressed", totals.suppressed},
          {"known", totals.known},
          {"not_shown", totals.over_limit},
          {"kernels_checked", report.kernels.size()},
          {"kernels_transformed", CountBarrierForms(report).transformed},
          {"kernels_left", CountBarrierForms(report).left},
          {"launches_checked", report.checked_launches},
          {"launches_unchecked", report.launches - report.left_out.launches - report.checked_launches},
          {"launches_pruned", report.pruned_launches},
          {"launches_certified", report.certified_launches},
          {"shadow_bytes", report.shadow_bytes},
          {"text", SummaryLine(report)}};
}

json ProcessJson(const ProcessFacts& facts, const std::vector<std::string>& command) {
  json object = {{"pid", facts.pid == 0 ? json(nullptr) : json(facts.pid)},
                 {"parent", facts.parent == 0 ? json(nullptr) : json(facts.parent)},
                 {"command", command},
                 {"time", {{"start", OrNull(facts.start)}, {"end", OrNull(facts.end)}}}};
  AddUnlessEmpty("host", facts.host, &object);
  AddUnlessEmpty("rank", facts.rank, &object);
  AddUnlessEmpty("test", facts.test, &object);
  if (!facts.environment.empty()) object["environment"] = facts.environment;
  return object;
}

}  // namespace

std::string JsonReport(const Report& report) {
  json object = {{"schema_version", kSchemaVersion}, {"version", report.version}, {"tool", "lockstep"}};
  object.update(ProcessJson(report.process, report.command));
  for (const ReportedProcess& process : report.processes) {
    object["processes"].push_back(ProcessJson(process.facts, process.command));
    if (process.interrupted) object["processes"].back()["interrupted"] = InterruptedJson(*process.interrupted);
  }
  if (!report.opencl_used) object["opencl_used"] = false;
  object["devices"] = json::array();
  for (const DeviceUse& device : report.devices) {
    object["devices"].push_back({{"name", device.name},
                                 {"platform", device.platform},
                                 {"driver", device.driver},
                                 {"version", device.version},
                                 {"launches", device.launches}});
  }
  object["findings"] = json::array();
  for (const Mistake& mistake : report.findings) object["findings"].push_back(FindingJson(mistake));
  AddAgreements(report, &object);
  object["not_instrumented"] = json::array();
  for (const SkippedKernel& kernel : report.not_instrumented) {
    object["not_instrumented"].push_back(
        {{"kernel", kernel.kernel}, {"reason", kernel.reason}, {"launches", kernel.launches}});
  }
  object["incomplete"] = json::array();
  for (const Incomplete& item : report.incomplete) {
    object["incomplete"].push_back(
        {{"kernel", item.kernel}, {"what", item.what}, {"count", item.count}});
  }
  if (!report.timed_out.empty()) {
    object["timed_out"] = json::array();
    for (const TimedOut& launch : report.timed_out) {
      object["timed_out"].push_back(TimedOutJson(launch));
    }
  }
  if (report.interrupted) object["interrupted"] = InterruptedJson(*report.interrupted);
  object["launches"] = report.launches;
  object["filtered_launches"] = report.left_out.launches;
  object["kernels"] = json::array();
  for (const CheckedKernel& kernel : report.kernels)
    object["kernels"].push_back(KernelJson(kernel));
  object["summary"] = SummaryJson(report);
  return PrintableJson(object.dump(2, ' ', false, json::error_handler_t::replace)) + "\n";
}

}  // namespace lockstep
