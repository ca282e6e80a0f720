//===- UserFileTest.cpp ---------------------------------------------------===//

#include "core/text/UserFile.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

class UserFileTest : public testing::Test {
protected:
  UserFileTest() { fs::create_directories(folder); }
  ~UserFileTest() override { fs::remove_all(folder); }

  std::string write(const std::string &name, const std::string &bytes) const {
    std::ofstream(folder + name, std::ios::binary) << bytes;
    return folder + name;
  }

  std::string folder =
      testing::TempDir() + "shapels-user-file-" +
      testing::UnitTest::GetInstance()->current_test_info()->name() + "/";
};

} // namespace

TEST_F(UserFileTest, ARegularFileIsReadByteForByte) {
  std::string bytes("a\0\r\n\xff", 5);
  FileBytes file = readUserFile(write("a", bytes), 5);
  EXPECT_EQ(file.bytes, bytes);
  EXPECT_EQ(file.failure, "");
  EXPECT_EQ(readUserFile(write("b", ""), 5).failure, "");
  std::string large(300000, 'x');
  EXPECT_EQ(readUserFile(write("c", large), 1 << 20).bytes, large);
}

TEST_F(UserFileTest, MoreThanTheLimitIsNotRead) {
  FileBytes file = readUserFile(write("a", std::string(1025, 'x')), 1024);
  EXPECT_EQ(file.bytes, "");
  EXPECT_EQ(file.failure, "larger than 1 KiB");
  EXPECT_EQ(readUserFile(folder + "a", 1000).failure, "larger than 1000 bytes");
}

/// Its size says nothing of what can be read from it.
TEST_F(UserFileTest, AFileWithoutASizeIsReadUpToTheLimit) {
  EXPECT_EQ(readUserFile("/proc/self/status", 1 << 16).failure, "");
  EXPECT_EQ(readUserFile("/proc/self/status", 16).failure,
            "larger than 16 bytes");
}

TEST_F(UserFileTest, WhatIsNoRegularFileIsNotOpened) {
  ASSERT_EQ(::mkfifo((folder + "pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", folder + "to-pipe");
  fs::create_symlink("/dev/zero", folder + "to-device");
  const std::pair<std::string, std::string> cases[] = {
      {"pipe", "it is a named pipe, and only regular files are read"},
      {"to-pipe", "it is a named pipe, and only regular files are read"},
      {"to-device", "it is a device, and only regular files are read"},
      {".", "it is a folder, and only regular files are read"},
      {"missing", "No such file or directory"},
  };
  for (const auto &[name, failure] : cases) {
    EXPECT_EQ(readUserFile(folder + name, 16).failure, failure);
    EXPECT_EQ(whyNoFile(folder + name), failure);
  }
}

/// A mapped file would end the process where it has become shorter.
TEST_F(UserFileTest, AFileThatChangesMeanwhileIsReadAsFarAsItGoes) {
  std::string path = write("a", std::string(1 << 20, 'x'));
  std::atomic<bool> isDone = false;
  std::thread editor([&] {
    while (!isDone) {
      fs::resize_file(path, 10);
      fs::resize_file(path, 1 << 20);
    }
  });
  for (int i = 0; i < 200; ++i) {
    FileBytes file = readUserFile(path, 1 << 21);
    EXPECT_EQ(file.failure, "");
    EXPECT_LE(file.bytes.size(), size_t(1) << 20);
  }
  isDone = true;
  editor.join();
}
