// The axiomatic memory model of OpenCL with remote-scope promotion: paper 002, Fig. 2 and Sect. 3.
//
// Changed against Fig. 2: relaxed and seq_cst atomics, fences, barriers and the two regions are
// added as in the OpenCL 3.0 specification and the authors' "Overhauling SC atomics in C11 and
// OpenCL" (POPL'16), from where the order of seq_cst operations with scopes comes.
// See docs/litmus.md for the whole model in mathematical notation.
#ifndef LOCKSTEP_RUNTIME_LITMUS_MODEL_H_
#define LOCKSTEP_RUNTIME_LITMUS_MODEL_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/scope_inclusion.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/event.h"
#include "runtime/litmus/relation.h"

namespace lockstep::litmus {

enum Rule : int {
#define RULE(name, id, text) name,
#define REDUNDANT(name, id, text) name,
#include "runtime/litmus/rules.def"
#undef RULE
#undef REDUNDANT
  kRuleCount
};

struct RuleInfo {
  Rule rule;
  const char* id;
  const char* text;
  bool redundant;
};
const std::vector<RuleInfo>& Rules();

struct ModelOptions {
  ScopeInclusion inclusion = ScopeInclusion::kRelaxed;
  bool remote = true;
  uint64_t removed = 0;  // bit per Rule; only for tests of the tests

  bool Has(Rule rule) const { return ((removed >> rule) & 1) == 0; }
};

// One execution: events with their order in each thread, and a witness (rf, mo).
struct Execution {
  std::vector<Event> events;    // initial writes first, one per location, in its order
  Relation sequenced;           // sb within threads; transitive
  std::vector<int> reads_from;  // per event: the write; -1 for events that do not read
  std::vector<std::vector<int>> modification;  // per location; empty for plain locations
};

// Judges executions that share events and sb. Keep the Execution alive and its events unchanged.
class Judge {
 public:
  Judge(const Test& test, const ModelOptions& options, const Execution& execution);

  // A happens-before per region that every complete witness extending this one has: only reads
  // whose reads_from is set count, and release sequences, which need modification order, do not.
  // False if already that breaks a rule.
  bool Possible(Relation (&order)[2]) const;
  // False if that order already forbids `read` to read from `source`.
  bool MayRead(int read, int source, const Relation (&order)[2]) const;

  // True if happens-before may depend on what `read` reads from: an acquire, or one before an
  // acquire fence.
  bool Synchronises(int read) const;
  // A happens-before that includes that of every modification order, once all reads that
  // synchronise have a source.
  void UpperBound(Relation (&order)[2]) const;
  // False if `read`, of a plain location, can see `source` in no such order (Narf).
  bool MaySee(int read, int source, const Relation (&upper)[2]) const;

  // True if the complete witness is consistent. Fills happens-before (both regions together).
  bool Consistent(Relation& order) const;

  // Pairs (a < b) of a data race in a consistent execution with this happens-before.
  std::vector<std::pair<int, int>> DataRaces(const Relation& order) const;
  // Conflicting accesses of one work-item that are not sequenced.
  std::vector<std::pair<int, int>> UnsequencedRaces() const;
  // Barrier entries of one work-group of which one meets no partner; the second may be -1: the
  // other work-item reached no further barrier.
  std::vector<std::pair<int, int>> Divergences() const;

  bool Inclusive(int a, int b) const { return inclusive_.Has(a, b); }

 private:
  bool Reaches(const Event& a, const Event& b) const;
  void MatchBarriers(bool of_sub_groups);
  // How far release sequences are known: not at all, by modification order, or anything possible.
  enum class Sequences { kNone, kExact, kAny };
  // Adds synchronises-with edges per region for every read whose source is known.
  void AddSynchronisation(Sequences sequences, Relation (&order)[2]) const;
  void HappensBefore(Sequences sequences, Relation (&order)[2]) const;
  bool Coherent(const Relation& order) const;
  bool SeqCstOrder(const Relation& both) const;
  void ReleaseHeads(int write, Sequences sequences, std::vector<int>& heads) const;

  const Test& test_;
  const ModelOptions& options_;
  const Execution& x_;
  const int n_;
  Relation inclusive_;
  Relation barrier_;                 // entry -> exit of another work-item
  Relation base_[2];                 // what happens-before is whatever the witness
  std::vector<unsigned> regions_;    // per event
  std::vector<EventSet> writes_of_;  // per location
  std::vector<std::pair<int, int>> divergences_;
};

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_MODEL_H_
