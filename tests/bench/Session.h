//===- Session.h - One document, open in a server ---------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_BENCH_SESSION_H
#define SHAPELS_TESTS_BENCH_SESSION_H

#include "Input.h"
#include "LspClient.h"
#include "Options.h"

#include <optional>

namespace bench {

/// What the findings of a version must be.
struct Expected {
  enum Kind { None, OneInLine, Some } kind = None;
  size_t line = 0;

  bool isMetBy(const Json &findings) const {
    if (kind == None)
      return findings.empty();
    if (kind == Some)
      return !findings.empty();
    return findings.size() == 1 &&
           findings[0]["range"]["start"]["line"] == line;
  }
};

/// Every answer is waited for; the first wrong one throws std::runtime_error.
class Session {
public:
  explicit Session(const Options &options)
      : options(options), input(options.input), spawned(Clock::now()),
        client(options.server) {}

protected:
  // Milliseconds, or when it arrived.
  double initialize();
  double open();
  double edit(const Edit &edit, Expected expected);
  double makeWrong(const Site &site) {
    return edit(site.toWrong(), {Expected::OneInLine, site.line});
  }
  double makeRight(const Site &site) { return edit(site.toRight(), {}); }
  double hover(const Place &place);
  void shutdown();

  // Messages.
  void send(const Json &message) { client.send(message.dump()); }
  Json requestMessage(const std::string &method, Json params);
  Json hoverMessage(const Place &place);
  Json changeMessage(const Edit &edit);
  Message receive();
  Message waitForReply();
  Clock::time_point waitForFindings(Expected expected);
  static void checkHover(const Message &reply, const Place &place);

  const Options &options;
  Input input;
  Clock::time_point spawned;
  LspClient client;

  int version = 1, lastId = 0;
  std::optional<Message> reply;
  /// The last list that was published, and for which version.
  Json findings;
  int findingsVersion = 0;
  Clock::time_point findingsArrival;
  std::vector<int> publishedVersions;
  /// Lists of other documents.
  size_t othersPublished = 0;
};

double millisecondsSince(Clock::time_point start, Clock::time_point end);

} // namespace bench

#endif // SHAPELS_TESTS_BENCH_SESSION_H
