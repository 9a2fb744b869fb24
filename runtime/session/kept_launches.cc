// Launches as texts in the channel.
#include "runtime/session/kept_launches.h"

#include <array>
#include <charconv>
#include <exception>
#include <utility>

#include "runtime/base/own_json.h"
#include "runtime/base/text.h"
#include "runtime/session/plain_json.h"

namespace lockstep {
namespace {

using nlohmann::json;

// Bytes that are not UTF-8 (in an application's source) become U+FFFD.
std::string TextOf(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// What TextOf(json) would make of it, without the detour: this is done for every checked launch.
void AppendNumber(std::string& out, const char* head, uint64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  out.append(head).append(digits, end);
}

void AppendText(std::string& out, const char* head, const std::string& text) {
  out.append(head);
  out.append(text.empty() ? "\"\"" : TextOf(text));
}

void AppendSizes(std::string& out, const char* head, const uint64_t (&sizes)[3]) {
  out.append(head);
  AppendNumber(out, "[", sizes[0]);
  AppendNumber(out, ",", sizes[1]);
  AppendNumber(out, ",", sizes[2]);
  out.append("]");
}

void AppendStack(std::string& out, const char* head, const SharedStack& stack) {
  out.append(head).append(stack == nullptr ? "null" : TextOf(*stack));
}

void Append(std::string& out, const MemoryRoot& root) {
  AppendNumber(out, "{\"kind\":", static_cast<uint64_t>(root.kind));
  AppendNumber(out, ",\"object\":", root.object.value);
  AppendNumber(out, ",\"size\":", root.size);
  AppendNumber(out, ",\"delta\":", root.delta);
  AppendText(out, ",\"label\":", root.label);
  out.append(",\"image\":").append(root.image ? TextOf(*root.image) : "null");
  out.append(",\"over_buffer\":").append(root.over_buffer ? "true" : "false");
  AppendNumber(out, ",\"first_cell\":", root.first_cell);
  AppendNumber(out, ",\"shift\":", root.shift);
  out.append(",\"not_changed_by_others\":").append(root.not_changed_by_others ? "true" : "false");
  AppendNumber(out, ",\"decision\":{\"decision\":", static_cast<uint64_t>(root.decision.decision));
  AppendText(out, ",\"why\":", root.decision.why);
  AppendText(out, ",\"bounds\":", root.decision.bounds);
  AppendNumber(out, "},\"start\":", root.start);
  AppendNumber(out, ",\"limit\":", root.limit);
  AppendStack(out, ",\"created\":", root.created);
  out.append("}");
}

void Append(std::string& out, const LaunchArgument& argument) {
  AppendText(out, "{\"name\":", argument.name);
  AppendText(out, ",\"type\":", argument.type);
  AppendText(out, ",\"space\":", argument.space);
  AppendText(out, ",\"value\":", argument.value);
  AppendNumber(out, ",\"size\":", argument.size);
  AppendNumber(out, ",\"object\":", argument.object.value);
  out.append("}");
}

void Append(std::string& out, const Launch& launch, uint64_t kernel) {
  AppendNumber(out, "{\"kernel\":", kernel);
  AppendNumber(out, ",\"launch\":{\"id\":", launch.id.value);
  AppendText(out, ",\"device\":", launch.device);
  AppendText(out, ",\"test\":", launch.test);
  AppendNumber(out, ",\"dimensions\":", launch.dimensions);
  AppendSizes(out, ",\"global_size\":", launch.global_size);
  AppendSizes(out, ",\"global_offset\":", launch.global_offset);
  AppendSizes(out, ",\"local_size\":", launch.local_size);
  AppendNumber(out, ",\"segment_shift\":", launch.segment_shift);
  AppendNumber(out, ",\"actor_shift\":", launch.actor_shift);
  AppendNumber(out, ",\"first_actor\":", launch.first_actor);
  AppendNumber(out, ",\"group_size\":", launch.group_size);
  AppendNumber(out, ",\"lockstep_width\":", launch.lockstep_width);
  AppendNumber(out, ",\"simd_width\":", launch.simd_width);
  AppendNumber(out, ",\"log_slots\":", launch.log_slots);
  AppendNumber(out, ",\"log_mark\":", launch.log_mark);
  out.append(",\"bounds_counted\":").append(launch.bounds_counted ? "true" : "false");
  out.append(",\"together\":").append(launch.together ? "true" : "false");
  out.append(",\"log_in_place\":").append(launch.log_in_place ? "true" : "false");
  AppendNumber(out, ",\"shadow_bytes\":", launch.shadow_bytes);
  AppendStack(out, ",\"enqueued\":", launch.enqueued);
  AppendStack(out, ",\"built\":", launch.built);
  const char* separator = ",\"arguments\":[";
  for (const LaunchArgument& argument : launch.arguments) {
    out.append(separator);
    separator = ",";
    Append(out, argument);
  }
  out.append(launch.arguments.empty() ? ",\"arguments\":[]" : "]");
  AppendText(out, ",\"build_options\":", launch.build_options);
  separator = ",\"roots\":[";
  for (const MemoryRoot& root : launch.roots) {
    out.append(separator);
    separator = ",";
    Append(out, root);
  }
  out.append(launch.roots.empty() ? ",\"roots\":[]}}" : "]}}");
}

// Runs `read`, which may throw at every field.
template <typename Read>
auto Guarded(const std::string& what, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const std::exception& error) {
    return InvalidArgumentError(StrCat(what, ": ", error.what()));
  }
}

}  // namespace

namespace {

std::string KernelText(const Launch& launch) {
  json kernel = {{"image", *launch.kernel}, {"program", nullptr}};
  if (launch.program != nullptr) kernel["program"] = *launch.program;
  return TextOf(kernel);
}

}  // namespace

uint64_t LaunchKeeper::KernelNumber(const Launch& launch) {
  const auto [at, added] = kernels_.try_emplace({launch.kernel, launch.program}, kernels_.size());
  if (added && sink_) sink_(at->second, KernelText(launch));
  return at->second;
}

std::string LaunchKeeper::Text(const std::shared_ptr<const Launch>& launch) {
  std::string out;
  out.reserve(2048);
  Append(out, *launch, KernelNumber(*launch));
  return out;
}

LaunchKeeper::Last LaunchKeeper::LastText(const ProcessResults& results, bool halted) {
  ProcessFacts facts = facts_;
  facts.end = UtcNow();
  Last last;
  const KernelSink sink = std::exchange(sink_, nullptr);  // those that are new are among the last
  last.text = Text(results, facts, halted);
  const auto add = [&](const std::shared_ptr<const Launch>& launch) {
    if (launch == nullptr) return;
    std::string& text = last.kernels[KernelNumber(*launch)];
    if (text.empty()) text = KernelText(*launch);
  };
  for (const auto& [key, finding] : results.collector.all()) add(finding.launch);
  for (const TimedOut& one : results.timed_out) add(one.launch);
  sink_ = sink;
  return last;
}

std::string LaunchKeeper::Text(const ProcessResults& results, const ProcessFacts& facts, bool halted) {
  json launches = json::array();
  std::map<const Launch*, size_t> numbers;
  const auto number_of = [&](const std::shared_ptr<const Launch>& launch) -> json {
    if (launch == nullptr) return nullptr;
    const auto [at, added] = numbers.try_emplace(launch.get(), numbers.size());
    if (added) launches.push_back({{"launch", *launch}, {"kernel", KernelNumber(*launch)}});
    return at->second;
  };
  json findings = json::array(), timed_out = json::array(), kernels = json::array();
  for (const auto& [key, finding] : results.collector.all()) {
    findings.push_back({{"finding", finding}, {"launch", number_of(finding.launch)}});
  }
  for (const TimedOut& one : results.timed_out) {
    timed_out.push_back({{"timed_out", one}, {"launch", number_of(one.launch)}});
  }
  for (const auto& [key, row] : results.kernels) kernels.push_back({row.first, row.second});
  return TextOf({{"facts", facts},
                 {"halted", halted},
                 {"devices", results.devices},
                 {"command", CommandLine()},
                 {"launches", launches},
                 {"findings", findings},
                 {"timed_out", timed_out},
                 {"kernels", kernels},
                 {"skipped", results.skipped},
                 {"unchecked", results.unchecked},
                 {"left_out", results.left_out},
                 {"left_out_by", results.left_out_by},
                 {"incomplete", results.incomplete},
                 {"counts",
                  {results.launches, results.checked_launches, results.pruned_launches, results.certified_launches,
                   results.shadow_bytes}}});
}

StatusOr<LaunchReader::Kernel> LaunchReader::ReadKernel(uint64_t number) {
  const auto known = kernels_.find(number);
  if (known != kernels_.end()) return known->second;
  const auto text = texts_.find(number);
  if (text == texts_.end()) return InvalidArgumentError(StrCat("kernel ", number, " is missing"));
  return Guarded(StrCat("kernel ", number), [&]() -> StatusOr<Kernel> {
    const json all = ParseOwnJson(text->second);
    Kernel kernel;
    kernel.description = std::make_shared<KernelDescription>(all.at("image").get<KernelDescription>());
    if (!all.at("program").is_null()) {
      kernel.program = std::make_shared<ProgramSource>(all.at("program").get<ProgramSource>());
    }
    kernels_[number] = kernel;
    return kernel;
  });
}

StatusOr<std::shared_ptr<const Launch>> LaunchReader::ReadLaunch(const std::string& text) {
  return Guarded("a launch", [&]() -> StatusOr<std::shared_ptr<const Launch>> {
    const json all = ParseOwnJson(text);
    auto launch = std::make_shared<Launch>(all.at("launch").get<Launch>());
    const StatusOr<Kernel> kernel = ReadKernel(all.at("kernel").get<uint64_t>());
    if (!kernel.ok()) return kernel.status();
    launch->kernel = kernel->description;
    launch->program = kernel->program;
    return std::shared_ptr<const Launch>(std::move(launch));
  });
}

StatusOr<KeptState> LaunchReader::ReadState(const std::string& text) {
  return Guarded("a state", [&]() -> StatusOr<KeptState> {
    const json all = ParseOwnJson(text);
    KeptState state;
    all.at("facts").get_to(state.facts);
    all.at("halted").get_to(state.halted);
    all.at("devices").get_to(state.results.devices);
    all.at("command").get_to(state.command);
    std::vector<std::shared_ptr<const Launch>> launches;
    for (const json& one : all.at("launches")) {
      auto launch = ReadLaunch(TextOf(one));
      if (!launch.ok()) return launch.status();
      launches.push_back(*launch);
    }
    ProcessResults& results = state.results;
    std::vector<Finding> findings;
    for (const json& one : all.at("findings")) {
      findings.push_back(one.at("finding").get<Finding>());
      findings.back().launch = launches.at(one.at("launch").get<size_t>());
    }
    results.collector.Add(std::move(findings));
    for (const json& one : all.at("timed_out")) {
      results.timed_out.push_back(one.at("timed_out").get<TimedOut>());
      const json& number = one.at("launch");
      if (!number.is_null()) results.timed_out.back().launch = launches.at(number.get<size_t>());
    }
    for (const json& row : all.at("kernels")) {
      // Equal names of different programs stay apart by their place in the list.
      auto& kept = results.kernels[{row.at(1).at("name").get<std::string>(),
                                     std::to_string(results.kernels.size())}];
      row.at(0).get_to(kept.first);
      row.at(1).get_to(kept.second);
    }
    all.at("skipped").get_to(results.skipped);
    all.at("unchecked").get_to(results.unchecked);
    all.at("left_out").get_to(results.left_out);
    all.at("left_out_by").get_to(results.left_out_by);
    all.at("incomplete").get_to(results.incomplete);
    const auto counts = all.at("counts").get<std::array<uint64_t, 5>>();
    results.launches = counts[0];
    results.checked_launches = counts[1];
    results.pruned_launches = counts[2];
    results.certified_launches = counts[3];
    results.shadow_bytes = counts[4];
    return state;
  });
}

}  // namespace lockstep
