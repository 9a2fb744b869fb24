// Which accesses are checked, and as what.
//
// Leaving out a root that the kernel never writes is sound: a race needs a write (semantics,
// section 1: conflict). "Never" includes writes through pointers whose root is not certain, and
// a root looked up by address together with a written one must be there to be found.
#include "instrument/passes/check_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "device-lib/shared/event.h"
#include "device-lib/shared/image.h"
#include "device-lib/shared/record.h"
#include "instrument/analysis/address_text.h"
#include "instrument/analysis/roots.h"
#include "instrument/ir/all_accesses.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/idle_fences.h"
#include "instrument/ir/positions.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/fixed_values.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "runtime/order/ordering_operations.h"
#include "runtime/prune/group_program.h"

namespace lockstep::instrument {
namespace {

// An access with the root numbers it may go to; `complete` false: to anything of its region.
struct Resolved {
  Access access;
  Region region;
  std::vector<int> roots;
  bool complete;
  bool maybe_private;   // ... or to memory of the work-item's own
  bool maybe_constant;  // ... or to a constant of the program

  bool MayBe(Region other) const { return region == other || region == Region::kEither; }
};

bool SpaceIsLocal(const llvm::Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() == kLocal;
}

unsigned Log2OfPowerOfTwoIn(uint64_t bytes) {
  unsigned shift = 0;
  while (shift < 3 && (bytes & (uint64_t{1} << shift)) == 0) ++shift;
  return shift;
}

class Planner {
 public:
  Planner(llvm::Function& kernel, KernelDescription& info, Variant variant, const MacroUses* macros)
      : kernel_(kernel),
        info_(info),
        full_(ChecksAll(variant)),
        bounds_(variant == Variant::kBounds),
        macros_(macros) {}

  CheckPlan Plan() {
    ListRoots();
    for (Access& access : CollectAllAccesses(kernel_)) Resolve(access);
    for (const Resolved& resolved : resolved_) Describe(resolved);
    DescribeImageAccesses();
    DecideWhichRoots();
    for (Resolved& resolved : resolved_) PlanCheck(resolved);
    for (const ImageAccess& access : images_) PlanImageCheck(access);
    if (info_.synchronises) {
      PlanFences();
      DecideWhatIsLogged();
    }
    for (const llvm::FenceInst* fence : IdleFencesOf(kernel_)) AddFenceSite(*fence);  // for explanations alone
    FillInfo();
    return std::move(plan_);
  }

 private:
  void ListRoots() {
    plan_.roots.resize(NumSourceArguments(kernel_));
    for (const ArgumentDescription& argument : info_.args) {
      const bool image = argument.space == ArgumentSpace::kImage;
      const bool constant = argument.space == ArgumentSpace::kConstant;
      const bool global = argument.space == ArgumentSpace::kGlobal, local = argument.space == ArgumentSpace::kLocal;
      if (!global && !local && !constant && !image) continue;
      PlannedRoot& root = plan_.roots[argument.index];
      root.image = image;
      root.value = kernel_.getArg(argument.index);
      root.region = local ? Region::kLocal : Region::kGlobal;
      numbers_[root.value] = static_cast<int>(argument.index);
    }
    DescribeVariables(kernel_, info_);
    for (llvm::GlobalVariable* variable : LocalVariables(kernel_)) {
      numbers_[variable] = static_cast<int>(plan_.roots.size());
      PlannedRoot& root = plan_.roots.emplace_back();
      root.value = variable;
      root.region = Region::kLocal;
    }
    for (llvm::GlobalVariable* variable : ProgramVariables(kernel_)) {
      numbers_[variable] = static_cast<int>(plan_.roots.size());
      PlannedRoot& root = plan_.roots.emplace_back();
      root.value = variable;
    }
  }

