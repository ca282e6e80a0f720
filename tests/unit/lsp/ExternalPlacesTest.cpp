//===- ExternalPlacesTest.cpp ---------------------------------------------===//

#include "server/lsp/ExternalPlaces.h"

#include "server/protocol/Uri.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

class ExternalPlacesTest : public testing::Test {
protected:
  ExternalPlacesTest() {
    fs::create_directories(folder / "root");
    std::ofstream(folder / "beside.py") << "first\n\xC3\xA9\xF0\x9F\x98\x80x\n";
    std::ofstream(folder / "root" / "in root.py") << "x\n";
  }
  ~ExternalPlacesTest() override { fs::remove_all(folder); }

  std::optional<lsp::Location>
  locate(std::string file, Position position = {},
         PositionEncoding encoding = PositionEncoding::Utf16) {
    return locateExternal({std::move(file), position},
                          lsp::fileUri((folder / "a.mlir").string()),
                          {lsp::fileUri((folder / "root").string())}, encoding);
  }
  std::string uri(const char *file) {
    return lsp::fileUri((folder / file).string());
  }

  fs::path folder =
      fs::temp_directory_path() /
      ("shapels-" +
       std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       testing::UnitTest::GetInstance()->current_test_info()->name());
};

} // namespace

TEST_F(ExternalPlacesTest, LooksInTheRootsAndBesideTheDocument) {
  EXPECT_EQ(locate("beside.py")->uri, uri("beside.py"));
  EXPECT_EQ(locate("in root.py")->uri, uri("root/in root.py"));
  EXPECT_EQ(locate((folder / "beside.py").string())->uri, uri("beside.py"));
  EXPECT_FALSE(locate("nowhere.py"));
  EXPECT_FALSE(locate("/nowhere.py"));
  EXPECT_FALSE(locate("root"));
}

TEST_F(ExternalPlacesTest, CountsColumnsAsTheClientDoes) {
  auto column = [&](uint32_t line, uint32_t bytes, PositionEncoding encoding) {
    return locate("beside.py", {line, bytes}, encoding)->range.start.character;
  };
  EXPECT_EQ(column(1, 6, PositionEncoding::Utf8), 6u);
  EXPECT_EQ(column(1, 6, PositionEncoding::Utf16), 3u);
  EXPECT_EQ(column(1, 6, PositionEncoding::Utf32), 2u);
  EXPECT_EQ(column(1, 99, PositionEncoding::Utf16), 4u) << "the line's end";
  EXPECT_EQ(column(9, 5, PositionEncoding::Utf16), 5u) << "no such line";
}

TEST_F(ExternalPlacesTest, KnowsNoPlacesThatTheProtocolCannotName) {
  EXPECT_TRUE(locate("beside.py", {2147483647, 2147483647}));
  EXPECT_FALSE(locate("beside.py", {2147483648, 0}));
  EXPECT_FALSE(locate("beside.py", {0, 2147483648}));
}

TEST_F(ExternalPlacesTest, TrustsOtherSchemes) {
  EXPECT_EQ(locateExternal({"x.cc", {9, 9}}, "test:///foo.mlir",
                           {"test:///root/"}, PositionEncoding::Utf16)
                ->uri,
            "test:///root/x.cc");
  EXPECT_EQ(locateExternal({"x.cc", {9, 9}}, "test:///foo.mlir", {},
                           PositionEncoding::Utf16)
                ->uri,
            "test:///x.cc");
  EXPECT_FALSE(locateExternal({"x.cc", {}}, "untitled:Untitled-1", {},
                              PositionEncoding::Utf16));
}
