//===- OptionRules.cpp ----------------------------------------------------===//

#include "server/app/OptionRules.h"
#include "server/app/OptionTable.h"

using namespace shapels;
using llvm::opt::Arg;

unsigned shapels::groupOf(const Arg &arg) {
  llvm::opt::Option group = arg.getOption().getGroup();
  return group.isValid() ? group.getID() : unsigned(OPT_INVALID);
}

llvm::Error shapels::checkMode(const llvm::opt::InputArgList &arguments) {
  bool isExplained = arguments.hasArg(OPT_explain_edit);
  const Arg *mode = arguments.getLastArg(OPT_print_inferred, OPT_shape_function,
                                         OPT_symbolic_sources, OPT_picture,
                                         OPT_compare, OPT_check);
  bool needsPath = mode;
  bool isCheck = needsPath || isExplained ||
                 arguments.hasArg(OPT_list_ops, OPT_merge_sarif);
  for (const Arg *arg : arguments) {
    unsigned group = groupOf(*arg);
    llvm::StringRef name = arg->getSpelling().rtrim('=');
    if (isCheck && group == OPT_serverGroup)
      return failure("'" + name + "' is for the language server, not --check");
    if (!isCheck && (group == OPT_checkGroup || group == OPT_reportGroup))
      return failure("'" + name + "' needs --check");
    if (!isCheck && arg->getOption().getID() == OPT_INPUT)
      return failure("to check files, write 'shapels --check " +
                     llvm::Twine(arg->getValue()) + "'");
  }
  if (arguments.hasArg(OPT_merge_sarif) && !arguments.hasArg(OPT_INPUT))
    return failure("--merge-sarif needs the reports to merge");
  if (needsPath && !isExplained && !arguments.hasArg(OPT_INPUT, OPT_files_from))
    return failure(mode->getSpelling() +
                   " needs a file, a folder or '-' for standard input");
  return llvm::Error::success();
}

/// Of what is for findings alone.
static llvm::Error checkReport(const llvm::opt::InputArgList &arguments,
                               const Options &options) {
  bool isOther = options.check.isOther() || options.check.verifyDiagnostics ||
                 !arguments.hasArg(OPT_check);
  for (unsigned id : {OPT_baseline, OPT_write_baseline, OPT_statistics, OPT_fix,
                      OPT_diff, OPT_shard})
    if (const Arg *arg = arguments.getLastArg(id); arg && isOther)
      return failure("'" + arg->getSpelling().rtrim('=') +
                     "' is for the findings of --check");
  if (isOther && options.check.derived != Derived::Pictures &&
      !options.check.reports.empty())
    return failure("'--format=KIND=FILE' is for the findings of --check");
  if (arguments.hasArg(OPT_fix) &&
      llvm::is_contained(options.check.inputs.paths, "-"))
    return failure("--fix writes to files; for standard input there is --diff");
  if (arguments.hasArg(OPT_fix) && arguments.hasArg(OPT_diff))
    return failure("--fix and --diff exclude each other");
  if (arguments.hasArg(OPT_diff) &&
      (options.check.format != OutputFormat::Text ||
       arguments.hasArg(OPT_statistics)))
    return failure("--diff prints a diff, and no report");
  return llvm::Error::success();
}

/// Of --compare.
static llvm::Error checkComparison(const llvm::opt::InputArgList &arguments,
                                   const Options &options) {
  if (!arguments.hasArg(OPT_compare))
    return llvm::Error::success();
  if (arguments.hasArg(OPT_check, OPT_print_inferred, OPT_explain_edit) ||
      options.check.derived != Derived::None)
    return failure("--compare reports as text or json, and alone");
  if (size_t count = options.check.inputs.paths.size();
      count > 2 || !options.check.inputs.filesFrom.empty())
    return failure("--compare takes two files, or one log of passes");
  return llvm::Error::success();
}

static const char *optionFor(Derived derived) {
  return derived == Derived::Pictures         ? "--picture"
         : derived == Derived::ShapeFunctions ? "--shape-function"
                                              : "--symbolic-sources";
}

/// Of --picture: what is drawn, and as what.
static llvm::Error checkPicture(const llvm::opt::InputArgList &arguments,
                                const Options &options) {
  const CheckOptions &check = options.check;
  bool isPicture = check.derived == Derived::Pictures;
  llvm::SmallVector<OutputFormat> formats{check.format};
  for (const ReportFile &report : check.reports)
    formats.push_back(report.format);
  for (OutputFormat format : formats) {
    bool isDrawn = format == OutputFormat::Dot || format == OutputFormat::Html;
    if (isDrawn && !isPicture)
      return failure("'--format=dot' and '--format=html' need --picture");
    if (!isDrawn && isPicture && format > OutputFormat::Json)
      return failure("--picture reports as dot, html or json, and alone");
  }
  if (arguments.hasArg(OPT_size) && !isPicture)
    return failure("'--size' needs --picture");
  if (isPicture &&
      (check.inputs.paths.size() != 1 || !check.inputs.filesFrom.empty()))
    return failure("--picture takes one file");
  return llvm::Error::success();
}

