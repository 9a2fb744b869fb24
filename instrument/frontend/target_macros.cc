// Asks clang's TargetInfo, so that no list of macros is kept here.
#include "instrument/frontend/target_macros.h"

#include <memory>

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/MacroBuilder.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {

std::string TargetMacros(const std::string& triple, const std::string& cpu) {
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                       new clang::IgnoringDiagConsumer);
  auto options = std::make_shared<clang::TargetOptions>();
  options->Triple = triple;
  options->CPU = cpu;
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> target =
      clang::TargetInfo::CreateTargetInfo(diagnostics, options);
  if (!target) return "";
  clang::LangOptions language;
  language.OpenCL = true;
  std::string text;
  llvm::raw_string_ostream stream(text);
  clang::MacroBuilder builder(stream);
  target->getTargetDefines(language, builder);
  return stream.str();
}

}  // namespace lockstep::instrument
