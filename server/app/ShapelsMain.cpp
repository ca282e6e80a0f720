//===- ShapelsMain.cpp - From a command line to a mode --------------------===//

#include "server/app/ShapelsMain.h"

#include "core/ir/context/Dialects.h"
#include "server/app/Options.h"
#include "server/check/Check.h"
#include "server/check/ExplainEdit.h"
#include "server/check/ListOps.h"
#include "server/check/MergeSarif.h"
#include "server/config/PluginProgram.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;

static int reportUsageError(llvm::Error error) {
  llvm::errs() << "shapels: error: " << llvm::toString(std::move(error))
               << "\nshapels --help shows all options\n";
  return 2;
}

static int show(const std::string &text) {
  llvm::outs() << text;
  return 0;
}

/// People who start the server by hand should not face a silent terminal.
static void greetAtTerminal(const ServeOptions &options) {
  bool isStdio = options.listen.empty() && options.socket.empty();
  if (isStdio && !options.litTest &&
      llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "shapels is a language server; it waits for an editor to "
                    "speak on standard input.\n"
                    "To check files, run shapels --check FILE; "
                    "for help, shapels --help; to leave, Ctrl-C.\n";
}

static bool mayLoadPlugins(const ConfigOptions &config) {
  return config.allowWorkspacePlugins || !config.settings.plugins.empty();
}

int shapels::shapelsMain(int argc, char **argv,
                         const mlir::DialectRegistry &registry) {
  Dialects::include(registry);
  return shapelsMain(argc, argv);
}

int shapels::shapelsMain(int argc, char **argv) {
  auto options = parseOptions(llvm::ArrayRef(argv, argc).drop_front());
  if (!options)
    return reportUsageError(options.takeError());
  if (mayLoadPlugins(options->config))
    runPluginProgram(options->serve.arguments);
  switch (options->action) {
  case Action::ShowHelp:
    return show(helpText());
  case Action::ShowVersion:
    return show(versionText());
  case Action::ExplainCode:
    return show(explanation(*findDiagnosticInfo(options->code)));
  case Action::Check:
    return runCheck(options->check, options->config);
  case Action::ExplainEdit:
    return explainEdits(options->check, options->config);
  case Action::Replay:
    return replay(options->recording, options->serve, options->config);
  case Action::MergeSarif:
    return mergeSarif(options->check.inputs.paths);
  case Action::ListOps:
    return listOps(options->list, options->config);
  case Action::Serve:
    greetAtTerminal(options->serve);
    return serve(options->serve, options->config);
  }
  return 2;
}
