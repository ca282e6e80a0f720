//===- FramingTest.cpp ----------------------------------------------------===//

#include "server/transport/Framing.h"

#include <gtest/gtest.h>

#include <vector>

using namespace shapels;

/// What the reader makes of the stream, fed in pieces of `step` bytes: bodies,
/// "skipped: ..." and "broken: ...".
static std::vector<std::string> readAll(MessageReader &reader,
                                        std::string_view stream, size_t step) {
  std::vector<std::string> result;
  auto take = [&] {
    while (std::optional<Frame> frame = reader.next()) {
      const char *prefix = frame->kind == Frame::Kind::Message   ? ""
                           : frame->kind == Frame::Kind::Skipped ? "skipped: "
                                                                 : "broken: ";
      result.push_back(prefix + frame->text);
    }
  };
  for (size_t at = 0; at < stream.size(); at += step) {
    reader.feed(stream.substr(at, step));
    take();
  }
  reader.finish();
  take();
  return result;
}

/// Every chunk size gives the same frames.
static void expectFrames(std::string_view stream,
                         const std::vector<std::string> &expected,
                         uint64_t limit = ContentLengthReader::defaultLimit) {
  for (size_t step = 1; step <= stream.size() + 1; ++step) {
    ContentLengthReader reader(limit);
    EXPECT_EQ(readAll(reader, stream, step), expected) << "step " << step;
  }
}

TEST(Framing, ReadsWhatItWrites) {
  expectFrames(frame("{}") + frame("") + frame("\"\xC3\xA9\r\n\r\n\""),
               {"{}", "", "\"\xC3\xA9\r\n\r\n\""});
}

TEST(Framing, TakesHeadersInAnyCaseAndOrder) {
  expectFrames("content-LENGTH:2\r\nContent-Type: application/vscode-jsonrpc; "
               "charset=utf-8\r\n\r\n{}"
               "X-Other: 1\r\nContent-Length:  3 \r\n\r\n[1]",
               {"{}", "[1]"});
}

TEST(Framing, TakesBareLineEnds) {
  expectFrames("Content-Length: 2\n\n{}\nContent-Length: 2\n\n[]",
               {"{}", "[]"});
}

TEST(Framing, GoesOnAfterGarbage) {
  expectFrames("hello world\r\n" + frame("1") + "{}" + frame("2"),
               {"skipped: skipped 11 bytes that are no header", "1",
                "skipped: skipped 2 bytes that are no header", "2"});
}

TEST(Framing, GoesOnAfterABadLength) {
  for (std::string bad : {"-5", "five", "", "0x10", "12 34", "+1"})
    expectFrames("Content-Length: " + bad + "\r\n\r\n{}" + frame("1"),
                 {"skipped: bad Content-Length: '" + bad + "'",
                  "skipped: message headers without a Content-Length",
                  "skipped: skipped 2 bytes that are no header", "1"});
}

TEST(Framing, GoesOnAfterHeadersWithoutLength) {
  expectFrames("Content-Type: text\r\n\r\n{}" + frame("1"),
               {"skipped: message headers without a Content-Length",
                "skipped: skipped 2 bytes that are no header", "1"});
}

TEST(Framing, StopsAtAMessageThatIsTooLarge) {
  std::string after = "\r\n\r\n" + frame("1");
  expectFrames(frame("12") + "Content-Length: 11" + after,
               {"12", "broken: a message of 11 bytes is too large: the limit "
                      "is 10"},
               10);
  expectFrames("Content-Length: 99999999999999999999" + after,
               {"broken: a message of 99999999999999999999 bytes is too "
                "large: the limit is 10"},
               10);
}

TEST(Framing, SaysWhenTheInputEndsInsideAMessage) {
  expectFrames("Content-Length: 5\r\n\r\n12",
               {"broken: the input ended inside a message, 2 bytes into it"});
  expectFrames("Content-Length: 5",
               {"broken: the input ended inside a message, 17 bytes into it"});
  expectFrames("Content-Length: 5\r\n",
               {"broken: the input ended inside a message, 0 bytes into it"});
}

TEST(Framing, FindsAHeaderBehindALongLine) {
  std::string junk(200000, 'x');
  for (size_t step : {size_t(1000), size_t(65536), size_t(300000)}) {
    ContentLengthReader reader;
    EXPECT_EQ(readAll(reader, junk + frame("1"), step),
              (std::vector<std::string>{
                  "skipped: skipped 200000 bytes that are no header", "1"}));
  }
}

//===----------------------------------------------------------------------===//
// The form of lit tests
//===----------------------------------------------------------------------===//

TEST(DelimitedReader, DividesAtSeparatorsAndSkipsComments) {
  std::string_view stream = "// RUN: nothing\n"
                            "{\"a\":\n"
                            "  1}\n"
                            "// CHECK: x\n"
                            "// -----\n"
                            "// a comment only\n"
                            "// -----\n"
                            "\n"
                            "  // -----\n"
                            "{\"b\": \"// -----\\n\"}";
  for (size_t step = 1; step <= stream.size(); ++step) {
    DelimitedReader reader;
    EXPECT_EQ(readAll(reader, stream, step),
              (std::vector<std::string>{"{\"a\":\n  1}\n",
                                        "{\"b\": \"// -----\\n\"}"}));
  }
}
