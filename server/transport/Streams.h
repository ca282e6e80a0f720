//===- Streams.h - Standard input and output, sockets -----------*- C++ -*-===//

#ifndef SHAPELS_TRANSPORT_STREAMS_H
#define SHAPELS_TRANSPORT_STREAMS_H

#include "core/base/Runtime.h"
#include "server/transport/AsioLoop.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace shapels {

/// A two-way stream of bytes to the client. I/O thread only, callbacks too.
class ByteStream {
public:
  using OnBytes = std::function<void(std::string_view)>;
  using OnEnd = std::function<void()>;

  virtual ~ByteStream() = default;
  /// Begins to read. `onEnd` is called once, when no bytes will follow.
  virtual void start(OnBytes onBytes, OnEnd onEnd) = 0;
  /// Queues bytes; drops them if the client does not listen any more.
  virtual void write(std::string bytes) = 0;
  /// Calls back once all that is queued is written, or cannot be.
  virtual void flush(std::function<void()> done) = 0;
  /// Tells the other side, behind what is queued, that no bytes will follow.
  virtual void endOutput() = 0;
};

using StreamHandler = std::function<void(std::shared_ptr<ByteStream>)>;

/// A client that lets more than this lie unread is cut off: its input ends.
inline constexpr size_t mostUnreadBytes = size_t(64) << 20;

/// Takes standard input and output. What the process itself prints to standard
/// output from here on goes to standard error.
std::shared_ptr<ByteStream> openStdio(AsioLoop &loop, LogSink &log);

/// Takes one end of a pair of connected sockets.
std::shared_ptr<ByteStream> openSocket(AsioLoop &loop, int descriptor);

// Whoever connects is the client once what it says begins as a message does;
// until then others may connect, say something else, or nothing, and leave.
// From then on whoever connects is told that the server is taken.

/// Waits for the client on a TCP port: "HOST:PORT", or ":PORT" or "PORT" of
/// this machine. False, and the reason logged, if the address cannot be had.
bool listenTcp(AsioLoop &loop, const std::string &address, LogSink &log,
               StreamHandler onClient);

/// The same on a Unix domain socket, which none but the user may open. A socket
/// that nobody listens on any more is replaced, and nothing else that is there;
/// it is removed in the end.
bool listenLocal(AsioLoop &loop, const std::string &path, LogSink &log,
                 StreamHandler onClient);

} // namespace shapels

#endif // SHAPELS_TRANSPORT_STREAMS_H
