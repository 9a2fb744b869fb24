// Structured kernels with procedures. Arrays with even numbers are written in even phases, those with
// odd numbers in odd phases; whatever holds barriers holds an even number of them on every path.
#include "tests/oracle/random/generator.h"

#include <string>
#include <utility>

#include "tests/oracle/random/rng.h"

namespace lockstep::oracle {
namespace {

constexpr int kDataVariables = 3;  // privates v0.. hold data, then u (uniform by discipline)
constexpr int kUniform = kDataVariables;

class Generator {
 public:
  Generator(uint64_t seed, const GeneratorOptions& options) : rng_(seed), options_(options) {}

  RandomKernel Run(uint64_t seed) {
    PickGeometry();
    const int disorders[] = {0, 0, 4, 12, 35};
    disorder_ = disorders[rng_.Below(5)];
    kernel_.name = (options_.parts ? "p" : "k") + std::to_string(seed);
    PickArrays();
    const bool procedures = rng_.Percent(30);
    const int count = procedures ? 1 + rng_.Below(2) : 0;
    kernel_.routines.resize(count + 1);
    for (int r = count; r >= 0; --r) WriteRoutine(r);
    RandomKernel result;
    result.geometry = geometry_;
    result.kernel = Lower(kernel_);
    if (rng_.Percent(40)) {
      AddJumps(&result.kernel, &rng_, options_.nondeterminism, next_id_);
    } else if (rng_.Percent(70)) {
      result.source = std::move(kernel_);
    }
    return result;
  }

 private:
  void PickGeometry() {
    if (options_.parts) return PickPartedGeometry();
    geometry_.groups = options_.several_groups && rng_.Percent(25) ? 2 : 1;
    geometry_.threads = geometry_.groups > 1 || rng_.Percent(55) ? 2 : rng_.Percent(80) ? 3 : 4;
  }

  void PickPartedGeometry() {
    geometry_.groups = options_.several_groups && rng_.Percent(20) ? 2 : 1;
    geometry_.threads = geometry_.groups > 1 || rng_.Percent(20) ? 2 : rng_.Percent(80) ? 4 : 3;
    kernel_.part = rng_.Percent(15) ? geometry_.threads : geometry_.threads == 4 && rng_.Percent(85) ? 2 : 1;
    if (kernel_.part == 1 && rng_.Percent(50)) kernel_.part = geometry_.threads;
  }

  void PickArrays() {
    const int count = 1 + rng_.Below(3);
    for (int a = 0; a < count; ++a) {
      SharedArray array;
      const bool local = a > 0 && rng_.Percent(35);
      array.region = local ? Region::kLocal : Region::kGlobal;
      array.name = std::string(local ? "l" : "g") + std::to_string(a);
      array.length = geometry_.threads * (local ? 1 : geometry_.groups);
      for (int i = 0; i < array.length && !local; ++i) array.initial.push_back(rng_.Below(8));
      kernel_.shared.push_back(std::move(array));
    }
  }

  void WriteRoutine(int r) {
    routine_ = &kernel_.routines[r];
    routine_number_ = r;
    calls_left_ = 2;
    for (int v = 0; v < kDataVariables; ++v) routine_->privates.push_back("v" + std::to_string(v));
    routine_->privates.push_back("u");
    divergence_ = part_divergence_ = 0;
    if (r == 0) {
      routine_->name = "main";
      budget_ = 5 + rng_.Below(8);
      std::vector<Node> body;
      InitialiseLocals(&body);
      Append(&body, Phases(0, 2));
      routine_->body = std::move(body);
    } else {
      routine_->name = "p" + std::to_string(r);
      if (rng_.Percent(70)) routine_->parameters = {0};
      if (rng_.Percent(50)) routine_->parameters.push_back(kUniform);
      if (rng_.Percent(70)) routine_->outs = {1};
      budget_ = 2 + rng_.Below(3);
      routine_->body = rng_.Percent(60) ? Phases(0, 1) : Phase(0, 1);
    }
  }

