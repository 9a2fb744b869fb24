// Reads and writes the tools' files.
#include "instrument/tools/atomic_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace lockstep::instrument {
namespace {

absl::Status WriteAnswer(int fd, const std::string& bytes) {
  const std::string text = absl::StrCat(bytes.size(), "\n", bytes);
  for (absl::string_view rest = text; !rest.empty();) {
    const ssize_t written = write(fd, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return absl::InternalError(absl::StrCat("cannot write the answer: ", strerror(errno)));
    rest.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

// A device or a pipe, which a file of that name must not take the place of: root may do so to /dev/null.
bool IsNoRegularFile(const std::string& path) {
  struct stat facts = {};
  return stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  if (path == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", path, ": ", strerror(errno)));
  struct stat facts = {};  // a stream opens folders too, and throws when it reads
  if (stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode))
    return absl::NotFoundError(absl::StrCat("cannot read ", path, ": ", strerror(EISDIR)));
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

absl::Status WriteFileAtomically(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    return std::cout ? absl::OkStatus() : absl::InternalError("cannot write standard output");
  }
  absl::string_view descriptor = path;
  int fd = -1;
  if (absl::ConsumePrefix(&descriptor, "fd:") && absl::SimpleAtoi(descriptor, &fd)) return WriteAnswer(fd, bytes);
  if (IsNoRegularFile(path)) {
    std::ofstream stream(path, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    return stream ? absl::OkStatus() : absl::InternalError(absl::StrCat("cannot write ", path, ": ", strerror(errno)));
  }
  const std::string temporary = absl::StrCat(path, ".tmp.", getpid());
  {
    std::ofstream file(temporary, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      std::remove(temporary.c_str());
      return absl::InternalError(absl::StrCat("cannot write ", temporary, ": ", strerror(errno)));
    }
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    std::remove(temporary.c_str());
    return absl::InternalError(absl::StrCat("cannot write ", path, ": ", strerror(errno)));
  }
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
