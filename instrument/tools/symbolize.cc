#include "instrument/tools/symbolize.h"

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"

namespace lockstep::instrument {
namespace {

// What LLVM says of what it does not know.
std::string Known(const std::string& text) { return text == llvm::DILineInfo::BadString ? "" : text; }

nlohmann::json CallsAt(llvm::symbolize::LLVMSymbolizer& symbolizer, const std::string& file, uint64_t offset) {
  nlohmann::json calls = nlohmann::json::array();
  auto found = symbolizer.symbolizeInlinedCode(file, {offset, llvm::object::SectionedAddress::UndefSection});
  if (!found) {
    llvm::consumeError(found.takeError());
    return calls;
  }
  for (uint32_t i = 0; i < found->getNumberOfFrames(); ++i) {
    const llvm::DILineInfo& call = found->getFrame(i);
    const std::string source = Known(call.FileName);
    calls.push_back(
        {{"function", Known(call.FunctionName)}, {"file", source}, {"line", source.empty() ? 0 : call.Line}});
  }
  return calls;
}

}  // namespace

std::string Symbolize(const std::vector<std::string>& addresses) {
  llvm::symbolize::LLVMSymbolizer symbolizer;
  nlohmann::json all = nlohmann::json::object();
  for (const std::string& address : addresses) {
    const size_t at = address.find('@');
    if (at == std::string::npos) continue;
    nlohmann::json calls = CallsAt(symbolizer, address.substr(at + 1), std::strtoull(address.c_str(), nullptr, 16));
    if (!calls.empty()) all[address] = std::move(calls);
  }
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::instrument
