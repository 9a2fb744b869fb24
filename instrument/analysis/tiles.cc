// A value is taken apart into terms: value = shared + own modulo 2 to its width, where `shared` is equal for
// the group and ends in so many zeros, and 0 <= own <= most.
#include "instrument/analysis/tiles.h"

#include <algorithm>
#include <limits>

#include "instrument/analysis/divergence_sources.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

namespace lockstep::instrument {
namespace {

using llvm::Instruction;
using Predicate = llvm::CmpInst::Predicate;

constexpr unsigned kNothingShared = 64;        // zeros of shared == 0
constexpr uint64_t kMost = uint64_t{1} << 32;  // nothing is gained beyond, and sums cannot overflow
constexpr int kDepth = 16;

struct Tile {
  uint64_t most = 0;
  unsigned zeros = kNothingShared;
};

// How many bits a number up to `most` has.
unsigned BitsOf(uint64_t most) { return most == 0 ? 0 : llvm::Log2_64(most) + 1; }

unsigned WidthOf(const llvm::Value& value) { return value.getType()->getScalarSizeInBits(); }

// Whether shared and own have no bit in common, and the own part not the sign: then neither carries into the
// other, and cutting, widening and comparing can be done to each for itself.
bool IsApart(const Tile& tile, unsigned width) { return BitsOf(tile.most) <= std::min(tile.zeros, width - 1); }

std::optional<uint64_t> SmallNumber(const llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (number == nullptr || number->getValue().getActiveBits() > 32) return std::nullopt;
  return number->getZExtValue();
}

class Terms {
 public:
  Terms(const GroupSize& size, const SharingOf& sharing, const llvm::DataLayout& layout)
      : size_(size), sharing_(sharing), layout_(layout) {}

  std::optional<Tile> Of(const llvm::Use& use, int depth = kDepth) const {
    const llvm::Value& value = *use.get();
    if (!value.getType()->isIntegerTy() || WidthOf(value) > 64 || WidthOf(value) < 2) return std::nullopt;
    switch (sharing_(use)) {
      case Sharing::kShared: return Tile{0, ZerosOf(value)};
      case Sharing::kUnknown: return std::nullopt;
      case Sharing::kOwn: break;
    }
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth == 0) return std::nullopt;
    std::optional<Tile> tile = OfInstruction(*instruction, depth - 1);
    if (tile && tile->most >= kMost) return std::nullopt;
    return tile;
  }

  // Of an instruction, whatever is known of its result as a whole.
  std::optional<Tile> OfInstruction(const Instruction& instruction, int depth = kDepth) const {
    switch (instruction.getOpcode()) {
      case Instruction::Call: return OfCall(llvm::cast<llvm::CallBase>(instruction));
      case Instruction::PHI: return OfPhi(llvm::cast<llvm::PHINode>(instruction), depth);
      case Instruction::Add:
        return Sum(Of(instruction.getOperandUse(0), depth), Of(instruction.getOperandUse(1), depth));
      case Instruction::Sub:
        if (sharing_(instruction.getOperandUse(1)) != Sharing::kShared) return std::nullopt;
        return Sum(Of(instruction.getOperandUse(0), depth), Of(instruction.getOperandUse(1), depth));
      case Instruction::Or: return Union(instruction, depth);
      case Instruction::Mul:
      case Instruction::Shl: return Product(instruction, depth);
      case Instruction::Trunc:
      case Instruction::Freeze: return Of(instruction.getOperandUse(0), depth);
      case Instruction::ZExt:
      case Instruction::SExt: {
        const std::optional<Tile> tile = Of(instruction.getOperandUse(0), depth);
        return tile && IsApart(*tile, WidthOf(*instruction.getOperand(0))) ? tile : std::nullopt;
      }
      case Instruction::And: return Masked(instruction, depth);
      case Instruction::URem: {
        const std::optional<uint64_t> by = SmallNumber(instruction.getOperand(1));
        return by && *by > 0 ? std::optional(Tile{*by - 1, kNothingShared}) : std::nullopt;
      }
      case Instruction::LShr:
      case Instruction::AShr:
      case Instruction::UDiv: return Quotient(instruction, depth);
      default: return std::nullopt;
    }
  }

  unsigned ZerosOf(const llvm::Value& value) const {
    const llvm::KnownBits bits = llvm::computeKnownBits(&value, layout_);
    return bits.isZero() ? kNothingShared : bits.countMinTrailingZeros();
  }
  unsigned OnesOf(const llvm::Value& value) const {
    return llvm::computeKnownBits(&value, layout_).countMinTrailingOnes();
  }

 private:
  static std::optional<Tile> Sum(std::optional<Tile> a, std::optional<Tile> b) {
    if (!a || !b) return std::nullopt;
    return Tile{a->most + b->most, std::min(a->zeros, b->zeros)};
  }

  std::optional<Tile> OfCall(const llvm::CallBase& call) const {
    if (CalleeName(call) != "get_local_id") return std::nullopt;
    const std::optional<uint64_t> dimension = SmallNumber(call.getArgOperand(0));
    const std::optional<uint64_t> size = dimension ? size_(*dimension) : std::nullopt;
    return size && *size > 0 ? std::optional(Tile{*size - 1, kNothingShared}) : std::nullopt;
  }

