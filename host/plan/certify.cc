#include "host/plan/certify.h"

#include <map>
#include <optional>
#include <utility>

#include "host/build/tool_identity.h"
#include "runtime/base/text.h"
#include "runtime/prune/certificates.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using Space = RootFacts::Space;

// Parts of a key, each with its length, so that no two lists of parts make one key.
class KeyWriter {
 public:
  void Add(const void* bytes, size_t size) {
    const uint64_t length = size;
    text_.append(reinterpret_cast<const char*>(&length), sizeof(length));
    text_.append(static_cast<const char*>(bytes), size);
  }
  void Add(const std::string& text) { Add(text.data(), text.size()); }
  void Add(uint64_t number) { text_.append(reinterpret_cast<const char*>(&number), sizeof(number)); }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

void AddRoot(const RootFacts& root, std::map<uint64_t, uint64_t>& objects, KeyWriter& key) {
  key.Add(static_cast<uint64_t>(root.space));
  key.Add(root.object_size);
  if (root.sampler) key.Add(uint64_t{*root.sampler});
  if (root.space != Space::kGlobal || root.object_size == 0) return;
  key.Add(objects.try_emplace(root.object, objects.size()).first->second);
  key.Add(root.delta);
  key.Add(root.extent);
  key.Add(uint64_t{root.over_buffer});
  if (root.image) key.Add(&*root.image, sizeof(*root.image));
}

// Adds to `key` and `content` what is in the arguments that the kernel is decided by. False if that is not known well
// enough.
bool AddContent(const CertifiedLaunch& launch, KeyWriter& key, std::vector<ContentMark>& content) {
  const std::vector<RootFacts>& roots = launch.roots.plan.roots;
  // What is read beyond an object is no content of it: somebody must look.
  if (!launch.roots.plan.bounds) return false;
  if (!launch.in_order || !HasOneQueue(launch.context)) return false;
  for (const unsigned number : launch.loaded.decided_by) {
    if (number >= roots.size() || launch.kernel.arguments[number].kind != Argument::Kind::kValue) return false;
    const RootFacts& root = roots[number];
    for (const RootFacts& other : roots) {
      if (other.space == Space::kGlobal && other.writes && other.object == root.object) return false;
    }
    const std::optional<ContentMark> mark = ContentOf(root.object);
    if (!mark) return false;
    key.Add(mark->version);
    key.Add(mark->everything);
    content.push_back(*mark);
  }
  return true;
}

// Those of this process, and those that earlier ones left on disk.
Certificates& ProcessCertificates() {
  static auto* certificates = [] {
    Cache cache = Cache::FromOptions(Session::Get().options());
    const std::string self = cache.directory().empty() ? "" : ToolIdentity();
    return new Certificates(std::move(cache), self);
  }();
  return *certificates;
}

// Those about what is in memory. Contents come and go: they do not push out the others, and few are looked for again.
Certificates& ContentCertificates() {
  constexpr size_t kMost = 1024;
  static auto* certificates = new Certificates(Certificates::OfThisProcess(kMost));
  return *certificates;
}

Certificates& Store(bool on_disk) { return on_disk ? ProcessCertificates() : ContentCertificates(); }

}  // namespace

Certificate MakeCertificate(const CertifiedLaunch& launch) {
  const LoadedKernel& loaded = launch.loaded;
  if ((!loaded.data_independent && loaded.decided_by.empty()) || loaded.synchronises || !loaded.variables.empty() ||
      loaded.unknown_reads || loaded.unknown_writes || !loaded.notes.empty() || !launch.roots.out_of_sight.empty())
    return {};
  KeyWriter key;
  Certificate certificate;
  if (!loaded.data_independent && !AddContent(launch, key, certificate.content)) return {};
  static const std::string judgement = Session::Get().options().JudgingText();
  key.Add(launch.program.hash);
  key.Add(loaded.name);
  key.Add(judgement);
  key.Add(launch.device.name);
  key.Add(launch.device.version);
  key.Add(launch.device.driver_version);
  key.Add(uint64_t{launch.geometry.dimensions});
  for (int d = 0; d < 3; ++d) {
    key.Add(launch.geometry.global[d]);
    key.Add(launch.geometry.offset[d]);
    key.Add(launch.geometry.local[d]);
  }
  // Arguments come first among the roots, one each; the rest follows from the program.
  std::map<uint64_t, uint64_t> objects;  // object -> in which order it came
  for (size_t i = 0; i < loaded.args.size(); ++i) {
    const Argument& argument = launch.kernel.arguments[i];
    const ArgumentSpace space = loaded.args[i].space;
    AddRoot(launch.roots.plan.roots[i], objects, key);
    key.Add(static_cast<uint64_t>(argument.kind));
    key.Add(uint64_t{argument.size});
    if (space == ArgumentSpace::kPrivate) key.Add(argument.bytes.data(), argument.bytes.size());
  }
  certificate.key = key.Take();
  return certificate;
}

bool IsCertified(const Certificate& certificate) {
  return !certificate.key.empty() &&
         (Store(certificate.content.empty()).Covers(certificate.key) || Session::Get().IsFoundAgain(certificate.key));
}

void Certify(const Launch& launch, bool in_later_processes) {
  if (launch.certificate_key.empty()) return;
  Store(launch.certificate_on_disk).Add(launch.certificate_key, in_later_processes);
}

ProofStore* ProcessProofStore() {
  static ProofStore* const store = []() -> ProofStore* {
    Cache cache = Cache::FromOptions(Session::Get().options());
    if (cache.directory().empty()) return nullptr;
    return new ProofStore(std::move(cache), ToolIdentity());
  }();
  return store;
}

}  // namespace lockstep::host
