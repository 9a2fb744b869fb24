#include "host/plan/certify.h"

#include <map>

#include "host/build/tool_identity.h"
#include "runtime/base/text.h"
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

}  // namespace

std::string CertificateKey(const Kernel& kernel, const LoadedProgram& program,
                           const LoadedKernel& loaded, const Geometry& geometry,
                           const Roots& roots, const Device& device) {
  if (!loaded.data_independent || loaded.synchronises || !loaded.variables.empty() ||
      loaded.unknown_reads || loaded.unknown_writes || !loaded.notes.empty() ||
      !roots.out_of_sight.empty())
    return "";
  static const std::string judgement = Session::Get().options().JudgingText();
  KeyWriter key;
  key.Add(program.hash);
  key.Add(loaded.name);
  key.Add(judgement);
  key.Add(device.name);
  key.Add(device.version);
  key.Add(device.driver_version);
  key.Add(uint64_t{geometry.dimensions});
  for (int d = 0; d < 3; ++d) {
    key.Add(geometry.global[d]);
    key.Add(geometry.offset[d]);
    key.Add(geometry.local[d]);
  }
  // Arguments come first among the roots, one each; the rest follows from the program.
  std::map<uint64_t, uint64_t> objects;  // object -> in which order it came
  for (size_t i = 0; i < loaded.args.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    const ArgumentSpace space = loaded.args[i].space;
    AddRoot(roots.plan.roots[i], objects, key);
    key.Add(static_cast<uint64_t>(argument.kind));
    key.Add(uint64_t{argument.size});
    if (space == ArgumentSpace::kPrivate) key.Add(argument.bytes.data(), argument.bytes.size());
  }
  return key.Take();
}

Certificates& ProcessCertificates() {
  static auto* certificates = [] {
    Cache cache = Cache::FromOptions(Session::Get().options());
    const std::string self = cache.directory().empty() ? "" : ToolIdentity();
    return new Certificates(std::move(cache), self);
  }();
  return *certificates;
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