  // Local memory starts undefined: every work-item writes its own element.
  void InitialiseLocals(std::vector<Node>* body) {
    bool any = false;
    for (size_t a = 0; a < kernel_.shared.size(); ++a) {
      if (kernel_.shared[a].region != Region::kLocal) continue;
      body->push_back(Do(Store(NextId(), static_cast<int>(a), Tid(), Tid())));
      any = true;
    }
    if (any) body->push_back(Do(Barrier(NextId(), kLocalFence)));
  }

  static void Append(std::vector<Node>* list, std::vector<Node> more) {
    for (Node& node : more) list->push_back(std::move(node));
  }

  int NextId() { return next_id_++; }
  bool Disorder() { return rng_.Percent(disorder_); }

  // A sequence of phases separated by barriers; begins and ends in the phase `parity`.
  std::vector<Node> Phases(int parity, int depth) {
    std::vector<Node> list = Phase(parity, depth);
    const int pairs = 1 + rng_.Below(2);
    for (int i = 0; i < pairs && budget_ > 0; ++i) {
      switch (rng_.Below(6)) {
        case 0:
          if (depth > 0) {
            std::vector<Node> orelse;
            if (rng_.Percent(40)) orelse = Phases(parity, depth - 1);
            list.push_back(If(NextId(), UniformCondition(), Phases(parity, depth - 1), orelse));
            break;
          }
          [[fallthrough]];
        case 1:
          if (depth > 0) {
            AppendLoop(&list, true, parity, depth);
            break;
          }
          [[fallthrough]];
        case 2:
          if (AppendCall(&list)) break;
          [[fallthrough]];
        default:
          AppendBarrier(&list);
          Append(&list, Phase(1 - parity, depth));
          AppendBarrier(&list);
      }
      if (options_.parts && rng_.Percent(30)) AppendGroupFunction(&list);
      Append(&list, Phase(parity, depth));
    }
    return list;
  }

  // A function of the group or sub-group, of which by discipline all come to it.
  Node Function(bool part, int variable) {
    const int members = part ? kernel_.part : geometry_.threads;
    return Do(Collective(NextId(), variable, Data(1), rng_.Percent(50) ? -1 : rng_.Below(members), part));
  }

  void AppendGroupFunction(std::vector<Node>* list) {
    Node function = Function(false, kUniform);
    if (Disorder()) {
      list->push_back(If(NextId(), DivergentCondition(), {std::move(function)}));
    } else {
      list->push_back(std::move(function));
    }
  }

  // What a sub-group does together, of which by discipline all are here.
  void AppendOfPart(std::vector<Node>* list, int parity) {
    if (part_divergence_ > 0 && !Disorder()) return AppendRead(list, parity);
    const int array = rng_.Percent(35) ? -1 : PickArray(parity, true);
    std::vector<Node> mine;
    if (array < 0) {
      mine.push_back(Function(true, rng_.Below(kDataVariables)));
    } else {
      mine.push_back(Do(Store(NextId(), array, Disorder() ? AnyIndex(array) : Peer(array, 0), Data(1))));
      AppendBarrier(&mine, /*part=*/true);
      const ExprPtr own = Binary(Op::kMod, Tid(), Const(kernel_.part));
      const ExprPtr peer =
          Binary(Op::kMod, Binary(Op::kAdd, own, Const(1 + rng_.Below(kernel_.part))), Const(kernel_.part));
      const ExprPtr within = Binary(Op::kAdd, Binary(Op::kSub, Tid(), own), peer);
      const ExprPtr index = Disorder() ? AnyIndex(array) : Slice(array, within);
      mine.push_back(Do(Assign(NextId(), rng_.Below(kDataVariables), Shared(array, index))));
      AppendBarrier(&mine, /*part=*/true);
    }
    if (rng_.Percent(25)) {
      list->push_back(If(NextId(), Disorder() ? DivergentCondition() : PartCondition(), std::move(mine)));
    } else {
      Append(list, std::move(mine));
    }
  }

