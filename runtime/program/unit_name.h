// What reports call programs that come from no file.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_UNIT_NAME_H_
#define LOCKSTEP_RUNTIME_PROGRAM_UNIT_NAME_H_

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// The names of the kernel functions that `source`, in OpenCL C, declares, each once and in order, as its words have
// them: no macro is expanded, and what a directive holds is not looked at.
std::vector<std::string> KernelsIn(std::string_view source);

// "scan+add.0f9c44d1.cl": its first kernels and eight digits that only this text has, so that every run and every
// program that brings the text calls it so. More than two kernels are counted: "scan+add+4.0f9c44d1.cl".
std::string SourceName(std::string_view source);

// The same for code in an intermediate language: "code.0f9c44d1.ll".
std::string CodeName(std::string_view code);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_UNIT_NAME_H_
