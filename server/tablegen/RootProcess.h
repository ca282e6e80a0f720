//===- RootProcess.h - One .td file, in a process --------------*- C++ -*-===//
//
// Private to tablegen/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_ROOTPROCESS_H
#define SHAPELS_TABLEGEN_ROOTPROCESS_H

#include "server/tablegen/ProjectReader.h"

#include <sys/types.h>

#include <set>

namespace shapels {

/// What came of one root.
struct RootResult {
  std::string bytes;
  std::vector<std::string> errors;
  /// What was opened.
  std::vector<std::string> files;
  /// Why its process ended before it had read all; empty if it had.
  std::string death;
  /// The record that was read then.
  std::string record;
};

/// What there is to know for reading one root.
struct RootTask {
  const std::string &path;
  const std::vector<std::string> &includes;
  /// Records that are left out.
  const std::set<std::string> &skipped;
  /// What may be opened.
  const std::vector<std::string> &allowed;
  const ProjectBounds &bounds;
};

/// A process that reads one root. It writes to `lines` what it is at, and to
/// memory that both have what it made.
class RootProcess {
public:
  explicit RootProcess(const RootTask &task);
  ~RootProcess();
  RootProcess(const RootProcess &) = delete;
  RootProcess &operator=(const RootProcess &) = delete;

  RootResult wait(std::chrono::steady_clock::time_point end);

private:
  [[noreturn]] void read(const RootTask &task) const;
  bool collect(std::chrono::steady_clock::time_point end,
               std::string &said) const;

  int lines[2] = {-1, -1};
  int memory = -1;
  pid_t process = -1;
};

} // namespace shapels

#endif // SHAPELS_TABLEGEN_ROOTPROCESS_H
