// Gives the names in a litmus test their meaning: location, register or parameter.
#include "runtime/litmus/parser_names.h"

#include <algorithm>
#include <functional>

#include "absl/strings/str_cat.h"

namespace lockstep::litmus {
namespace {

class Resolver {
 public:
  Resolver(std::vector<RawThread>& raw, const std::vector<Initial>& initial,
           const RegisterValues& register_values, Test& test)
      : raw_(raw), initial_(initial), register_values_(register_values), test_(test) {}

  void Run() {
    std::map<std::string, int> symbol_of;
    const auto declare = [&](const std::string& name, int count) {
      const auto [it, fresh] = symbol_of.emplace(name, static_cast<int>(test_.symbols.size()));
      if (fresh) {
        test_.symbols.push_back({name, static_cast<int>(test_.locations.size()), count});
        for (int i = 0; i < count; ++i) {
          Location location;
          location.name = count == 1 ? name : absl::StrCat(name, "[", i, "]");
          test_.locations.push_back(std::move(location));
        }
      }
      return it->second;
    };
    std::map<std::string, bool> has_parameter;
    for (const Initial& entry : initial_) {
      const Symbol symbol = test_.symbols[declare(entry.name, entry.count)];
      for (size_t i = 0; i < entry.values.size() && i < static_cast<size_t>(symbol.count); ++i) {
        test_.locations[symbol.first + i].initial = entry.values[i];
      }
    }
    for (const RawThread& raw : raw_) {
      for (const Parameter& parameter : raw.parameters) {
        const Symbol symbol = test_.symbols[declare(parameter.name, 1)];
        has_parameter[parameter.name] = true;
        for (int i = symbol.first; i < symbol.first + symbol.count; ++i) {
          if (!parameter.type.atomic) test_.locations[i].plain = true;
          test_.locations[i].regions |= parameter.type.regions;
        }
      }
    }
    for (const Initial& entry : initial_) {
      if (has_parameter[entry.name]) continue;
      const Symbol& symbol = test_.symbols[symbol_of[entry.name]];
      for (int i = symbol.first; i < symbol.first + symbol.count; ++i) {
        test_.locations[i].plain = entry.type.any && !entry.type.atomic;
        test_.locations[i].regions |= entry.type.regions;
      }
    }
    for (size_t t = 0; t < raw_.size(); ++t) {
      Names names;
      names.declared = &raw_[t].body.declared;
      for (const Parameter& parameter : raw_[t].parameters) {
        names.parameters[parameter.name] = symbol_of[parameter.name];
        test_.threads[t].parameters.emplace_back(parameter.name,
                                                 AddressOf(symbol_of[parameter.name]));
      }
      names.symbols = &symbol_of;
      names.declare = declare;
      names.thread = &test_.threads[t];
      for (const std::string& name : raw_[t].body.declared) RegisterOf(names, name);
      for (const auto& [key, value] : register_values_) {
        if (key.first == test_.threads[t].id) RegisterOf(names, key.second);
      }
      for (Statement& statement : raw_[t].body.statements) CollectAssigned(names, statement);
      for (Statement& statement : raw_[t].body.statements) ResolveStatement(names, statement);
      test_.threads[t].body = std::move(raw_[t].body.statements);
    }
    for (Location& location : test_.locations) {
      location.generic = location.regions == 0;
      if (location.generic) location.regions = kGlobalRegion;
    }
  }

 private:
  struct Names {
    const std::vector<std::string>* declared = nullptr;
    std::map<std::string, int> parameters;
    const std::map<std::string, int>* symbols = nullptr;
    std::function<int(const std::string&, int)> declare;
    Thread* thread = nullptr;
  };

