// lockstep-cc: a program in a request, an instrumented program out. docs/abi.md, sections 5 and 6.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "instrument/backends/device_library.h"
#include "instrument/backends/emit.h"
#include "instrument/frontend/compile_program.h"
#include "instrument/frontend/macro_watch.h"
#include "instrument/frontend/physical_lines.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/pipeline.h"
#include "instrument/source_names.h"
#include "instrument/timed.h"
#include "instrument/tools/atomic_file.h"
#include "instrument/tools/crash_guard.h"
#include "instrument/tools/own_limits.h"
#include "instrument/tools/quirk_option.h"
#include "instrument/tools/symbolize.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/base/option_table.h"
#include "runtime/program/request.h"

namespace lockstep::instrument {
namespace {

constexpr char kUsage[] =
    "usage: lockstep-cc --request=REQ.json --output=FILE [--emit=KIND] [--without=QUIRK]...\n"
    "       lockstep-cc --symbolize=ADDRESS... --output=FILE\n"
    "       lockstep-cc --print-pipeline | --print-backends | --print-quirks | --help\n";
constexpr char kExitStatus[] = "exit status: 0 written, 1 the source is wrong, 2 anything else\n";

enum class Emit { kImage, kCode, kCodeText, kSourceText, kPlain, kUnit };
constexpr char kEmitWords[] = "image|bc|ll|source-ll|plain|unit";

constexpr int kSourceIsWrong = 1;
constexpr int kFailed = 2;

struct CommandLine {
  std::string request;
  std::string output;
  Emit emit = Emit::kImage;
  std::vector<Quirk> without;
  OwnLimits limits;
  std::vector<std::string> addresses;
  bool print_pipeline = false, print_backends = false, print_quirks = false;
};

// The options, as they set `command`.
std::vector<OptionRow> Table(CommandLine& command) {
  return {
      {"request", "FILE", "", "the request of docs/abi.md, section 6; - is standard input", IntoText(&command.request)},
      {"output", "FILE", "",
       "where the result goes; - is standard output; fd:N an open descriptor, which gets its length in a line before "
       "it",
       IntoText(&command.output)},
      {"emit", kEmitWords, "image",
       "image: metadata and device code; bc: the device code alone; ll: the same as text; source-ll: what the passes "
       "start from, as text; plain: device code without checks; unit: an image without kernels whose code is what the "
       "passes start from, for a later request",
       IntoChoice(&command.emit, kEmitWords)},
      {"without", "QUIRK", "",
       "as if the back end did not name it (--print-quirks): to see whether a driver still has it",
       IntoQuirks(&command.without)},
      {"parent", "PID", "", "end when that process does, which has to be the parent",
       IntoNumber(&command.limits.parent)},
      {"cpu-seconds", "N", "", "end when that much of processors' time is taken",
       IntoNumber(&command.limits.cpu_seconds)},
      {"memory-mib", "N", "", "end when that much memory is taken", IntoNumber(&command.limits.memory_mib)},
      {"symbolize", "ADDRESS", "",
       "0xOFFSET@FILE, as often as wanted: write their places in the sources to --output as JSON, and end",
       [&command](std::string_view, const std::string* text) {
         command.addresses.push_back(*text);
         return OkStatus();
       }},
      {"time-passes", "", "", "print where the time went, on stderr", IntoFlag(&Timed::asked)},
      {"print-pipeline", "", "", "print the passes", IntoFlag(&command.print_pipeline)},
      {"print-backends", "", "", "print the back ends", IntoFlag(&command.print_backends)},
      {"print-quirks", "", "", "print what is done about which driver's quirks", IntoFlag(&command.print_quirks)}};
}

int Fail(absl::string_view message) {
  const std::string line = absl::StrReplaceAll(message, {{"\n", " "}});
  fprintf(stderr, "lockstep-cc: %s\n", line.c_str());
  return kFailed;
}

std::string ModuleText(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return stream.str();
}

std::string ModuleBitcode(const llvm::Module& module) {
  std::string code;
  llvm::raw_string_ostream stream(code);
  llvm::WriteBitcodeToFile(module, stream);
  return stream.str();
}

// Everything after the front end.
absl::StatusOr<std::string> Finish(const Backend& backend, const CommandLine& command,
                                   const InstrumentOptions& options, Compiled& compiled, InstrumentedProgram& program) {
  llvm::Module& module = *compiled.module;
  if (command.emit == Emit::kSourceText) {
    TakeSourceTexts(module);  // what is read by people and FileCheck does not quote its own source
    TakeMacroUses(module);
    return ModuleText(module);
  }
  if (command.emit == Emit::kUnit) {
    program.code = ModuleBitcode(module);  // with the texts
    return WriteProgram(program);
  }
  const SourceTexts texts = TakeSourceTexts(module);
  const MacroUses macros = TakeMacroUses(module);
  if (command.emit == Emit::kPlain) {
    if (absl::Status status = LowerForOwnBuild(module); !status.ok()) return status;
  } else {
    absl::StatusOr<std::string> library = ReadDeviceLibrary(backend.library);
    if (!library.ok()) return library.status();
    PipelineInput input;
    input.options = options;
    input.optimize = compiled.optimize || backend.Has(Quirk::kPlainLibrary);
    input.backend = &backend;
    input.device_library = &*library;
    absl::StatusOr<std::string> parting;  // where groups are serial, the one library does for all
    if (!backend.serial_groups()) {
      parting = ReadDeviceLibrary(PartingLibrary(backend.library));
      if (!parting.ok()) return parting.status();
      input.parting_library = &*parting;
    }
    input.macros = &macros;
    auto kernels = RunPipeline(module, input);
    if (!kernels.ok()) return kernels.status();
    program.kernels = *std::move(kernels);
    AddExcerpts(texts, program);
  }
  {
    const Timed timed("emit");
    if (absl::Status status = EmitterOf(backend)(backend, module, compiled.optimize, program); !status.ok())
      return status;
  }
  if (command.emit == Emit::kCodeText) return ModuleText(module);
  return command.emit == Emit::kImage ? WriteProgram(program) : program.code;
}

int Run(CommandLine command) {
  const auto text = ReadFile(command.request);
  if (!text.ok()) return Fail(text.status().message());
  const auto request = ReadRequest(*text);
  if (!request.ok()) return Fail(request.status().message());
  const Backend* row = FindBackend(request->backend);
  if (row == nullptr) {
    return Fail(absl::StrCat("no back end \"", request->backend, "\""));
  }
  Backend backend = *row;
  for (Quirk quirk : command.without) backend.quirks.Remove(quirk);
  // The front end changes to the application's directory.
  if (command.output != "-" && !absl::StartsWith(command.output, "fd:")) {
    command.output = std::filesystem::absolute(command.output).string();
  }

  llvm::LLVMContext context;
  absl::StatusOr<Compiled> compiled = [&] {
    const Timed timed("front end");
    return CompileProgram(*request, context);
  }();
  if (absl::IsInvalidArgument(compiled.status())) {
    const std::string diagnostics(compiled.status().message());
    fputs(diagnostics.c_str(), stderr);
    return kSourceIsWrong;
  }
  if (!compiled.ok()) return Fail(compiled.status().message());

  InstrumentedProgram program;
  program.backend = request->backend;
  program.variant = request->options.variant;
  program.build_options = compiled->build_options;
  program.dependencies = compiled->dependencies;
  absl::StatusOr<std::string> result = Finish(backend, command, request->options, *compiled, program);
  if (!result.ok()) return Fail(result.status().message());
  if (absl::Status status = WriteFileAtomically(command.output, *result); !status.ok()) {
    return Fail(status.message());
  }
  return 0;
}

int Main(int argc, char** argv) {
  InstallCrashGuard("lockstep-cc", kFailed);
  CommandLine command;
  const std::vector<OptionRow> table = Table(command);
  const auto given = ParseWords({argv + 1, argv + argc}, table, "lockstep-cc");
  if (!given.ok()) return Fail(given.status().message());
  if (given->help) {
    printf("%s%s%s", kUsage, TableHelp(table).c_str(), kExitStatus);
    return 0;
  }
  if (!given->words.empty()) return Fail(absl::StrCat("takes no '", given->words[0], "', only options; see --help"));
  if (command.print_pipeline) {
    for (const PassRow& row : AllPasses()) {
      printf("%-28s %s\n", row.name, row.description);
    }
  }
  if (command.print_backends) {
    for (const Backend& row : AllBackends()) {
      printf("%-14s %-24s %s\n", row.name, row.triple, row.words);
    }
  }
  if (command.print_quirks) {
    for (const QuirkRow& row : AllQuirks()) {
      printf("%-18s %s, %s: %s (%s)\n", row.name, row.driver, row.versions, row.reason, row.test);
    }
  }
  if (command.print_pipeline || command.print_backends || command.print_quirks) return 0;
  if (!command.addresses.empty() && !command.output.empty()) {
    KeepWithin(command.limits);
    const absl::Status written = WriteFileAtomically(command.output, Symbolize(command.addresses));
    return written.ok() ? 0 : Fail(written.message());
  }
  if (command.request.empty() || command.output.empty()) {
    return Fail("needs --request=FILE and --output=FILE; see --help");
  }
  KeepWithin(command.limits);
  return Run(std::move(command));
}

}  // namespace
}  // namespace lockstep::instrument

int main(int argc, char** argv) {
  const int status = lockstep::instrument::Main(argc, argv);
  llvm::TimerGroup::printAll(llvm::errs());
  fflush(nullptr);
  // Nothing is left to do; taking LLVM's data apart would only cost time.
  _exit(status);
}
