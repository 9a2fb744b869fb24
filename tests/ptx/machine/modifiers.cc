#include "tests/ptx/machine/modifiers.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep::ptx_machine {
namespace {

// Kinds of modifiers: which of them an operation may have.
enum Kind : uint32_t {
  kTypes = 1 << 0,
  kSpaces = 1 << 1,
  kCompares = 1 << 2,
  kRoundings = 1 << 3,  // .rn …
  kIntegral = 1 << 4,   // .rni …
  kParts = 1 << 5,
  kAtomics = 1 << 6,  // .add … of atom and red
  kJoins = 1 << 7,    // .and, .or, .xor of setp
  kVotes = 1 << 8,
  kShuffles = 1 << 9,
  kSides = 1 << 10,  // .l, .r
  kPermutes = 1 << 11,
  kClasses = 1 << 12,  // of testp
  kOrders = 1 << 13,
  kScopes = 1 << 14,
  kCounts = 1 << 15,  // .v2, .v4
  kTo = 1 << 16,
  kSaturate = 1 << 17,
  kFlush = 1 << 18,
  kApproximate = 1 << 19,
  kWraps = 1 << 20,  // .wrap, .clamp
  kCarry = 1 << 21,
  kUniform = 1 << 22,
  kSync = 1 << 23,
  kAligned = 1 << 24,
  kCaches = 1 << 25,  // hints about caches, of no meaning here
  kNan = 1 << 26,
};

struct Word {
  std::string_view text;
  uint32_t kind;
  unsigned value;
};

template <typename T>
constexpr unsigned Number(T value) {
  return static_cast<unsigned>(value);
}

constexpr Word kWords[] = {
    {"global", kSpaces, Number(Space::kGlobal)},
    {"shared", kSpaces, Number(Space::kShared)},
    {"local", kSpaces, Number(Space::kLocal)},
    {"const", kSpaces, Number(Space::kConst)},
    {"param", kSpaces, Number(Space::kParam)},
    {"eq", kCompares, Number(Compare::kEq)},
    {"ne", kCompares, Number(Compare::kNe)},
    {"lt", kCompares, Number(Compare::kLt)},
    {"le", kCompares, Number(Compare::kLe)},
    {"gt", kCompares, Number(Compare::kGt)},
    {"ge", kCompares, Number(Compare::kGe)},
    {"lo", kCompares, Number(Compare::kLo)},
    {"ls", kCompares, Number(Compare::kLs)},
    {"hi", kCompares, Number(Compare::kHi)},
    {"hs", kCompares, Number(Compare::kHs)},
    {"equ", kCompares, Number(Compare::kEqu)},
    {"neu", kCompares, Number(Compare::kNeu)},
    {"ltu", kCompares, Number(Compare::kLtu)},
    {"leu", kCompares, Number(Compare::kLeu)},
    {"gtu", kCompares, Number(Compare::kGtu)},
    {"geu", kCompares, Number(Compare::kGeu)},
    {"num", kCompares, Number(Compare::kNum)},
    {"nan", kCompares, Number(Compare::kNan)},
    {"rn", kRoundings, Number(Rounding::kRn)},
    {"rz", kRoundings, Number(Rounding::kRz)},
    {"rm", kRoundings, Number(Rounding::kRm)},
    {"rp", kRoundings, Number(Rounding::kRp)},
    {"rni", kIntegral, Number(Rounding::kRni)},
    {"rzi", kIntegral, Number(Rounding::kRzi)},
    {"rmi", kIntegral, Number(Rounding::kRmi)},
    {"rpi", kIntegral, Number(Rounding::kRpi)},
    {"lo", kParts, Number(Part::kLo)},
    {"hi", kParts, Number(Part::kHi)},
    {"wide", kParts, Number(Part::kWide)},
    {"add", kAtomics, Number(Variant::kAdd)},
    {"and", kAtomics | kJoins, Number(Variant::kAnd)},
    {"or", kAtomics | kJoins, Number(Variant::kOr)},
    {"xor", kAtomics | kJoins, Number(Variant::kXor)},
    {"min", kAtomics, Number(Variant::kMin)},
    {"max", kAtomics, Number(Variant::kMax)},
    {"exch", kAtomics, Number(Variant::kExch)},
    {"cas", kAtomics, Number(Variant::kCas)},
    {"inc", kAtomics, Number(Variant::kInc)},
    {"dec", kAtomics, Number(Variant::kDec)},
    {"all", kVotes, Number(Variant::kAll)},
    {"any", kVotes, Number(Variant::kAny)},
    {"uni", kVotes, Number(Variant::kUni)},
    {"ballot", kVotes, Number(Variant::kBallot)},
    {"up", kShuffles, Number(Variant::kUp)},
    {"down", kShuffles, Number(Variant::kDown)},
    {"bfly", kShuffles, Number(Variant::kBfly)},
    {"idx", kShuffles, Number(Variant::kIdx)},
    {"l", kSides, Number(Variant::kL)},
    {"r", kSides, Number(Variant::kR)},
    {"f4e", kPermutes, Number(Variant::kF4e)},
    {"b4e", kPermutes, Number(Variant::kB4e)},
    {"rc8", kPermutes, Number(Variant::kRc8)},
    {"ecl", kPermutes, Number(Variant::kEcl)},
    {"ecr", kPermutes, Number(Variant::kEcr)},
    {"rc16", kPermutes, Number(Variant::kRc16)},
    {"finite", kClasses, Number(Variant::kFinite)},
    {"infinite", kClasses, Number(Variant::kInfinite)},
    {"number", kClasses, Number(Variant::kNumber)},
    {"notanumber", kClasses, Number(Variant::kNotANumber)},
    {"normal", kClasses, Number(Variant::kNormal)},
    {"subnormal", kClasses, Number(Variant::kSubnormal)},
    {"weak", kOrders, Number(Order::kWeak)},
    {"volatile", kOrders, Number(Order::kVolatile)},
    {"relaxed", kOrders, Number(Order::kRelaxed)},
    {"acquire", kOrders, Number(Order::kAcquire)},
    {"release", kOrders, Number(Order::kRelease)},
    {"acq_rel", kOrders, Number(Order::kAcqRel)},
    {"sc", kOrders, Number(Order::kSc)},
    {"cta", kScopes, Number(Scope::kCta)},
    {"gpu", kScopes, Number(Scope::kGpu)},
    {"gl", kScopes, Number(Scope::kGpu)},
    {"sys", kScopes, Number(Scope::kSys)},
    {"v2", kCounts, 2},
    {"v4", kCounts, 4},
    {"to", kTo, 1},
    {"sat", kSaturate, 1},
    {"ftz", kFlush, 1},
    {"approx", kApproximate, 1},
    {"full", kApproximate, 1},
    {"wrap", kWraps, 0},
    {"clamp", kWraps, 1},
    {"cc", kCarry, 1},
    {"uni", kUniform, 1},
    {"sync", kSync, 1},
    {"aligned", kAligned, 1},
    {"nc", kCaches, 1},
    {"ca", kCaches, 0},
    {"cg", kCaches, 0},
    {"cs", kCaches, 0},
    {"lu", kCaches, 0},
    {"cv", kCaches, 0},
    {"wb", kCaches, 0},
    {"wt", kCaches, 0},
    {"L1", kCaches, 0},
    {"L2", kCaches, 0},
    {"NaN", kNan, 1},
};

constexpr uint32_t kFloat = kTypes | kRoundings | kFlush | kSaturate;

uint32_t Allowed(Op op) {
  switch (op) {
    case Op::kLd:
    case Op::kLdu:
    case Op::kSt: return kTypes | kSpaces | kOrders | kScopes | kCounts | kCaches;
    case Op::kMov: return kTypes | kCounts;
    case Op::kCvta: return kTypes | kSpaces | kTo;
    case Op::kIsspacep: return kSpaces;
    case Op::kPrefetch: return kSpaces | kCaches;
    case Op::kAdd:
    case Op::kSub: return kFloat | kCarry;
    case Op::kAddc:
    case Op::kSubc: return kTypes | kCarry;
    case Op::kMul:
    case Op::kMad: return kFloat | kParts | kCarry;
    case Op::kMul24:
    case Op::kMad24: return kTypes | kParts | kSaturate;
    case Op::kDiv: return kFloat | kApproximate;
    case Op::kMin:
    case Op::kMax: return kTypes | kFlush | kNan;
    case Op::kAbs:
    case Op::kNeg: return kTypes | kFlush;
    case Op::kFma: return kFloat;
    case Op::kRcp:
    case Op::kSqrt:
    case Op::kRsqrt:
    case Op::kSin:
    case Op::kCos:
    case Op::kEx2:
    case Op::kLg2: return kTypes | kRoundings | kFlush | kApproximate;
    case Op::kTestp: return kTypes | kClasses;
    case Op::kSetp:
    case Op::kSet: return kTypes | kCompares | kJoins | kFlush;
    case Op::kShf: return kTypes | kSides | kWraps;
    case Op::kPrmt: return kTypes | kPermutes;
    case Op::kCvt: return kFloat | kIntegral;
    case Op::kAtom:
    case Op::kRed: return kTypes | kSpaces | kOrders | kScopes | kAtomics | kRoundings | kFlush;
    case Op::kMembar:
    case Op::kFence: return kOrders | kScopes;
    case Op::kBar:
    case Op::kBarrier: return kSync | kAligned | kScopes;
    case Op::kBarWarp: return kSync;
    case Op::kShfl: return kTypes | kShuffles | kSync;
    case Op::kVote:
    case Op::kMatch: return kTypes | kVotes | kSync;
    case Op::kBra:
    case Op::kCall:
    case Op::kRet: return kUniform;
    case Op::kBrx: return kUniform | kShuffles;  // .idx
    case Op::kExit:
    case Op::kTrap: return 0;
    case Op::kBfind: return kTypes | kShuffles;  // no .shiftamt: nobody emits it
    default: return kTypes;
  }
}

void Set(const Word& word, uint32_t kind, Instruction& to) {
  switch (kind) {
    case kSpaces:
      to.space = static_cast<Space>(word.value);
      to.has_space = true;
      return;
    case kCompares: to.compare = static_cast<Compare>(word.value); return;
    case kRoundings:
    case kIntegral: to.rounding = static_cast<Rounding>(word.value); return;
    case kParts: to.part = static_cast<Part>(word.value); return;
    case kOrders: to.order = static_cast<Order>(word.value); return;
    case kScopes: to.scope = static_cast<Scope>(word.value); return;
    case kCounts: to.count = static_cast<uint8_t>(word.value); return;
    case kTo: to.to = true; return;
    case kSaturate: to.saturate = true; return;
    case kFlush: to.flush = true; return;
    case kApproximate: to.approximate = true; return;
    case kWraps:
      to.clamp = word.value == 1;
      to.wrap = word.value == 0;
      return;
    case kCarry: to.carry_out = true; return;
    case kUniform: to.uniform = true; return;
    case kSync: to.sync = true; return;
    case kAligned: to.aligned = true; return;
    case kNan: to.nan = true; return;
    case kCaches: to.read_only = to.read_only || word.value == 1; return;
    default: to.variant = static_cast<Variant>(word.value);
  }
}

std::vector<std::string_view> Split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t dot = text.find('.');
    parts.push_back(text.substr(0, dot));
    if (dot == text.npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

// The operation with the longest text that `name` begins with, and how many parts that is.
std::optional<Op> OperationOf(std::string_view name, size_t* parts) {
  struct Known {
    Op op;
    std::string_view text;
  };
  constexpr Known kKnown[] = {
#define PTX_OP(op, text) {Op::op, text},
#include "tests/ptx/machine/ops.def"
  };
  for (const Known& known : kKnown) {  // "bar.warp" stands before "bar"
    if (name.substr(0, known.text.size()) != known.text) continue;
    if (name.size() != known.text.size() && name[known.text.size()] != '.') continue;
    *parts = Split(known.text).size();
    return known.op;
  }
  return std::nullopt;
}

// Whether `modifier` has a meaning for `instruction`, which then has it.
bool Take(std::string_view modifier, Instruction& instruction) {
  const uint32_t allowed = Allowed(instruction.op);
  if (const std::optional<Type> type = ParseType(modifier); type && (allowed & kTypes) != 0) {
    if (instruction.type2 != Type::kNone) return false;
    (instruction.type == Type::kNone ? instruction.type : instruction.type2) = *type;
    return true;
  }
  for (const Word& word : kWords) {
    const uint32_t kind = word.kind & allowed;
    if (kind == 0 || word.text != modifier) continue;
    Set(word, kind, instruction);
    return true;
  }
  return false;
}

}  // namespace

std::string ReadName(std::string_view name, Instruction& instruction) {
  size_t taken = 0;
  const std::optional<Op> op = OperationOf(name, &taken);
  if (!op) return "unknown instruction " + std::string(name);
  instruction.op = *op;
  instruction.text = std::string(name);
  if (*op == Op::kBarrier) instruction.aligned = false;
  const std::vector<std::string_view> parts = Split(name);
  for (size_t i = taken; i < parts.size(); ++i) {
    if (!Take(parts[i], instruction)) return "unknown modifier ." + std::string(parts[i]) + " of " + std::string(name);
  }
  return "";
}

std::string Complaint(const Instruction& instruction) {
  struct Form {
    Op op;
    size_t least, most;
  };
  // How many operands there are, of what has not exactly three and a type.
  constexpr Form kForms[] = {
      {Op::kMov, 2, 2},      {Op::kLd, 2, 2},         {Op::kLdu, 2, 2},     {Op::kSt, 2, 2},        {Op::kCvta, 2, 2},
      {Op::kIsspacep, 2, 2}, {Op::kPrefetch, 1, 1},   {Op::kMad, 4, 4},     {Op::kMad24, 4, 4},     {Op::kSad, 4, 4},
      {Op::kAbs, 2, 2},      {Op::kNeg, 2, 2},        {Op::kFma, 4, 4},     {Op::kRcp, 2, 2},       {Op::kSqrt, 2, 2},
      {Op::kRsqrt, 2, 2},    {Op::kSin, 2, 2},        {Op::kCos, 2, 2},     {Op::kEx2, 2, 2},       {Op::kLg2, 2, 2},
      {Op::kTestp, 2, 2},    {Op::kSetp, 3, 5},       {Op::kSet, 3, 4},     {Op::kSelp, 4, 4},      {Op::kNot, 2, 2},
      {Op::kCnot, 2, 2},     {Op::kShf, 4, 4},        {Op::kLop3, 5, 5},    {Op::kBfe, 4, 4},       {Op::kBfi, 5, 5},
      {Op::kBfind, 2, 2},    {Op::kPrmt, 4, 4},       {Op::kPopc, 2, 2},    {Op::kClz, 2, 2},       {Op::kBrev, 2, 2},
      {Op::kCvt, 2, 2},      {Op::kAtom, 3, 4},       {Op::kRed, 2, 2},     {Op::kMembar, 0, 0},    {Op::kFence, 0, 0},
      {Op::kBarWarp, 1, 1},  {Op::kBar, 1, 1},        {Op::kBarrier, 1, 1}, {Op::kShfl, 5, 5},      {Op::kVote, 3, 3},
      {Op::kMatch, 3, 3},    {Op::kActivemask, 1, 1}, {Op::kBra, 0, 0},     {Op::kBrx, 1, 1},       {Op::kCall, 0, 1},
      {Op::kRet, 0, 0},      {Op::kExit, 0, 0},       {Op::kTrap, 0, 0},    {Op::kNanosleep, 1, 1},
  };
  Form form = {instruction.op, 3, 3};
  for (const Form& known : kForms) {
    if (known.op == instruction.op) form = known;
  }
  const size_t count = instruction.operands.size();
  if (count < form.least || count > form.most) return instruction.text + " has " + std::to_string(count) + " operands";
  const bool typed = (Allowed(instruction.op) & kTypes) != 0 && instruction.op != Op::kBar;
  if (typed && instruction.type == Type::kNone) return instruction.text + " has no type";
  const bool two_types = instruction.op == Op::kCvt || instruction.op == Op::kSet;
  if (two_types != (instruction.type2 != Type::kNone))
    return instruction.text + " needs " + (two_types ? "two types" : "one type");
  const bool sync = instruction.op == Op::kShfl || instruction.op == Op::kVote || instruction.op == Op::kBarWarp ||
                    instruction.op == Op::kBar || instruction.op == Op::kBarrier || instruction.op == Op::kMatch;
  if (sync && !instruction.sync) return instruction.text + " is none of .sync";
  if ((instruction.op == Op::kAtom || instruction.op == Op::kRed) && instruction.variant == Variant::kNone) {
    return instruction.text + " names no operation";
  }
  if (instruction.op == Op::kAtom && (count == 4) != (instruction.variant == Variant::kCas)) {
    return instruction.text + " has " + std::to_string(count) + " operands";
  }
  const bool compares = instruction.op == Op::kSetp || instruction.op == Op::kSet;
  if (compares && instruction.compare == Compare::kNone) return instruction.text + " compares nothing";
  const bool product = instruction.op == Op::kMul || instruction.op == Op::kMad;
  if (product && !IsFloat(instruction.type) && instruction.part == Part::kNone)
    return instruction.text + " needs .lo, .hi or .wide";
  return "";
}

}  // namespace lockstep::ptx_machine
