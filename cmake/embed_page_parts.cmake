# Writes a C++ file with the texts FOLDER/{page.css,page.js,picture.css}, as runtime/report/page_parts.h has them.
# Usage: cmake -D FOLDER=… -D OUTPUT=… -P embed_page_parts.cmake
set(text "// Made of runtime/report/page by cmake/embed_page_parts.cmake.\n#include \"runtime/report/page_parts.h\"\n\nnamespace lockstep {\n")
foreach(part PageStyle=page.css PageScript=page.js PictureStyle=picture.css)
  string(REPLACE "=" ";" part ${part})
  list(GET part 0 function)
  list(GET part 1 file)
  file(READ ${FOLDER}/${file} content)
  string(APPEND text "\nconst char* ${function}() {\n  return R\"part(${content})part\";\n}\n")
endforeach()
string(APPEND text "\n}  // namespace lockstep\n")
file(WRITE ${OUTPUT} "${text}")
