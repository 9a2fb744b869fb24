// Sources: SPIR-V 1.6, sections 2.3 (the module's form) and 3.52 (instructions); OpenCL.DebugInfo.100. What is changed
// was found with the modules of OpenCL's conformance tests and of the translator's own later tests.
#include "instrument/frontend/spirv_words.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <vector>

namespace lockstep::instrument {
namespace {

using SpirvWords = std::vector<uint32_t>;

enum SpirvOp : uint32_t {
  kOpUndef = 1,
  kOpName = 5,
  kOpMemberName = 6,
  kOpLine = 8,
  kOpExtension = 10,
  kOpExtInstImport = 11,
  kOpExtInst = 12,
  kOpExecutionMode = 16,
  kOpTypeVoid = 19,
  kOpTypeBool = 20,
  kOpTypeInt = 21,
  kOpTypeFloat = 22,
  kOpTypeVector = 23,
  kOpTypePointer = 32,
  kOpTypeForwardPointer = 39,
  kOpConstantFalse = 42,
  kOpConstant = 43,
  kOpConstantNull = 46,
  kOpVariable = 59,
  kOpLoad = 61,
  kOpStore = 62,
  kOpCopyMemory = 63,
  kOpCopyMemorySized = 64,
  kOpDecorate = 71,
  kOpMemberDecorate = 72,
  kOpVectorShuffle = 79,
  kOpCompositeConstruct = 80,
  kOpCompositeInsert = 82,
  kOpNoLine = 317,
  kOpSizeOf = 321,
  kOpExecutionModeId = 331,
  kOpCopyLogical = 400,
  kOpPtrEqual = 401,
  kOpPtrNotEqual = 402,
  kOpPtrDiff = 403,
  kOpDecorateString = 5632,
  kOpMemberDecorateString = 5633,
};

constexpr size_t kSpirvHeader = 5;
constexpr size_t kBoundAt = 3;  // in the header: all ids are below it

// One instruction: words[0] has its length and number, its operands follow.
struct SpirvInstruction {
  const uint32_t* words;
  uint32_t length;

  uint32_t op() const { return words[0] & 0xFFFF; }
  uint32_t operands() const { return length - 1; }
  // 0 behind the last, which is no id.
  uint32_t operand(uint32_t number) const { return number < operands() ? words[number + 1] : 0; }

  // The text from operand `number` on.
  std::string Text(uint32_t number) const {
    std::string text;
    for (uint32_t i = number; i < operands(); ++i) {
      for (unsigned byte = 0; byte < 4; ++byte) {
        const char c = static_cast<char>(words[i + 1] >> (8 * byte));
        if (c == 0) return text;
        text += c;
      }
    }
    return text;
  }
};

class SpirvRewriting {
 public:
  explicit SpirvRewriting(const SpirvWords& words) : words_(words), bound_(words[kBoundAt]) {}

  // Whether `words` is a module; then `result` is it anew.
  bool Run(SpirvWords& result) {
    for (size_t at = kSpirvHeader; at < words_.size();) {
      const uint32_t length = words_[at] >> 16;
      if (length == 0 || at + length > words_.size()) return false;
      instructions_.push_back({&words_[at], length});
      at += length;
    }
    for (const SpirvInstruction& instruction : instructions_) Learn(instruction);
    for (const SpirvInstruction& instruction : instructions_) LearnValue(instruction);
    for (const SpirvInstruction& instruction : instructions_) NoteDropped(instruction);
    result.assign(words_.begin(), words_.begin() + kSpirvHeader);
    for (const SpirvInstruction& instruction : instructions_) Write(instruction, result);
    result[kBoundAt] = bound_;
    return true;
  }

