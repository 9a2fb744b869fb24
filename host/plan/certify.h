// Certified launches: what makes two launches equal, and which certificates there are.
#ifndef LOCKSTEP_HOST_PLAN_CERTIFY_H_
#define LOCKSTEP_HOST_PLAN_CERTIFY_H_

#include <string>
#include <vector>

#include "host/driver/device.h"
#include "host/plan/launch_facts.h"
#include "host/track/content.h"
#include "host/track/kernel.h"
#include "runtime/model/launch.h"
#include "runtime/program/loaded_program.h"
#include "runtime/prune/proof_store.h"

namespace lockstep::host {

// What a certificate is about.
struct Certificate {
  std::string key;  // empty: there can be none
  // What decides what the launch touches, besides the key's other parts, which say it too. Such a certificate is for
  // this process alone.
  std::vector<ContentMark> content;
};

// A launch, as far as that decides. `roots` are those of `loaded`; the kernel's lock is held.
struct CertifiedLaunch {
  const Kernel& kernel;
  const LoadedProgram& program;
  const LoadedKernel& loaded;
  const Geometry& geometry;
  const Roots& roots;
  const Device& device;
  cl_context context;
  bool in_order;  // its queue
};

// Everything that decides which bytes the work-items of a launch touch and how that is judged: program, kernel, device,
// geometry, scalars, which pointer arguments share which object where; and of memory's contents, if they decide, which
// version is in those arguments that the kernel is decided by (host/track/content.h). Equal keys: equal sets of
// accesses. None if the launch is none that a certificate could speak for: its kernel depends on other data, keeps
// variables, reaches memory that the launch does not name, or is not checked as a whole.
Certificate MakeCertificate(const CertifiedLaunch& launch);

// Whether there is one, or an equal launch has found nothing that was not known, and races alone that this one has,
// too.
bool IsCertified(const Certificate& certificate);

// A checked launch found nothing that a report shows, and nothing of it was incomplete. `in_later_processes`: nothing
// hidden either, which each process tells once.
void Certify(const Launch& launch, bool in_later_processes);

// Where proofs about launches are kept from one process to the next; null if nowhere.
ProofStore* ProcessProofStore();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_CERTIFY_H_