  // A counter that begins with a term of its own and goes on in steps that all share: those who are in the
  // loop together are in the same iteration.
  std::optional<Tile> OfPhi(const llvm::PHINode& phi, int depth) const {
    if (phi.getNumIncomingValues() != 2) return std::nullopt;
    for (unsigned i = 0; i < 2; ++i) {
      const auto* step = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(i));
      if (step == nullptr || step->getOpcode() != Instruction::Add) continue;
      for (unsigned side = 0; side < 2; ++side) {
        const llvm::Use& by = step->getOperandUse(1 - side);
        if (step->getOperand(side) != &phi || sharing_(by) != Sharing::kShared) continue;
        return Sum(Of(phi.getOperandUse(1 - i), depth), Tile{0, ZerosOf(*by)});
      }
    }
    return std::nullopt;
  }

  // a | b is a + b where the one has zeros for every bit of the other.
  std::optional<Tile> Union(const Instruction& instruction, int depth) const {
    for (unsigned side = 0; side < 2; ++side) {
      const std::optional<Tile> shared = Of(instruction.getOperandUse(side), depth);
      const std::optional<Tile> own = Of(instruction.getOperandUse(1 - side), depth);
      if (!shared || !own || shared->most != 0 || own->zeros != kNothingShared) continue;
      if (IsApart({own->most, shared->zeros}, WidthOf(instruction))) return Sum(shared, own);
    }
    return std::nullopt;
  }

  std::optional<Tile> Product(const Instruction& instruction, int depth) const {
    const bool shift = instruction.getOpcode() == Instruction::Shl;
    std::optional<uint64_t> by = SmallNumber(instruction.getOperand(1));
    if (!by || (shift && *by > 31)) return std::nullopt;
    if (shift) by = uint64_t{1} << *by;
    std::optional<Tile> tile = Of(instruction.getOperandUse(0), depth);
    if (!tile || *by == 0) return std::nullopt;
    // Both factors are below 2^32.
    return Tile{tile->most * *by, std::min(kNothingShared, tile->zeros + llvm::APInt(64, *by).countTrailingZeros())};
  }

  // x & 7 is below 8 whatever x is; x & -8 is what the group shares of x, if its own part is below 8.
  std::optional<Tile> Masked(const Instruction& instruction, int depth) const {
    const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (mask == nullptr) return std::nullopt;
    if (!mask->isNegative()) {
      return Tile{mask->getValue().getLimitedValue(kMost), kNothingShared};
    }
    const std::optional<Tile> tile = Of(instruction.getOperandUse(0), depth);
    const unsigned cut = mask->getValue().countTrailingZeros();
    if (!tile || !IsApart(*tile, WidthOf(instruction)) || cut < BitsOf(tile->most)) return std::nullopt;
    return Tile{0, std::max(cut, tile->zeros)};
  }

  std::optional<Tile> Quotient(const Instruction& instruction, int depth) const {
    const std::optional<uint64_t> by = SmallNumber(instruction.getOperand(1));
    const std::optional<Tile> tile = Of(instruction.getOperandUse(0), depth);
    if (!by || !tile || !IsApart(*tile, WidthOf(instruction))) return std::nullopt;
    const bool shift = instruction.getOpcode() != Instruction::UDiv;
    if (!shift && !llvm::isPowerOf2_64(*by)) return std::nullopt;
    const uint64_t cut = shift ? *by : llvm::Log2_64(*by);
    if (cut >= WidthOf(instruction)) return std::nullopt;
    if (tile->zeros == kNothingShared) return Tile{tile->most >> cut, kNothingShared};
    if (cut < BitsOf(tile->most)) return std::nullopt;
    return Tile{0, static_cast<unsigned>(tile->zeros - std::min<uint64_t>(cut, tile->zeros))};
  }

  const GroupSize& size_;
  const SharingOf& sharing_;
  const llvm::DataLayout& layout_;
};

// Whether every `own` part of the left side gives `predicate` the same answer: those below a multiple of the
// tile's size are below it together.
bool SameOrder(const Terms& terms, const llvm::Use& left, const llvm::Use& right, Predicate predicate) {
  const std::optional<Tile> tile = terms.Of(left), bound = terms.Of(right);
  if (!tile || !bound || bound->most != 0 || !IsApart(*tile, WidthOf(*left))) return false;
  const unsigned bits = BitsOf(tile->most);
  switch (predicate) {
    case Predicate::ICMP_ULT:
    case Predicate::ICMP_SLT:
    case Predicate::ICMP_UGE:
    case Predicate::ICMP_SGE: return terms.ZerosOf(*right) >= bits;
    case Predicate::ICMP_ULE:
    case Predicate::ICMP_SLE:
    case Predicate::ICMP_UGT:
    case Predicate::ICMP_SGT: return terms.OnesOf(*right) >= bits;
    default: return false;
  }
}

}  // namespace

bool CutsLowBits(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::ICmp:
    case Instruction::And:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv: return true;
    default: return false;
  }
}

bool SameForGroup(const Instruction& instruction, const GroupSize& size, const SharingOf& sharing,
                  const llvm::DataLayout& layout) {
  const Terms terms(size, sharing, layout);
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (compare == nullptr) {
    if (!CutsLowBits(instruction) || !instruction.getType()->isIntegerTy()) return false;
    if (WidthOf(instruction) > 64 || WidthOf(instruction) < 2) return false;
    const std::optional<Tile> tile = terms.OfInstruction(instruction);
    return tile && tile->most == 0;
  }
  const llvm::Use &left = compare->getOperandUse(0), &right = compare->getOperandUse(1);
  return SameOrder(terms, left, right, compare->getPredicate()) ||
         SameOrder(terms, right, left, compare->getSwappedPredicate());
}

}  // namespace lockstep::instrument
