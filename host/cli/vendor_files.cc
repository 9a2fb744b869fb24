// Where the OpenCL loader looks for drivers: libOpenCL(7) of ocl-icd, which Debian has.
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "host/cli/driver_list.h"
#include "runtime/base/child.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kInstall[] =
    "install a driver; for the processor itself, on Debian: apt-get install pocl-opencl-icd";

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool IsFolder(const std::string& path) {
  struct stat facts;
  return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

std::vector<std::string> FilesOf(const std::string& folder) {
  std::vector<std::string> files;
  if (DIR* directory = opendir(folder.c_str())) {
    while (const dirent* entry = readdir(directory)) {
      if (EndsWith(entry->d_name, ".icd")) files.push_back(StrCat(folder, "/", entry->d_name));
    }
    closedir(directory);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<std::string> VendorFiles(std::string* nothing) {
  const std::string variable = Variable("OCL_ICD_VENDORS");
  const std::string path = Variable("OPENCL_VENDOR_PATH");
  const std::string usual = path.empty() ? "/etc/OpenCL/vendors" : path;
  const std::string set = !variable.empty() ? "OCL_ICD_VENDORS=" + variable
                          : !path.empty()   ? "OPENCL_VENDOR_PATH=" + path
                                            : "";
  const std::string folder = variable.empty() ? usual : variable;
  if (IsFolder(folder)) {
    std::vector<std::string> files = FilesOf(folder);
    if (files.empty()) {
      *nothing = StrCat(folder, " has no .icd file", set.empty() ? "" : StrCat(" (", set, ")"), "; ", kInstall);
    }
    return files;
  }
  if (variable.empty() || access(variable.c_str(), F_OK) != 0) {
    const std::string beside = StrCat(usual, "/", variable);
    const bool is_name = !variable.empty() && variable.find('/') == std::string::npos;
    if (is_name && EndsWith(variable, ".icd") && access(beside.c_str(), F_OK) == 0) return {beside};
    if (is_name && !EndsWith(variable, ".icd")) return {variable};  // a library, for dlopen
    *nothing = set.empty() ? StrCat("there is no ", usual, "; ", kInstall)
                           : StrCat(set, " names nothing that is there; unset it, or set it to a folder of .icd "
                                    "files or one such file");
    return {};
  }
  return {variable};
}

}  // namespace lockstep
