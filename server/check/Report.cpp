//===- Report.cpp - From options to an exit code --------------------------===//

#include "server/check/Check.h"
#include "server/check/GithubFormat.h"
#include "server/check/JsonFormat.h"
#include "server/check/PrintInferred.h"
#include "server/check/SarifFormat.h"
#include "server/check/TextFormat.h"
#include "server/config/Version.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>

using namespace shapels;
using llvm::sys::Process;

static bool usesColor(ColorMode mode) {
  switch (mode) {
  case ColorMode::Always:
    return true;
  case ColorMode::Never:
    return false;
  case ColorMode::Auto:
    break;
  }
  const char *noColor = std::getenv("NO_COLOR");
  return (!noColor || !*noColor) && Process::StandardOutHasColors();
}

/// Lines are cut so that a terminal does not wrap them.
static TextStyle textStyle(const CheckOptions &options) {
  constexpr unsigned gutter = 8, narrowest = 40;
  TextStyle style{.color = usesColor(options.color)};
  if (unsigned columns = Process::StandardOutColumns())
    style.width = std::max(columns, gutter + narrowest) - gutter;
  return style;
}

static SarifOptions sarifOptions() {
  llvm::SmallString<128> folder;
  llvm::sys::fs::current_path(folder);
  return {std::string(shapelsVersion()), std::string(folder)};
}

static std::string format(std::span<const CheckedFile> files,
                          const CheckOptions &options) {
  switch (options.format) {
  case OutputFormat::Text:
    return formatText(files, textStyle(options));
  case OutputFormat::Json:
    return formatJson(files);
  case OutputFormat::Sarif:
    return formatSarif(files, sarifOptions());
  case OutputFormat::Github:
    return formatGithub(files);
  }
  return "";
}

/// False if standard output cannot take it, as on a full disk.
static bool print(const std::string &report) {
  llvm::raw_fd_ostream &out = llvm::outs();
  out << report;
  out.flush();
  if (!out.has_error())
    return true;
  llvm::errs() << "shapels: error: cannot write to standard output: "
               << out.error().message() << "\n";
  out.clear_error();
  return false;
}

static int exitCode(const FindingCounts &counts, const CheckOptions &options) {
  if (counts.failedFiles)
    return 2;
  if (options.exitZero)
    return 0;
  bool hasFindings = counts.errors || counts.mismatches ||
                     (options.errorOnWarning && counts.warnings);
  return hasFindings ? 1 : 0;
}

static void printFailures(std::span<const CheckedFile> files) {
  for (const CheckedFile &file : files)
    if (!file.isChecked())
      llvm::errs() << "shapels: error: cannot check '" << file.path
                   << "': " << file.failure << "\n";
}

/// To standard error; what a format leaves out is told of as well.
static void printSummary(const FindingCounts &counts,
                         const CheckOptions &options) {
  if (options.format == OutputFormat::Text)
    llvm::errs() << summaryLine(counts, options.verifyDiagnostics) << "\n";
  size_t total = counts.errors + counts.warnings + counts.hints;
  if (options.format == OutputFormat::Sarif && total > maxSarifResults)
    llvm::errs() << "shapels: note: the report holds the first "
                 << maxSarifResults << " of " << total << " findings\n";
}

static int printInferred(std::span<const CheckedFile> files,
                         const CheckOptions &options) {
  bool isPrinted =
      print(options.format == OutputFormat::Json ? formatInferredJson(files)
                                                 : formatInferredText(files));
  printFailures(files);
  bool isWhole = countFindings(files).failedFiles == 0;
  for (const CheckedFile &file : files)
    for (const Diagnostic &diagnostic : file.diagnostics) {
      Position place =
          file.text.position(diagnostic.range.begin, PositionEncoding::Utf8);
      llvm::errs() << "shapels: error: " << file.path << ":" << place.line + 1
                   << ":" << place.character + 1 << ": " << diagnostic.message
                   << "\n";
      isWhole = false;
    }
  return isPrinted && isWhole ? 0 : 2;
}

int shapels::runCheck(const CheckOptions &options,
                      const ConfigOptions &config) {
  std::vector<InputFile> inputs =
      collectInputs(options.paths, options.stdinFilename);
  auto [files, failures, notes] = checkFiles(inputs, options, config);
  for (const std::string &failure : failures)
    llvm::errs() << "shapels: error: " << failure << "\n";
  for (const std::string &note : notes)
    llvm::errs() << "shapels: note: " << note << "\n";
  if (!failures.empty())
    return 2;
  if (options.printInferred)
    return printInferred(files, options);
  FindingCounts counts = countFindings(files);
  bool isPrinted = print(format(files, options));
  printFailures(files);
  printSummary(counts, options);
  return isPrinted ? exitCode(counts, options) : 2;
}
