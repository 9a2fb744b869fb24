// Entries of the cache on disk: whatever stands in one, Get gives what Put stored or nothing, and what is kept
// there (proofs, certificates) is read or forgotten.
#include "runtime/cache/cache.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/prune/certificates.h"
#include "runtime/prune/proof_store.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace lockstep;

// In memory where there is such a file system, and gone when the process ends well.
const std::string& Directory() {
  static const std::string* const directory = [] {
    std::string path = access("/dev/shm", W_OK) == 0 ? "/dev/shm/lockstep-fuzz-XXXXXX" : "/tmp/lockstep-fuzz-XXXXXX";
    fuzz::Claim(mkdtemp(path.data()) != nullptr, "a folder for the cache");
    std::atexit([] {
      std::error_code ignored;
      std::filesystem::remove_all(Directory(), ignored);
    });
    return new std::string(path);
  }();
  return *directory;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Cache cache(Directory(), uint64_t{64} << 20);

  // A file that somebody wrote.
  const std::string key = CacheKey({"any"});
  const std::string path = StrCat(Directory(), "/", key.substr(0, 2), "/", key);
  cache.Put(key, "x");
  (void)WriteFile(path, bytes);
  if (const auto content = cache.Get(key)) {
    fuzz::Claim(content->size() < size, "an entry has a head", *content);
    fuzz::Claim(access(path.c_str(), F_OK) == 0, "a good entry stays");
  }

  // The same bytes as what an entry holds.
  cache.Put(key, bytes);
  fuzz::Claim(cache.Get(key) == bytes, "what was stored comes back");
  const ProofStore proofs(cache, "e");
  cache.Put(CacheKey({"proof", "e", "subject"}), bytes);
  (void)proofs.Get("subject");
  const std::string name = CacheKey({"proof", "e", "subject"});
  cache.Put(name, StrCat("LOCKSTEP-PROOF 1 ", name, "\n", bytes));
  (void)proofs.Get("subject");
  Certificates certificates(cache, "e");
  cache.Put(CacheKey({"certificate", "e", bytes}), bytes);
  (void)certificates.Covers(bytes);
  return 0;
}
