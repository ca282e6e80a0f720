//===- Options.h - The command line ----------------------------*- C++ -*-===//

#ifndef SHAPELS_APP_OPTIONS_H
#define SHAPELS_APP_OPTIONS_H

#include "server/app/ServeOptions.h"
#include "server/check/CheckOptions.h"
#include "server/check/ListOps.h"
#include "server/config/ConfigOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace shapels {

enum class Action {
  Serve,
  Replay,
  Check,
  ExplainEdit,
  ListOps,
  MergeSarif,
  ExplainCode,
  ShowHelp,
  ShowVersion
};

/// What a command line asks for.
struct Options {
  Action action = Action::Serve;
  /// For Action::Check and Action::ExplainEdit.
  CheckOptions check;
  /// For Action::ListOps.
  ListOptions list;
  /// For Action::Serve and Action::Replay.
  ServeOptions serve;
  /// For Action::Replay.
  std::string recording;
  /// For Action::ExplainCode.
  std::string code;
  /// For all of these but Action::ListOps.
  ConfigOptions config;
};

/// `arguments` are those behind the program's name. An error is a sentence for
/// the user, with the nearest valid spelling where there is one.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

/// What --help and --version print.
std::string helpText();
std::string versionText();
/// What --explain prints of a code.
std::string explanation(const DiagnosticInfo &code);

} // namespace shapels

#endif // SHAPELS_APP_OPTIONS_H