  // Finds the access's region and roots; drops it where it cannot be shared memory of ours.
  void Resolve(Access& access) {
    const PointerRoots& found = analysis_.RootsOf(access.pointer);
    Resolved resolved{access, Region::kGlobal, {}, found.complete, found.is_private, false};
    for (const llvm::Value* value : found.roots) {
      const auto number = numbers_.find(value);
      if (number != numbers_.end()) {
        resolved.roots.push_back(number->second);
      } else if (llvm::isa<llvm::GlobalVariable>(value)) {
        resolved.maybe_constant = true;  // one of the program's own
      } else {
        resolved.complete = false;
      }
    }
    std::sort(resolved.roots.begin(), resolved.roots.end());
    // A pointer that leads to no root is null, private or to a constant.
    if (resolved.complete && resolved.roots.empty()) return;
    // Whatever else a constant pointer leads to, nothing writes there.
    const bool constant = access.pointer->getType()->getPointerAddressSpace() == kConstant;
    if (constant && (!resolved.complete || resolved.maybe_constant)) return;
    resolved.region = RegionOf(resolved);
    resolved_.push_back(std::move(resolved));
  }

  // Through a generic pointer, the region is that of its roots, if they agree and none is private.
  Region RegionOf(const Resolved& resolved) const {
    const llvm::Value* pointer = resolved.access.pointer;
    if (pointer->getType()->getPointerAddressSpace() != kGeneric) {
      return SpaceIsLocal(pointer) ? Region::kLocal : Region::kGlobal;
    }
    if (!resolved.complete || resolved.maybe_private) return Region::kEither;
    const Region first = plan_.roots[resolved.roots.front()].region;
    for (const int root : resolved.roots) {
      if (plan_.roots[root].region != first) return Region::kEither;
    }
    return first;
  }

  // The roots an access may go to: all of its region if that is not certain.
  std::vector<int> Candidates(const Resolved& resolved) const {
    if (resolved.complete) return resolved.roots;
    std::vector<int> roots;
    for (size_t number = 0; number < plan_.roots.size(); ++number) {
      const PlannedRoot& root = plan_.roots[number];
      if (root.value != nullptr && !root.image && resolved.MayBe(root.region)) {
        roots.push_back(static_cast<int>(number));
      }
    }
    return roots;
  }

  void Describe(const Resolved& resolved) {
    const Access& access = resolved.access;
    if (!resolved.complete) {
      info_.unknown_reads |= access.reads();
      info_.unknown_writes |= access.writes();
      if (resolved.MayBe(Region::kGlobal)) unknown_global_writes_ |= access.writes();
      if (resolved.MayBe(Region::kLocal)) unknown_local_writes_ |= access.writes();
    }
    const unsigned shift =
        std::min(Log2OfPowerOfTwoIn(access.size), Log2OfPowerOfTwoIn(access.align.value()));
    for (const int number : Candidates(resolved)) {
      PlannedRoot& root = plan_.roots[number];
      root.granule_shift = std::min(root.granule_shift, shift);
      NoteAtomicUse(resolved, root);
      if (!resolved.complete) continue;
      root.reads |= access.reads();
      root.writes |= access.writes();
    }
  }

  void NoteAtomicUse(const Resolved& resolved, PlannedRoot& root) {
    const Access& access = resolved.access;
    const bool reaches = ReachesDevice(access.scope) || (access.scope == "work_group" && root.region == Region::kLocal);
    const bool one_scope = root.scope.empty() || root.scope == access.scope;
    const bool relaxed = access.order == "relaxed" && FailureOrder(*access.instruction, access.order) == "relaxed";
    AtomicUse& atomics = root.atomics;
    atomics.alone = atomics.alone && resolved.complete && access.atomic && !access.remote && reaches && one_scope;
    atomics.relaxed = atomics.alone && atomics.relaxed && relaxed;
    root.scope = access.scope;
  }

  void DescribeImageAccesses() {
    std::vector<llvm::CallInst*> unknown;
    images_ = CollectImageAccesses(kernel_, unknown);
    if (!unknown.empty()) AddNote(info_, "some forms of image access are not checked");
    for (const ImageAccess& access : images_) {
      PlannedRoot& root = plan_.roots[access.image->getArgNo()];
      root.reads |= !access.writes;
      root.writes |= access.writes;
    }
  }

