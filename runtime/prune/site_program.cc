#include "runtime/prune/site_program.h"

#include <algorithm>
#include <set>

#include "runtime/prune/number_coder.h"

namespace lockstep {

template <typename Coder>
static void CodeGuards(Coder& coder, std::vector<SiteGuard>& guards) {
  coder.Size(guards);
  for (SiteGuard& guard : guards) {
    coder.Field(guard.condition);
    coder.Field(guard.holds);
  }
}

template <typename Coder>
static void Code(Coder& coder, SiteProgram& program) {
  CodeValues(coder, program.values);
  coder.Size(program.loops);
  for (SiteLoop& loop : program.loops) {
    coder.Field(loop.phi);
    coder.Field(loop.loop);
    coder.Field(loop.start);
    coder.Field(loop.step);
    coder.Field(loop.down);
    coder.Size(loop.tests);
    for (SiteLoopTest& test : loop.tests) {
      coder.Field(test.relation);
      coder.Field(test.is_signed);
      coder.Field(test.of_next);
      coder.Field(test.bound);
    }
  }
  coder.Size(program.merges);
  for (SiteMerge& merge : program.merges) {
    coder.Field(merge.phi);
    coder.Field(merge.now);
    coder.Size(merge.sources);
    for (SiteSource& source : merge.sources) {
      coder.Field(source.value);
      coder.Field(source.shrinks);
      CodeGuards(coder, source.guards);
    }
  }
  coder.Size(program.accesses);
  for (SiteAccess& access : program.accesses) {
    coder.Field(access.kind);
    coder.Field(access.root);
    coder.Field(access.value);
    coder.Field(access.bytes);
    coder.Field(access.texel);
    for (int& coordinate : access.more) coder.Field(coordinate);
    coder.Field(access.line);
    coder.Field(access.added);
    coder.Field(access.found);
    coder.Field(access.repeats);
    coder.Field(access.behind);
    CodeGuards(coder, access.guards);
  }
  coder.Size(program.handed_on);
  for (SiteHandedOn& handed_on : program.handed_on) {
    coder.Field(handed_on.value);
    CodeList(coder, handed_on.found);
    coder.Field(handed_on.alike);
  }
  CodeList(coder, program.roots);
}

// Whether every index leads to something.
static bool Sound(const SiteProgram& program) {
  if (!SoundValues(program.values)) return false;
  const auto is_value = [&](int number) {
    return number >= 0 && static_cast<size_t>(number) < program.values.size();
  };
  const auto are_guards = [&](const std::vector<SiteGuard>& guards) {
    return std::all_of(guards.begin(), guards.end(), [&](const SiteGuard& guard) { return is_value(guard.condition); });
  };
  for (const SiteLoop& loop : program.loops) {
    if (!is_value(loop.phi) || !is_value(loop.start) || !is_value(loop.step)) return false;
    if (loop.loop < 0 || static_cast<size_t>(loop.loop) >= program.loops.size()) return false;
    for (const SiteLoopTest& test : loop.tests) {
      if (!is_value(test.bound) || test.relation > SiteLoopTest::Relation::kNotEqual) return false;
    }
  }
  for (const SiteMerge& merge : program.merges) {
    if (!is_value(merge.phi)) return false;
    for (const SiteSource& source : merge.sources) {
      if (!(source.shrinks || is_value(source.value)) || !are_guards(source.guards)) return false;
    }
  }
  for (const SiteAccess& access : program.accesses) {
    if (!is_value(access.value) || access.kind > SiteAccess::Kind::kAtomic || access.bytes == 0) return false;
    if (access.root < 0 || access.root >= kMaxSiteRoot) return false;
    for (const int coordinate : access.more) {
      if (coordinate != -1 && !(access.texel && is_value(coordinate))) return false;
    }
    if (!are_guards(access.guards)) return false;
    for (const int value : {access.added, access.found, access.behind}) {
      if (value != -1 && !is_value(value)) return false;
    }
  }
  for (const SiteHandedOn& handed_on : program.handed_on) {
    if (!is_value(handed_on.value)) return false;
    if (!std::all_of(handed_on.found.begin(), handed_on.found.end(), is_value)) return false;
  }
  return true;
}

std::vector<int> SiteProgram::SizesAsked() const {
  std::set<int> asked(roots.begin(), roots.end());
  for (const SiteAccess& access : accesses) {
    asked.insert(access.root);
    if (access.texel) asked.insert({SiteSizeOf(access.root, 1), SiteSizeOf(access.root, 2)});
  }
  return {asked.begin(), asked.end()};
}

std::vector<int64_t> SiteProgram::Encode() const { return Encoded(*this); }

std::optional<SiteProgram> SiteProgram::Decode(const std::vector<int64_t>& numbers) {
  return Decoded<SiteProgram>(numbers);
}

}  // namespace lockstep
