//===- ChildLines.h - The lines that a program prints ----------*- C++ -*-===//

#ifndef SHAPELS_CONFIG_CHILDLINES_H
#define SHAPELS_CONFIG_CHILDLINES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <string>
#include <vector>

namespace shapels {

/// Wakes those that wait for something else, from any thread, for good.
class StopSignal {
public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal &) = delete;
  StopSignal &operator=(const StopSignal &) = delete;

  void raise();
  /// Can be read once it is raised; negative if the system has none.
  int descriptor() const { return file; }

private:
  int file;
};

/// Runs a program, which reads and complains to nobody, until it ends, for no
/// longer than `bound`, nor than until `stop` (which may be null) is raised.
/// Tells the lines of its output as they come. Returns why it failed, or
/// nothing. Any thread.
std::string runForLines(const std::vector<std::string> &command,
                        std::chrono::milliseconds bound, const StopSignal *stop,
                        llvm::function_ref<void(llvm::StringRef)> onLine);

} // namespace shapels

#endif // SHAPELS_CONFIG_CHILDLINES_H
