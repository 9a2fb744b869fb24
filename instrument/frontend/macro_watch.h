// Notes where the source uses macros, while clang reads it, and keeps that in the module.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_MACRO_WATCH_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_MACRO_WATCH_H_

#include <functional>
#include <memory>
#include <string>

#include "instrument/macro_uses.h"

namespace clang {
class FileID;
class PPCallbacks;
class SourceManager;
}  // namespace clang

namespace llvm {
class Module;
}

namespace lockstep::instrument {

// `text_of`: the key of a file's text (source_names.h), "" for files that no report quotes, whose uses are left
// out. `uses` must outlive what is returned.
std::unique_ptr<clang::PPCallbacks> WatchMacros(clang::SourceManager& sources,
                                                std::function<std::string(clang::FileID)> text_of,
                                                MacroUses& uses);

// Keeps `uses` in `module`, also through linking and as bitcode, until TakeMacroUses.
void WriteMacroUses(const MacroUses& uses, llvm::Module& module);
MacroUses TakeMacroUses(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_MACRO_WATCH_H_
