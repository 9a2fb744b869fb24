// Recognising barriers by their mangled names.
#include "instrument/ir/barriers.h"

#include "instrument/ir/positions.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"

namespace lockstep::instrument {
namespace {

constexpr char kPlain[] = "_Z7barrierj";
constexpr char kWorkGroup[] = "_Z18work_group_barrierj";
constexpr char kWorkGroupScope[] = "_Z18work_group_barrierj12memory_scope";
constexpr char kSubGroup[] = "_Z17sub_group_barrierj";
constexpr char kSubGroupWithScope[] = "_Z17sub_group_barrierj12memory_scope";

// memory_scope values that clang gives to scopes below the work-group.
constexpr uint64_t kScopeWorkItem = 0, kScopeSubGroup = 4;

llvm::StringRef NameOf(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee == nullptr ? llvm::StringRef() : callee->getName();
}

llvm::CallInst* Create(llvm::IRBuilder<>& builder, llvm::Value* flags, const char* name = kPlain) {
  llvm::CallInst* call = CallSpirFunction(builder, name, builder.getVoidTy(), {flags});
  if (llvm::Function* function = call->getCalledFunction()) {
    function->addFnAttr(llvm::Attribute::Convergent);
    function->addFnAttr(llvm::Attribute::NoUnwind);
  }
  call->addFnAttr(llvm::Attribute::Convergent);
  return call;
}

std::vector<llvm::CallInst*> CallsThat(llvm::Function& kernel, bool (*is)(const llvm::CallInst&)) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && is(*call)) found.push_back(call);
  }
  return found;
}

// The scope with which a barrier orders nothing between those who meet at it; nullptr if it orders what its flags say.
const char* NarrowScopeOf(const llvm::CallInst& barrier) {
  if (barrier.arg_size() < 2) return nullptr;
  const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(barrier.getArgOperand(1));
  if (scope == nullptr) return nullptr;
  if (scope->getZExtValue() == kScopeWorkItem) return "memory_scope_work_item";
  return scope->getZExtValue() == kScopeSubGroup && !IsSubGroupBarrier(barrier) ? "memory_scope_sub_group" : nullptr;
}

// The form without a scope, `name`, in place of `barrier`.
llvm::CallInst* ToPlain(llvm::CallInst* barrier, const char* name) {
  if (NameOf(*barrier) == name) return barrier;
  llvm::Value* flags = FlagsOf(*barrier);
  if (NarrowScopeOf(*barrier) != nullptr) flags = llvm::ConstantInt::get(flags->getType(), 0);
  llvm::IRBuilder<> builder(barrier);
  llvm::CallInst* call = Create(builder, flags, name);
  call->copyMetadata(*barrier);
  barrier->eraseFromParent();
  return call;
}

}  // namespace

llvm::AllocaInst* FindVariable(llvm::Function& kernel, const char* name) {
  return llvm::dyn_cast_or_null<llvm::AllocaInst>(kernel.getValueSymbolTable()->lookup(name));
}

bool IsBarrier(const llvm::CallInst& call) {
  const llvm::StringRef name = NameOf(call);
  return name == kPlain || name == kWorkGroup || name == kWorkGroupScope;
}

std::vector<llvm::CallInst*> BarriersOf(llvm::Function& kernel) { return CallsThat(kernel, IsBarrier); }

bool IsSubGroupBarrier(const llvm::CallInst& call) {
  const llvm::StringRef name = NameOf(call);
  return name == kSubGroup || name == kSubGroupWithScope;
}

std::vector<llvm::CallInst*> SubGroupBarriersOf(llvm::Function& kernel) { return CallsThat(kernel, IsSubGroupBarrier); }

std::vector<llvm::CallInst*> AllBarriersOf(llvm::Function& kernel) {
  std::vector<llvm::CallInst*> all = BarriersOf(kernel);
  const std::vector<llvm::CallInst*> of_sub_groups = SubGroupBarriersOf(kernel);
  all.insert(all.end(), of_sub_groups.begin(), of_sub_groups.end());
  return all;
}

llvm::Value* FlagsOf(const llvm::CallInst& barrier) { return barrier.getArgOperand(0); }

bool OrdersLocalMemory(const llvm::CallInst& barrier) {
  const auto* flags = llvm::dyn_cast<llvm::ConstantInt>(FlagsOf(barrier));
  if (flags == nullptr || (flags->getZExtValue() & kLocalFence) == 0) return false;
  const bool known = barrier.arg_size() < 2 || llvm::isa<llvm::ConstantInt>(barrier.getArgOperand(1));
  return known && NarrowScopeOf(barrier) == nullptr;
}

std::string FlagsText(const llvm::Value& flags) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&flags);
  return constant == nullptr ? "dynamic" : FlagsText(static_cast<unsigned>(constant->getZExtValue()));
}

std::string FlagsText(unsigned bits) {
  std::string text;
  auto add = [&](unsigned bit, const char* name) {
    if ((bits & bit) == 0) return;
    if (!text.empty()) text += "|";
    text += name;
  };
  add(kLocalFence, "local");
  add(kGlobalFence, "global");
  add(kImageFence, "image");
  return text.empty() ? "none" : text;
}

// The flags that order image accesses. Before OpenCL 2.0 there was no flag for images, and
// CLK_GLOBAL_MEM_FENCE spoke for them [CL 1.2, 6.12.8: "write to buffer or image objects"].
unsigned ImageFences(const llvm::Module& module) {
  const llvm::NamedMDNode* version = module.getNamedMetadata("opencl.ocl.version");
  if (version == nullptr || version->getNumOperands() == 0) return kImageFence;
  const auto* major =
      llvm::mdconst::dyn_extract<llvm::ConstantInt>(version->getOperand(0)->getOperand(0));
  const bool old = major != nullptr && major->getZExtValue() < 2;
  return old ? kImageFence | kGlobalFence : kImageFence;
}

llvm::CallInst* CreatePlainBarrier(llvm::IRBuilder<>& builder, unsigned flags) {
  return Create(builder, builder.getInt32(flags));
}

llvm::CallInst* ToPlainBarrier(llvm::CallInst* barrier) { return ToPlain(barrier, kPlain); }

llvm::CallInst* ToPlainSubGroupBarrier(llvm::CallInst* barrier) { return ToPlain(barrier, kSubGroup); }

unsigned SiteOf(llvm::CallInst& barrier, KernelDescription& info) {
  if (llvm::MDNode* node = barrier.getMetadata(kSiteMetadata)) {
    return static_cast<unsigned>(
        llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
  }
  Site site;
  site.op = SiteOp::kBarrier;
  site.flags = FlagsText(*FlagsOf(barrier));
  if (const char* narrow = NarrowScopeOf(barrier)) site.flags += std::string("|") + narrow;
  if (IsSubGroupBarrier(barrier)) site.scope = MemoryScope::kSubGroup;
  SetPosition(barrier.getDebugLoc(), site);
  const unsigned id = info.AddSite(std::move(site));
  SetSite(barrier, id);
  ++info.barriers;
  return id;
}

void SetSite(llvm::CallInst& barrier, unsigned site) {
  llvm::LLVMContext& context = barrier.getContext();
  barrier.setMetadata(
      kSiteMetadata,
      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                     llvm::Type::getInt32Ty(context), site))));
}

}  // namespace lockstep::instrument
