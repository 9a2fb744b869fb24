// Source lines for excerpts.
#include "runtime/report/source_text.h"

#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// `file` names the header `name`, perhaps with a directory before it.
bool Names(const std::string& file, const std::string& name) {
  if (name.empty() || file.size() < name.size()) return false;
  size_t at = file.size() - name.size();
  return file.compare(at, std::string::npos, name) == 0 && (at == 0 || file[at - 1] == '/');
}

}  // namespace

const std::vector<std::string>& SourceText::FileLines(const std::string& path) {
  auto [at, fresh] = files_.try_emplace(path);
  if (fresh) {
    auto text = ReadFile(path);
    if (text.ok()) at->second = Split(*text, '\n');
  }
  return at->second;
}

const std::vector<std::string>& SourceText::TextLines(const std::string& text) {
  auto [at, fresh] = texts_.try_emplace(text);
  if (fresh) at->second = Split(text, '\n');
  return at->second;
}

std::string SourceText::Line(const ProgramSource* program, const SourcePosition& position) {
  if (position.line == 0) return "";
  const std::vector<std::string>* lines = nullptr;
  if (program != nullptr) {
    if (position.file == program->name || position.file.empty()) lines = &TextLines(program->text);
    for (const auto& [name, text] : program->headers) {
      if (lines == nullptr && Names(position.file, name)) lines = &TextLines(text);
    }
  }
  if (lines == nullptr) lines = &FileLines(position.file);
  if (position.line > lines->size()) return "";
  std::string line = (*lines)[position.line - 1];
  while (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

void SourceText::AddSnippets(Finding* finding) {
  for (Access& access : finding->accesses) {
    if (!access.snippet.empty()) continue;  // filled in while the file could be read
    access.snippet = Line(finding->launch->program.get(), access.site.position);
  }
}

}  // namespace lockstep
