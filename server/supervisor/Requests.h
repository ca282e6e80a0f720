//===- Requests.h - Requests that a worker has not answered ----*- C++ -*-===//

#ifndef SHAPELS_SUPERVISOR_REQUESTS_H
#define SHAPELS_SUPERVISOR_REQUESTS_H

#include "server/protocol/Envelope.h"

#include <functional>
#include <list>
#include <set>
#include <string>

namespace shapels {

/// A document that kills more workers in ten seconds is not looked into until
/// it changes. Each death teaches one statement, so there may be several. No
/// request outlives more deaths.
inline constexpr unsigned mostDeathsOfDocument = 24;

/// The requests that the worker has not answered, in the order of arrival.
/// Those that change nothing can be sent again to another worker.
class Requests {
public:
  struct Pending {
    std::string id, method, body;
    /// The document it is about and its count of edits then; or empty.
    std::string uri;
    uint64_t edits = 0;
    unsigned deaths = 0;
  };

  void add(Pending request) { pending.push_back(std::move(request)); }
  /// Removes a request that was answered. Returns its method; empty if there is
  /// no such request.
  std::string remove(std::string_view id);
  bool contains(std::string_view method) const;
  bool empty() const { return pending.empty(); }
  const std::list<Pending> &all() const { return pending; }
  void clear() { pending.clear(); }

  /// The worker died. Removes the requests that will not be sent again, with
  /// the reason: the oldest query about each document of `killers`, requests
  /// whose document has changed since, and queries during which too many
  /// workers died.
  struct Failure {
    std::string id;
    lsp::ResponseError error;
  };
  std::vector<Failure>
  survive(std::set<std::string> killers,
          const std::function<uint64_t(const std::string &uri)> &editsOf);

private:
  std::list<Pending> pending;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_REQUESTS_H