  int RegisterOf(Names& names, const std::string& name) {
    auto& registers = names.thread->registers;
    const auto found = std::find(registers.begin(), registers.end(), name);
    if (found != registers.end()) return static_cast<int>(found - registers.begin());
    int64_t value = 0;
    const auto given = register_values_.find({names.thread->id, name});
    const auto parameter = names.parameters.find(name);
    const bool declared =
        std::find(names.declared->begin(), names.declared->end(), name) != names.declared->end();
    if (given != register_values_.end()) {
      value = given->second;
    } else if (parameter != names.parameters.end() && !declared) {
      value = AddressOf(parameter->second);  // a parameter that the thread assigns to
    }
    registers.push_back(name);
    names.thread->initial.push_back(value);
    return static_cast<int>(registers.size()) - 1;
  }

  bool HasRegister(const Names& names, const std::string& name) const {
    const auto& registers = names.thread->registers;
    return std::find(registers.begin(), registers.end(), name) != registers.end();
  }

  void CollectAssigned(Names& names, Statement& statement) {
    if (statement.expr) CollectAssigned(names, *statement.expr);
    for (Statement& inner : statement.body) CollectAssigned(names, inner);
    for (Statement& inner : statement.otherwise) CollectAssigned(names, inner);
  }
  void CollectAssigned(Names& names, Expr& expr) {
    if (expr.kind == ExprKind::kAssign) expr.index = RegisterOf(names, expr.name);
    for (auto* part : {expr.a.get(), expr.b.get(), expr.c.get()}) {
      if (part != nullptr) CollectAssigned(names, *part);
    }
  }

  void ResolveStatement(Names& names, Statement& statement) {
    if (statement.expr) ResolveExpr(names, *statement.expr, false);
    for (Statement& inner : statement.body) ResolveStatement(names, inner);
    for (Statement& inner : statement.otherwise) ResolveStatement(names, inner);
  }

  // `address`: the expression says where to access.
  void ResolveExpr(Names& names, Expr& expr, bool address) {
    const ExprKind kind = expr.kind;
    if (kind == ExprKind::kName) {
      const auto parameter = names.parameters.find(expr.name);
      const auto symbol = names.symbols->find(expr.name);
      const bool set = HasRegister(names, expr.name);
      if (!set && (parameter != names.parameters.end() || (address && symbol != names.symbols->end()))) {
        expr.kind = ExprKind::kAddress;
        expr.value = AddressOf(symbol->second);
      } else if (!set && address) {
        test_.warnings.push_back(
            absl::StrCat(test_.file, ":", expr.at.line, ":", expr.at.column, ": '", expr.name,
                         "' is declared nowhere; taken as a plain location of its own"));
        const int fresh = names.declare(expr.name, 1);
        test_.locations[test_.symbols[fresh].first].plain = true;
        expr.kind = ExprKind::kAddress;
        expr.value = AddressOf(fresh);
      } else {
        expr.kind = ExprKind::kRegister;  // 0 if it is never set
        expr.index = RegisterOf(names, expr.name);
      }
      return;
    }
    const bool access = kind == ExprKind::kPlainLoad || kind == ExprKind::kPlainStore ||
                        kind == ExprKind::kAtomicLoad || kind == ExprKind::kAtomicStore ||
                        kind == ExprKind::kExchange || kind == ExprKind::kFetch ||
                        kind == ExprKind::kCompareExchange;
    const bool sum = address && kind == ExprKind::kBinary;
    if (expr.a) {
      // In y+r0 a name that is nothing yet is an index, not a place.
      const bool named = expr.a->kind == ExprKind::kName && names.symbols->count(expr.a->name) > 0;
      ResolveExpr(names, *expr.a, access || (sum && (named || expr.a->kind == ExprKind::kBinary)));
    }
    if (expr.b) {
      const bool named = expr.b->kind == ExprKind::kName && names.symbols->count(expr.b->name) > 0;
      ResolveExpr(names, *expr.b, sum && named);
    }
    if (expr.c) ResolveExpr(names, *expr.c, true);
  }

  std::vector<RawThread>& raw_;
  const std::vector<Initial>& initial_;
  const RegisterValues& register_values_;
  Test& test_;
};

}  // namespace

void ResolveNames(std::vector<RawThread>& raw, const std::vector<Initial>& initial,
                  const RegisterValues& register_values, Test& test) {
  Resolver(raw, initial, register_values, test).Run();
}

}  // namespace lockstep::litmus
