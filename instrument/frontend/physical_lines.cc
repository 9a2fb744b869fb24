#include "instrument/frontend/physical_lines.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SHA256.h"

namespace lockstep::instrument {
namespace {

constexpr char kTexts[] = "lockstep.texts";  // !{!"key", !"text"}, …

std::string KeyOf(llvm::StringRef text) {
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

}  // namespace

// clang's table of #line directives, with either kind of names.
class PhysicalLines::Table {
 public:
  explicit Table(clang::SourceManager& sources) : sources_(sources) {}

  // Begins to watch a file that is being entered.
  void Note(clang::FileID id) {
    if (id.isInvalid() || files_.count(id) != 0) return;
    const clang::SrcMgr::FileInfo& info = sources_.getSLocEntry(id).getFile();
    if (info.getFileCharacteristic() != clang::SrcMgr::C_User) return;  // clang's own headers
    File& file = files_[id];
    const llvm::StringRef text = sources_.getBufferData(id);
    file.key = KeyOf(text);
    file.own_name =
        sources_.getPresumedLoc(sources_.getLocForStartOfFile(id), /*UseLineDirectives=*/false).getFilename();
    texts_[file.key] = text.str();
    // A note at the very start that says nothing new: the line behind it is number 2.
    constexpr unsigned kSecondLine = 2;
    sources_.getLineTable().AddEntry(
        id, {clang::LineEntry::get(0, kSecondLine, kNoName, info.getFileCharacteristic(), 0)});
    const_cast<clang::SrcMgr::FileInfo&>(info).setHasLineDirectives();  // as SourceManager does
  }

  void NameTexts() {
    if (depth_++ > 0) return;
    ForEachEntry([this](clang::FileID id, File& file, clang::LineEntry& entry, size_t i) {
      if (i == file.plain.size()) {
        file.plain.push_back(entry.FilenameID);
        file.with_text.push_back(NameWithText(id, file, entry));
      }
      entry.FilenameID = file.with_text[i];
    });
  }

  void NamePlainly() {
    if (--depth_ > 0) return;
    ForEachEntry([](clang::FileID, File& file, clang::LineEntry& entry, size_t i) {
      entry.FilenameID = file.plain[i];
    });
  }

  std::string KeyOfFile(clang::FileID id) const {
    const auto file = files_.find(id);
    return file == files_.end() ? "" : file->second.key;
  }

  const std::map<std::string, std::string>& texts() const { return texts_; }

 private:
  static constexpr int kNoName = -1;  // the file's own

  struct File {
    std::string key;
    std::string own_name;
    std::vector<int> plain;  // names of its entries, by number
    std::vector<int> with_text;
  };

  template <typename Visit>
  void ForEachEntry(Visit visit) {
    for (auto& [id, entries] : sources_.getLineTable()) {
      const auto file = files_.find(id);
      if (file == files_.end()) continue;
      for (size_t i = 0; i < entries.size(); ++i) visit(id, file->second, entries[i], i);
    }
  }

  int NameWithText(clang::FileID id, const File& file, const clang::LineEntry& entry) {
    const int64_t marker = sources_.getLineNumber(id, entry.FileOffset);
    const std::string given =
        entry.FilenameID == kNoName
            ? file.own_name
            : sources_.getLineTable().getFilename(static_cast<unsigned>(entry.FilenameID)).str();
    const int64_t difference = marker + 1 - static_cast<int64_t>(entry.LineNo);
    return static_cast<int>(
        sources_.getLineTableFilenameID(WriteSourceName({given, file.key, difference})));
  }

  clang::SourceManager& sources_;
  std::map<clang::FileID, File> files_;
  std::map<std::string, std::string> texts_;
  int depth_ = 0;
};

namespace {

using Table = PhysicalLines::Table;

class FilesEntered : public clang::PPCallbacks {
 public:
  FilesEntered(std::shared_ptr<Table> table, clang::SourceManager& sources)
      : table_(std::move(table)), sources_(sources) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (reason == EnterFile) table_->Note(sources_.getFileID(location));
  }

 private:
  std::shared_ptr<Table> table_;
  clang::SourceManager& sources_;
};

// What CompleteExternalDeclaration is given: a VarDecl* up to LLVM 18, a DeclaratorDecl* after.
template <typename Declaration>
Declaration ParameterOf(void (clang::ASTConsumer::*)(Declaration));
using ExternalDeclaration = decltype(ParameterOf(&clang::ASTConsumer::CompleteExternalDeclaration));

// Stands before the consumer that makes code, and another one behind it.
class Border : public clang::ASTConsumer {
 public:
  Border(std::shared_ptr<Table> table, bool before) : table_(std::move(table)), before_(before) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    // Headers declare thousands of functions, of which no code is made.
    if (std::any_of(group.begin(), group.end(), MakesCode)) Pass();
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl*) override { Pass(); }
  void HandleTranslationUnit(clang::ASTContext&) override { Pass(); }
  void CompleteTentativeDefinition(clang::VarDecl*) override { Pass(); }
  void CompleteExternalDeclaration(ExternalDeclaration) override { Pass(); }

 private:
  static bool MakesCode(const clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    return function != nullptr ? function->hasBody() : llvm::isa<clang::VarDecl>(declaration);
  }

  void Pass() { before_ ? table_->NameTexts() : table_->NamePlainly(); }

  std::shared_ptr<Table> table_;
  const bool before_;
};

}  // namespace

PhysicalLines::PhysicalLines() = default;
PhysicalLines::~PhysicalLines() = default;

std::unique_ptr<clang::ASTConsumer> PhysicalLines::Frame(clang::CompilerInstance& compiler,
                                                         std::unique_ptr<clang::ASTConsumer> consumer) {
  clang::SourceManager& sources = compiler.getSourceManager();
  table_ = std::make_shared<Table>(sources);
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<FilesEntered>(table_, sources));
  std::vector<std::unique_ptr<clang::ASTConsumer>> parts;
  parts.push_back(std::make_unique<Border>(table_, /*before=*/true));
  parts.push_back(std::move(consumer));
  parts.push_back(std::make_unique<Border>(table_, /*before=*/false));
  return std::make_unique<clang::MultiplexConsumer>(std::move(parts));
}

std::string PhysicalLines::TextOf(clang::FileID file) const { return table_->KeyOfFile(file); }

void PhysicalLines::WriteTexts(llvm::Module& module) const {
  if (!table_) return;
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  std::set<std::string> used;
  const auto use = [&used](llvm::StringRef name) {
    used.insert(ReadSourceName({name.data(), name.size()}).text);
  };
  for (const llvm::DIScope* scope : finder.scopes()) use(scope->getFilename());
  for (const llvm::DISubprogram* function : finder.subprograms()) use(function->getFilename());
  llvm::LLVMContext& context = module.getContext();
  for (const auto& [key, text] : table_->texts()) {
    if (used.count(key) == 0) continue;
    module.getOrInsertNamedMetadata(kTexts)->addOperand(llvm::MDNode::get(
        context, {llvm::MDString::get(context, key), llvm::MDString::get(context, text)}));
  }
}

SourceTexts TakeSourceTexts(llvm::Module& module) {
  SourceTexts texts;
  llvm::NamedMDNode* list = module.getNamedMetadata(kTexts);
  if (list == nullptr) return texts;
  for (const llvm::MDNode* node : list->operands()) {
    if (node->getNumOperands() != 2) continue;
    const auto* key = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0).get());
    const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(1).get());
    if (key != nullptr && text != nullptr) texts[key->getString().str()] = text->getString().str();
  }
  list->eraseFromParent();
  return texts;
}

}  // namespace lockstep::instrument
