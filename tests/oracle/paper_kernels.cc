// The papers' kernels, built by hand.
#include "tests/oracle/paper_kernels.h"

#include <utility>

namespace lockstep::oracle {
namespace {

SharedArray Array(const std::string& name, int length, std::vector<int> initial = {}) {
  SharedArray array;
  array.name = name;
  array.length = length;
  array.initial = std::move(initial);
  return array;
}

std::vector<int> Iota(int count) {
  std::vector<int> values;
  for (int i = 1; i <= count; ++i) values.push_back(i);
  return values;
}

Block MakeBlock(const std::string& name, std::vector<Statement> statements,
                std::vector<int> targets) {
  Block block;
  block.name = name;
  block.statements = std::move(statements);
  block.targets = std::move(targets);
  return block;
}

Kernel FromBlocks(const std::string& name, std::vector<Block> blocks) {
  Kernel kernel;
  kernel.name = name;
  kernel.shared = {Array("v", 1)};
  kernel.routines.resize(1);
  kernel.routines[0].name = name;
  kernel.routines[0].blocks = std::move(blocks);
  return kernel;
}

constexpr int kOffset = 0, kTemp = 1, kSum = 0;

ExprPtr OwnSum() { return Shared(kSum, Tid()); }

}  // namespace

StructuredKernel Fig1a(int threads, int without) {
  const auto in_range = [] { return Binary(Op::kLessEqual, Private(kOffset), Tid()); };
  std::vector<Node> body;
  const auto add = [&](int id, Node node) {
    if (id != without) body.push_back(std::move(node));
  };
  add(2, If(2, in_range(),
            {Do(Assign(3, kTemp, Shared(kSum, Binary(Op::kSub, Tid(), Private(kOffset)))))}));
  add(4, Do(Barrier(4)));
  add(5, If(5, in_range(),
            {Do(Store(6, kSum, Tid(), Binary(Op::kAdd, OwnSum(), Private(kTemp))))}));
  add(7, Do(Barrier(7)));
  add(8, Do(Assign(8, kOffset, Binary(Op::kMul, Private(kOffset), Const(2)))));
  StructuredKernel kernel;
  kernel.name = "fig1a";
  kernel.shared = {Array("sum", threads, Iota(threads))};
  kernel.routines.resize(1);
  kernel.routines[0].privates = {"offset", "temp"};
  kernel.routines[0].body = {Do(Assign(9, kOffset, Const(1))),
                             While(1, Binary(Op::kLess, Private(kOffset), Threads()), body)};
  return kernel;
}

StructuredKernel Fig1b(int threads) {
  StructuredKernel kernel;
  kernel.name = "fig1b";
  kernel.shared = {Array("sum", threads, Iota(threads))};
  kernel.routines.resize(1);
  kernel.routines[0].privates = {"offset", "temp"};
  kernel.routines[0].body = {
      Do(Assign(9, kOffset, Const(1))),
      While(1, Binary(Op::kLessEqual, Private(kOffset), Tid()),
            {Do(Assign(2, kTemp, Shared(kSum, Binary(Op::kSub, Tid(), Private(kOffset))))),
             Do(Barrier(3)),
             Do(Store(4, kSum, Tid(), Binary(Op::kAdd, OwnSum(), Private(kTemp)))),
             Do(Barrier(5)),
             Do(Assign(6, kOffset, Binary(Op::kMul, Private(kOffset), Const(2))))})};
  return kernel;
}

Kernel NotWellFormed() {
  const ExprPtr one = Binary(Op::kEqual, Tid(), Const(1));
  return FromBlocks(
      "not_well_formed",
      {MakeBlock("Start", {}, {1, 2}),
       MakeBlock("B1",
                 {Assume(one), Store(1, 0, Const(0), Const(4)),
                  Assume(Binary(Op::kEqual, Shared(0, Const(0)), Const(5)))},
                 {kEnd}),
       MakeBlock("B2", {Assume(Not(one)), Store(2, 0, Const(0), Const(5))}, {kEnd})});
}

Kernel DeadEnd() {
  return FromBlocks("dead_end", {MakeBlock("Start", {}, {1, 2}),
                                 MakeBlock("B1", {Assume(Const(1)), Barrier(1)}, {kEnd}),
                                 MakeBlock("B2", {Assume(Const(0))}, {kEnd})});
}

Kernel LoopsForEver() {
  const ExprPtr one = Binary(Op::kEqual, Tid(), Const(1));
  return FromBlocks(
      "loops_for_ever",
      {MakeBlock("Start", {}, {1, 2}), MakeBlock("B1", {Assume(one)}, {0}),
       MakeBlock("B2", {Assume(Not(one)), Store(1, 0, Const(0), Const(1))}, {kEnd})});
}

StructuredKernel IrregularLoop() {
  StructuredKernel kernel;
  kernel.name = "irregular_loop";
  kernel.shared = {Array("x", 2)};
  kernel.routines.resize(1);
  kernel.routines[0].body = {While(1, Binary(Op::kEqual, Shared(0, Tid()), Tid()),
                                   {Do(Store(2, 0, Const(0), Const(1))),
                                    Do(Store(3, 0, Const(1), Const(1)))})};
  return kernel;
}

}  // namespace lockstep::oracle
