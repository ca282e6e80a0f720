//===- Streams.cpp - Standard input and output, sockets -------------------===//

#include "server/transport/Streams.h"

#include "server/transport/AsioImpl.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/write.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <deque>
#include <utility>

using namespace shapels;
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Reads from one Asio stream and writes to another, or to the same.
template <typename In, typename Out>
class AsioStream : public ByteStream,
                   public std::enable_shared_from_this<AsioStream<In, Out>> {
public:
  void start(OnBytes onBytes, OnEnd onEnd) override {
    this->onBytes = std::move(onBytes);
    this->onEnd = std::move(onEnd);
    readSome();
  }

  void write(std::string bytes) override {
    if (isBroken)
      return;
    queue.push_back(std::move(bytes));
    if (queue.size() == 1)
      writeFirst();
  }

  void flush(std::function<void()> done) override {
    if (queue.empty())
      return done();
    onFlushed = std::move(done);
  }

  void endOutput() override {
    isEnding = true;
    if (queue.empty())
      shutDownOutput();
  }

protected:
  virtual In &input() = 0;
  virtual Out &output() = 0;
  virtual void shutDownOutput() = 0;

private:
  void readSome() {
    input().async_read_some(
        asio::buffer(chunk),
        [self = this->shared_from_this()](error_code error, size_t size) {
          self->onBytes(std::string_view(self->chunk.data(), size));
          if (error)
            self->onEnd();
          else
            self->readSome();
        });
  }

  void writeFirst() {
    asio::async_write(
        output(), asio::buffer(queue.front()),
        [self = this->shared_from_this()](error_code error, size_t) {
          self->afterWrite(error);
        });
  }

  void afterWrite(error_code error) {
    isBroken = bool(error);
    if (isBroken)
      queue.clear();
    else
      queue.pop_front();
    if (!queue.empty())
      return writeFirst();
    if (isEnding)
      shutDownOutput();
    if (auto done = std::exchange(onFlushed, nullptr))
      done();
  }

  std::array<char, 1 << 16> chunk;
  std::deque<std::string> queue;
  OnBytes onBytes;
  OnEnd onEnd;
  std::function<void()> onFlushed;
  bool isBroken = false, isEnding = false;
};

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
  StdioStream(asio::io_context &context, int outputDescriptor)
      : inputFlags(STDIN_FILENO), outputFlags(outputDescriptor), in(context),
        out(context) {
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

  FlagsKeeper inputFlags, outputFlags;
  asio::posix::stream_descriptor in, out;
};

template <typename Socket>
class SocketStream : public AsioStream<Socket, Socket> {
public:
  explicit SocketStream(Socket socket) : socket(std::move(socket)) {}

private:
  Socket &input() override { return socket; }
  Socket &output() override { return socket; }
  void shutDownOutput() override {
    error_code ignored;
    socket.shutdown(asio::socket_base::shutdown_send, ignored);
  }
  Socket socket;
};

/// Accepts one client and lets the acceptor go.
template <typename Protocol>
class Listener : public std::enable_shared_from_this<Listener<Protocol>> {
public:
  using Socket = typename Protocol::socket;

  Listener(asio::io_context &context, LogSink &log, StreamHandler onClient)
      : acceptor(context), log(log), onClient(std::move(onClient)) {}

  error_code open(const typename Protocol::endpoint &endpoint) {
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error)
      acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
      acceptor.bind(endpoint, error);
    if (!error)
      acceptor.listen(1, error);
    return error;
  }

  typename Protocol::endpoint address() const {
    error_code ignored;
    return acceptor.local_endpoint(ignored);
  }

  void accept(std::function<void()> onAccepted = nullptr) {
    acceptor.async_accept([self = this->shared_from_this(),
                           onAccepted](error_code error, Socket socket) {
      if (error) {
        self->log.log(LogLevel::Error, "accept: " + error.message());
        return self->accept(onAccepted);
      }
      self->acceptor.close(error);
      if (onAccepted)
        onAccepted();
      self->onClient(std::make_shared<SocketStream<Socket>>(std::move(socket)));
    });
  }

private:
  typename Protocol::acceptor acceptor;
  LogSink &log;
  StreamHandler onClient;
};

} // namespace

std::shared_ptr<ByteStream> shapels::openStdio(AsioLoop &loop) {
  int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return std::make_shared<StdioStream>(loop.implementation().context, output);
}

//===----------------------------------------------------------------------===//
// Sockets
//===----------------------------------------------------------------------===//

std::shared_ptr<ByteStream> shapels::openSocket(AsioLoop &loop,
                                                int descriptor) {
  using asio::local::stream_protocol;
  stream_protocol::socket socket(loop.implementation().context);
  error_code ignored;
  socket.assign(stream_protocol(), descriptor, ignored);
  return std::make_shared<SocketStream<stream_protocol::socket>>(
      std::move(socket));
}

static bool refuse(LogSink &log, const std::string &address,
                   const std::string &why) {
  log.log(LogLevel::Error, "cannot listen on " + address + ": " + why);
  return false;
}

bool shapels::listenTcp(AsioLoop &loop, const std::string &address,
                        LogSink &log, StreamHandler onClient) {
  size_t colon = address.rfind(':');
  if (colon == std::string::npos)
    return refuse(log, address, "expected HOST:PORT");
  std::string host = address.substr(0, colon);
  if (host.size() > 1 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  // The resolver takes any number, modulo 65,536.
  std::string port = address.substr(colon + 1);
  bool isNumber = port.find_first_not_of("0123456789") == std::string::npos;
  if (port.empty() ||
      (isNumber && (port.size() > 5 || std::stoul(port) > 65535)))
    return refuse(log, address, "expected a port from 0 to 65535");
  asio::io_context &context = loop.implementation().context;
  error_code error;
  auto found = asio::ip::tcp::resolver(context).resolve(
      host, address.substr(colon + 1), asio::ip::resolver_base::passive, error);
  if (error || found.empty())
    return refuse(log, address, error.message());
  auto listener = std::make_shared<Listener<asio::ip::tcp>>(
      context, log, std::move(onClient));
  error = listener->open(found.begin()->endpoint());
  if (error)
    return refuse(log, address, error.message());
  log.log(LogLevel::Info, "listening on " +
                              listener->address().address().to_string() + ":" +
                              std::to_string(listener->address().port()));
  listener->accept();
  return true;
}

/// Removes a socket file that nobody listens on.
static void
removeStale(asio::io_context &context,
            const asio::local::stream_protocol::endpoint &endpoint) {
  asio::local::stream_protocol::socket probe(context);
  error_code error;
  probe.connect(endpoint, error);
  if (error == asio::error::connection_refused)
    ::unlink(endpoint.path().c_str());
}

bool shapels::listenLocal(AsioLoop &loop, const std::string &path, LogSink &log,
                          StreamHandler onClient) {
  // Longer paths do not fit into the system's address.
  if (path.empty() || path.size() > 107)
    return refuse(log, path, "a socket path has 1 to 107 bytes");
  asio::io_context &context = loop.implementation().context;
  asio::local::stream_protocol::endpoint endpoint(path);
  removeStale(context, endpoint);
  auto listener = std::make_shared<Listener<asio::local::stream_protocol>>(
      context, log, std::move(onClient));
  if (error_code error = listener->open(endpoint))
    return refuse(log, path, error.message());
  log.log(LogLevel::Info, "listening on " + path);
  listener->accept([path] { ::unlink(path.c_str()); });
  return true;
}
