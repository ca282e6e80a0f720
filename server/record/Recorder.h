//===- Recorder.h - Writes a session into a file ----------------*- C++ -*-===//

#ifndef SHAPELS_RECORD_RECORDER_H
#define SHAPELS_RECORD_RECORDER_H

#include "core/base/Runtime.h"
#include "server/record/MessageRedactor.h"
#include "server/record/Recording.h"
#include "server/transport/Framing.h"
#include "server/transport/Streams.h"

#include <memory>
#include <string>
#include <string_view>

namespace shapels {

/// Takes both directions of one client's stream. Each message is in the file
/// once it has passed. I/O thread.
class Recorder {
public:
  /// Makes the file, which only the user may read, or, if there is something
  /// already, `path.1`, `path.2`, ...; logs which. Null, and the reason logged,
  /// if that cannot be.
  static std::shared_ptr<Recorder> make(const std::string &path,
                                        bool isRedacted, const Clock &clock,
                                        LogSink &log);
  ~Recorder();
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  void fromClient(std::string_view bytes) { take(client, bytes, true); }
  void fromServer(std::string_view bytes) { take(server, bytes, false); }
  void clientEnded();

private:
  Recorder(int descriptor, bool isRedacted, const Clock &clock, LogSink &log);
  void take(ContentLengthReader &reader, std::string_view bytes, bool isClient);
  std::string redacted(const std::string &body, bool isClient);
  void write(std::string_view bytes);
  int64_t time() const;

  const int descriptor;
  const bool isRedacted;
  const Clock &clock;
  LogSink &log;
  const std::chrono::steady_clock::time_point begun;
  ContentLengthReader client, server;
  MessageRedactor redactor;
  bool isBroken = false;
};

/// The same stream, of which all is recorded.
std::shared_ptr<ByteStream> recorded(std::shared_ptr<ByteStream> stream,
                                     std::shared_ptr<Recorder> recorder);

} // namespace shapels

#endif // SHAPELS_RECORD_RECORDER_H
