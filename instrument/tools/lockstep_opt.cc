// lockstep-opt: runs our passes, by name, on one .ll or .bc file; for tests and for looking.
#include <cstdio>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "instrument/backends/device_library.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/verify.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/pipeline.h"
#include "instrument/tools/atomic_file.h"
#include "instrument/tools/quirk_option.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/backends/backends.h"
#include "runtime/base/option_table.h"
#include "runtime/program/program.h"

namespace lockstep::instrument {
namespace {

constexpr char kUsage[] = "usage: lockstep-opt [--passes=NAME,...|all] [-o FILE] [--metadata=FILE] [options] INPUT\n";

struct CommandLine {
  std::vector<std::string> passes;
  std::string input;
  std::string output;
  std::string metadata;
  InstrumentOptions options;
  bool device_library = false;
  Backend backend = *FindBackend("pocl");
  std::vector<Quirk> without;
  bool strip_debug = false;
  bool list_passes = false;
};

// The options, as they set `command`.
std::vector<OptionRow> Table(CommandLine& command) {
  auto set_passes = [&command](std::string_view, const std::string* text) {
    command.passes = absl::StrSplit(*text, ',', absl::SkipEmpty());
    return OkStatus();
  };
  auto set_backend = [&command](std::string_view, const std::string* text) {
    const Backend* backend = FindBackend(*text);
    if (backend == nullptr) {
      return NotFoundError("no back end called '" + *text + "'; `lockstep-cc --print-backends` lists them");
    }
    command.backend = *backend;
    return OkStatus();
  };
  InstrumentOptions& options = command.options;
  const std::string variants = absl::StrJoin(WordsOf(Variant{}), "|");
  return {
      {"passes", "NAME,...|all", "", "our passes, in this order (see --list-passes); all: the pipeline", set_passes},
      {"output", "FILE", "", "the module as text afterwards; - is standard output", IntoText(&command.output), 'o'},
      {"metadata", "FILE", "", "what the passes found out about the kernels, as JSON", IntoText(&command.metadata)},
      {"variant", variants, "default", "what is checked (docs/abi.md, section 5)",
       IntoChoice(&options.variant, variants)},
      {"lockstep", "", "", "for --model=lockstep:N", IntoFlag(&options.lockstep)},
      {"watch", "", "", "for --launch-timeout", IntoFlag(&options.watch)},
      {"device-library", "", "", "give link-device-library the library; without, that pass does nothing",
       IntoFlag(&command.device_library)},
      {"resident", "", "", "link-device-library: call the resident library (device-lib/shared/resident.def)",
       IntoFlag(&options.resident)},
      {"merge-checks", "off|on", "on", "off: check every access for itself",
       IntoChoice(&options.merge_checks, "off|on")},
      {"backend", "NAME", "pocl", "for whose devices (lockstep-cc --print-backends)", set_backend},
      {"without", "QUIRK", "", "as if the back end did not name it (lockstep-cc --print-quirks)",
       IntoQuirks(&command.without)},
      {"strip-debug", "", "", "leave debug info out of the text", IntoFlag(&command.strip_debug)},
      {"list-passes", "", "", "print the names", IntoFlag(&command.list_passes)}};
}

int Fail(const std::string& message) {
  fprintf(stderr, "lockstep-opt: %s\n", message.c_str());
  return 1;
}

// Runs the passes one by one and verifies the module after each, so that the culprit is named.
absl::Status RunPasses(const CommandLine& command, llvm::Module& module, PipelineState& state) {
  for (const std::string& name : command.passes) {
    const PassRow* row = FindPass(name);
    if (row == nullptr) return absl::NotFoundError("no pass called " + name + "; --list-passes lists them");
    row->run(module, state);
    const absl::Status status = state.status.ok() ? Verify(module) : state.status;
    if (!status.ok()) return absl::Status(status.code(), absl::StrCat(name, ": ", status.message()));
  }
  return absl::OkStatus();
}

int Run(const CommandLine& command) {
  llvm::LLVMContext context;
  PrepareContext(context);
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(command.input, diagnostic, context);
  if (module == nullptr) {
    diagnostic.print("lockstep-opt", llvm::errs());
    return 1;
  }
  PipelineState state;
  state.options = command.options;
  Backend backend = command.backend;
  for (Quirk quirk : command.without) backend.quirks.Remove(quirk);
  state.backend = &backend;
  std::string library, parting;
  if (command.device_library) {
    auto bytes = ReadDeviceLibrary(backend.library);
    if (!bytes.ok()) return Fail(std::string(bytes.status().message()));
    library = *std::move(bytes);
    state.device_library = &library;
  }
  if (command.device_library && !backend.serial_groups()) {
    auto bytes = ReadDeviceLibrary(PartingLibrary(backend.library));
    if (!bytes.ok()) return Fail(std::string(bytes.status().message()));
    parting = *std::move(bytes);
    state.parting_library = &parting;
  }
  if (const absl::Status status = RunPasses(command, *module, state); !status.ok()) {
    return Fail(std::string(status.message()));
  }

  if (!command.metadata.empty()) {
    InstrumentedProgram program;
    program.variant = command.options.variant;
    for (auto& [name, kernel] : state.kernels) program.kernels.push_back(kernel);
    const absl::Status status = WriteFileAtomically(command.metadata, WriteDescription(program, 1) + "\n");
    if (!status.ok()) return Fail(std::string(status.message()));
  }
  if (!command.output.empty()) {
    if (command.strip_debug) llvm::StripDebugInfo(*module);
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream, nullptr);
    const absl::Status status = WriteFileAtomically(command.output, stream.str());
    if (!status.ok()) return Fail(std::string(status.message()));
  }
  return 0;
}

int Main(int argc, char** argv) {
  CommandLine command;
  const std::vector<OptionRow> table = Table(command);
  const auto given = ParseWords({argv + 1, argv + argc}, table, "lockstep-opt");
  if (!given.ok()) return Fail(given.status().message());
  if (given->help) {
    printf("%s%s", kUsage, TableHelp(table).c_str());
    return 0;
  }
  if (command.list_passes) {
    for (const std::vector<PassRow>* rows : {&AllPasses(), &AllPrinters()}) {
      for (const PassRow& row : *rows) printf("%-28s %s\n", row.name, row.description);
    }
    return 0;
  }
  if (given->words.size() != 1) return Fail("needs one INPUT, a .ll or .bc file or -; see --help");
  command.input = given->words[0];
  if (command.passes == std::vector<std::string>{"all"}) {
    command.passes.clear();
    for (const PassRow& row : AllPasses()) command.passes.push_back(row.name);
  }
  return Run(command);
}

}  // namespace
}  // namespace lockstep::instrument

int main(int argc, char** argv) { return lockstep::instrument::Main(argc, argv); }
