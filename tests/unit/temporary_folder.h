// A folder for one test, which goes with it.
#ifndef LOCKSTEP_TESTS_UNIT_TEMPORARY_FOLDER_H_
#define LOCKSTEP_TESTS_UNIT_TEMPORARY_FOLDER_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace lockstep {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(testing::TempDir() + "/lockstep-test-XXXXXX") { EXPECT_NE(mkdtemp(path_.data()), nullptr); }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Without a slash at its end.
  const std::string& path() const { return path_; }
  std::string At(const std::string& name) const { return path_ + "/" + name; }

  // How many files are in it, and in the folders below.
  size_t Files() const {
    size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) files += entry.is_regular_file();
    return files;
  }

 private:
  std::string path_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_TESTS_UNIT_TEMPORARY_FOLDER_H_
