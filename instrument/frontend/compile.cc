// Runs clang in this process on sources that live in memory.
#include "instrument/frontend/compile.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "instrument/frontend/build_options.h"
#include "instrument/frontend/driver_view.h"
#include "instrument/frontend/macro_watch.h"
#include "instrument/frontend/physical_lines.h"
#include "instrument/frontend/recorded_files.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "runtime/base/file.h"
#include "runtime/base/include_dir.h"
#include "runtime/base/may_read_files.h"
#include "runtime/base/text.h"

namespace lockstep::instrument {
namespace {

// Where sources in memory appear to lie. Reports never show it: each text starts with a #line that
// gives its real name.
constexpr char kVirtualDir[] = "/lockstep-in-memory";

// One way to compile a source; see kAttempts.
struct Attempt {
  bool full_header;  // parse all of opencl-c.h instead of declaring built-ins as they are used
  bool generic;      // with the generic address space although the device reports none
};

// Tried in this order until one succeeds. The first is ten times quicker than the second, which
// knows a few more built-ins; the third is for OpenCL C 2.0 sources that leave address spaces out
// (1.x and 3.0 without the feature have no generic address space: there it would be an error).
constexpr Attempt kAttempts[] = {{false, false}, {true, false}, {false, true}};

std::string VirtualPath(const std::string& name) { return absl::StrCat(kVirtualDir, "/", name); }

// `text` preceded by a line that names it, so that positions, diagnostics and __FILE__ are right.
std::string Named(const std::string& name, const std::string& text) {
  std::string escaped;
  for (char c : name) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  // A byte order mark means what it says only at the very start.
  return absl::StrCat("#line 1 \"", escaped, "\"\n", std::string(WithoutByteOrderMark(text)));
}

// clang's own headers: those that a bundle carries along, else those of the LLVM we were built with.
std::string ResourceDirectory() {
  const std::string carried = absl::StrCat(ExecutableDirectory(), "/../lib/lockstep/clang");
  return llvm::sys::fs::exists(carried) ? carried : LOCKSTEP_CLANG_RESOURCE_DIR;
}

std::vector<std::string> Arguments(const BuildOptions& options, const DriverView& driver,
                                   const Attempt& attempt, const std::string& cwd,
                                   const std::string& main_path) {
  std::vector<std::string> arguments = {
      "-x", "cl", "-triple", "spir64-unknown-unknown", "-emit-llvm-only",
      // Shapes the IR for optimisation but does not optimise: no optnone, no lost accesses.
      "-O1", "-disable-llvm-passes", "-relaxed-aliasing", "-fno-builtin",
      // Ends of life times would lead every return, break and continue through one clean-up block
      // per scope: the barrier passes could not tell them apart.
      "-disable-lifetime-markers", "-debug-info-kind=limited", "-dwarf-version=4", "-cl-kernel-arg-info",
      "-ferror-limit", "50", "-fdiagnostics-show-note-include-stack",
      // Nobody reads what it suggests, and with long names it takes minutes.
      "-fno-spell-checking", "-resource-dir", ResourceDirectory(), "-internal-isystem",
      absl::StrCat(ResourceDirectory(), "/include"), "-finclude-default-header"};
  if (kTypedPointers) arguments.push_back("-no-opaque-pointers");
  // clang names a file by what its path does not share with this directory, and then nobody finds it. With
  // the root it names all by their whole paths; what lies below the application's directory is shortened.
  arguments.push_back("-fdebug-compilation-dir=/");
  if (absl::StartsWith(cwd, "/") && cwd.size() > 1 && !absl::StrContains(cwd, '=')) {
    arguments.push_back(absl::StrCat("-fdebug-prefix-map=", cwd, "/="));
  }
  if (!attempt.full_header) arguments.push_back("-fdeclare-opencl-builtins");
  const auto append = [&arguments](const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  append(driver.arguments);
  append(options.math);
  // As PoCL: within an expression, whatever the options above say about contraction.
  arguments.push_back("-ffp-contract=on");
  append(options.macros);
  for (const std::string& dir : {std::string(kVirtualDir), std::string(".")}) {
    append({"-I", dir});
  }
  for (const std::string& dir : options.include_dirs) append({"-I", dir});
  // What an application may include without asking: lockstep/rsp.clh, which does more for us.
  append({"-D__LOCKSTEP__=1"});
  if (const std::string own = IncludeDirectory(ExecutableDirectory()); !own.empty()) {
    append({"-I", own});
  }
  for (const std::string& file : options.includes) append({"-include", file});
  append({"-main-file-name", "kernel.cl", main_path});
  return arguments;
}

// Tells the record of uses of __DATE__, __TIME__ and __TIMESTAMP__.
class ClockWatch : public clang::PPCallbacks {
 public:
  explicit ClockWatch(FileRecord* record) : record_(record) {}
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    if (text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__") record_->NoteClock();
  }

 private:
  FileRecord* const record_;
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> SourceFiles(const Unit& unit,
                                                            const DriverView& driver,
                                                            FileRecord& record) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(
      new llvm::vfs::InMemoryFileSystem);
  const auto add = [&memory](const std::string& name, const std::string& text) {
    memory->addFile(VirtualPath(name), 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  };
  for (const auto& [name, text] : unit.headers) add(name, Named(name, text));
  add(".source.cl", Named(unit.name, unit.text));
  add(".before.h", driver.before_header);
  add(".after.h", driver.after_header);
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(
      new llvm::vfs::OverlayFileSystem(record.Disk(kVirtualDir, ResourceDirectory())));
  overlay->pushOverlay(memory);
  return overlay;
}

// Makes code whose debug information says where each line stands, notes where macros are used, and tells the
// record of uses of the clock.
class MakeModule : public clang::EmitLLVMOnlyAction {
 public:
  MakeModule(llvm::LLVMContext* context, FileRecord* record, PhysicalLines& lines, MacroUses& macros)
      : clang::EmitLLVMOnlyAction(context), record_(record), lines_(lines), macros_(macros) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<ClockWatch>(record_));
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    auto consumer = clang::EmitLLVMOnlyAction::CreateASTConsumer(compiler, file);
    if (!consumer) return nullptr;
    compiler.getPreprocessor().addPPCallbacks(WatchMacros(
        compiler.getSourceManager(), [this](clang::FileID id) { return lines_.TextOf(id); }, macros_));
    return lines_.Frame(compiler, std::move(consumer));
  }

 private:
  FileRecord* const record_;
  PhysicalLines& lines_;
  MacroUses& macros_;
};

// What clang calls OpenCL's opaque types (clang's CGOpenCLRuntime).
constexpr const char* kOpaqueTypes[] = {
#define IMAGE_TYPE(type, id, singleton, access, suffix) "opencl." #type "_" #suffix "_t",
#include "clang/Basic/OpenCLImageTypes.def"
    "opencl.sampler_t", "opencl.event_t", "opencl.clk_event_t", "opencl.queue_t", "opencl.reserve_id_t",
    "opencl.pipe_ro_t", "opencl.pipe_wo_t"};

// Who has the names of the opaque types in a context. A compilation that fails leaves its types there, and those of the
// next one would be called opencl.sampler_t.1, by which nobody knows them.
class OpaqueTypeNames {
 public:
  explicit OpaqueTypeNames(llvm::LLVMContext& context) : context_(context) {
    for (const char* name : kOpaqueTypes) before_.push_back(llvm::StructType::getTypeByName(context, name));
  }
  // Takes the names from types that came since.
  void Free() const {
    for (size_t i = 0; i < before_.size(); ++i) {
      llvm::StructType* now = llvm::StructType::getTypeByName(context_, kOpaqueTypes[i]);
      if (now != nullptr && now != before_[i]) now->setName("");
    }
  }

