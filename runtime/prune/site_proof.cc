#include "runtime/prune/site_proof.h"

#include <algorithm>
#include <set>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/prune/meeting.h"
#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

constexpr uint64_t kSiteBudget = 400'000;  // a few milliseconds; most proofs take some thousand steps
constexpr size_t kMaxForms = 96;

constexpr char kSiteProof[] = "no two work-items meet at one of its bytes";

// Whether an access may go beyond what belongs to its root, of which `sizes` says how much that is.
bool MayLeave(const SiteForm& form, const std::map<int, uint64_t>& sizes, const SiteForms& made, uint64_t* budget) {
  SiteForm along = form;
  along.more.clear();
  for (size_t d = 0; d <= form.more.size(); ++d) {
    if (d > 0) along.offset = form.more[d - 1];
    const auto size = sizes.find(SiteSizeOf(form.root, static_cast<int>(d)));
    if (size == sizes.end() || MayLeave(along, size->second, made.variables(), budget)) return true;
  }
  return false;
}

bool MayConflict(const SiteForm& a, const SiteForm& b) {
  using Kind = SiteAccess::Kind;
  if (a.root != b.root) return false;
  if (a.kind == Kind::kRead && b.kind == Kind::kRead) return false;
  return a.kind != Kind::kAtomic || b.kind != Kind::kAtomic;
}

std::string Lines(const SiteForm& a, const SiteForm& b) {
  if (a.line == 0 || b.line == 0) return "";
  return a.line == b.line ? StrCat(" (line ", a.line, ")") : StrCat(" (lines ", a.line, " and ", b.line, ")");
}

}  // namespace

std::map<int, RootProof> ProveSites(const SiteProgram& program, const LaunchNumbers& launch,
                                    const std::map<int, uint64_t>& sizes, uint64_t budget, uint64_t* steps) {
  const uint64_t before = budget;
  std::map<int, RootProof> proofs;
  for (const int root : program.roots) proofs[root].inside = true;
  const auto refused = [&](const char* why) {
    for (auto& [root, proof] : proofs) proof = {false, false, why};
    return proofs;
  };
  SiteForms made(program, launch, sizes);
  if (!made.Make()) return refused("its addresses could not be followed");
  const std::vector<SiteForm>& forms = made.forms();
  if (forms.size() > kMaxForms) return refused("too many accesses go to it");
  for (size_t i = 0; i < forms.size(); ++i) {
    const auto proof = proofs.find(forms[i].root);
    if (proof == proofs.end() || !proof->second.why.empty()) continue;
    const bool leaves = MayLeave(forms[i], sizes, made, &budget);
    proof->second.inside = proof->second.inside && !leaves;
    // What is beyond an image is, for some samplers, one of its texels.
    if (leaves && forms[i].texel) proof->second.why = StrCat("an access may leave it", Lines(forms[i], forms[i]));
    for (size_t k = i; k < forms.size() && proof->second.why.empty(); ++k) {
      if (!MayConflict(forms[i], forms[k])) continue;
      if (!MayMeet(forms[i], forms[k], made.variables(), &budget)) continue;
      proof->second.why =
          budget < 16 ? kTakesTooLong : StrCat("two work-items may meet there", Lines(forms[i], forms[k]));
    }
  }
  for (auto& [root, proof] : proofs) {
    proof.proven = proof.why.empty();
    proof.inside = proof.inside && proof.proven;
    if (proof.proven) proof.why = kSiteProof;
    if (proof.proven) proof.counters.assign(made.counters().begin(), made.counters().end());
  }
  if (steps != nullptr) *steps += before - budget;
  return proofs;
}

SiteProgram MeetingsOf(SiteProgram program) {
  const auto other = [&](const SiteAccess& access) {
    return std::find(program.roots.begin(), program.roots.end(), access.root) == program.roots.end();
  };
  std::vector<SiteAccess>& accesses = program.accesses;
  accesses.erase(std::remove_if(accesses.begin(), accesses.end(), other), accesses.end());
  // What only the others are made of would part ids into digits for nothing.
  std::vector<bool> needed(program.values.size(), false);
  std::vector<int> work;
  for (const SiteAccess& access : accesses) {
    work.insert(work.end(), {access.value, access.more[0], access.more[1], access.added});
    for (const SiteGuard& guard : access.guards) work.push_back(guard.condition);
  }
  while (!work.empty()) {
    const int value = work.back();
    work.pop_back();
    if (value < 0 || needed[value]) continue;
    needed[value] = true;
    for (const int operand : program.values[value].operands) work.push_back(operand);
    for (const SiteLoop& loop : program.loops) {
      if (loop.phi != value) continue;
      work.insert(work.end(), {loop.start, loop.step});
      for (const SiteLoopTest& test : loop.tests) work.push_back(test.bound);
      // What says how often its loop goes round says so of it.
      for (const SiteLoop& other : program.loops) {
        if (other.loop == loop.loop) work.push_back(other.phi);
      }
    }
    for (const SiteMerge& merge : program.merges) {
      if (merge.phi != value) continue;
      for (const SiteSource& source : merge.sources) {
        work.push_back(source.value);
        for (const SiteGuard& guard : source.guards) work.push_back(guard.condition);
      }
    }
  }
  for (size_t i = 0; i < needed.size(); ++i) {
    if (needed[i]) continue;
    GroupValue unused;
    unused.bits = program.values[i].bits;
    program.values[i] = unused;
  }
  return program;
}

SiteProgram ApartOf(SiteProgram program) {
  for (SiteAccess& access : program.accesses) {
    if (access.kind == SiteAccess::Kind::kAtomic) access.kind = SiteAccess::Kind::kWrite;
  }
  return program;
}

SiteProgram PlacesOf(SiteProgram program) {
  std::set<int> roots;
  for (const SiteAccess& access : program.accesses) roots.insert(access.root);
  program.roots.assign(roots.begin(), roots.end());
  return program;
}

std::map<int, RootProof> ProvePlaces(const SiteProgram& program, const LaunchNumbers& launch,
                                     const std::map<int, uint64_t>& sizes, uint64_t budget, uint64_t* steps) {
  const uint64_t before = budget;
  std::map<int, RootProof> proofs;
  for (const int root : program.roots) proofs[root];
  SiteForms made(program, launch, sizes);
  const bool followed = made.Make();
  if (!followed) {
    for (auto& [root, proof] : proofs) proof.why = "its addresses could not be followed";
  }
  for (const SiteForm& form : made.forms()) {
    const auto proof = proofs.find(form.root);
    if (!followed || proof == proofs.end() || !proof->second.why.empty()) continue;
    if (MayLeave(form, sizes, made, &budget)) {
      proof->second.why = StrCat("an access may leave it", Lines(form, form));
    }
  }
  // Where an access goes does not depend on how far apart tickets are: nothing counts on counters.
  for (auto& [root, proof] : proofs) proof.proven = proof.why.empty();
  if (steps != nullptr) *steps += before - budget;
  return proofs;
}

std::shared_ptr<LaunchProofs> MeetingProofs(SiteProgram program) {
  std::vector<int> about = program.roots, sizes = program.SizesAsked();
  return LaunchProofs::Of("sites", std::move(program), std::move(about), std::move(sizes), ProveSites, kSiteBudget);
}

std::shared_ptr<LaunchProofs> PlaceProofs(SiteProgram program) {
  std::vector<int> about = program.roots, sizes = program.SizesAsked();
  return LaunchProofs::Of("places", std::move(program), std::move(about), std::move(sizes), ProvePlaces, kSiteBudget);
}

}  // namespace lockstep
