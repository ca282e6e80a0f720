//===- SpellingsTest.cpp - Equal strings have equal numbers ---------------===//

#include "core/syntax/Spellings.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

using namespace shapels;

TEST(Spellings, AreEqualForEqualStringsOnly) {
  Spellings spellings;
  std::map<std::string, Spelling> known;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 5000; ++i)
      for (const std::string &text :
           {"%" + std::to_string(i), "%0" + std::to_string(i),
            "%" + std::to_string(i * 7919), "@f" + std::to_string(i),
            std::string(i % 40, 'x'), std::string(i % 20, '\0'),
            "arith.constant_" + std::to_string(i)}) {
        Spelling spelling = spellings.intern(text);
        ASSERT_EQ(known.try_emplace(text, spelling).first->second, spelling)
            << text;
        ASSERT_EQ(spellings.str(spelling), text);
        ASSERT_EQ(spellings.find(text), spelling);
      }
  std::map<Spelling, std::string> back;
  for (const auto &[text, spelling] : known)
    EXPECT_TRUE(back.try_emplace(spelling, text).second) << text;
}

TEST(Spellings, AreOfTheTextWhateverIsBehind) {
  for (std::string text : {"%123456789abcdefgh", "@some.function_name", "%x"})
    for (size_t size = 0; size <= text.size(); ++size) {
      Spellings spellings;
      Spelling alone = spellings.intern(text.substr(0, size));
      for (std::string behind : {"", "9", ", %1 : i32 behind all"}) {
        std::string whole = text.substr(0, size) + behind;
        std::string_view part = std::string_view(whole).substr(0, size);
        EXPECT_EQ(spellings.intern(part, whole.size()), alone) << whole;
      }
    }
}

TEST(Spellings, AreNotThereUnlessInterned) {
  Spellings spellings;
  std::string_view names[] = {"%0", "%99999", "%a", "", "dialect.a_long_name"};
  for (std::string_view name : names)
    EXPECT_EQ(spellings.find(name), std::nullopt);
  spellings.intern("%1");
  spellings.intern("%b");
  for (std::string_view name : names)
    EXPECT_EQ(spellings.find(name), std::nullopt);
}

TEST(Spellings, StayWhereTheyAre) {
  Spellings spellings;
  std::string_view small = spellings.str(spellings.intern("%a"));
  std::string_view large =
      spellings.str(spellings.intern("dialect.some_longer_name"));
  for (int i = 0; i < 10000; ++i)
    spellings.intern("dialect.another_name_" + std::to_string(i));
  EXPECT_EQ(small, "%a");
  EXPECT_EQ(large, "dialect.some_longer_name");
}
