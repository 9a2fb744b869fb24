#include "runtime/commands/finding_parts.h"

#include <cstddef>

#include "runtime/commands/surroundings.h"

namespace lockstep {

Finding FindingBetween(Kind kind, const CommandSide& a, const CommandSide& b) {
  const KindInfo& info = InfoOf(kind);
  Finding finding;
  finding.rule = info.rule;
  finding.kind = info.kind;
  finding.severity = info.severity;
  finding.count = finding.launches = 1;
  finding.commands = {a, b};
  for (size_t i = 0; i < 2; ++i) {
    const CommandSide& side = (*finding.commands)[i];
    FindingAccess& access = finding.accesses[i];
    access.op = side.op;
    access.site.op = side.op == "write" ? SiteOp::kWrite : SiteOp::kRead;
    access.site.position.function = side.call;
  }
  finding.kernel = a.kernel.empty() ? b.kernel : a.kernel;
  finding.launch = LaunchOf(a, b);
  return finding;
}

std::shared_ptr<const Launch> LaunchOf(const CommandSide& a, const CommandSide& b) {
  static const auto* none = new std::shared_ptr<const KernelDescription>(std::make_shared<KernelDescription>());
  auto launch = std::make_shared<Launch>();
  launch->kernel = *none;
  launch->id.value = a.launch != 0 ? a.launch : b.launch;
  return launch;
}

void AddGraph(const std::vector<CommandRecordRef>& races, Finding* finding) {
  OrderGraph& graph = finding->graph.emplace(GraphAround(races));
  for (const CommandSide& side : *finding->commands) {
    if (side.call == "host") {  // what it did, it did after all of these calls
      graph.commands.push_back(side);
      continue;
    }
    for (CommandSide& one : graph.commands) {
      if (one.number == side.number) one.op = side.op;
    }
  }
}

}  // namespace lockstep