 private:
  llvm::LLVMContext& context_;
  std::vector<llvm::StructType*> before_;
};

// Makes fma() of each a * b + c that clang left open.
void JoinProducts(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::fmuladd) continue;
      call->setCalledFunction(llvm::Intrinsic::getDeclaration(&module, llvm::Intrinsic::fma, call->getType()));
    }
  }
}

// Compiles once. InvalidArgument carries the diagnostics.
absl::StatusOr<Compiled> CompileOnce(const Unit& unit, const DeviceTraits& device,
                                     const BuildOptions& options, const Attempt& attempt,
                                     const std::string& cwd, FileRecord& record,
                                     llvm::LLVMContext& context) {
  const DriverView driver = DescribeDriver(device, options, attempt.generic);
  const std::vector<std::string> arguments =
      Arguments(options, driver, attempt, cwd, VirtualPath(".source.cl"));
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());

  std::string text;
  llvm::raw_string_ostream stream(text);
  auto* diagnostic_options = new clang::DiagnosticOptions;
  diagnostic_options->ShowPresumedLoc = true;  // the names that #line gives
  auto* printer = new clang::TextDiagnosticPrinter(stream, diagnostic_options);
  clang::CompilerInstance compiler;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> early(
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs, diagnostic_options, printer));
  // The driver has already said what it had to say about the source.
  early->setIgnoreAllWarnings(true);
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers, *early)) {
    return absl::InvalidArgumentError(stream.str());
  }
  std::vector<std::string>& includes = compiler.getPreprocessorOpts().Includes;
  includes.insert(includes.begin(), VirtualPath(".before.h"));
  // Right behind clang's header and before whatever the application includes.
  const auto header = std::find_if(includes.begin(), includes.end(), [](const std::string& name) {
    return absl::StartsWith(name, "opencl-c");
  });
  if (header == includes.end()) return absl::InternalError("clang did not include its header");
  includes.insert(header + 1, VirtualPath(".after.h"));
  // -include options come first in clang's order; an application's header needs OpenCL's types.
  std::stable_partition(includes.begin(), includes.end(), [](const std::string& name) {
    return absl::StartsWith(name, kVirtualDir) || absl::StartsWith(name, "opencl-c");
  });

  compiler.setDiagnostics(early.get());
  compiler.createFileManager(SourceFiles(unit, driver, record));
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  PhysicalLines lines;
  MacroUses macros;
  MakeModule action(&context, &record, lines, macros);
  const bool done = compiler.ExecuteAction(action);
  if (!done || early->hasErrorOccurred()) {
    return absl::InvalidArgumentError(WithPlainNames(stream.str()));
  }
  Compiled compiled;
  compiled.module = action.takeModule();
  if (!compiled.module) return absl::InternalError("clang returned no module");
  lines.WriteTexts(*compiled.module);
  WriteMacroUses(macros, *compiled.module);
  if (driver.joins_products) JoinProducts(*compiled.module);
  if (options.denorms_are_zero) compiled.build_options = kDenormsAreZero;
  compiled.optimize = options.optimize;
  return compiled;
}