  void DecideWhichRoots() {
    for (PlannedRoot& root : plan_.roots) {
      if (root.value == nullptr) continue;
      root.checked = full_ || root.writes ||
                     (root.region == Region::kGlobal ? unknown_global_writes_
                                                     : unknown_local_writes_);
    }
    for (bool again = true; again;) {
      again = false;
      for (const Resolved& resolved : resolved_) {
        const std::vector<int> roots = Candidates(resolved);
        if (!AnyChecked(roots)) continue;
        for (const int number : roots) {
          again |= !plan_.roots[number].checked;
          plan_.roots[number].checked = true;
        }
      }
    }
  }

  bool AnyChecked(const std::vector<int>& roots) const {
    return std::any_of(roots.begin(), roots.end(),
                       [this](int number) { return plan_.roots[number].checked; });
  }

  void PlanCheck(Resolved& resolved) {
    const bool unknown_written =
        !resolved.complete && ((resolved.MayBe(Region::kGlobal) && unknown_global_writes_) ||
                               (resolved.MayBe(Region::kLocal) && unknown_local_writes_));
    const std::vector<int> roots = Candidates(resolved);
    PlannedCheck check;
    check.region = resolved.region;
    const bool certain = resolved.complete && roots.size() == 1 && resolved.region != Region::kEither &&
                         !resolved.maybe_constant;
    check.bounds_only = !full_ && !unknown_written && !AnyChecked(roots);
    check.root = certain ? roots.front() : -1;
    check.maybe_private = resolved.complete && resolved.maybe_private;
    for (const int number : roots) {
      check.piece_shift = std::min(check.piece_shift, plan_.roots[number].granule_shift);
    }
    check.access = std::move(resolved.access);
    check.named = resolved.complete && !resolved.maybe_constant;
    if (check.bounds_only) {
      // Where it is not known what an access names, it is not known either whether it stays there.
      if (!bounds_ || !check.named) return;
    }
    if (check.root >= 0 && !check.access.copy) {
      check.offset = OffsetText(*check.access.pointer, *plan_.roots[check.root].value, kernel_.getParent()->getDataLayout());
    }
    if (check.named && check.root < 0) {
      check.candidates = roots;
    }
    check.site = AddSite(check, check.access.kind);
    if (check.access.kind == AccessKind::kCompareExchange) {
      check.failure_site = AddSite(check, AccessKind::kRead);
    }
    plan_.looks_up_roots |= check.root < 0;
    plan_.looks_up_generic |= check.root < 0 && check.access.pointer->getType()->getPointerAddressSpace() == kGeneric;
    plan_.uses_local |= check.region != Region::kGlobal;
    plan_.checks.push_back(std::move(check));
  }

  void PlanImageCheck(const ImageAccess& access) {
    PlannedRoot& root = plan_.roots[access.image->getArgNo()];
    if (!root.checked) return;
    PlannedImageCheck check;
    check.access = access;
    check.root = access.image->getArgNo();
    Site site;
    site.op = access.writes ? SiteOp::kWrite : SiteOp::kRead;
    site.region = MemoryRegion::kGlobal;
    site.roots = {check.root};
    check.site = AddSite(access.call->getDebugLoc(), std::move(site));
    plan_.image_checks.push_back(check);
  }

  unsigned AddFenceSite(const llvm::FenceInst& fence) {
    Access words;
    SetQualifiers(fence, words);
    Site site;
    site.op = SiteOp::kFence;
    site.atomic = true;
    site.order = OrderCalled(words.order);
    site.scope = ScopeCalled(words.scope);
    site.remote = (EventBits(fence) & LS_EVENT_REMOTE) != 0;
    site.flags = FlagsText(FlagsOfFence(fence));
    site.old = fence.hasMetadata(kOldFormMetadata);
    return AddSite(fence.getDebugLoc(), std::move(site));
  }

  void PlanFences() {
    for (llvm::FenceInst* fence : FencesOf(kernel_)) {
      PlannedFence planned;
      planned.fence = fence;
      planned.flags = FlagsOfFence(*fence);
      if ((planned.flags & ImageFences(*kernel_.getParent())) != 0) planned.flags |= kImageFence;
      if (const llvm::MDNode* barrier = fence->getMetadata(kSiteMetadata)) {
        planned.site = static_cast<unsigned>(
            llvm::mdconst::extract<llvm::ConstantInt>(barrier->getOperand(0))->getZExtValue());
      } else {
        planned.site = AddFenceSite(*fence);
      }
      plan_.fences.push_back(planned);
    }
  }

