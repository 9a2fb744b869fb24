#include "runtime/cache/file_identity.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

class FileIdentityTest : public testing::Test {
 protected:
  // A file with that text, and with the times that every file of a package has.
  std::string File(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/" + name;
    EXPECT_TRUE(WriteFile(path, text).ok());
    const timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
    EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    return path;
  }

  TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  const Cache none_{"", 0};
};

TEST_F(FileIdentityTest, IsThatOfTheContentsWhateverSizeTimeAndPlace) {
  const std::string one = File("one", "build 1"), two = File("two", "build 2"), same = File("same", "build 1");
  EXPECT_NE(ContentIdentity({one}, none_), ContentIdentity({two}, none_));
  EXPECT_EQ(ContentIdentity({one}, none_), ContentIdentity({same}, none_));
}

TEST_F(FileIdentityTest, ChangesWithAFileThatKeepsItsNameSizeAndTime) {
  const Cache cache(folder_ + "/cache", 1 << 20);
  const std::string first = ContentIdentity({File("tool", "build 1")}, cache);
  EXPECT_NE(ContentIdentity({File("tool", "build 2")}, cache), first);
  EXPECT_EQ(ContentIdentity({File("tool", "build 1")}, cache), first);
}

TEST_F(FileIdentityTest, KnowsFilesApart) {
  const std::string a = File("a", "x"), b = File("b", "");
  EXPECT_NE(ContentIdentity({a, b}, none_), ContentIdentity({b, a}, none_));
  EXPECT_NE(ContentIdentity({a}, none_), ContentIdentity({a, b}, none_));
  EXPECT_EQ(ContentIdentity({a, b}, none_), ContentIdentity({a, folder_ + "/missing"}, none_));
}

// With files that were there long enough; the C library's loader is.
TEST_F(FileIdentityTest, RemembersWhatItHashed) {
  const std::string old = fs::canonical("/bin/sh");
  const Cache cache(folder_ + "/cache", 1 << 20);
  const std::string identity = ContentIdentity({old}, cache);
  EXPECT_EQ(identity, ContentIdentity({old}, none_));
  int entries = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ + "/cache")) entries += entry.is_regular_file();
  EXPECT_EQ(entries, 1);
}

}  // namespace
}  // namespace lockstep
