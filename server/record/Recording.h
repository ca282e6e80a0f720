//===- Recording.h - A session as a file ------------------------*- C++ -*-===//
//
// One line of JSON for each message, in order, and one in front:
//
//   {"shapels":"0.1.0","recording":1,"redacted":false}
//   {"time":12,"from":"client","message":{...}}
//   {"time":15,"from":"server","message":{...}}
//   {"time":99,"from":"client","end":true}
//
// Times are in milliseconds since the start. What is not JSON stands in `text`,
// or, if it is not UTF-8 either, in `hex`, instead of `message`.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_RECORD_RECORDING_H
#define SHAPELS_RECORD_RECORDING_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// A message, or that no more will come from that side.
struct RecordedMessage {
  int64_t time = 0;
  bool isClient = true;
  bool isEnd = false;
  /// As it was sent.
  std::string body;
};

/// A line, with its end.
std::string encode(const RecordedMessage &message);

/// Nothing, with the reason, if `text` is no recording.
std::optional<std::vector<RecordedMessage>> readRecording(std::string_view text,
                                                          std::string &error);

} // namespace shapels

#endif // SHAPELS_RECORD_RECORDING_H
