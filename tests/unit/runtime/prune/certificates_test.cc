// Certificates: kept in the process, found again on disk, worth nothing to other builds or when
// damaged.
#include "runtime/prune/certificates.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

class CertificatesTest : public testing::Test {
 protected:
  Cache Disk() const { return Cache(directory_, 1 << 20); }

  size_t Files() const { return temporary_.Files(); }

  TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
};

TEST_F(CertificatesTest, SpeakForTheirKeyOnly) {
  Certificates certificates(Disk(), "edition");
  EXPECT_FALSE(certificates.Covers("a"));
  certificates.Add("a");
  EXPECT_TRUE(certificates.Covers("a"));
  EXPECT_FALSE(certificates.Covers("b"));
  EXPECT_FALSE(certificates.Covers(""));
}

// covers: cert-disk
TEST_F(CertificatesTest, AreFoundByLaterProcessesOfTheSameBuild) {
  Certificates(Disk(), "edition").Add("a");
  EXPECT_TRUE(Certificates(Disk(), "edition").Covers("a"));
  EXPECT_FALSE(Certificates(Disk(), "edition 2").Covers("a"));
  EXPECT_FALSE(Certificates(Disk(), "editio").Covers("na"));
}

TEST_F(CertificatesTest, StayInTheProcessWithoutCache) {
  Certificates certificates(Cache(directory_, 0), "edition");
  certificates.Add("a");
  EXPECT_TRUE(certificates.Covers("a"));
  EXPECT_EQ(Files(), 0u);
  EXPECT_FALSE(Certificates(Cache(directory_, 0), "edition").Covers("a"));
}

TEST_F(CertificatesTest, OfOneProcessAreForgottenBeforeTheyAreTooMany) {
  Certificates certificates = Certificates::OfThisProcess(2);
  certificates.Add("a");
  EXPECT_FALSE(certificates.Covers("b"));
  certificates.Add("b");
  EXPECT_TRUE(certificates.Covers("a"));
  certificates.Add("c");
  EXPECT_TRUE(certificates.Covers("c"));
  EXPECT_FALSE(certificates.Covers("a"));
}

TEST_F(CertificatesTest, OneAddedAfterTheQuestionCounts) {
  Certificates certificates(Disk(), "edition");
  EXPECT_FALSE(certificates.Covers("a"));
  EXPECT_FALSE(certificates.Covers("a"));
  certificates.Add("a");
  EXPECT_TRUE(certificates.Covers("a"));
}

// covers: cert-disk
TEST_F(CertificatesTest, DamagedOnesAreIgnored) {
  Certificates(Disk(), "edition").Add("a");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_)) {
    if (!entry.is_regular_file()) continue;
    const auto size = static_cast<std::streamoff>(entry.file_size());
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(size - 1);
    file.put('!');
  }
  EXPECT_FALSE(Certificates(Disk(), "edition").Covers("a"));
}

// A launch loop with a number that never comes again must not fill disk or memory.
TEST_F(CertificatesTest, ManyKeysAreBounded) {
  Certificates certificates(Disk(), "edition");
  for (int i = 0; i < 20000; ++i) certificates.Add("key " + std::to_string(i));
  EXPECT_TRUE(certificates.Covers("key 19999"));
  EXPECT_LE(Files(), 256u);
}

}  // namespace
}  // namespace lockstep
