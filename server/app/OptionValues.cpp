//===- OptionValues.cpp ---------------------------------------------------===//

#include "server/app/OptionValues.h"

#include "core/analysis/Nearest.h"
#include "server/app/OptionRules.h"
#include "server/app/OptionTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using llvm::opt::Arg;

llvm::Error shapels::badValue(const Arg &arg, llvm::StringRef value,
                              llvm::ArrayRef<std::string_view> values) {
  return failure("'" + value + "' is no value of " +
                 arg.getSpelling().rtrim('=') +
                 didYouMean(nearest(value, values)) +
                 " (valid: " + llvm::join(values, ", ") + ")");
}

static llvm::Error setJobs(const Arg &arg, CheckOptions &check) {
  if (llvm::StringRef(arg.getValue()).getAsInteger(10, check.jobs) ||
      check.jobs == 0)
    return failure("'" + llvm::Twine(arg.getValue()) +
                   "' is no number of files to check at a time");
  return llvm::Error::success();
}

/// `KIND` for standard output, or `KIND=FILE`.
static llvm::Error addFormat(const Arg &arg, CheckOptions &check) {
  auto [kind, file] = llvm::StringRef(arg.getValue()).split('=');
  OutputFormat format = OutputFormat::Text;
  if (llvm::Error error =
          choose<OutputFormat>(arg, kind, format,
                               {{"text", OutputFormat::Text},
                                {"json", OutputFormat::Json},
                                {"sarif", OutputFormat::Sarif},
                                {"github", OutputFormat::Github},
                                {"gitlab", OutputFormat::Gitlab},
                                {"junit", OutputFormat::Junit},
                                {"markdown", OutputFormat::Markdown},
                                {"dot", OutputFormat::Dot},
                                {"html", OutputFormat::Html}}))
    return error;
  if (file.empty())
    check.format = format;
  else
    check.reports.push_back({format, file.str()});
  return llvm::Error::success();
}

/// `I/N`
static llvm::Error setShard(const Arg &arg, Shard &shard) {
  auto [index, count] = llvm::StringRef(arg.getValue()).split('/');
  if (index.getAsInteger(10, shard.index) ||
      count.getAsInteger(10, shard.count) || shard.index < 1 ||
      shard.index > shard.count)
    return failure("'" + llvm::Twine(arg.getValue()) +
                   "' is no part of the files: write I/N, from 1/N to N/N");
  return llvm::Error::success();
}

/// Those about which files are checked.
static bool applyInputOption(const Arg &arg, InputOptions &inputs) {
  switch (arg.getOption().getID()) {
  case OPT_stdin_filename:
    inputs.stdinFilename = arg.getValue();
    return true;
  case OPT_files_from:
    inputs.filesFrom = arg.getValue();
    return true;
  case OPT_changed_since:
    inputs.changedSince = arg.getValue();
    return true;
  case OPT_exclude:
    inputs.exclude.emplace_back(arg.getValue());
    return true;
  case OPT_include_:
    inputs.include.emplace_back(arg.getValue());
    return true;
  case OPT_force_exclude:
    inputs.excludesNamed = true;
    return true;
  case OPT_no_gitignore:
    inputs.honoursGitignore = false;
    return true;
  }
  return false;
}

/// Those that are on or off.
static bool applyCheckSwitch(const Arg &arg, CheckOptions &check) {
  switch (arg.getOption().getID()) {
  case OPT_print_inferred:
    return check.printInferred = true;
  case OPT_compare:
    return check.printInferred = check.compares = true;
  case OPT_results:
    return check.functions.isOfResults = true;
  case OPT_error_on_warning:
    return check.errorOnWarning = true;
  case OPT_exit_zero:
    return check.exitZero = true;
  case OPT_show_hints:
    return check.showHints = true;
  case OPT_verify_diagnostics:
    return check.verifyDiagnostics = true;
  case OPT_statistics:
    return check.statistics = true;
  }
  return false;
}

llvm::Error shapels::applyCheckOption(const Arg &arg, CheckOptions &check) {
  if (applyInputOption(arg, check.inputs) || applyCheckSwitch(arg, check))
    return llvm::Error::success();
  switch (arg.getOption().getID()) {
  case OPT_shape_function:
    check.derived = Derived::ShapeFunctions;
    break;
  case OPT_symbolic_sources:
    check.derived = Derived::SymbolicSources;
    break;
  case OPT_picture:
    check.derived = Derived::Pictures;
    break;
  case OPT_size:
    check.litSize = arg.getValue();
    break;
  case OPT_function:
    check.functions.function = arg.getValue();
    break;
  case OPT_results_form:
    return choose<bool>(arg, check.functions.areIndices,
                        {{"shape", false}, {"index", true}});
  case OPT_jobs:
    return setJobs(arg, check);
  case OPT_format:
    return addFormat(arg, check);
  case OPT_color:
    return choose<ColorMode>(arg, check.color,
                             {{"auto", ColorMode::Auto},
                              {"always", ColorMode::Always},
                              {"never", ColorMode::Never}});
  case OPT_baseline:
    check.baseline.read = arg.getValue();
    break;
  case OPT_write_baseline:
    check.baseline.write = arg.getValue();
    break;
  case OPT_shard:
    return setShard(arg, check.inputs.shard);
  case OPT_fix:
    check.fix = FixMode::Fix;
    break;
  case OPT_diff:
    check.fix = FixMode::Diff;
    break;
  case OPT_root:
    check.root = arg.getValue();
    break;
  case OPT_list_files:
    check.planView = PlanView::Files;
    break;
  case OPT_show_config:
    check.planView = PlanView::Config;
    break;
  }
  return llvm::Error::success();
}