  // Equal for all work-items of a sub-group.
  ExprPtr PartCondition() {
    const int parts = geometry_.threads / kernel_.part;
    return Binary(Op::kLess, Tid(), Const(kernel_.part * rng_.Below(parts + 1)));
  }

  void AppendBarrier(std::vector<Node>* list, bool part = false) {
    if (Disorder() && rng_.Percent(40)) return;  // forgotten
    unsigned flags = kBothFences;
    unsigned needed = 0;
    for (const SharedArray& array : kernel_.shared) {
      needed |= array.region == Region::kLocal ? kLocalFence : kGlobalFence;
    }
    if (rng_.Percent(40)) flags = needed;
    if (Disorder()) flags = rng_.Below(4);
    Node barrier = Do(Barrier(NextId(), flags));
    barrier.statement.part = part;
    if (Disorder()) {
      std::vector<Node> orelse;  // a barrier in both branches is still two barriers
      if (rng_.Percent(40)) orelse.push_back(Do(Barrier(NextId(), flags)));
      if (!orelse.empty()) orelse.back().statement.part = part;
      list->push_back(If(NextId(), DivergentCondition(), {barrier}, std::move(orelse)));
    } else {
      list->push_back(std::move(barrier));
    }
  }

  // for (i = 0; i < bound; ++i) in one of several shapes.
  void AppendLoop(std::vector<Node>* list, bool with_barriers, int parity, int depth) {
    const int counter = static_cast<int>(routine_->privates.size());
    routine_->privates.push_back("i" + std::to_string(counter));
    list->push_back(Do(Assign(NextId(), counter, Const(0))));
    const bool divergent = with_barriers ? Disorder() : rng_.Percent(50);
    ExprPtr bound = divergent ? Binary(Op::kAdd, Binary(Op::kMod, Tid(), Const(2)), Const(1))
                              : Const(1 + rng_.Below(2));
    if (!with_barriers) ++divergence_, ++part_divergence_;
    std::vector<Node> body;
    body.push_back(Do(Assign(NextId(), counter, Binary(Op::kAdd, Private(counter), Const(1)))));
    Append(&body, with_barriers ? Phases(parity, depth - 1) : Phase(parity, depth - 1));
    if (rng_.Percent(25)) {
      const Node::Kind kind = rng_.Percent(50) ? Node::Kind::kBreak : Node::Kind::kContinue;
      const ExprPtr condition =
          with_barriers && !Disorder() ? UniformCondition() : DivergentCondition();
      body.push_back(If(NextId(), condition, {Jump(kind)}));
      Append(&body, Phase(parity, depth - 1));
    }
    if (!with_barriers) --divergence_, --part_divergence_;
    ExprPtr condition = Binary(Op::kLess, Private(counter), std::move(bound));
    list->push_back(rng_.Percent(65) ? While(NextId(), condition, std::move(body))
                                     : DoWhile(NextId(), condition, std::move(body)));
  }

  bool AppendCall(std::vector<Node>* list) {
    const int below = static_cast<int>(kernel_.routines.size()) - routine_number_ - 1;
    if (below == 0 || calls_left_-- <= 0) return false;
    const int callee = routine_number_ + 1 + rng_.Below(below);
    const StructuredRoutine& routine = kernel_.routines[callee];
    std::vector<ExprPtr> arguments;
    for (int p : routine.parameters) {
      arguments.push_back(p == kUniform ? Private(kUniform) : Data(1));
    }
    std::vector<int> outs;
    if (!routine.outs.empty()) outs.push_back(rng_.Below(kDataVariables));
    Node call = Do(Call(NextId(), callee, std::move(arguments), std::move(outs)));
    if (Disorder()) {
      std::vector<Node> orelse;  // the same procedure from another place
      if (rng_.Percent(50)) {
        orelse.push_back(call);
        orelse.back().statement.id = NextId();
      }
      list->push_back(If(NextId(), DivergentCondition(), {std::move(call)}, std::move(orelse)));
    } else {
      list->push_back(std::move(call));
    }
    return true;
  }

