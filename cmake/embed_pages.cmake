# Writes a C++ file with the pages FOLDER/*.md, as runtime/report/rule_pages.h has them.
# Usage: cmake -D FOLDER=… -D OUTPUT=… -P embed_pages.cmake
file(GLOB pages ${FOLDER}/*.md)  # sorted by name
string(CONCAT text
  "// Made of docs/rules by cmake/embed_pages.cmake.\n#include \"runtime/report/rule_pages.h\"\n\n"
  "namespace lockstep {\n\nconst std::vector<RulePage>& RulePages() {\n"
  "  static const auto* pages = new std::vector<RulePage>{\n")
foreach(page IN LISTS pages)
  get_filename_component(kind ${page} NAME_WE)
  file(READ ${page} markdown)
  string(APPEND text "      {\"${kind}\", R\"page(${markdown})page\"},\n")
endforeach()
string(APPEND text "  };\n  return *pages;\n}\n\n}  // namespace lockstep\n")
file(WRITE ${OUTPUT} "${text}")
