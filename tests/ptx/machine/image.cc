#include "tests/ptx/machine/image.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace lockstep::ptx_machine {
namespace {

bool IsPlaced(const Variable& variable) { return variable.space == Space::kGlobal || variable.space == Space::kConst; }

void CollectOperand(const Operand& operand, std::set<const Variable*>& shared) {
  if (operand.kind == Operand::Kind::kSymbol && operand.variable->space == Space::kShared)
    shared.insert(operand.variable);
  for (const Operand& element : operand.elements) CollectOperand(element, shared);
}

void CollectShared(const Function& function, std::set<const Function*>& seen, std::set<const Variable*>& shared) {
  if (!seen.insert(&function).second) return;
  for (const Instruction& instruction : function.code) {
    for (const Operand& operand : instruction.operands) CollectOperand(operand, shared);
    if (instruction.callee != nullptr) CollectShared(*instruction.callee, seen, shared);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Image>> Image::Load(const std::string& text, GlobalMemory& memory) {
  absl::StatusOr<std::unique_ptr<Module>> module = Parse(text);
  if (!module.ok()) return module.status();
  std::unique_ptr<Image> image(new Image(*std::move(module), memory));
  image->Place();
  return image;
}

Image::~Image() {
  for (const auto& variable : module_->variables) {
    if (IsPlaced(*variable)) memory_.Remove(AddressOf(*variable) - memory_.slack());
  }
}

void Image::Place() {
  places_.resize(module_->variables.size());
  for (const auto& variable : module_->variables) {
    if (!IsPlaced(*variable)) continue;
    places_[variable->number] = std::make_unique<uint8_t[]>(variable->bytes + variable->align + 2 * memory_.slack());
    auto* place = reinterpret_cast<uint8_t*>(AddressOf(*variable));
    std::copy(variable->content.begin(), variable->content.end(), place);
    memory_.Add(AddressOf(*variable) - memory_.slack(), variable->bytes + 2 * memory_.slack(),
                variable->space == Space::kConst ? GlobalMemory::Kind::kConstant : GlobalMemory::Kind::kData);
  }
  for (const auto& variable : module_->variables) {
    for (const Variable::Reference& reference : variable->references) {
      const uint64_t value = reference.function != nullptr ? kCodeWindow + reference.function->number
                                                           : AddressOf(*reference.target) + reference.addend;
      std::memcpy(reinterpret_cast<uint8_t*>(AddressOf(*variable)) + reference.at, &value, BytesOf(variable->type));
    }
  }
}

uint64_t Image::AddressOf(const Variable& variable) const {
  const auto place = reinterpret_cast<uint64_t>(places_[variable.number].get()) + memory_.slack();
  return (place + variable.align - 1) / variable.align * variable.align;
}

const Variable* Image::FindVariable(const std::string& name) const {
  for (const auto& variable : module_->variables) {
    if (variable->name == name && IsPlaced(*variable)) return variable.get();
  }
  return nullptr;
}

uint64_t Image::LayOutShared(const Function& entry, std::vector<uint64_t>* offsets) const {
  std::set<const Function*> seen;
  std::set<const Variable*> used;
  CollectShared(entry, seen, used);
  std::vector<const Variable*> shared(used.begin(), used.end());
  std::sort(shared.begin(), shared.end(), [](const Variable* a, const Variable* b) {
    return (a->bytes == 0) != (b->bytes == 0) ? b->bytes == 0 : a->number < b->number;
  });
  offsets->assign(module_->variables.size(), 0);
  uint64_t used_bytes = 0;
  for (const Variable* variable : shared) {
    used_bytes = (used_bytes + variable->align - 1) / variable->align * variable->align;
    (*offsets)[variable->number] = used_bytes;
    used_bytes += variable->bytes;
  }
  return used_bytes;
}

const Function* Image::FunctionAt(uint64_t address) const {
  const uint64_t number = address - kCodeWindow;
  return number < module_->functions.size() ? module_->functions[number].get() : nullptr;
}

}  // namespace lockstep::ptx_machine
