// Builders and simple facts about kernels.
#include "tests/oracle/language/kernel.h"

#include <utility>

#include "tests/oracle/language/check.h"

namespace lockstep::oracle {

Statement Assign(int id, int variable, ExprPtr value) {
  Statement s;
  s.kind = Statement::Kind::kAssign;
  s.id = id;
  s.variable = variable;
  s.value = std::move(value);
  return s;
}

Statement Store(int id, int array, ExprPtr index, ExprPtr value) {
  Statement s = Assign(id, array, std::move(value));
  s.to_shared = true;
  s.index = std::move(index);
  return s;
}

Statement Havoc(int id, int variable, int choices) {
  Statement s;
  s.kind = Statement::Kind::kHavoc;
  s.id = id;
  s.variable = variable;
  s.choices = choices;
  return s;
}

Statement Assume(ExprPtr condition) {
  Statement s;
  s.kind = Statement::Kind::kAssume;
  s.value = std::move(condition);
  return s;
}

Statement Assert(int id, ExprPtr condition) {
  Statement s = Assume(std::move(condition));
  s.kind = Statement::Kind::kAssert;
  s.id = id;
  return s;
}

Statement Barrier(int id, unsigned flags) {
  Statement s;
  s.kind = Statement::Kind::kBarrier;
  s.id = id;
  s.flags = flags;
  return s;
}

Statement ExitBarrier() {
  Statement s = Barrier(0);
  s.at_exit = true;
  return s;
}

Statement Collective(int id, int variable, ExprPtr value, int lane, bool part) {
  Statement s = Assign(id, variable, std::move(value));
  s.kind = Statement::Kind::kCollective;
  s.lane = lane;
  s.part = part;
  return s;
}

Statement Call(int id, int callee, std::vector<ExprPtr> arguments, std::vector<int> outs) {
  Statement s;
  s.kind = Statement::Kind::kCall;
  s.id = id;
  s.callee = callee;
  s.arguments = std::move(arguments);
  s.outs = std::move(outs);
  return s;
}

bool TouchesShared(const Statement& s) {
  if (s.to_shared || (s.value && s.value->reads_shared)) return true;
  for (const ExprPtr& argument : s.arguments) {
    if (argument->reads_shared) return true;
  }
  return false;
}

const Expr* Guard(const Block& block) {
  if (block.statements.empty() || block.statements[0].kind != Statement::Kind::kAssume) {
    return nullptr;
  }
  return block.statements[0].value.get();
}

Layout::Layout(const Kernel& kernel, const Geometry& geometry) {
  for (size_t a = 0; a < kernel.shared.size(); ++a) {
    const SharedArray& array = kernel.shared[a];
    base_.push_back(size());
    length_.push_back(array.length);
    regions_.push_back(array.region);
    const int instances = array.region == Region::kLocal ? geometry.groups : 1;
    for (int i = 0; i < instances * array.length; ++i) {
      const size_t index = i % array.length;
      array_of_.push_back(static_cast<int>(a));
      index_of_.push_back(static_cast<int>(index));
      initial_.push_back(index < array.initial.size() ? array.initial[index] : 0);
    }
  }
}

int Layout::Element(int array, int group, int index) const {
  ORACLE_CHECK(index >= 0 && index < length_[array], "index outside a shared array");
  return base_[array] + (regions_[array] == Region::kLocal ? group * length_[array] : 0) + index;
}

std::vector<int> Layout::GlobalPart(const std::vector<int>& store) const {
  std::vector<int> part;
  for (int e = 0; e < size(); ++e) {
    if (RegionOf(e) == Region::kGlobal) part.push_back(store[e]);
  }
  return part;
}

}  // namespace lockstep::oracle
