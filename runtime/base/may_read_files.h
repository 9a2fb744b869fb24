// Whether a source in OpenCL C can read other files.
#ifndef LOCKSTEP_RUNTIME_BASE_MAY_READ_FILES_H_
#define LOCKSTEP_RUNTIME_BASE_MAY_READ_FILES_H_

#include <string_view>

namespace lockstep {

// False only if no preprocessor reads a file for `text` or asks whether there is one: no directive names can come
// out of macros, so it must hold #include, #include_next, #import or __has_include, perhaps with lines spliced
// within the word. `options`: of the build.
bool MayReadFiles(std::string_view text, std::string_view options);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_MAY_READ_FILES_H_
