//===- LineBreaksTest.cpp -------------------------------------------------===//

#include "core/text/LineBreaks.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

using namespace shapels;

/// At every place in texts of many lengths, as a scan byte by byte says.
TEST(LineBreaks, AreCountedAndFound) {
  std::mt19937 random(7);
  for (size_t size : {0, 1, 2, 127, 128, 129, 130, 256, 257, 258, 600}) {
    std::string text;
    for (size_t i = 0; i < size; ++i)
      text += "\r\nab"[random() % 4];
    uint32_t breaks = 0, lineStart = 0;
    for (size_t at = 0; at <= size; ++at) {
      ASSERT_EQ(countBreaks(text, at), breaks) << size << ": " << at;
      ASSERT_EQ(behindLastBreak(text, at), lineStart) << size << ": " << at;
      bool isBreak =
          text[at] == '\n' || (text[at] == '\r' && text[at + 1] != '\n');
      if (at < size && isBreak) {
        lineStart = static_cast<uint32_t>(at + 1);
        ASSERT_EQ(behindBreak(text, ++breaks), lineStart) << size;
      }
    }
  }
}
