// Reads the symbol table of PoCL's kernel library, /usr/share/pocl/kernel-<triple>-<cpu>.bc.
#include "instrument/backends/pocl_builtins.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::instrument {
namespace {

// Defined, but their wrappers call something undefined or abort PoCL while it loads the module.
constexpr const char* kUnusable[] = {"wait_group_events"};

// Supplied by PoCL's compiler rather than its library.
constexpr const char* kSuppliedByCompiler[] = {"printf", "__pocl_printf"};

// One kernel library; those of other CPUs define the same names. Empty if there is none.
std::string LibraryPath() {
  const char* dir = std::getenv("LOCKSTEP_POCL_DATA");
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(
           dir != nullptr ? dir : "/usr/share/pocl", error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("kernel-", 0) == 0 && entry.path().extension() == ".bc") {
      paths.push_back(entry.path().string());
    }
  }
  return paths.empty() ? "" : *std::min_element(paths.begin(), paths.end());
}

}  // namespace

PoclBuiltins PoclBuiltins::Load() {
  PoclBuiltins builtins;
  const std::string path = LibraryPath();
  if (path.empty()) return builtins;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return builtins;
  auto file = llvm::getBitcodeFileContents(**buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return builtins;
  }
  auto symbols = llvm::irsymtab::readBitcode(*file);
  if (!symbols) {
    llvm::consumeError(symbols.takeError());
    return builtins;
  }
  for (const auto& symbol : symbols->TheReader.symbols()) {
    if (!symbol.isUndefined()) builtins.names_.insert(symbol.getName().str());
  }
  builtins.known_ = !builtins.names_.empty();
  return builtins;
}

bool PoclBuiltins::Has(const std::string& name) const {
  for (const char* word : kUnusable) {
    if (name.find(word) != std::string::npos) return false;
  }
  for (const char* word : kSuppliedByCompiler) {
    if (name == word) return true;
  }
  return !known_ || names_.count(name) != 0;
}

}  // namespace lockstep::instrument