// Makes `cwd` the current directory: relative -I and #include mean what they meant in the application. A text
// that includes nothing from there compiles anywhere, so if that directory is gone the root, where relative
// names find nothing, takes its place. Returns the one entered.
absl::StatusOr<std::string> EnterDirectory(const std::string& cwd) {
  if (cwd.empty()) {
    llvm::SmallString<256> here;
    if (llvm::sys::fs::current_path(here)) return std::string("/");
    return std::string(here);
  }
  for (const std::string& directory : {cwd, std::string("/")}) {
    if (chdir(directory.c_str()) == 0) return directory;
  }
  return absl::InternalError(absl::StrCat("cannot enter directory ", cwd));
}

// `failure` with `why` behind its first error.
absl::Status WithReason(const absl::Status& failure, const std::string& why) {
  std::string text(failure.message());
  const size_t error = text.find("error:");
  text.insert(std::min(text.find('\n', error == std::string::npos ? 0 : error), text.size()),
              absl::StrCat(" (", why, ")"));
  return absl::Status(failure.code(), text);
}

}  // namespace

absl::StatusOr<Compiled> CompileOpenCl(const Unit& unit, const DeviceTraits& device,
                                       llvm::LLVMContext& context) {
  const absl::StatusOr<std::string> cwd = EnterDirectory(unit.directory);
  if (!cwd.ok()) return cwd.status();
  if (device.address_bits != 64 || !device.little_endian) {
    return absl::UnimplementedError(absl::StrCat(
        "only 64-bit little-endian devices, not ", device.address_bits, "-bit ",
        device.little_endian ? "little" : "big", "-endian ones"));
  }
  PrepareContext(context);
  const BuildOptions options = ParseBuildOptions(unit.options);
  absl::Status first;
  const unsigned version = LanguageVersion(device, options);
  const OpaqueTypeNames names(context);
  FileRecord record(*cwd);  // of all attempts: which of them succeeds depends on what each saw
  if (!unit.directory.empty() && *cwd != unit.directory) {
    record.NoteStatus(unit.directory, std::make_error_code(std::errc::no_such_file_or_directory));
  }
  for (const Attempt& attempt : kAttempts) {
    if (attempt.generic && (version < 200 || version >= 300)) continue;
    absl::StatusOr<Compiled> compiled = CompileOnce(unit, device, options, attempt, *cwd, record, context);
    // The folders of -I are looked at for every source; they say nothing about one that includes nothing.
    if (compiled.ok()) compiled->dependencies = record.Dependencies(MayReadFiles(unit.text, unit.options));
    if (compiled.ok() || !absl::IsInvalidArgument(compiled.status())) return compiled;
    if (first.ok()) first = compiled.status();
    names.Free();
  }
  const bool elsewhere = !unit.directory.empty() && *cwd != unit.directory;
  return elsewhere ? WithReason(first, absl::StrCat("cannot enter directory ", unit.directory)) : first;
}

}  // namespace lockstep::instrument
