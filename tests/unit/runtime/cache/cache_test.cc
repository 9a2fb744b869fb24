#include "runtime/cache/cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "runtime/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  std::string PathOf(const std::string& key) {
    return directory_ + "/" + key.substr(0, 2) + "/" + key;
  }
  uint64_t TotalBytes() {
    uint64_t total = 0;
    for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
      if (entry.is_regular_file()) total += entry.file_size();
    }
    return total;
  }

  TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
};

TEST_F(CacheTest, GivesBackWhatWasPut) {
  Cache cache(directory_ + "/made/on/demand", 1 << 20);
  std::string key = CacheKey({"a", "b"});
  EXPECT_EQ(cache.Get(key), std::nullopt);
  std::string content("any\0thing\n", 10);
  cache.Put(key, content);
  EXPECT_EQ(cache.Get(key), content);
  cache.Drop(key);
  EXPECT_EQ(cache.Get(key), std::nullopt);
}

TEST_F(CacheTest, KeysSeparateTheirParts) {
  EXPECT_NE(CacheKey({"ab", "c"}), CacheKey({"a", "bc"}));
  EXPECT_NE(CacheKey({"a"}), CacheKey({"a", ""}));
  EXPECT_EQ(CacheKey({"a"}).size(), 64u);
}

TEST_F(CacheTest, DropsEntriesThatAreDamaged) {
  Cache cache(directory_, 1 << 20);
  std::string key = CacheKey({"x"});
  for (const char* damage : {"cut", "flip", "empty"}) {
    cache.Put(key, std::string(1000, 'x'));
    std::string text = ReadFile(PathOf(key)).value();
    if (damage == std::string("cut")) text.resize(text.size() - 1);
    if (damage == std::string("flip")) text[text.size() - 5] ^= 1;
    if (damage == std::string("empty")) text.clear();
    ASSERT_TRUE(WriteFile(PathOf(key), text).ok());
    EXPECT_EQ(cache.Get(key), std::nullopt) << damage;
    EXPECT_FALSE(fs::exists(PathOf(key))) << damage;
  }
}

TEST_F(CacheTest, StaysWithinItsBoundAndForgetsTheLeastRecentlyUsed) {
  Cache cache(directory_, 10000);
  auto key = [](int i) { return CacheKey({std::to_string(i)}); };
  for (int i = 0; i < 8; ++i) {
    cache.Put(key(i), std::string(1000, 'x'));
    // Entries of one test are too close in time; pretend they are minutes apart.
    timespec times[2] = {{1000 + 60 * i, 0}, {1000 + 60 * i, 0}};
    utimensat(AT_FDCWD, PathOf(key(i)).c_str(), times, 0);
  }
  EXPECT_TRUE(cache.Get(key(0)).has_value());  // now the most recent
  for (int i = 8; i < 11; ++i) cache.Put(key(i), std::string(1000, 'x'));
  EXPECT_LE(TotalBytes(), 10000u);
  EXPECT_TRUE(cache.Get(key(0)).has_value());
  EXPECT_FALSE(cache.Get(key(1)).has_value());
  EXPECT_TRUE(cache.Get(key(10)).has_value());
}

TEST_F(CacheTest, DoesNotStoreWhatIsBiggerThanItself) {
  Cache cache(directory_, 1000);
  cache.Put(CacheKey({"big"}), std::string(2000, 'x'));
  EXPECT_EQ(cache.Get(CacheKey({"big"})), std::nullopt);
}

TEST_F(CacheTest, LeavesOtherPeoplesFilesAlone) {
  ASSERT_TRUE(WriteFile(directory_ + "/notes.txt", std::string(5000, 'n')).ok());
  fs::create_directory(directory_ + "/photos");
  ASSERT_TRUE(WriteFile(directory_ + "/photos/p.jpg", std::string(5000, 'p')).ok());
  Cache cache(directory_, 3000);
  for (int i = 0; i < 5; ++i) cache.Put(CacheKey({std::to_string(i)}), std::string(1000, 'x'));
  EXPECT_TRUE(fs::exists(directory_ + "/notes.txt"));
  EXPECT_TRUE(fs::exists(directory_ + "/photos/p.jpg"));
}

