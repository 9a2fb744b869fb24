// Bodies of functions: registers, labels, instructions.
#include <cstdlib>

#include "tests/ptx/machine/modifiers.h"
#include "tests/ptx/machine/parser.h"
#include "tests/ptx/machine/special_registers.h"

namespace lockstep::ptx_machine {
namespace {

struct Register {
  uint32_t index = 0, width = 0, count = 0;  // count: of a family %r<N>
};

struct Braces {
  std::map<std::string, Register, std::less<>> registers, families;
  std::map<std::string, const Variable*, std::less<>> variables;
};

class BodyParser {
 public:
  BodyParser(Reader& reader, const Names& names, Function& function, std::vector<std::unique_ptr<Variable>>& statics)
      : reader_(reader), names_(names), function_(function), statics_(statics) {
    blocks_.emplace_back();
    for (const auto& variable : function.variables) blocks_[0].variables[variable->name] = variable.get();
  }

  void Read() {
    while (!blocks_.empty() && !reader_.AtEnd()) ReadStatement();
    if (!blocks_.empty()) reader_.Fail("the body of " + function_.name + " does not end");
    Resolve();
  }

 private:
  void ReadStatement() {
    if (reader_.Take("{")) {
      blocks_.emplace_back();
    } else if (reader_.Take("}")) {
      blocks_.pop_back();
    } else if (reader_.Take(".reg")) {
      ReadRegisters();
    } else if (const std::optional<Space> space = SpaceOfDirective(reader_.Peek().text)) {
      reader_.Next();
      ReadVariables(*space);
    } else if (reader_.Take(".pragma")) {
      reader_.Next();
      reader_.Expect(";");
    } else if (reader_.Peek(1).Is(":")) {
      ReadLabel();
    } else if (!reader_.Take(";")) {
      ReadInstruction();
    }
  }

  void ReadRegisters() {
    const std::string_view word = reader_.Next().text;
    const std::optional<Type> type = word.substr(0, 1) == "." ? ParseType(word.substr(1)) : std::nullopt;
    if (!type) return reader_.Fail("no type of registers: " + std::string(word));
    do {
      const std::string name(reader_.Next().text);
      Register made = {function_.registers, BitsOf(*type), 1};
      if (reader_.Take("<")) {
        made.count = static_cast<uint32_t>(ReadInteger(reader_));
        reader_.Expect(">");
        blocks_.back().families[name] = made;
      } else {
        blocks_.back().registers[name] = made;
      }
      function_.registers += made.count;
    } while (reader_.Take(","));
    reader_.Expect(";");
  }

  void ReadVariables(Space space) {
    do {
      std::unique_ptr<Variable> variable = ReadVariable(reader_, space, names_, /*initialised=*/false);
      blocks_.back().variables[variable->name] = variable.get();
      if (space != Space::kLocal && space != Space::kParam) {
        statics_.push_back(std::move(variable));
        continue;
      }
      uint64_t& used = space == Space::kLocal ? function_.local_bytes : function_.param_bytes;
      variable->is_static = false;
      variable->offset = (used + variable->align - 1) / variable->align * variable->align;
      used = variable->offset + variable->bytes;
      function_.variables.push_back(std::move(variable));
    } while (reader_.Take(","));
    reader_.Expect(";");
  }

  void ReadLabel() {
    const std::string name(reader_.Next().text);
    reader_.Expect(":");
    if (reader_.Take(".branchtargets")) {
      do tables_[name].push_back(reader_.Next());
      while (reader_.Take(","));
      reader_.Expect(";");
    } else if (reader_.Take(".callprototype")) {
      // Sizes are taken from what is called; only the form is read here.
      while (!reader_.AtEnd() && !reader_.Take(";")) reader_.Next();
    } else if (!labels_.emplace(name, static_cast<uint32_t>(function_.code.size())).second) {
      reader_.Fail("label " + name + " stands twice");
    }
  }

  void ReadInstruction() {
    Instruction instruction;
    instruction.line = reader_.Peek().line;
    if (reader_.Take("@")) {
      instruction.guard_negated = reader_.Take("!");
      const std::optional<Operand> guard = FindRegister(reader_.Next().text);
      if (!guard || guard->width != 1) return reader_.FailAt(instruction.line, "the guard is no predicate");
      instruction.guard = static_cast<int>(guard->index);
    }
    const std::string wrong = ReadName(reader_.Next().text, instruction);
    if (!wrong.empty()) return reader_.FailAt(instruction.line, wrong);
    if (instruction.op == Op::kCall) {
      ReadCall(instruction);
    } else if (instruction.op == Op::kBra || instruction.op == Op::kBrx) {
      if (instruction.op == Op::kBrx) {
        instruction.operands.push_back(ReadOperand());
        reader_.Expect(",");
      }
      jumps_.emplace_back(function_.code.size(), reader_.Next());
    } else {
      while (!reader_.AtEnd() && !reader_.Peek().Is(";")) {
        instruction.operands.push_back(ReadJoinedOperand());
        if (!reader_.Peek().Is(";")) reader_.Expect(",");
      }
    }
    reader_.Expect(";");
    const std::string complaint = Complaint(instruction);
    if (!complaint.empty()) return reader_.FailAt(instruction.line, complaint);
    function_.code.push_back(std::move(instruction));
  }

  // "call (result), callee, (argument, …), prototype;", of which only the callee is always there.
  void ReadCall(Instruction& call) {
    if (reader_.Peek().Is("(")) {
      call.results = ReadPassed();
      reader_.Expect(",");
    }
    const std::string_view name = reader_.Peek().text;
    if (const auto found = names_.functions.find(name); found != names_.functions.end()) {
      call.callee = found->second;
      reader_.Next();
    } else {
      call.operands.push_back(ReadOperand());
    }
    while (reader_.Take(",")) {
      if (reader_.Peek().Is("(")) {
        call.arguments = ReadPassed();
      } else {
        reader_.Next();  // the prototype
      }
    }
  }