  // A generic access whose region only the device can tell is of both, and a copy's is judged with its
  // waits: such kernels log both regions.
  void DecideWhatIsLogged() {
    OrderingOperations operations;
    // Of what sub-groups do each for itself the cells of a region without a log know only where no log is: there each
    // meeting is a segment (resumable_form.cc), or fixed parts have counters of their own (count_segments.cc).
    bool both = FindVariable(kernel_, kGoes) != nullptr || FindVariable(kernel_, kMeeting) != nullptr;
    for (const Resolved& resolved : resolved_) {
      const Access& access = resolved.access;
      both |= resolved.region == Region::kEither || access.copy;
      if (!access.atomic) continue;
      const uint32_t region = resolved.region == Region::kLocal ? LS_REGION_LOCAL : LS_REGION_GLOBAL;
      operations.AddAtomic(EventBits(*access.instruction), region);
      if (access.kind == AccessKind::kCompareExchange) {
        operations.AddAtomic(FailureEventBits(*access.instruction), region);
      }
    }
    for (const PlannedFence& fence : plan_.fences) operations.AddFence(FenceEventBits(fence));
    plan_.global_logged = both || !operations.BarriersAloneOrder(LS_REGION_GLOBAL);
    plan_.local_logged = both || !operations.BarriersAloneOrder(LS_REGION_LOCAL);
    info_.global_logged = plan_.global_logged;
    info_.local_logged = plan_.local_logged;
    info_.fences_logged = std::any_of(plan_.fences.begin(), plan_.fences.end(),
                                      [](const PlannedFence& fence) { return !IsPartStep(*fence.fence); });
    // The proofs at a launch (summarise_groups.cc) know no order but that of barriers. Atomics and fences only add to
    // it, but what orders others has to be seen.
    if (!plan_.local_logged || !info_.group_program) return;
    GroupProgram program = WithoutAtomics(*std::exchange(info_.group_program, std::nullopt));
    if (!both && !program.open_barriers && !program.roots.empty()) info_.group_program = std::move(program);
  }

  unsigned AddSite(const PlannedCheck& check, AccessKind kind) {
    const Access& access = check.access;
    Site site;
    site.op = kind == AccessKind::kRead    ? SiteOp::kRead
              : kind == AccessKind::kWrite ? SiteOp::kWrite
                                           : SiteOp::kRmw;
    site.copy = access.copy;
    site.atomic = access.atomic;
    site.order = OrderCalled(access.order);
    if (access.kind == AccessKind::kCompareExchange && kind == AccessKind::kRead) {
      site.order = OrderCalled(FailureOrder(*access.instruction, access.order));
    }
    site.scope = ScopeCalled(access.scope);
    site.remote = access.remote;
    site.old = access.instruction != nullptr && access.instruction->hasMetadata(kOldFormMetadata);
    site.region = check.region == Region::kGlobal  ? MemoryRegion::kGlobal
                  : check.region == Region::kLocal ? MemoryRegion::kLocal
                                                   : MemoryRegion::kGeneric;
    site.bytes = access.size;
    if (check.root >= 0) {
      site.roots = {static_cast<unsigned>(check.root)};
    } else {
      site.roots.assign(check.candidates.begin(), check.candidates.end());
    }
    site.condition = check.offset;
    site.fixed_value = access.instruction != nullptr && access.instruction->hasMetadata(kFixedValueMetadata);
    return AddSite(access.instruction->getDebugLoc(), std::move(site));
  }

  // Accesses that no report could tell apart share a site: those of a macro differ in where they go.
  unsigned AddSite(const llvm::DebugLoc& location, Site site) {
    SetPosition(location, site);
    const MacroUse* use = macros_ == nullptr ? nullptr : macros_->At(site.position);
    if (use != nullptr) {
      site.macro = use->name;
      site.macro_definition = use->definition;
      if (use->definition.file.empty() && use->definition.line != 0) site.macro_definition.file = site.position.file;
    }
    // The location stands for position and call chain: LLVM keeps equal ones once.
    const SiteKey key(location.get(), site.op, site.region, site.flags, site.bytes, site.roots, site.order, site.scope,
                      site.remote, site.macro.empty() ? "" : site.condition);
    const auto [found, fresh] = sites_.emplace(key, 0);
    if (fresh) {
      found->second = info_.AddSite(std::move(site));
    } else {
      info_.sites[found->second].fixed_value &= site.fixed_value;
    }
    return found->second;
  }