  // Statements between two barriers.
  std::vector<Node> Phase(int parity, int depth) {
    std::vector<Node> list;
    const int count = rng_.Below(3);
    for (int i = 0; i < count && budget_ > 0; ++i) {
      --budget_;
      if (options_.parts && rng_.Percent(35)) {
        AppendOfPart(&list, parity);
        continue;
      }
      const int pick = rng_.Below(100);
      if (pick < 30) {
        AppendRead(&list, parity);
      } else if (pick < 65) {
        AppendWrite(&list, parity);
      } else if (pick < 75) {
        const ExprPtr value =
            options_.nondeterminism && rng_.Percent(40) ? nullptr : Data(2);
        const int variable = rng_.Below(kDataVariables);
        list.push_back(Do(value ? Assign(NextId(), variable, value)
                                : Havoc(NextId(), variable, 2)));
      } else if (pick < 92 || depth == 0) {
        ExprPtr condition = rng_.Percent(75) ? DivergentCondition() : UniformCondition();
        if (rng_.Percent(15)) condition = Binary(Op::kLess, Read(parity), Const(3));
        const bool of_part = options_.parts && rng_.Percent(40);
        if (of_part) condition = PartCondition();
        const int id = NextId(), inner = depth > 0 ? depth - 1 : 0;
        ++divergence_;
        part_divergence_ += !of_part;
        std::vector<Node> body = Phase(parity, inner), orelse;
        if (rng_.Percent(40)) orelse = Phase(parity, inner);
        --divergence_;
        part_divergence_ -= !of_part;
        list.push_back(If(id, std::move(condition), std::move(body), std::move(orelse)));
      } else if (pick < 97) {
        AppendLoop(&list, false, parity, depth);
      } else if (Disorder()) {
        list.push_back(If(NextId(), DivergentCondition(), {Jump(Node::Kind::kReturn)}));
      }
    }
    return list;
  }

  int Arrays() const { return static_cast<int>(kernel_.shared.size()); }

  // An array that the phase may write (or only read); -1 if there is none.
  int PickArray(int parity, bool written) {
    const int start = rng_.Below(Arrays());
    if (Disorder()) return start;
    for (int i = 0; i < Arrays(); ++i) {
      const int array = (start + i) % Arrays();
      if ((array % 2 == parity) == written) return array;
    }
    return -1;
  }

  // The index within the array of work-item (tid + shift) % threads of the own group.
  ExprPtr Peer(int array, int shift) {
    ExprPtr peer = Tid();
    if (shift != 0) {
      peer = Binary(Op::kMod, Binary(Op::kAdd, peer, Const(shift)), Threads());
    }
    return Slice(array, std::move(peer));
  }

  ExprPtr Slice(int array, ExprPtr within) {
    if (kernel_.shared[array].region == Region::kLocal || geometry_.groups == 1) return within;
    return Binary(Op::kAdd, Binary(Op::kMul, Group(), Threads()), std::move(within));
  }

  ExprPtr AnyIndex(int array) {
    switch (rng_.Below(4)) {
      case 0: return Const(rng_.Below(kernel_.shared[array].length));
      case 1: return Peer(array, 1 + rng_.Below(geometry_.threads));
      case 2: return Slice(array, Const(rng_.Below(geometry_.threads)));
      default:
        return Binary(Op::kMod, Private(rng_.Below(kDataVariables)),
                      Const(kernel_.shared[array].length));
    }
  }

  ExprPtr Read(int parity) {
    const int array = PickArray(parity, rng_.Percent(40));
    if (array < 0) return Const(rng_.Below(4));
    const bool written = array % 2 == parity;
    // Across groups nothing orders, so the discipline reads only the own group's slice.
    ExprPtr index = written ? Peer(array, 0) : Peer(array, rng_.Below(geometry_.threads));
    if (!written && rng_.Percent(30)) index = Slice(array, Const(rng_.Below(geometry_.threads)));
    if (Disorder()) index = AnyIndex(array);
    return Shared(array, std::move(index));
  }

