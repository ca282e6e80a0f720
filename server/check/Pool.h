//===- Pool.h - Workers that check files -----------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_POOL_H
#define SHAPELS_CHECK_POOL_H

#include "server/check/FileCheck.h"
#include "server/check/Plan.h"
#include "server/supervisor/Zygote.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace shapels {

class SharedCrashLog;

/// Processes that analyse texts, one at a time each. One that dies of its text
/// is replaced, and the text is analysed without what killed it.
class CheckPool {
public:
  /// The calling process must have one thread only.
  CheckPool(unsigned workers, const CheckOptions &options,
            std::span<const CheckGroup> groups);
  ~CheckPool();

  /// With the settings and dialects of that group.
  struct Task {
    size_t group;
    std::string_view text = {};
    /// Of what the project defines; nothing where that is not known yet, and
    /// asked for. An empty name is none.
    std::optional<std::string> catalogue = "";
  };
  /// By that worker; threads that call this at a time name different workers.
  /// Nothing, and a `failure`, if it dies whatever is left out.
  std::optional<TextFindings> check(unsigned worker, const Task &task,
                                    std::string &failure);

private:
  struct Worker;

  int serve(int socket, SharedCrashLog &crashLog) const;
  bool ensureStarted(Worker &worker, unsigned index);
  std::optional<TextFindings> ask(Worker &worker, const Task &task) const;
  bool waitFor(Worker &worker) const;
  static void learn(Worker &worker, std::string_view text, unsigned deaths);

  const CheckOptions &options;
  const std::span<const CheckGroup> groups;
  std::vector<std::unique_ptr<Worker>> workers;
  /// Starts one worker at a time.
  std::mutex mutex;
  Zygote zygote;
};

} // namespace shapels

#endif // SHAPELS_CHECK_POOL_H
