//===- LspClient.h - A blocking LSP client over pipes ----------*- C++ -*-===//
//
// Starts a language server and speaks Content-Length framed JSON-RPC with it.
// One thread: while it writes it also reads, so that neither side can block
// the other. Throws std::runtime_error when the server dies or is silent.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_BENCH_LSPCLIENT_H
#define SHAPELS_TESTS_BENCH_LSPCLIENT_H

#include <nlohmann/json.hpp>

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include <sys/types.h>

namespace bench {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

/// One message of the server, and when its last byte was read.
struct Message {
  std::string body;
  Clock::time_point arrival;
};

class LspClient {
public:
  explicit LspClient(const std::vector<std::string> &command);
  /// Kills the server if it still runs.
  ~LspClient();
  LspClient(const LspClient &) = delete;
  LspClient &operator=(const LspClient &) = delete;

  void send(std::string_view body);
  Message receive();
  /// Closes the server's input and returns its exit code.
  int wait();

  /// Kilobytes, the sum of the peaks (VmHWM) of the server and its children.
  size_t peakMemory() const;
  /// Seconds of processor time used so far.
  double cpuTime() const;

private:
  void writeAll(std::string_view bytes);
  void poll(bool toWrite);
  void readSome();
  void splitMessages();

  pid_t pid = -1;
  int input = -1, output = -1;
  std::string received;
  std::deque<Message> messages;
};

} // namespace bench

#endif // SHAPELS_TESTS_BENCH_LSPCLIENT_H