  void AppendRead(std::vector<Node>* list, int parity) {
    if (rng_.Percent(25) && divergence_ == 0) {  // a uniform value through shared memory
      const int array = PickArray(parity, false);
      if (array >= 0) {
        list->push_back(Do(Assign(NextId(), kUniform, Shared(array, Slice(array, Const(0))))));
        return;
      }
    }
    ExprPtr value = Read(parity);
    if (rng_.Percent(15)) {
      value = Binary(Op::kBitAnd, Binary(Op::kAdd, value, Read(parity)), Const(7));
    }
    list->push_back(Do(Assign(NextId(), rng_.Below(kDataVariables), std::move(value))));
  }

  void AppendWrite(std::vector<Node>* list, int parity) {
    const int array = PickArray(parity, true);
    if (array < 0) return;
    ExprPtr index = Disorder() ? AnyIndex(array) : Peer(array, 0);
    ExprPtr value = rng_.Percent(20)
                        ? Binary(Op::kBitAnd, Binary(Op::kAdd, Read(parity), Const(1)), Const(7))
                        : Data(2);
    list->push_back(Do(Store(NextId(), array, std::move(index), std::move(value))));
  }

  // A private expression with a value of [0, 8).
  ExprPtr Data(int depth) {
    switch (rng_.Below(depth > 0 ? 7 : 4)) {
      case 0: return Const(rng_.Below(4));
      case 1: return Tid();
      case 2:
      case 3: return Private(rng_.Below(kDataVariables + 1));
      case 4: return Binary(Op::kBitAnd, Binary(Op::kAdd, Data(depth - 1), Data(depth - 1)), Const(7));
      case 5: return Binary(Op::kBitAnd, Binary(Op::kMul, Data(depth - 1), Data(depth - 1)), Const(7));
      default: return rng_.Percent(50) ? Cond(DivergentCondition(), Data(depth - 1), Data(depth - 1))
                                       : Group();
    }
  }

  ExprPtr DivergentCondition() {
    switch (rng_.Below(5)) {
      case 0: return Binary(Op::kEqual, Tid(), Const(rng_.Below(geometry_.threads)));
      case 1: return Binary(Op::kLess, Tid(), Const(1 + rng_.Below(geometry_.threads)));
      case 2: return Binary(Op::kLess, Private(rng_.Below(kDataVariables)), Const(1 + rng_.Below(4)));
      case 3:
        return Binary(rng_.Percent(50) ? Op::kAnd : Op::kOr,
                      Binary(Op::kEqual, Private(rng_.Below(kDataVariables)), Tid()),
                      UniformCondition());
      default: return Binary(Op::kEqual, Private(rng_.Below(kDataVariables)), Tid());
    }
  }

  // Equal for all work-items of a group, if nothing raced.
  ExprPtr UniformCondition() {
    if (Disorder()) return DivergentCondition();
    switch (rng_.Below(4)) {
      case 0: return Binary(Op::kLess, Private(kUniform), Const(1 + rng_.Below(4)));
      case 1: return Binary(Op::kEqual, Group(), Const(0));
      case 2: return Binary(Op::kLess, Threads(), Const(3));
      default: return Not(Binary(Op::kEqual, Private(kUniform), Const(rng_.Below(4))));
    }
  }

  Rng rng_;
  const GeneratorOptions options_;
  Geometry geometry_;
  int disorder_ = 0;
  StructuredKernel kernel_;
  StructuredRoutine* routine_ = nullptr;
  int routine_number_ = 0;
  int budget_ = 0;
  int calls_left_ = 0;
  int divergence_ = 0;  // constructs around the current point that not all may take
  int part_divergence_ = 0;  // ... not all of a sub-group
  int next_id_ = 1;
};

}  // namespace

RandomKernel Generate(uint64_t seed, const GeneratorOptions& options) {
  return Generator(seed, options).Run(seed);
}

}  // namespace lockstep::oracle
