//===- RecordingTest.cpp --------------------------------------------------===//

#include "server/record/Recording.h"

#include <gtest/gtest.h>

using namespace shapels;

static constexpr const char *header = "{\"recording\":1}\n";

TEST(RecordingTest, AnyMessageComesBackAsItWas) {
  for (const char *body :
       {R"({"id":1,"method":"a"})", R"({"b":1.0,"a":[1e400]})", "{\n}",
        R"({"text":"\ud83d"})", "no JSON", "\xFF\xFEnot UTF-8", ""}) {
    std::string error;
    auto read = readRecording(header + encode({7, false, false, body}), error);
    ASSERT_TRUE(read) << error;
    ASSERT_EQ(read->size(), 1u) << body;
    EXPECT_EQ(read->front().time, 7);
    EXPECT_FALSE(read->front().isClient);
    EXPECT_FALSE(read->front().isEnd);
    EXPECT_EQ(read->front().body, body);
  }
}

TEST(RecordingTest, MayBeWrittenByHandAndBreakOff) {
  std::string error;
  auto read = readRecording(std::string(header) +
                                "// A comment.\n\n"
                                R"({"from":"client","message":{"id":1}})"
                                "\n"
                                R"({"from":"client","end":true})"
                                "\n"
                                R"({"from":"serv)",
                            error);
  ASSERT_TRUE(read) << error;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].body, R"({"id":1})");
  EXPECT_TRUE((*read)[1].isEnd);
}

TEST(RecordingTest, NamesTheLineThatIsNone) {
  std::string error;
  EXPECT_FALSE(readRecording("func.func @f()\n", error));
  EXPECT_EQ(error, "not a recording of a session: its first line is no "
                   R"({"recording":1})");
  EXPECT_FALSE(readRecording(std::string(header) +
                                 "{\"from\":\"nobody\",\"message\":1}\n{}\n",
                             error));
  EXPECT_EQ(error, "line 2 is no message");
}
