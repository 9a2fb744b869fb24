// Certified launches: what makes two launches equal, and which certificates there are.
#ifndef LOCKSTEP_HOST_PLAN_CERTIFY_H_
#define LOCKSTEP_HOST_PLAN_CERTIFY_H_

#include <string>

#include "host/driver/device.h"
#include "host/plan/launch_facts.h"
#include "host/track/kernel.h"
#include "runtime/program/loaded_program.h"
#include "runtime/prune/certificates.h"
#include "runtime/prune/proof_store.h"

namespace lockstep::host {

// Everything that decides which bytes the work-items of a launch touch and how that is judged, as
// far as memory's contents do not: program, kernel, device, geometry, scalars, which pointer
// arguments share which object where. Equal keys: equal sets of accesses. Empty if the launch is
// none that a certificate could speak for: its kernel depends on data, keeps variables, reaches
// memory that the launch does not name, or is not checked as a whole.
// The kernel's lock is held; `roots` are those of `loaded`.
std::string CertificateKey(const Kernel& kernel, const LoadedProgram& program,
                           const LoadedKernel& loaded, const Geometry& geometry,
                           const Roots& roots, const Device& device);

// This process's certificates.
Certificates& ProcessCertificates();

// Where proofs about launches are kept from one process to the next; null if nowhere.
ProofStore* ProcessProofStore();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_CERTIFY_H_
