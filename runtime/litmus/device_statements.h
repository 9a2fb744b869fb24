// The statements and expressions of a litmus test's threads as OpenCL C.
#ifndef LOCKSTEP_RUNTIME_LITMUS_DEVICE_STATEMENTS_H_
#define LOCKSTEP_RUNTIME_LITMUS_DEVICE_STATEMENTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/litmus/ast.h"

namespace lockstep::litmus {

// The narrowest scope there is for certain that is no narrower: on one device all_svm_devices is the
// device; OpenCL C has no work_item scope for atomics, and few devices have sub-groups.
const char* ScopeName(Scope scope);
// Flags of a fence or barrier, regions as in ast.h.
std::string FlagsName(unsigned flags);

// Writes the text of statements and counts what they need besides: variables for compare-exchanges, the header
// of remote operations.
class DeviceStatements {
 public:
  // `unroll`: most iterations of a loop; `lines`: whether #line says where in the test statements stand;
  // `cell_of`: DeviceKernel's, filled in by the time that a statement is written.
  DeviceStatements(const Test& test, int unroll, bool lines, const std::vector<int>& cell_of)
      : test_(test), unroll_(unroll), lines_(lines), cell_of_(cell_of) {}

  // What follows is of a thread of this group of the test.
  void EnterGroup(int group) { group_ = group; }
  // A statement that is no barrier, indented by so many blanks.
  std::string Text(const Statement& statement, int indent);
  // So that whoever compiles the kernel speaks of the test's lines. Nothing if the name needs escapes.
  std::string LineText(const Spot& at) const;

  const std::string& why() const { return why_; }  // the first thing that cannot be written; "": all could
  int exchanges() const { return exchanges_; }     // variables e0, e1, … of compare-exchanges
  bool remote() const { return remote_; }          // some operation is
  const std::map<size_t, int>& group_of_local() const { return group_of_local_; }  // symbol -> group that uses it

 private:
  void Refuse(const std::string& why) {
    if (why_.empty()) why_ = why;
  }
  int32_t Number(int64_t value);
  std::string Text(const std::vector<Statement>& body, int indent);
  std::string StatementText(const Statement& statement, int indent, const std::string& pad);
  int SymbolOf(const Expr& address, std::string& index);
  std::string Cell(const Expr& address, bool* is_local = nullptr);
  std::string Atomic(const Expr& expr, const char* name, const std::string& operands, Order order);
  std::string Condition(const Expr& expr);
  std::string Value(const Expr& expr);

  const Test& test_;
  const int unroll_;
  const bool lines_;
  const std::vector<int>& cell_of_;
  std::string why_;
  std::map<size_t, int> group_of_local_;
  int group_ = 0;
  int exchanges_ = 0;
  int loops_ = 0;
  bool remote_ = false;
};

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_DEVICE_STATEMENTS_H_