TEST_F(CacheTest, LeavesWhatLooksLikeObjectsOfOthersAlone) {
  fs::create_directory(directory_ + "/ab");
  const std::string other = directory_ + "/ab/" + std::string(38, 'c');
  ASSERT_TRUE(WriteFile(other, "an object").ok());
  const timespec times[2] = {{1000, 0}, {1000, 0}};
  utimensat(AT_FDCWD, other.c_str(), times, 0);
  Cache(directory_, 3000).Put(CacheKey({"x"}), "x");
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(CacheTest, AnEntryAnswersToItsOwnKeyOnly) {
  Cache cache(directory_, 1 << 20);
  const std::string one = CacheKey({"one"}), other = CacheKey({"other"});
  cache.Put(one, "for one");
  cache.Put(other, "for the other");
  fs::copy_file(PathOf(one), PathOf(other), fs::copy_options::overwrite_existing);
  EXPECT_EQ(cache.Get(other), std::nullopt);
}

// Another user's files need root to be made: tests/hostile/check_foreign_cache.py has those.
TEST_F(CacheTest, TrustsNothingThatOthersMayWrite) {
  const std::string key = CacheKey({"x"});
  const std::string cache = directory_ + "/cache";
  Cache(cache, 1 << 20).Put(key, "x");
  const std::string shard = cache + "/" + key.substr(0, 2), entry = shard + "/" + key;
  struct Row {
    std::string path;
    mode_t open, closed;
    bool usable;
  };
  int number = 0;
  for (const Row& row : {Row{cache, 0777, 0700, false}, Row{cache, 0720, 0700, false}, Row{cache, 01777, 0700, false},
                         Row{shard, 0777, 0700, true}, Row{directory_, 0777, 0700, false},
                         Row{directory_, 01777, 0700, true}}) {
    // What is known of a directory is known by its name.
    const std::string again = directory_ + "/cache" + std::string(static_cast<size_t>(++number), '/');
    ASSERT_EQ(chmod(row.path.c_str(), row.open), 0);
    testing::internal::CaptureStderr();
    const bool sticky = row.path == directory_ && (row.open & 01000) != 0;
    EXPECT_EQ(Cache(again + ".", 1 << 20).Get(key).has_value(), sticky) << row.path << " " << row.open;
    EXPECT_EQ(Cache(again + ".", 1 << 20).Usable().ok(), row.usable) << row.path << " " << row.open;
    EXPECT_EQ(testing::internal::GetCapturedStderr().empty(), sticky) << row.path << " " << row.open;
    ASSERT_EQ(chmod(row.path.c_str(), row.closed), 0);
  }
  ASSERT_EQ(chmod(entry.c_str(), 0666), 0);
  EXPECT_EQ(Cache(directory_ + "/./cache", 1 << 20).Get(key), std::nullopt);
  EXPECT_FALSE(fs::exists(entry));
}

TEST_F(CacheTest, MakesNothingWhereOthersMayWrite) {
  ASSERT_EQ(chmod(directory_.c_str(), 0777), 0);
  testing::internal::CaptureStderr();
  Cache(directory_ + "/a/b", 1 << 20).Put(CacheKey({"x"}), "x");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("may be written by everybody"), std::string::npos);
  EXPECT_FALSE(fs::exists(directory_ + "/a"));
}

TEST_F(CacheTest, WorksWithoutAUsableDirectory) {
  ASSERT_TRUE(WriteFile(directory_ + "/file", "").ok());
  Cache cache(directory_ + "/file/below", 1 << 20);
  testing::internal::CaptureStderr();
  cache.Put(CacheKey({"a"}), "a");
  cache.Put(CacheKey({"b"}), "b");
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.find("working without the cache"), said.rfind("working without the cache"));
  EXPECT_NE(said.find("working without the cache"), std::string::npos);
  EXPECT_EQ(cache.Get(CacheKey({"a"})), std::nullopt);
}

TEST_F(CacheTest, ProcessesAtTheSameTimeSeeWholeEntriesOrNone) {
  std::vector<pid_t> children;
  for (int p = 0; p < 4; ++p) {
    pid_t pid = fork();
    if (pid == 0) {
      std::string errors = directory_ + "/errors";
      if (freopen(errors.c_str(), "a", stderr) == nullptr) _exit(2);
      Cache cache(directory_, 60000);
      bool good = true;
      for (int i = 0; i < 300; ++i) {
        std::string key = CacheKey({std::to_string(i % 13)});
        std::string content(5000 + i % 13, static_cast<char>('a' + i % 13));
        auto found = cache.Get(key);
        good = good && (!found || *found == content);
        if (!found) cache.Put(key, content);
      }
      _exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = -1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(ReadFile(directory_ + "/errors").value(), "");
  EXPECT_LE(TotalBytes(), 60000u);
}

TEST(CacheDirectory, FollowsOptionsThenEnvironment) {
  Options options;
  setenv("HOME", "/h", 1);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("LOCKSTEP_CACHE_DIR");
  EXPECT_EQ(CacheDirectory(options), "/h/.cache/lockstep");
  setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(CacheDirectory(options), "/x/lockstep");
  setenv("LOCKSTEP_CACHE_DIR", "/own", 1);
  EXPECT_EQ(CacheDirectory(options), "/own");
  options.cache_dir = "/option";
  EXPECT_EQ(CacheDirectory(options), "/option");
}

}  // namespace
}  // namespace lockstep
