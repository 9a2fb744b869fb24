#include "runtime/report/printable_report.h"

#include <memory>
#include <utility>

#include "runtime/base/printable.h"

namespace lockstep {
namespace {

void Clean(std::string& text) { text = Printable(text); }

void Clean(std::vector<std::string>& texts) {
  for (std::string& text : texts) Clean(text);
}

void Clean(SourcePosition& position) {
  Clean(position.file);
  Clean(position.function);
}

void Clean(Site& site) {
  Clean(site.position);
  for (SourcePosition& call : site.inlined_at) Clean(call);
  for (SourcePosition& loop : site.loops) Clean(loop);
  Clean(site.condition);
  Clean(site.macro);
  Clean(site.macro_definition);
}

void Clean(Memory& memory) {
  Clean(memory.name);
  Clean(memory.label);
  for (auto& [index, name] : memory.aliases) Clean(name);
}

void Clean(CommandSide& side) {
  Clean(side.call);
  Clean(side.kernel);
  for (SourcePosition& line : side.lines) Clean(line);
}

void Clean(Finding& finding) {
  Clean(finding.kernel);
  Clean(finding.region);
  if (finding.memory) Clean(*finding.memory);
  for (FindingAccess& access : finding.accesses) {
    Clean(access.site);
    Clean(access.op);
    Clean(access.macro_offset);
    for (LoopCount& loop : access.loops) Clean(loop.loop);
  }
  if (finding.loop) Clean(*finding.loop);
  for (Site& barrier : finding.barriers) Clean(barrier);
  if (finding.commands) {
    for (CommandSide& side : *finding.commands) Clean(side);
  }
  if (finding.graph) {
    for (CommandSide& side : finding.graph->commands) Clean(side);
  }
  if (finding.launch != nullptr && !finding.launch->test.empty()) {
    auto launch = std::make_shared<Launch>(*finding.launch);
    Clean(launch->test);
    finding.launch = std::move(launch);
  }
  Clean(finding.why);
  Clean(finding.repair);
  for (Finding::Stack& one : finding.host_stacks) {
    for (HostFrame& frame : one.stack.frames) {
      for (std::string* text : {&frame.function, &frame.file, &frame.module}) Clean(*text);
    }
  }
}

void Clean(Mistake& mistake) {
  for (Finding& form : mistake.forms) Clean(form);
  Clean(mistake.repair);
  Clean(mistake.id);
  Clean(mistake.repaired_with);
  for (SeenBy& process : mistake.seen_by) {
    for (std::string* text : {&process.command, &process.host, &process.rank, &process.test}) Clean(*text);
  }
}

void Clean(CheckedKernel& kernel) {
  Clean(kernel.name);
  Clean(kernel.file);
  Clean(kernel.transform_reason);
  Clean(kernel.dependence);
  Clean(kernel.unchecked_arguments);
  Clean(kernel.notes);
  for (ExplainedAccess& access : kernel.accesses) {
    Clean(access.position);
    Clean(access.root);
    Clean(access.decision.why);
    Clean(access.decision.bounds);
  }
}

void Clean(std::optional<Interrupted>& interrupted) {
  if (!interrupted) return;
  for (UnderWay& one : interrupted->under_way) {
    Clean(one.kernel);
    Clean(one.what);
  }
  if (interrupted->native) Clean(interrupted->native->kernel);
}

}  // namespace

Report PrintableReport(Report report) {
  Clean(report.command);
  for (Mistake& mistake : report.findings) Clean(mistake);
  for (Mistake& mistake : report.gone) Clean(mistake);
  for (SkippedKernel& kernel : report.not_instrumented) {
    Clean(kernel.kernel);
    Clean(kernel.reason);
  }
  for (Incomplete& item : report.incomplete) {
    Clean(item.kernel);
    Clean(item.what);
  }
  for (TimedOut& launch : report.timed_out) {
    Clean(launch.kernel);
    for (StoppedAt& place : launch.places) Clean(place.site);
  }
  for (CheckedKernel& kernel : report.kernels) Clean(kernel);
  Clean(report.interrupted);
  for (ReportedProcess& process : report.processes) {
    Clean(process.command);
    Clean(process.interrupted);
  }
  Clean(report.left_out.kernels);
  Clean(report.project_file);
  return report;
}

}  // namespace lockstep
