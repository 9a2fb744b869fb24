// The disk as the front end saw it: what it looked for, found or not, and the contents that it read.
#include "instrument/frontend/recorded_files.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

namespace lockstep::instrument {
namespace {

constexpr char kChanging[] = "changing";
constexpr char kIs[] = " is ";  // before the file's name on its disk, until NameSameFiles takes it away

std::string Sha256(llvm::StringRef bytes) {
  llvm::SHA256 hash;
  hash.update(bytes);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

// A file whose content, when it is asked for, goes to the record.
class RecordedFile : public llvm::vfs::File {
 public:
  RecordedFile(std::unique_ptr<llvm::vfs::File> file, std::string path, FileRecord* record)
      : file_(std::move(file)), path_(std::move(path)), record_(record) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t size,
                                                               bool terminated, bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, terminated, is_volatile);
    if (buffer) record_->NoteContent(path_, (*buffer)->getBuffer());
    return buffer;
  }
  std::error_code close() override { return file_->close(); }

 private:
  const std::unique_ptr<llvm::vfs::File> file_;
  const std::string path_;
  FileRecord* const record_;
};

class RecordedDisk : public llvm::vfs::ProxyFileSystem {
 public:
  RecordedDisk(std::string hidden, std::string own, FileRecord* record)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()),
        hidden_(std::move(hidden)),
        own_(std::move(own)),
        record_(record) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& twine) override {
    const std::string path = twine.str();
    if (absl::StartsWith(path, hidden_)) return std::make_error_code(std::errc::no_such_file_or_directory);
    auto status = ProxyFileSystem::status(twine);
    if (!absl::StartsWith(path, own_)) record_->NoteStatus(path, status);
    return status;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& twine) override {
    const std::string path = twine.str();
    if (absl::StartsWith(path, hidden_)) return std::make_error_code(std::errc::no_such_file_or_directory);
    auto file = ProxyFileSystem::openFileForRead(twine);
    if (absl::StartsWith(path, own_)) return file;
    if (!file) {
      record_->NoteStatus(path, ProxyFileSystem::status(twine));
      return file;
    }
    record_->NoteStatus(path, (*file)->status());
    return std::unique_ptr<llvm::vfs::File>(new RecordedFile(std::move(*file), path, record_));
  }

 private:
  const std::string hidden_;
  const std::string own_;
  FileRecord* const record_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileRecord::Disk(std::string hidden, std::string own) {
  return new RecordedDisk(std::move(hidden), std::move(own), this);
}

FileRecord::Seen& FileRecord::Of(const std::string& path) {
  return seen_[absl::StartsWith(path, "/") ? path : absl::StrCat(cwd_, "/", path)];
}

void FileRecord::NoteStatus(const std::string& path, const llvm::ErrorOr<llvm::vfs::Status>& status) {
  Seen now;
  now.kind = !status ? "absent" : status->isDirectory() ? "directory" : "file";
  if (status) now.file = absl::StrCat(status->getUniqueID().getDevice(), ":", status->getUniqueID().getFile());
  Seen& known = Of(path);
  if (known.kind.empty()) {
    known.kind = now.kind;
    known.file = now.file;
  } else if (known.kind != now.kind || known.file != now.file) {
    known.kind = kChanging;  // nobody can say which of them the code was made of
  }
}

void FileRecord::NoteContent(const std::string& path, llvm::StringRef content) {
  Seen& known = Of(path);
  const std::string hash = Sha256(content);
  if (!known.sha256.empty() && known.sha256 != hash) known.kind = kChanging;
  known.sha256 = hash;
}

std::vector<Dependency> FileRecord::Dependencies(bool files) const {
  std::vector<Dependency> all;
  if (clock_) all.push_back({"the clock", kChanging});
  if (!files) return all;
  for (const auto& [path, seen] : seen_) {
    const bool read = !seen.sha256.empty() && seen.kind != kChanging;
    all.push_back({path, absl::StrCat(read ? seen.sha256 : seen.kind, seen.file.empty() ? "" : kIs, seen.file)});
  }
  return all;
}

void NameSameFiles(std::vector<Dependency>& dependencies) {
  std::map<std::string, std::string> first;  // file -> the path that came first
  for (Dependency& dependency : dependencies) {
    const size_t at = dependency.sha256.find(kIs);
    if (at == std::string::npos) continue;
    const std::string file = dependency.sha256.substr(at);
    dependency.sha256.resize(at);
    const std::string& same = first.emplace(file, dependency.path).first->second;
    if (same != dependency.path) absl::StrAppend(&dependency.sha256, " same as ", same);
  }
}

}  // namespace lockstep::instrument
