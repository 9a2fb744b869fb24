// Reports: whatever names, file names, paths and reasons say (they come from the program that is checked), JSON is
// JSON, and of the text every line is one of ours and harmless for a terminal.
#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <utility>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/report/json_report.h"
#include "runtime/report/source_text.h"
#include "runtime/report/text_report.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace lockstep;

class Maker {
 public:
  Maker(const uint8_t* data, size_t size) : data_(data, size) {}

  Report Make() {
    Report report;
    report.version = "0";
    while (More()) report.command.push_back(Text());
    while (More()) report.findings.push_back(MakeMistake());
    while (More()) report.not_instrumented.push_back({Text(), Text(), Number()});
    while (More()) report.incomplete.push_back({Text(), Text(), Number()});
    while (More()) {
      TimedOut late;
      late.kernel = Text();
      if (data_.ConsumeBool()) late.launch = MakeLaunch();
      late.seconds = Number();
      late.end = data_.PickValueInArray({TimedOut::End::kStopped, TimedOut::End::kByItself, TimedOut::End::kStillRunning});
      while (More()) late.places.push_back({Id3{Number(), Number(), Number()}, MakeSite(), Number()});
      report.timed_out.push_back(std::move(late));
    }
    while (More()) report.kernels.push_back(MakeKernel());
    report.launches = Number();
    report.checked_launches = Number();
    report.pruned_launches = Number();
    report.certified_launches = Number();
    report.totals = {Number(), Number(), Number(), Number(), Number()};
    return report;
  }

  TextStyle Style() { return {data_.ConsumeBool(), data_.ConsumeBool(), data_.ConsumeBool()}; }

 private:
  bool More() { return data_.remaining_bytes() > 0 && data_.ConsumeProbability<float>() < 0.4f; }
  std::string Text() { return data_.ConsumeRandomLengthString(40); }
  uint64_t Number() { return data_.ConsumeBool() ? data_.ConsumeIntegral<uint64_t>() : data_.ConsumeIntegral<uint8_t>(); }
  SourcePosition Position() { return {Text(), data_.ConsumeIntegral<uint8_t>(), data_.ConsumeIntegral<uint16_t>(), Text()}; }

  Site MakeSite() {
    Site site;
    site.op = static_cast<SiteOp>(data_.ConsumeIntegralInRange<unsigned>(0, static_cast<unsigned>(SiteOp::kLoop)));
    site.order = data_.PickValueInArray({MemoryOrder::kNone, MemoryOrder::kRelaxed, MemoryOrder::kSeqCst});
    while (More()) site.roots.push_back(data_.ConsumeIntegral<uint8_t>());
    site.flags = data_.PickValueInArray({"", "local", "global", "local|global", "none", "loop"});
    site.position = Position();
    while (More()) site.inlined_at.push_back(Position());
    site.condition = Text();
    return site;
  }

  std::shared_ptr<Launch> MakeLaunch() {
    auto launch = std::make_shared<Launch>();
    auto kernel = std::make_shared<KernelDescription>();
    auto program = std::make_shared<ProgramSource>();
    kernel->name = Text();
    program->name = Text();
    program->text = Text();
    while (More()) program->headers.emplace_back(Text(), Text());
    launch->kernel = kernel;
    launch->program = program;
    launch->device = Text();
    launch->dimensions = data_.ConsumeIntegralInRange(1u, 3u);
    for (int d = 0; d < 3; ++d) {
      launch->global_size[d] = Number() | 1;
      launch->local_size[d] = Number() | 1;
      launch->global_offset[d] = Number();
    }
    return launch;
  }

  FindingAccess MakeAccess() {
    FindingAccess access;
    access.site = MakeSite();
    access.op = WordOf(access.site.op);
    access.atomic = data_.ConsumeBool();
    if (data_.ConsumeBool()) access.work_item = WorkItem{{Number(), 1, 2}, {Number(), 1, 2}, {Number(), 1, 2}};
    if (data_.ConsumeBool()) access.group = Id3{Number(), 0, 1};
    access.block = data_.ConsumeIntegral<uint8_t>();
    while (More()) access.loops.push_back({Position(), Number()});
    access.snippet = Text();
    return access;
  }

  Mistake MakeMistake() {
    Mistake mistake;
    do {
      mistake.forms.push_back(MakeFinding());
    } while (More());
    mistake.repair = Text();
    mistake.id = Text();
    mistake.repaired_with = Text();
    return mistake;
  }

  Finding MakeFinding() {
    Finding finding;
    finding.rule = data_.PickValueInArray({Rule::kDataRace, Rule::kBarrierDivergence, Rule::kIrregularLoop});
    finding.kind = data_.PickValueInArray({"read-write", "write-write", "early-exit", "wrong-fence-flag"});
    finding.severity = data_.PickValueInArray({Severity::kError, Severity::kWarning, Severity::kInfo});
    finding.region = data_.PickValueInArray({"global", "local"});
    finding.kernel = Text();
    finding.launch = MakeLaunch();
    finding.count = Number();
    finding.launches = Number();
    if (data_.ConsumeBool()) {
      Memory memory;
      memory.argument = data_.ConsumeIntegralInRange(-1, 9);
      memory.name = Text();
      while (More()) memory.aliases.emplace_back(data_.ConsumeIntegral<uint8_t>(), Text());
      memory.label = Text();
      memory.size = Number();
      memory.offset = Number();
      memory.bytes = Number();
      finding.memory = memory;
    }
    finding.accesses[0] = MakeAccess();
    finding.accesses[1] = MakeAccess();
    if (finding.rule == Rule::kIrregularLoop) finding.loop = MakeSite();
    while (More()) finding.barriers.push_back(MakeSite());
    finding.lockstep_only = data_.ConsumeIntegral<uint8_t>();
    finding.missing_order.cause = data_.PickValueInArray({"", "scope", "relaxed"});
    while (More()) finding.missing_order.changes.push_back({MakeSite(), Text(), Text()});
    finding.why = Text();
    finding.repair = Text();
    return finding;
  }

  CheckedKernel MakeKernel() {
    CheckedKernel kernel;
    kernel.name = Text();
    kernel.launches = Number();
    kernel.barriers = data_.ConsumeIntegral<uint8_t>();
    kernel.transformed = data_.ConsumeBool();
    kernel.transform_reason = Text();
    kernel.dependence = Text();
    while (More()) kernel.unchecked_arguments.push_back(Text());
    while (More()) kernel.notes.push_back(Text());
    while (More())
      kernel.accesses.push_back({1, Position(), "read", Text(), {Decision::kChecked, Text(), Text()}, Number()});
    return kernel;
  }

  FuzzedDataProvider data_;
};

// Nothing that the checked program says can look like a line of ours: what begins a line is ours.
void CheckLines(const std::string& text) {
  for (const std::string& line : Split(text, '\n')) {
    fuzz::Claim(line.empty() || line.rfind("lockstep: ", 0) == 0 || line.rfind("  ", 0) == 0,
                "every line begins as ours do", line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Maker maker(data, size);
  TextStyle style = maker.Style();
  const Report report = maker.Make();
  fuzz::CheckJson(JsonReport(report));
  (void)TextReport(report, style);
  style.color = false;  // colours are escape sequences of ours
  const std::string text = TextReport(report, style);
  fuzz::CheckHarmless(text);
  CheckLines(text);
  const std::string lines = "\n" + text, summary = "\nlockstep: summary: ";
  fuzz::Claim(lines.find(summary) == lines.rfind(summary), "there is one summary", text);
  return 0;
}
