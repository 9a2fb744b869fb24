// The disk as the front end saw it: what it looked for, found or not, and the contents that it read.
//
// A source means the same as long as all of that is the same. A file that appears where one was looked for and
// not found changes the meaning as much as one that changes. What was seen is a text (docs/abi.md, section 5): the
// SHA-256 of a content that was read, else "absent", "file" or "directory"; if an earlier path led to the same file
// or directory, " same as " and that path behind it, because a compiler includes one file once. "changing": it was
// not the same all the time.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_RECORDED_FILES_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_RECORDED_FILES_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/program/program.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace lockstep::instrument {

// What one compilation, in one or several attempts, asked of the disk.
class FileRecord {
 public:
  // `cwd`: what relative paths are relative to.
  explicit FileRecord(std::string cwd) : cwd_(std::move(cwd)) {}

  // The disk, each look at which is recorded, but for those below a folder of `own`, which is part of the tool;
  // `hidden`: a folder that is not to be found on it. The record must outlive the result.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk(std::string hidden, std::string own);

  // The compilation has used the clock, so that the next may differ whatever the disk says.
  void NoteClock() { clock_ = true; }

  // In the order of the paths, for NameSameFiles; `files` false: only what is said of the clock.
  std::vector<Dependency> Dependencies(bool files) const;

  // For the file system.
  void NoteStatus(const std::string& path, const llvm::ErrorOr<llvm::vfs::Status>& status);
  void NoteContent(const std::string& path, llvm::StringRef content);

 private:
  struct Seen {
    std::string kind;    // empty: nothing yet
    std::string sha256;  // if it was read
    std::string file;    // which file or directory of the disk
  };
  Seen& Of(const std::string& path);

  const std::string cwd_;
  bool clock_ = false;
  std::map<std::string, Seen> seen_;  // by absolute path
};

// Says of those of `dependencies`, of one or several records, in the order of their paths, that lead to one file
// which of them they are the same as.
void NameSameFiles(std::vector<Dependency>& dependencies);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_RECORDED_FILES_H_
