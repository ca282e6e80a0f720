//===- StderrLog.h - The log on standard error ------------------*- C++ -*-===//

#ifndef SHAPELS_TRANSPORT_STDERRLOG_H
#define SHAPELS_TRANSPORT_STDERRLOG_H

#include "core/base/Runtime.h"

namespace shapels {

/// One line per message; safe to call from any thread, and while standard
/// error is non-blocking.
class StderrLog : public LogSink {
public:
  explicit StderrLog(LogLevel least) : least(least) {}
  void log(LogLevel level, std::string_view message) override;

private:
  LogLevel least;
};

} // namespace shapels

#endif // SHAPELS_TRANSPORT_STDERRLOG_H
