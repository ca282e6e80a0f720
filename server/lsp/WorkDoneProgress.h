//===- WorkDoneProgress.h - How far some work is ---------------*- C++ -*-===//

#ifndef SHAPELS_LSP_WORKDONEPROGRESS_H
#define SHAPELS_LSP_WORKDONEPROGRESS_H

#include "server/transport/Dispatcher.h"

#include <string>

namespace shapels {

/// Has the client show how far some work is, which may be done several times,
/// one after the other. For one thread; the client must be able to show it. A
/// supervisor ends what is begun when the process dies.
class WorkDoneProgress {
public:
  /// The name tells it from others of the session.
  WorkDoneProgress(Dispatcher &dispatcher, std::string name)
      : dispatcher(dispatcher), name(std::move(name)) {}

  bool isBegun() const { return begun; }
  void begin(const std::string &title);
  /// `done` of `all` are done. It is begun.
  void report(const std::string &message, size_t done, size_t all);
  /// It is begun.
  void end(const std::string &message);

private:
  template <typename Value>
  void tell(const Value &value);

  Dispatcher &dispatcher;
  const std::string name;
  /// As JSON text.
  std::string token;
  unsigned count = 0;
  bool begun = false;
};

} // namespace shapels

#endif // SHAPELS_LSP_WORKDONEPROGRESS_H
