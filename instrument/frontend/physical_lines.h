// Where a line stands in the text, for lines that #line (or a GNU "# 5 "file"") gives another name and number.
//
// clang writes the given names and numbers into debug information. While it does so, the file names in its table
// of #line directives are those of source_names.h, which say both; while it reads the source, and __FILE__ and
// diagnostics are made of them, they are as given.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_PHYSICAL_LINES_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_PHYSICAL_LINES_H_

#include <memory>
#include <string>
#include <vector>

#include "instrument/source_names.h"

namespace clang {
class ASTConsumer;
class CompilerInstance;
class FileID;
}  // namespace clang

namespace llvm {
class Module;
}

namespace lockstep::instrument {

class PhysicalLines {
 public:
  PhysicalLines();
  ~PhysicalLines();

  // `consumer`, which makes code, in a frame that has it see our names. Call it when `compiler` has its
  // preprocessor and has read nothing yet.
  std::unique_ptr<clang::ASTConsumer> Frame(clang::CompilerInstance& compiler,
                                            std::unique_ptr<clang::ASTConsumer> consumer);

  // The key of a file's text; "" if reports do not quote it. Once Frame has been called.
  std::string TextOf(clang::FileID file) const;

  // Keeps in `module` the texts that its debug information names, until TakeSourceTexts.
  void WriteTexts(llvm::Module& module) const;

  class Table;

 private:
  std::shared_ptr<Table> table_;
};

// The texts that WriteTexts has kept, also through linking and as bitcode; they are taken out.
SourceTexts TakeSourceTexts(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_PHYSICAL_LINES_H_