  void FillInfo() {
    for (PlannedRoot& root : plan_.roots) {
      if (root.scope.empty() || root.image) root.atomics = {};  // no atomic operation
      root.atomics.relaxed = root.atomics.relaxed && plan_.fences.empty();
    }
    for (ArgumentDescription& argument : info_.args) {
      const PlannedRoot& root = plan_.roots[argument.index];
      argument.reads = root.reads;
      argument.writes = root.writes;
      argument.checked = root.checked;
      argument.bounded = bounds_ && !root.checked;
      argument.granule_shift = root.granule_shift;
      argument.atomics = root.atomics;
    }
    for (size_t i = 0; i < info_.locals.size(); ++i) {
      info_.locals[i].granule_shift = plan_.roots[info_.args.size() + i].granule_shift;
      info_.locals[i].atomics = plan_.roots[info_.args.size() + i].atomics;
    }
    for (size_t i = 0; i < info_.variables.size(); ++i) {
      const PlannedRoot& root = plan_.roots[info_.args.size() + info_.locals.size() + i];
      VariableDescription& variable = info_.variables[i];
      variable.reads = root.reads;
      variable.writes = root.writes;
      variable.granule_shift = root.granule_shift;
      variable.atomics = root.atomics;
    }
    info_.uses_local = plan_.uses_local;
  }

  using SiteKey = std::tuple<const void*, SiteOp, MemoryRegion, std::string, uint64_t, std::vector<unsigned>,
                             MemoryOrder, MemoryScope, bool, std::string>;

  llvm::Function& kernel_;
  KernelDescription& info_;
  const bool full_, bounds_;
  CheckPlan plan_;
  RootAnalysis analysis_;
  const MacroUses* const macros_;  // or nullptr
  std::map<const llvm::Value*, int> numbers_;
  std::vector<Resolved> resolved_;
  std::vector<ImageAccess> images_;
  std::map<SiteKey, unsigned> sites_;
  bool unknown_global_writes_ = false;
  bool unknown_local_writes_ = false;
};

}  // namespace

uint32_t FenceEventBits(const PlannedFence& planned) {
  return LS_CLASS_NONE | EventBits(*planned.fence) | ((planned.flags & kLocalFence) ? LS_EVENT_FENCE_LOCAL : 0u) |
         ((planned.flags & kGlobalFence) ? LS_EVENT_FENCE_GLOBAL : 0u) |
         ((planned.flags & kImageFence) ? LS_EVENT_FENCE_IMAGE : 0u) |
         (planned.fence->hasMetadata(kBarrierFenceMetadata) ? LS_EVENT_BARRIER : 0u) |
         (IsPartStep(*planned.fence) ? LS_EVENT_PART : 0u);
}

bool PlannedCheck::IsPlain() const {
  return !access.atomic && !access.copy && !bounds_only &&
         llvm::isa<llvm::LoadInst, llvm::StoreInst>(access.instruction);
}

bool PlannedCheck::InPieces() const {
  if (llvm::isa<llvm::MemIntrinsic>(access.instruction)) return false;
  if (access.value != nullptr && !access.value->getType()->isSingleValueType()) return false;
  return (access.size >> piece_shift) <= kMaxPieces || access.size == 2 || access.size == 4 || access.size == 8;
}

uint64_t PlannedCheck::Pieces() const {
  const uint64_t granules = access.size >> piece_shift;
  return granules == 0 || granules > kMaxPieces ? 1 : granules;
}

CheckPlan PlanChecks(llvm::Function& kernel, KernelDescription& info, Variant variant,
                     const MacroUses* macros) {
  return Planner(kernel, info, variant, macros).Plan();
}

}  // namespace lockstep::instrument
