// lockstep-opt: runs our passes, by name, on one .ll or .bc file; for tests and for looking.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "instrument/backends/device_library.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/pipeline.h"
#include "instrument/tools/atomic_file.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/backends/backends.h"
#include "runtime/base/enum_words.h"
#include "runtime/program/program.h"

namespace lockstep::instrument {
namespace {

constexpr char kUsage[] =
    "usage: lockstep-opt [--passes=NAME,...|all] [-o FILE] [--metadata=FILE] [options] INPUT\n"
    "  --passes=NAME,...    our passes, in this order (see --list-passes); all: the pipeline\n"
    "  -o FILE              the module as text afterwards (default: none); - is standard output\n"
    "  --metadata=FILE      what the passes found out about the kernels, as JSON\n"
    "  --variant=NAME       default, bounds or full (docs/abi.md, section 5)\n"
    "  --lockstep           for --model=lockstep:N\n"
    "  --watch              for --launch-timeout\n"
    "  --device-library     give link-device-library the library; without, that pass does nothing\n"
    "  --merge-checks=off   check every access for itself\n"
    "  --backend=NAME       for whose devices (lockstep-cc --print-backends; default: pocl)\n"
    "  --without=QUIRK      as if the back end did not name it (lockstep-cc --print-quirks)\n"
    "  --strip-debug        leave debug info out of the text\n"
    "  --list-passes        print the names\n";

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
};

int Fail(const std::string& message) {
  fprintf(stderr, "lockstep-opt: %s\n", message.c_str());
  return 1;
}

// Runs the passes one by one and verifies the module after each, so that the culprit is named.
int RunPasses(const CommandLine& command, llvm::Module& module, PipelineState& state) {
  for (const std::string& name : command.passes) {
    const PassRow* row = FindPass(name);
    if (row == nullptr) return Fail("no pass called " + name);
    row->run(module, state);
    if (!state.error.empty()) return Fail(name + ": " + state.error);
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (llvm::verifyModule(module, &stream)) {
      return Fail("module is not valid after " + name + ": " + stream.str());
    }
  }
  return 0;
}

int Run(const CommandLine& command) {
  llvm::LLVMContext context;
  context.setOpaquePointers(false);
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
  std::string library;
  if (command.device_library) {
    auto bytes = ReadDeviceLibrary(backend.library);
    if (!bytes.ok()) return Fail(std::string(bytes.status().message()));
    library = *std::move(bytes);
    state.device_library = &library;
  }
  if (int status = RunPasses(command, *module, state); status != 0) return status;

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
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--passes=")) {
      command.passes = absl::StrSplit(argument, ',', absl::SkipEmpty());
    } else if (absl::ConsumePrefix(&argument, "--metadata=")) {
      command.metadata = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--variant=")) {
      const std::optional<Variant> variant = FromWord<Variant>(std::string(argument));
      if (!variant) return Fail("no variant called " + std::string(argument));
      command.options.variant = *variant;
    } else if (argument == "-o" && i + 1 < argc) {
      command.output = argv[++i];
    } else if (argument == "--lockstep") {
      command.options.lockstep = true;
    } else if (argument == "--watch") {
      command.options.watch = true;
    } else if (argument == "--device-library") {
      command.device_library = true;
    } else if (argument == "--merge-checks=off") {
      command.options.merge_checks = false;
    } else if (absl::ConsumePrefix(&argument, "--backend=")) {
      const Backend* backend = FindBackend(std::string_view(argument.data(), argument.size()));
      if (backend == nullptr) return Fail("no back end called " + std::string(argument));
      command.backend = *backend;
    } else if (absl::ConsumePrefix(&argument, "--without=")) {
      const auto quirk = FindQuirk(std::string_view(argument.data(), argument.size()));
      if (!quirk) return Fail("no quirk called " + std::string(argument));
      command.without.push_back(*quirk);
    } else if (argument == "--strip-debug") {
      command.strip_debug = true;
    } else if (argument == "--list-passes") {
      for (const std::vector<PassRow>* rows : {&AllPasses(), &AllPrinters()}) {
        for (const PassRow& row : *rows) printf("%-28s %s\n", row.name, row.description);
      }
      return 0;
    } else if (argument == "--help") {
      fputs(kUsage, stdout);
      return 0;
    } else if (command.input.empty() && (argument == "-" || argument[0] != '-')) {
      command.input = std::string(argument);
    } else {
      fprintf(stderr, "lockstep-opt: unknown option %s\n%s", argv[i], kUsage);
      return 1;
    }
  }
  if (command.input.empty()) {
    fputs(kUsage, stderr);
    return 1;
  }
  if (command.passes == std::vector<std::string>{"all"}) {
    command.passes.clear();
    for (const PassRow& row : AllPasses()) command.passes.push_back(row.name);
  }
  return Run(command);
}

}  // namespace
}  // namespace lockstep::instrument

int main(int argc, char** argv) { return lockstep::instrument::Main(argc, argv); }
