//===- Streams.cpp - Standard input and output, sockets -------------------===//

#include "server/transport/Streams.h"

#include "server/transport/AsioStream.h"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <fcntl.h>
#include <unistd.h>

using namespace shapels;
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Keeps the file flags of a descriptor that others use too: Asio makes it
/// non-blocking, which its other holders would inherit.
class FlagsKeeper {
public:
  explicit FlagsKeeper(int descriptor)
      : descriptor(descriptor), flags(::fcntl(descriptor, F_GETFL)) {}
  ~FlagsKeeper() { ::fcntl(descriptor, F_SETFL, flags); }

private:
  int descriptor, flags;
};

class StdioStream : public AsioStream<asio::posix::stream_descriptor,
                                      asio::posix::stream_descriptor> {
public:
  StdioStream(asio::io_context &context, int outputDescriptor, LogSink &log)
      : AsioStream(&log), inputFlags(STDIN_FILENO),
        outputFlags(outputDescriptor), in(context), out(context) {
    error_code ignored;
    in.assign(STDIN_FILENO, ignored);
    out.assign(outputDescriptor, ignored);
  }

  /// The descriptors stay open, for their flags to be set back.
  ~StdioStream() override {
    in.release();
    out.release();
  }

private:
  asio::posix::stream_descriptor &input() override { return in; }
  asio::posix::stream_descriptor &output() override { return out; }
  void shutDownOutput() override {
    error_code ignored;
    out.close(ignored);
  }
  void endBoth() override {
    error_code ignored;
    in.cancel(ignored);
    out.cancel(ignored);
  }

  FlagsKeeper inputFlags, outputFlags;
  asio::posix::stream_descriptor in, out;
};

} // namespace

std::shared_ptr<ByteStream> shapels::openStdio(AsioLoop &loop, LogSink &log) {
  int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return std::make_shared<StdioStream>(loop.implementation().context, output,
                                       log);
}

std::shared_ptr<ByteStream> shapels::openSocket(AsioLoop &loop,
                                                int descriptor) {
  using asio::local::stream_protocol;
  stream_protocol::socket socket(loop.implementation().context);
  error_code ignored;
  socket.assign(stream_protocol(), descriptor, ignored);
  return std::make_shared<SocketStream<stream_protocol::socket>>(
      std::move(socket));
}
