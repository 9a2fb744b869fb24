#include "host/build/tool_identity.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <cstdlib>
#include <vector>

#include "host/api/library_dir.h"
#include "host/build/helper.h"
#include "runtime/base/sha256.h"
#include "runtime/base/text.h"
#include "runtime/cache/file_identity.h"
#include "runtime/session/session.h"

// Where the linker put the ELF header of this library.
extern "C" const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

namespace lockstep::host {
namespace {

// The build id in the notes of the code that runs, which the linker makes of all that it links. The file that it
// was loaded from may have been replaced since.
std::string LoadedBuildId() {
  if (&__ehdr_start == nullptr) return "";
  const char* base = reinterpret_cast<const char*>(&__ehdr_start);
  const auto* segment = reinterpret_cast<const ElfW(Phdr)*>(base + __ehdr_start.e_phoff);
  std::string notes;
  for (int i = 0; i < __ehdr_start.e_phnum; ++i, ++segment) {
    if (segment->p_type == PT_NOTE) notes.append(base + segment->p_vaddr, segment->p_memsz);
  }
  return Sha256Hex(notes);
}

std::string LibraryFile() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&LibraryFile), &info) == 0 || info.dli_fname == nullptr) return "";
  return info.dli_fname;
}

// The folder in which lockstep-cc finds its device libraries: the first of those in which it looks that has one.
std::string DeviceLibraryFolder(const std::string& helper) {
  const size_t slash = helper.rfind('/');
  const std::string bin = slash == std::string::npos ? "." : helper.substr(0, slash);
  std::vector<std::string> folders = {bin + "/../lib", bin + "/../lib/lockstep", LibraryDirectory(),
                                      LibraryDirectory() + "/lockstep"};
  for (const std::string& folder : folders) {
    struct stat facts = {};
    if (stat((folder + "/lockstep-device.bc").c_str(), &facts) == 0) return folder;
  }
  return folders[0];
}

std::vector<std::string> ToolFiles(const std::string& helper) {
  std::vector<std::string> files = {LibraryFile(), helper};
  const char* given = std::getenv("LOCKSTEP_DEVICE_LIBRARY");
  if (given != nullptr && *given != 0) {
    files.push_back(given);
    return files;
  }
  const std::string folder = DeviceLibraryFolder(helper);
  for (const char* name :
       {"", "-concurrent", "-concurrent-parting", "-called", "-called-parting", "-simd", "-simd-parting", "-serial"})
    files.push_back(StrCat(folder, "/lockstep-device", name, ".bc"));
  for (const char* name : {"ptx", "ptx-cuda", "libclc-ptx"}) files.push_back(StrCat(folder, "/lockstep-", name, ".bc"));
  return files;
}

}  // namespace

std::string ToolIdentity() {
  static const std::string loaded = LoadedBuildId();
  static const auto* files = new std::vector<std::string>(ToolFiles(FindHelper().ok() ? *FindHelper() : ""));
  return StrCat(loaded, " ", ContentIdentity(*files, Cache::FromOptions(Session::Get().options())));
}

}  // namespace lockstep::host
