//===- PageListTest.cpp - Where pages are cut, and what is copied ---------===//

#include "core/text/PageList.h"

#include <gtest/gtest.h>

#include <random>

using namespace shapels;

namespace {

std::string repeat(std::string_view piece, size_t count) {
  std::string text;
  while (count-- > 0)
    text += piece;
  return text;
}

std::vector<size_t> pageSizes(const PageList &list) {
  std::vector<size_t> result;
  list.forEach({{0}, {list.size()}}, [&](std::string_view page) {
    result.push_back(page.size());
    return true;
  });
  return result;
}

} // namespace

TEST(PageList, CutsNeitherLineBreaksNorCharacters) {
  for (std::string_view piece : {"\r\n", "é", "日", "😀"})
    for (size_t pageSize : {7, 8, 9, 10, 11}) {
      PageList list(repeat(piece, 40), pageSize);
      EXPECT_GT(pageSizes(list).size(), 4U);
      for (size_t size : pageSizes(list))
        EXPECT_EQ(size % piece.size(), 0U) << piece << " at " << pageSize;
    }
}

/// Also where edits bring the parts together.
TEST(PageList, MovesPagesWhereEditsJoinBytes) {
  for (std::string_view piece : {"\r\n", "é", "日", "😀"})
    for (uint32_t at = 8; at < 24; ++at)
      for (size_t left = 1; left < piece.size(); ++left) {
        PageList list(repeat("x", 60), 8);
        list.replace({{at}, {at}}, std::string(piece.substr(0, left)));
        auto half = static_cast<uint32_t>(at + left);
        list.replace({{half}, {half}}, std::string(piece.substr(left)));
        auto size = static_cast<uint32_t>(piece.size());
        EXPECT_EQ(&list.pageAt(at), &list.pageAt(at + size - 1));
      }
}

TEST(PageList, KeepsPagesOfAboutOneSize) {
  constexpr size_t pageSize = 16;
  std::mt19937 random(3);
  PageList list(repeat("x", 1000), pageSize);
  for (int i = 0; i < 5000; ++i) {
    uint32_t begin = random() % (list.size() + 1);
    uint32_t end = std::min<uint32_t>(begin + random() % 7, list.size());
    size_t grown = list.size() < 1000 ? 6 : 0;
    list.replace({{begin}, {end}}, repeat("y", random() % 4 + grown));
    for (size_t size : pageSizes(list)) {
      ASSERT_GE(size, pageSize / 2);
      ASSERT_LT(size, pageSize * 2);
    }
  }
}

TEST(PageList, LeavesBytesInPlaceThatNoEditTouches) {
  std::string text = repeat("0123456789", 100);
  const char *data = text.data();
  PageList list(std::move(text), 16);
  EXPECT_EQ(list.inPlace({{0}, {1000}})->data(), data);

  list.replace({{500}, {501}}, "xy");
  EXPECT_EQ(list.inPlace({{0}, {450}})->data(), data);
  EXPECT_EQ(list.inPlace({{550}, {1001}})->data(), data + 549);
  EXPECT_EQ(*list.inPlace({{499}, {503}}), "9xy1");
  EXPECT_FALSE(list.inPlace({{0}, {1001}}));
  EXPECT_EQ(list.copy({{449}, {551}}).substr(50, 4), "9xy1");

  list.replace({{0}, {1001}}, repeat("new", 100));
  EXPECT_EQ(*list.inPlace({{0}, {300}}), repeat("new", 100));
}
