//===- UriTest.cpp --------------------------------------------------------===//

#include "server/protocol/Uri.h"

#include <gtest/gtest.h>

using namespace shapels::lsp;

TEST(Uri, GoesFromPathToUriAndBack) {
  for (const char *path :
       {"/", "/a/b.mlir", "/with space/100%/\xC3\xA9#?.mlir"})
    EXPECT_EQ(filePath(fileUri(path)), path);
  EXPECT_EQ(fileUri("/a b"), "file:///a%20b");
}

TEST(Uri, KnowsFilesOnly) {
  EXPECT_EQ(filePath("file://localhost/a%2fb"), "/a/b");
  EXPECT_EQ(filePath("file:///a%2"), "/a%2");
  EXPECT_EQ(filePath("untitled:Untitled-1"), std::nullopt);
  EXPECT_EQ(filePath("test:///a"), std::nullopt);
  EXPECT_EQ(filePath("file://"), std::nullopt);
}

TEST(Uri, ResolvesWithinAFolder) {
  EXPECT_EQ(resolve("test:///root/", "a b.cc"), "test:///root/a%20b.cc");
  EXPECT_EQ(resolve("test:///root", "x/y.cc"), "test:///root/x/y.cc");
  EXPECT_EQ(resolve(folderOf("test:///root/f.mlir"), "y"), "test:///root/y");
  EXPECT_EQ(resolve(folderOf("untitled:Untitled-1"), "y"), std::nullopt);
  EXPECT_EQ(resolve("", "y"), std::nullopt);
}