  std::vector<const Variable*> ReadPassed() {
    std::vector<const Variable*> passed;
    reader_.Expect("(");
    while (!reader_.AtEnd() && !reader_.Take(")")) {
      const Operand operand = ReadOperand();
      if (operand.kind != Operand::Kind::kSymbol || operand.variable->space != Space::kParam) {
        reader_.Fail("only variables of .param are passed");
      }
      passed.push_back(operand.variable);
      if (!reader_.Peek().Is(")")) reader_.Expect(",");
    }
    return passed;
  }

  // "a" or "a|b", which is a vector of two.
  Operand ReadJoinedOperand() {
    Operand first = ReadOperand();
    if (!reader_.Take("|")) return first;
    Operand both;
    both.kind = Operand::Kind::kVector;
    both.elements = {first, ReadOperand()};
    return both;
  }

  Operand ReadOperand() {
    Operand operand;
    if (reader_.Take("{")) {
      operand.kind = Operand::Kind::kVector;
      do operand.elements.push_back(ReadOperand());
      while (reader_.Take(","));
      reader_.Expect("}");
      return operand;
    }
    if (reader_.Take("[")) {
      operand.kind = Operand::Kind::kAddress;
      operand.elements.push_back(ReadOperand());
      operand.bits = ReadOffset();
      reader_.Expect("]");
      return operand;
    }
    if (reader_.Take("!")) {
      operand = ReadOperand();
      operand.negated = true;
      return operand;
    }
    const std::string_view text = reader_.Peek().text;
    if (text == "-" || IntegerOf(text)) {
      operand.kind = Operand::Kind::kImmediate;
      operand.bits = ReadInteger(reader_);
      return operand;
    }
    reader_.Next();
    if (text == "_") return operand;
    if (text.size() > 2 && text[0] == '0') {
      operand.kind = Operand::Kind::kImmediate;
      operand.is_float = true;
      operand.width = text[1] == 'd' || text[1] == 'D' ? 64 : 32;
      operand.bits = std::strtoull(std::string(text.substr(2)).c_str(), nullptr, 16);
      return operand;
    }
    if (const std::optional<Operand> found = FindRegister(text)) return *found;
    if (const std::optional<SpecialRegister> special = SpecialRegisterOf(text)) {
      operand.kind = Operand::Kind::kSpecial;
      operand.special = *special;
      return operand;
    }
    if (const Variable* variable = FindVariable(text)) {
      operand.kind = Operand::Kind::kSymbol;
      operand.variable = variable;
      operand.bits = ReadOffset();
      return operand;
    }
    if (const auto found = names_.functions.find(text); found != names_.functions.end()) {
      operand.kind = Operand::Kind::kFunction;
      operand.function = found->second;
      return operand;
    }
    reader_.Fail("'" + std::string(text) + "' is not known here");
    return operand;
  }

  uint64_t ReadOffset() {
    if (reader_.Take("+")) return ReadInteger(reader_);
    return reader_.Peek().Is("-") ? ReadInteger(reader_) : 0;
  }

  std::optional<Operand> FindRegister(std::string_view text) const {
    const size_t stem = text.find_last_not_of("0123456789") + 1;
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      if (const auto found = block->registers.find(text); found != block->registers.end())
        return Made(found->second, 0);
      const auto family = block->families.find(text.substr(0, stem));
      if (family == block->families.end() || stem == text.size()) continue;
      const auto number = static_cast<uint32_t>(std::strtoul(std::string(text.substr(stem)).c_str(), nullptr, 10));
      if (number < family->second.count) return Made(family->second, number);
    }
    return std::nullopt;
  }

  static Operand Made(const Register& of, uint32_t number) {
    Operand operand;
    operand.kind = Operand::Kind::kRegister;
    operand.index = of.index + number;
    operand.width = of.width;
    return operand;
  }

  const Variable* FindVariable(std::string_view text) const {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      if (const auto found = block->variables.find(text); found != block->variables.end()) return found->second;
    }
    const auto found = names_.variables.find(text);
    return found == names_.variables.end() ? nullptr : found->second;
  }

  // Labels may stand behind the branches that name them.
  void Resolve() {
    const auto find = [this](const Token& label) -> uint32_t {
      const auto found = labels_.find(label.text);
      if (found != labels_.end()) return found->second;
      reader_.FailAt(label.line, "no label " + std::string(label.text));
      return 0;
    };
    for (const auto& [at, label] : jumps_) {
      Instruction& jump = function_.code[at];
      if (jump.op == Op::kBra) {
        jump.target = find(label);
        continue;
      }
      const auto table = tables_.find(label.text);
      if (table == tables_.end()) return reader_.FailAt(label.line, "no .branchtargets " + std::string(label.text));
      for (const Token& target : table->second) jump.targets.push_back(find(target));
    }
  }

  Reader& reader_;
  const Names& names_;
  Function& function_;
  std::vector<std::unique_ptr<Variable>>& statics_;
  std::vector<Braces> blocks_;
  std::map<std::string, uint32_t, std::less<>> labels_;
  std::map<std::string, std::vector<Token>, std::less<>> tables_;
  std::vector<std::pair<size_t, Token>> jumps_;
};

}  // namespace

void ReadBody(Reader& reader, const Names& names, Function& function, std::vector<std::unique_ptr<Variable>>& statics) {
  BodyParser(reader, names, function, statics).Read();
}

}  // namespace lockstep::ptx_machine