/// Of --shape-function, --symbolic-sources and --picture.
static llvm::Error checkDerived(const llvm::opt::InputArgList &arguments,
                                const Options &options) {
  bool isFunction = options.check.derived == Derived::ShapeFunctions;
  if (const Arg *arg = arguments.getLastArg(OPT_results, OPT_results_form);
      arg && !isFunction)
    return failure("'" + arg->getSpelling().rtrim('=') +
                   "' needs --shape-function");
  if (options.check.derived == Derived::None)
    return arguments.hasArg(OPT_function)
               ? failure("'--function' needs --shape-function, "
                         "--symbolic-sources or --picture")
               : llvm::Error::success();
  int modes = arguments.hasArg(OPT_shape_function) +
              arguments.hasArg(OPT_symbolic_sources) +
              arguments.hasArg(OPT_picture);
  bool isPicture = options.check.derived == Derived::Pictures;
  if (arguments.hasArg(OPT_print_inferred, OPT_explain_edit, OPT_list_ops) ||
      modes > 1 || options.check.verifyDiagnostics ||
      (!isPicture && options.check.format > OutputFormat::Json))
    return failure(
        llvm::Twine(optionFor(options.check.derived)) + " reports as " +
        (isPicture ? "dot, html or json" : "text or json") + ", and alone");
  return llvm::Error::success();
}

/// Of --list-ops.
static llvm::Error checkListing(const llvm::opt::InputArgList &arguments,
                                const Options &options) {
  bool isListed = arguments.hasArg(OPT_list_ops);
  if (!isListed && arguments.hasArg(OPT_op))
    return failure("'--op' needs --list-ops");
  if (!isListed)
    return llvm::Error::success();
  if (arguments.hasArg(OPT_check, OPT_print_inferred, OPT_compare,
                       OPT_explain_edit, OPT_merge_sarif) ||
      options.check.verifyDiagnostics ||
      options.check.format > OutputFormat::Json)
    return failure("--list-ops reports as text or json, and alone");
  if (options.check.inputs.paths.size() > 1)
    return failure("--list-ops takes one folder");
  return llvm::Error::success();
}

llvm::Error shapels::checkConflicts(const llvm::opt::InputArgList &arguments,
                                    const Options &options) {
  int transports = 0;
  for (unsigned id : {OPT_stdio, OPT_listen, OPT_socket, OPT_lit_test})
    transports += arguments.hasArg(id);
  if (transports > 1)
    return failure(
        "--stdio, --listen, --socket and --lit-test exclude each other");
  if (arguments.hasArg(OPT_redact) && !arguments.hasArg(OPT_record))
    return failure("--redact needs --record");
  if (arguments.hasArg(OPT_replay) &&
      (transports > 0 || arguments.hasArg(OPT_record)))
    return failure("--replay speaks with a server of its own, and records "
                   "nothing");
  if (arguments.hasArg(OPT_lit_test) && arguments.hasArg(OPT_record))
    return failure("--lit-test and --record exclude each other");
  if (arguments.hasArg(OPT_config) && arguments.hasArg(OPT_no_config))
    return failure("--config and --no-config exclude each other");
  if (options.check.verifyDiagnostics &&
      options.check.format != OutputFormat::Text)
    return failure("--verify-diagnostics reports as text only");
  if (options.check.printInferred &&
      (options.check.verifyDiagnostics ||
       options.check.format > OutputFormat::Json))
    return failure(
        llvm::Twine(options.check.compares ? "--compare" : "--print-inferred") +
        " reports as text or json, and alone");
  if (arguments.hasArg(OPT_explain_edit) &&
      (arguments.hasArg(OPT_print_inferred) ||
       options.check.verifyDiagnostics ||
       options.check.format != OutputFormat::Text))
    return failure("--explain-edit reports as text, and alone");
  if (llvm::Error error = checkReport(arguments, options))
    return error;
  if (llvm::Error error = checkPicture(arguments, options))
    return error;
  if (llvm::Error error = checkDerived(arguments, options))
    return error;
  if (llvm::Error error = checkComparison(arguments, options))
    return error;
  return checkListing(arguments, options);
}
