// Writing a file for the user: what is there and no regular file is never replaced, links stay links.
#include "app/gui/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace warpglass {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("warpglass_write_" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string text(const char* name) const {
    std::string out;
    return read_file(folder_ / name, out) ? out : "(none)";
  }
  fs::path folder_;
};

TEST_F(WriteFile, MakesFoldersAndReplacesAFile) {
  EXPECT_TRUE(write_file(folder_ / "deep" / "a.txt", "one"));
  EXPECT_TRUE(write_file(folder_ / "deep" / "a.txt", "two"));
  EXPECT_EQ(text("deep/a.txt"), "two");
  EXPECT_FALSE(fs::exists(folder_ / "deep" / "a.txt.new"));
}

TEST_F(WriteFile, FollowsALink) {
  ASSERT_TRUE(write_file(folder_ / "real.txt", "old"));
  fs::create_symlink("real.txt", folder_ / "link.txt");
  EXPECT_TRUE(write_file(folder_ / "link.txt", "new"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.txt"));
  EXPECT_EQ(text("real.txt"), "new");
}

TEST_F(WriteFile, RefusesWhatIsNoFile) {
  // A link to a device: were the rule broken, only the link would be lost.
  fs::create_symlink("/dev/null", folder_ / "device");
  EXPECT_FALSE(write_file(folder_ / "device", "x"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "device"));
  fs::create_directory(folder_ / "folder");
  EXPECT_FALSE(write_file(folder_ / "folder", "x"));
  fs::create_directory(folder_ / "taken.txt.new");
  EXPECT_FALSE(write_file(folder_ / "taken.txt", "x"));
  EXPECT_TRUE(fs::is_directory(folder_ / "taken.txt.new"));
}

}  // namespace
}  // namespace warpglass
