// The front form of kernels: if, while, do-while, break, continue, return, as in C and in the
// while-language of Kojima-Igarashi Sect. 2.1. Lowered to the blocks of ESOP'13 Sect. 3.1.
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_STRUCTURED_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_STRUCTURED_H_

#include <string>
#include <vector>

#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

struct Node {
  enum class Kind { kStatement, kIf, kWhile, kDoWhile, kBreak, kContinue, kReturn };
  Kind kind = Kind::kStatement;
  Statement statement;   // kStatement
  int id = 0;            // the others: names the condition's evaluation in verdicts
  ExprPtr condition;     // kIf, kWhile, kDoWhile
  std::vector<Node> body, orelse;
};

Node Do(Statement statement);
Node If(int id, ExprPtr condition, std::vector<Node> body, std::vector<Node> orelse = {});
Node While(int id, ExprPtr condition, std::vector<Node> body);
Node DoWhile(int id, ExprPtr condition, std::vector<Node> body);
Node Jump(Node::Kind kind);

struct StructuredRoutine {
  std::string name;
  std::vector<std::string> privates;
  std::vector<int> parameters;
  std::vector<int> outs;
  std::vector<Node> body;
};

struct StructuredKernel {
  std::string name;
  int part = 0;  // see Kernel
  std::vector<SharedArray> shared;
  std::vector<StructuredRoutine> routines;  // 0 is the main routine
};

// The kernel as blocks. Conditions that read shared variables are first assigned to a private
// variable, so that the result is well-formed (Def. 5.1).
Kernel Lower(const StructuredKernel& kernel);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_STRUCTURED_H_