 private:
  void Learn(const SpirvInstruction& instruction) {
    const uint32_t op = instruction.op();
    if (op >= kOpTypeVoid && op < kOpTypeForwardPointer) types_.insert(instruction.operand(0));
    switch (op) {
      case kOpTypeVector: sizes_[instruction.operand(0)] = instruction.operand(2); break;
      case kOpTypePointer: pointees_[instruction.operand(0)] = instruction.operand(2); break;
      case kOpTypeInt:
      case kOpTypeFloat: widths_[instruction.operand(0)] = instruction.operand(1); break;
      case kOpTypeBool: booleans_.insert(instruction.operand(0)); break;
      case kOpConstant:
        if (instruction.operands() == 3) constants_[instruction.operand(1)] = instruction.operand(2);
        break;
      case kOpExtInstImport:
        // Debuggers' notes that say nothing of what runs.
        if (instruction.Text(1).rfind("NonSemantic.", 0) == 0) dropped_sets_.insert(instruction.operand(0));
        if (instruction.Text(1) == "OpenCL.DebugInfo.100") debug_set_ = instruction.operand(0);
        break;
      case kOpExtInst: {
        // The translator of LLVM 15 wants a source's text, which may be left out. Rather no lines than no checks.
        constexpr uint32_t kDebugSource = 35, kWithText = 6;
        const bool source = instruction.operand(2) == debug_set_ && instruction.operand(3) == kDebugSource;
        if (debug_set_ != 0 && source && instruction.operands() != kWithText) dropped_sets_.insert(debug_set_);
        break;
      }
      default: break;
    }
  }

  // What begins with a type is a value of that type, but for what is said about types.
  void LearnValue(const SpirvInstruction& instruction) {
    const uint32_t op = instruction.op();
    const bool about = op == kOpName || op == kOpMemberName || op == kOpDecorate || op == kOpMemberDecorate ||
                       op == kOpDecorateString || op == kOpMemberDecorateString;
    if (about || (op >= kOpTypeVoid && op <= kOpTypeForwardPointer)) return;
    if (types_.count(instruction.operand(0)) != 0) type_of_[instruction.operand(1)] = instruction.operand(0);
  }

  // 0 if there is none.
  static uint32_t Find(const std::map<uint32_t, uint32_t>& map, uint32_t key) {
    const auto found = map.find(key);
    return found == map.end() ? 0 : found->second;
  }

  void NoteDropped(const SpirvInstruction& instruction) {
    if (instruction.op() == kOpExtInst && dropped_sets_.count(instruction.operand(2)) != 0) {
      dropped_.insert(instruction.operand(1));
    }
    if (instruction.op() == kOpExtInstImport && dropped_sets_.count(instruction.operand(0)) != 0) {
      dropped_.insert(instruction.operand(0));
    }
  }

  bool IsDropped(const SpirvInstruction& instruction) const {
    switch (instruction.op()) {
      case kOpDecorateString:
      case kOpMemberDecorateString: return true;
      case kOpExtension: {
        const std::string name = instruction.Text(0);
        return name == "SPV_KHR_non_semantic_info" || name == "SPV_GOOGLE_decorate_string" ||
               name == "SPV_GOOGLE_user_type";
      }
      case kOpExtInst: return dropped_.count(instruction.operand(1)) != 0;
      case kOpDecorate: {
        // The translator of LLVM 15 ends the process over what is said of a parameter that nobody uses.
        constexpr uint32_t kFuncParamAttr = 38, kNoReadWrite = 7;
        if (instruction.operand(1) == kFuncParamAttr && instruction.operand(2) == kNoReadWrite) return true;
        return dropped_.count(instruction.operand(0)) != 0;
      }
      case kOpExtInstImport:
      case kOpName: return dropped_.count(instruction.operand(0)) != 0;
      default: return false;
    }
  }

  static void Put(SpirvWords& result, uint32_t op, const SpirvWords& operands) {
    result.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | op);
    result.insert(result.end(), operands.begin(), operands.end());
  }

  // Null of a number's type is that number's 0.
  bool WriteNull(const SpirvInstruction& instruction, SpirvWords& result) const {
    const uint32_t type = instruction.operand(0), id = instruction.operand(1);
    if (booleans_.count(type) != 0) {
      Put(result, kOpConstantFalse, {type, id});
      return true;
    }
    const auto width = widths_.find(type);
    if (width == widths_.end()) return false;
    SpirvWords operands = {type, id};
    for (uint32_t bits = 0; bits < width->second; bits += 32) operands.push_back(0);
    Put(result, kOpConstant, operands);
    return true;
  }

