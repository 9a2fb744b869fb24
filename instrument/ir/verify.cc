#include "instrument/ir/verify.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {

absl::Status Verify(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!llvm::verifyModule(module, &stream)) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("instrumented module is not valid: ", stream.str()));
}

}  // namespace lockstep::instrument
