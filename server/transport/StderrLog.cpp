//===- StderrLog.cpp - The log on standard error --------------------------===//

#include "server/transport/StderrLog.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string>

using namespace shapels;

static std::string_view levelName(LogLevel level) {
  switch (level) {
  case LogLevel::Error:
    return "error: ";
  case LogLevel::Warning:
    return "warning: ";
  case LogLevel::Info:
    return "info: ";
  case LogLevel::Debug:
    return "debug: ";
  }
  return "";
}

/// Standard error may share a pipe with a descriptor that Asio made
/// non-blocking; a full pipe is waited for, but not forever.
static void writeAll(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
    if (written > 0) {
      bytes.remove_prefix(written);
      continue;
    }
    pollfd writable{STDERR_FILENO, POLLOUT, 0};
    bool mayRetry =
        errno == EINTR || (errno == EAGAIN && ::poll(&writable, 1, 1000) > 0);
    if (!mayRetry)
      return;
  }
}

void StderrLog::log(LogLevel level, std::string_view message) {
  if (level > least)
    return;
  std::string line = "shapels: ";
  writeAll(line.append(levelName(level)).append(message).append("\n"));
}