  // Sizes by id, as numbers.
  bool WriteMode(const SpirvInstruction& instruction, SpirvWords& result) const {
    const std::map<uint32_t, uint32_t> by_number = {{37, 36}, {38, 17}, {39, 18}};
    const auto mode = by_number.find(instruction.operand(1));
    if (mode == by_number.end()) return false;
    SpirvWords operands = {instruction.operand(0), mode->second};
    for (uint32_t i = 2; i < instruction.operands(); ++i) {
      const auto value = constants_.find(instruction.operand(i));
      if (value == constants_.end()) return false;
      operands.push_back(value->second);
    }
    Put(result, kOpExecutionMode, operands);
    return true;
  }

  // What is said of an access from operand `from` on: its end.
  static uint32_t EndOfAccess(const SpirvInstruction& instruction, uint32_t from) {
    constexpr uint32_t kAligned = 2, kMakeAvailable = 8, kMakeVisible = 16;
    if (from >= instruction.operands()) return instruction.operands();
    uint32_t end = from + 1;
    for (const uint32_t bit : {kAligned, kMakeAvailable, kMakeVisible})
      end += (instruction.operand(from) & bit) != 0 ? 1 : 0;
    return std::min(end, instruction.operands());
  }

  // A copy of an object is a load and a store. What is said of one access is said of both.
  bool WriteCopy(const SpirvInstruction& instruction, SpirvWords& result) {
    const uint32_t target = instruction.operand(0), source = instruction.operand(1);
    const uint32_t type = Find(pointees_, Find(type_of_, source));
    if (type == 0) return false;
    const uint32_t* operands = instruction.words + 1;
    const uint32_t first = 2, behind_first = EndOfAccess(instruction, first), end = instruction.operands();
    const bool two = behind_first < end;
    const uint32_t value = bound_++;
    SpirvWords load = {type, value, source}, store = {target, value};
    load.insert(load.end(), operands + (two ? behind_first : first), operands + end);
    store.insert(store.end(), operands + first, operands + behind_first);
    Put(result, kOpLoad, load);
    Put(result, kOpStore, store);
    return true;
  }

  // The translator reads what is said of one access of a copy of so many bytes.
  bool WriteSizedCopy(const SpirvInstruction& instruction, SpirvWords& result) const {
    const uint32_t end = EndOfAccess(instruction, 3);
    if (end == instruction.operands()) return false;
    Put(result, instruction.op(), SpirvWords(instruction.words + 1, instruction.words + 1 + end));
    return true;
  }

  // Elements of two vectors of different lengths: the shorter one is made as long as the other.
  bool WriteShuffle(const SpirvInstruction& instruction, SpirvWords& result) {
    constexpr uint32_t kAny = 0xFFFFFFFF, kFirst = 2, kSecond = 3, kElements = 4;
    const uint32_t first = Find(type_of_, instruction.operand(kFirst)),
                   second = Find(type_of_, instruction.operand(kSecond));
    const uint32_t of_first = Find(sizes_, first), of_second = Find(sizes_, second);
    if (of_first == of_second || of_first == 0 || of_second == 0) return false;
    const bool first_is_short = of_first < of_second;
    const uint32_t shorter = first_is_short ? kFirst : kSecond;
    const uint32_t id = instruction.operand(shorter), wide = bound_++;
    SpirvWords widening = {first_is_short ? second : first, wide, id, id};
    for (uint32_t i = 0; i < std::max(of_first, of_second); ++i) {
      widening.push_back(i < std::min(of_first, of_second) ? i : kAny);
    }
    Put(result, kOpVectorShuffle, widening);
    SpirvWords operands(instruction.words + 1, instruction.words + instruction.length);
    operands[shorter] = wide;
    for (uint32_t i = kElements; i < instruction.operands(); ++i) {
      const bool moved = first_is_short && operands[i] != kAny && operands[i] >= of_first;
      if (moved) operands[i] += of_second - of_first;
    }
    Put(result, kOpVectorShuffle, operands);
    return true;
  }

  // A private variable with a value of its own, which the translator makes one of the module's, is stored to instead:
  // behind the last variable, for they stand first.
  bool WriteVariable(const SpirvInstruction& instruction, SpirvWords& result) {
    constexpr uint32_t kFunction = 7, kWithValue = 4;
    if (instruction.operand(2) != kFunction || instruction.operands() != kWithValue) return false;
    Put(result, kOpVariable, {instruction.operand(0), instruction.operand(1), kFunction});
    Put(stores_, kOpStore, {instruction.operand(1), instruction.operand(3)});
    return true;
  }

