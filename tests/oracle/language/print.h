// Kernels as text: in the notation of ESOP'13 and as OpenCL C.
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_PRINT_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_PRINT_H_

#include <map>
#include <string>
#include <vector>

#include "tests/oracle/language/kernel.h"
#include "tests/oracle/language/structured.h"

namespace lockstep::oracle {

// An expression in C, fully parenthesised. `privates`: names of the private variables.
std::string PrintExpr(const Expr& e, const std::vector<std::string>& privates,
                      const std::vector<SharedArray>& shared);

// The kernel in the paper's notation (Sect. 3.1).
std::string PrintPaper(const Kernel& kernel);

// OpenCL C text with the line on which each statement stands.
struct OpenClText {
  std::string text;
  int lines = 0;               // complete lines in `text`
  std::map<int, int> line_of;  // by statement id
};

// Prints blocks with labels and gotos. Only what OpenCL C can say: no havoc, assert or assume except
// guards. The exit barrier is printed as the kernel's end. `first_line`: number of the text's first
// line. Arrays become the kernel's arguments (global) and variables (local), in order.
OpenClText PrintOpenCl(const Kernel& kernel, int first_line = 1);

// Prints the front form with if, while and so on.
OpenClText PrintOpenCl(const StructuredKernel& kernel, int first_line = 1);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_PRINT_H_
