//===- ServeOptions.h - The language server mode ----------------*- C++ -*-===//

#ifndef SHAPELS_APP_SERVEOPTIONS_H
#define SHAPELS_APP_SERVEOPTIONS_H

#include "core/base/Runtime.h"
#include "server/config/ConfigOptions.h"

#include <chrono>
#include <string>
#include <vector>

namespace shapels {

/// How the server meets its client. At most one of the three is set; with
/// none of them it speaks on standard input and output.
struct ServeOptions {
  /// `// -----` delimited JSON on standard input, answered message by message
  /// and pretty-printed: what FileCheck tests need.
  bool litTest = false;
  /// [HOST:]PORT to accept one client on; port 0 takes a free one. The address
  /// is logged.
  std::string listen;
  /// Path of a Unix domain socket to create and accept one client on.
  std::string socket;
  /// A file to record the session in; none if empty. Whether names and literals
  /// are replaced there.
  std::string record;
  bool isRedacted = false;
  /// Messages less important than this are not written to standard error.
  LogLevel log = LogLevel::Info;
  /// Analyse in another process than the one that the client speaks to.
  bool isSupervised = true;
  /// How long MLIR may take for one text before it is given up.
  std::chrono::milliseconds hangBound{10000};
  /// Of the machine's, for a worker.
  unsigned memoryPercent = 50;
  /// Of the command line.
  std::vector<std::string> arguments;
  /// Be the zygote of a supervisor that is another program (runPluginProgram).
  bool isZygote = false;
};

/// Serves one client until it says `exit` or goes away. Returns the exit code
/// of the process: 0 if the client said `shutdown` and `exit`, else 1.
/// `config` is what the command line says.
int serve(const ServeOptions &options, const ConfigOptions &config);

/// Plays the recorded session against a server in another process, and prints
/// what that says. Returns its exit code; 1 if that is 0 but something was not
/// answered; 2 if there is no such recording.
int replay(const std::string &file, const ServeOptions &options,
           const ConfigOptions &config);

} // namespace shapels

#endif // SHAPELS_APP_SERVEOPTIONS_H
