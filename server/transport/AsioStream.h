//===- AsioStream.h - A ByteStream on Asio's streams ------------*- C++ -*-===//
//
// Private to transport/. What is queued and not yet sent is kept here.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TRANSPORT_ASIOSTREAM_H
#define SHAPELS_TRANSPORT_ASIOSTREAM_H

#include "server/transport/AsioImpl.h"
#include "server/transport/Streams.h"

#include <boost/asio/socket_base.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <deque>
#include <string>
#include <utility>

namespace shapels {

/// Reads from one Asio stream and writes to another, or to the same.
template <typename In, typename Out>
class AsioStream : public ByteStream,
                   public std::enable_shared_from_this<AsioStream<In, Out>> {
public:
  void start(OnBytes onBytes, OnEnd onEnd) override {
    this->onBytes = std::move(onBytes);
    this->onEnd = std::move(onEnd);
    if (!first.empty())
      this->onBytes(std::exchange(first, {}));
    readSome();
  }

  void write(std::string bytes) override {
    if (isBroken)
      return;
    if (log && waiting > mostUnreadBytes)
      return cutOff();
    waiting += bytes.size();
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
  /// `first`: what was read of it before. With a log the other side is a
  /// client, which is cut off when it lets too much lie.
  explicit AsioStream(LogSink *log = nullptr, std::string first = {})
      : log(log), first(std::move(first)) {}

  virtual In &input() = 0;
  virtual Out &output() = 0;
  virtual void shutDownOutput() = 0;
  /// Reading and writing end with an error, also what is under way.
  virtual void endBoth() = 0;

private:
  void readSome() {
    input().async_read_some(
        boost::asio::buffer(chunk),
        [self = this->shared_from_this()](boost::system::error_code error,
                                          size_t size) {
          self->onBytes(std::string_view(self->chunk.data(), size));
          if (error)
            self->onEnd();
          else
            self->readSome();
        });
  }

  void writeFirst() {
    boost::asio::async_write(
        output(), boost::asio::buffer(queue.front()),
        [self = this->shared_from_this()](boost::system::error_code error,
                                          size_t) { self->afterWrite(error); });
  }

  void afterWrite(boost::system::error_code error) {
    isBroken |= bool(error);
    waiting -= queue.front().size();
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

  void cutOff() {
    log->log(LogLevel::Error, "the client is cut off: it does not read the " +
                                  std::to_string(waiting >> 20) +
                                  " MiB that it was sent last");
    isBroken = true;
    endBoth();
  }

  LogSink *log;
  std::array<char, 1 << 16> chunk;
  std::string first;
  /// Bytes in the queue.
  size_t waiting = 0;
  std::deque<std::string> queue;
  OnBytes onBytes;
  OnEnd onEnd;
  std::function<void()> onFlushed;
  bool isBroken = false, isEnding = false;
};

template <typename Socket>
class SocketStream : public AsioStream<Socket, Socket> {
public:
  template <typename... Rest>
  explicit SocketStream(Socket socket, Rest &&...rest)
      : AsioStream<Socket, Socket>(std::forward<Rest>(rest)...),
        socket(std::move(socket)) {}

private:
  Socket &input() override { return socket; }
  Socket &output() override { return socket; }
  void shutDownOutput() override {
    boost::system::error_code ignored;
    socket.shutdown(boost::asio::socket_base::shutdown_send, ignored);
  }
  void endBoth() override {
    boost::system::error_code ignored;
    socket.close(ignored);
  }
  Socket socket;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_ASIOSTREAM_H
