// Modules: directives, variables, functions.
#include "tests/ptx/machine/parser.h"

#include "absl/status/status.h"

namespace lockstep::ptx_machine {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(const std::string& text) : reader_(text), module_(std::make_unique<Module>()) {}

  absl::StatusOr<std::unique_ptr<Module>> Parse() {
    while (!reader_.AtEnd()) ReadDirective();
    if (module_->target.empty()) reader_.Fail("no .target");
    if (!reader_.error().empty()) return absl::InvalidArgumentError(reader_.error());
    for (uint32_t i = 0; i < module_->variables.size(); ++i) module_->variables[i]->number = i;
    return std::move(module_);
  }

 private:
  void ReadDirective() {
    const Token word = reader_.Next();
    if (word.Is(".version") || word.Is(".address_size")) {
      const Token value = reader_.Next();
      if (word.Is(".address_size") && !value.Is("64")) reader_.FailAt(word.line, "addresses of 64 bits only");
    } else if (word.Is(".target")) {
      do {
        const Token target = reader_.Next();
        if (module_->target.empty()) module_->target = std::string(target.text);
      } while (reader_.Take(","));
    } else if (word.Is(".visible") || word.Is(".weak") || word.Is(".common")) {
    } else if (word.Is(".extern")) {
      external_ = true;
    } else if (word.Is(".entry") || word.Is(".func")) {
      ReadFunction(word.Is(".entry"));
      external_ = false;
    } else if (const std::optional<Space> space = SpaceOfDirective(word.text); space && *space != Space::kParam) {
      ReadVariables(*space);
      external_ = false;
    } else {
      reader_.FailAt(word.line, "unknown directive " + std::string(word.text));
    }
  }

  void ReadVariables(Space space) {
    do {
      std::unique_ptr<Variable> variable = ReadVariable(reader_, space, names_, /*initialised=*/true);
      variable->is_external = external_;
      names_.variables[variable->name] = variable.get();
      module_->variables.push_back(std::move(variable));
    } while (reader_.Take(","));
    reader_.Expect(";");
  }

  // "(.param …, .param …)", each a variable of `function`.
  std::vector<const Variable*> ReadParameters(Function& function) {
    std::vector<const Variable*> parameters;
    reader_.Expect("(");
    while (!reader_.AtEnd() && !reader_.Take(")")) {
      reader_.Expect(".param");
      std::unique_ptr<Variable> variable = ReadVariable(reader_, Space::kParam, names_, /*initialised=*/false);
      variable->is_static = false;
      variable->offset = (function.param_bytes + variable->align - 1) / variable->align * variable->align;
      function.param_bytes = variable->offset + variable->bytes;
      parameters.push_back(variable.get());
      function.variables.push_back(std::move(variable));
      if (!reader_.Peek().Is(")")) reader_.Expect(",");
    }
    return parameters;
  }

  void ReadFunction(bool is_entry) {
    auto made = std::make_unique<Function>();
    made->is_entry = is_entry;
    made->line = reader_.Peek().line;
    if (reader_.Peek().Is("(")) made->results = ReadParameters(*made);
    made->name = std::string(reader_.Next().text);
    if (reader_.Peek().Is("(")) made->parameters = ReadParameters(*made);
    ReadNotes(*made);
    Function* function = made.get();
    // A function that was declared stays the one that calls name; it gets the body.
    const auto declared = names_.functions.find(made->name);
    if (declared != names_.functions.end()) {
      function = declared->second;
      if (!function->is_declaration) reader_.Fail("a second body of " + made->name);
      const uint32_t number = function->number;
      *function = std::move(*made);
      function->number = number;
    } else {
      made->number = static_cast<uint32_t>(module_->functions.size());
      names_.functions[made->name] = function;
      module_->by_name[made->name] = function;
      module_->functions.push_back(std::move(made));
    }
    function->is_declaration = reader_.Take(";");
    if (function->is_declaration) return;
    reader_.Expect("{");
    ReadBody(reader_, names_, *function, module_->variables);
  }

  // What stands between parameters and body.
  void ReadNotes(Function& function) {
    while (reader_.Peek().text.substr(0, 1) == ".") {
      const Token word = reader_.Next();
      if (word.Is(".pragma")) {
        reader_.Next();
        reader_.Take(";");
        continue;
      }
      if (word.Is(".noreturn")) continue;
      const bool block = word.Is(".reqntid");
      if (!block && !word.Is(".maxntid") && !word.Is(".minnctapersm") && !word.Is(".maxnreg")) {
        reader_.FailAt(word.line, "unknown directive " + std::string(word.text));
        return;
      }
      unsigned dimension = 0;
      if (block) function.required_block = {1, 1, 1};
      do {
        const auto value = static_cast<unsigned>(ReadInteger(reader_));
        if (block && dimension < 3) function.required_block[dimension] = value;
        ++dimension;
      } while (reader_.Take(","));
    }
  }

  Reader reader_;
  std::unique_ptr<Module> module_;
  Names names_;
  bool external_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Module>> Parse(const std::string& text) { return ModuleParser(text).Parse(); }

}  // namespace lockstep::ptx_machine