  void WriteStores(const SpirvInstruction& before, SpirvWords& result) {
    const uint32_t op = before.op();
    const bool note = op == kOpExtInst && before.operand(2) == debug_set_;
    if (note || op == kOpVariable || op == kOpLine || op == kOpNoLine) return;
    result.insert(result.end(), stores_.begin(), stores_.end());
    stores_.clear();
  }

  // A structure, an array or a vector of its elements is put together one by one: of values that are no constants the
  // translator of LLVM 15 makes no vector and no array. (A vector may also be made of vectors.)
  bool WriteConstruction(const SpirvInstruction& instruction, SpirvWords& result) {
    constexpr uint32_t kParts = 2;
    const uint32_t type = instruction.operand(0), parts = instruction.operands() - kParts;
    const auto vector = sizes_.find(type);
    if (parts == 0 || (vector != sizes_.end() && vector->second != parts)) return false;
    uint32_t made = bound_++;
    Put(result, kOpUndef, {type, made});
    for (uint32_t i = 0; i < parts; ++i) {
      const uint32_t id = i + 1 == parts ? instruction.operand(1) : bound_++;
      Put(result, kOpCompositeInsert, {type, id, instruction.operand(kParts + i), made, i});
      made = id;
    }
    return true;
  }

  void Write(const SpirvInstruction& instruction, SpirvWords& result) {
    if (IsDropped(instruction)) return;
    WriteStores(instruction, result);
    if (instruction.op() == kOpVariable && WriteVariable(instruction, result)) return;
    if (instruction.op() == kOpConstantNull && WriteNull(instruction, result)) return;
    if (instruction.op() == kOpExecutionModeId && WriteMode(instruction, result)) return;
    if (instruction.op() == kOpCopyMemory && WriteCopy(instruction, result)) return;
    if (instruction.op() == kOpCopyMemorySized && WriteSizedCopy(instruction, result)) return;
    if (instruction.op() == kOpCompositeConstruct && WriteConstruction(instruction, result)) return;
    if (instruction.op() == kOpVectorShuffle && WriteShuffle(instruction, result)) return;
    result.insert(result.end(), instruction.words, instruction.words + instruction.length);
  }

  const SpirvWords& words_;
  std::vector<SpirvInstruction> instructions_;
  uint32_t bound_;
  std::map<uint32_t, uint32_t> widths_, sizes_, pointees_;  // of types, by their ids
  std::map<uint32_t, uint32_t> constants_, type_of_;        // of values
  std::set<uint32_t> types_, booleans_, dropped_sets_, dropped_;
  uint32_t debug_set_ = 0;
  SpirvWords stores_;  // instructions that are still to be written
};

// The words of `code`; none if it is no module of this machine's byte order.
SpirvWords WordsOf(const std::string& code) {
  constexpr uint32_t kMagic = 0x07230203;
  SpirvWords words(code.size() / 4);
  if (code.size() % 4 != 0 || words.size() < kSpirvHeader) return {};
  memcpy(words.data(), code.data(), code.size());
  return words[0] == kMagic ? words : SpirvWords();
}

}  // namespace

std::string InKnownWords(const std::string& code) {
  const SpirvWords words = WordsOf(code);
  SpirvWords result;
  if (words.empty() || !SpirvRewriting(words).Run(result)) return code;
  return std::string(reinterpret_cast<const char*>(result.data()), result.size() * 4);
}

std::string UnknownWord(const std::string& code) {
  const SpirvWords words = WordsOf(code);
  for (size_t at = kSpirvHeader; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    switch (words[at] & 0xFFFF) {
      case kOpSizeOf: return "OpSizeOf";
      case kOpExecutionModeId: return "OpExecutionModeId";
      case kOpCopyLogical: return "OpCopyLogical";
      case kOpPtrEqual: return "OpPtrEqual";
      case kOpPtrNotEqual: return "OpPtrNotEqual";
      case kOpPtrDiff: return "OpPtrDiff";
      default: break;
    }
  }
  return "";
}

}  // namespace lockstep::instrument
