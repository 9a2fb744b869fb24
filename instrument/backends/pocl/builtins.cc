// Reads the symbol table of PoCL's kernel library, /usr/share/pocl/kernel-<triple>-<cpu>.bc.
#include "instrument/backends/pocl/builtins.h"

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
constexpr const char* kSuppliedByCompiler[] = {"printf", "__pocl_printf",
                                               "__translate_sampler_initializer"};

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

// Removes from `names` what the kernel library defines. Whether a library could be read.
bool EraseDefined(std::set<std::string>& names) {
  const std::string path = LibraryPath();
  if (path.empty()) return false;
  auto buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return false;
  auto file = llvm::getBitcodeFileContents(**buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return false;
  }
  // The symbol table at the end of the file; the functions themselves are not read.
  auto symbols = llvm::irsymtab::readBitcode(*file);
  if (!symbols) {
    llvm::consumeError(symbols.takeError());
    return false;
  }
  for (const auto& symbol : symbols->TheReader.symbols()) {
    if (names.empty()) break;
    if (!symbol.isUndefined()) names.erase(symbol.getName().str());
  }
  return true;
}

}  // namespace

std::set<std::string> MissingInPocl(std::set<std::string> names) {
  std::set<std::string> missing;
  for (const std::string& name : names) {
    for (const char* word : kUnusable) {
      if (name.find(word) != std::string::npos) missing.insert(name);
    }
  }
  for (const char* name : kSuppliedByCompiler) names.erase(name);
  if (EraseDefined(names)) missing.insert(names.begin(), names.end());
  return missing;
}

}  // namespace lockstep::instrument
