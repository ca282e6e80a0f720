//===- Report.cpp - From options to an exit code --------------------------===//

#include "server/check/Check.h"
#include "server/check/Compare.h"
#include "server/check/DerivedFormat.h"
#include "server/check/Fixes.h"
#include "server/check/GithubFormat.h"
#include "server/check/GitlabFormat.h"
#include "server/check/Interrupt.h"
#include "server/check/JsonFormat.h"
#include "server/check/JunitFormat.h"
#include "server/check/MarkdownFormat.h"
#include "server/check/PlanView.h"
#include "server/check/PrintInferred.h"
#include "server/check/ProgressLine.h"
#include "server/check/SarifFormat.h"
#include "server/check/Statistics.h"
#include "server/check/TextFormat.h"
#include "server/config/Version.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

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

static SarifOptions sarifOptions(const CheckOptions &options) {
  return {std::string(shapelsVersion()),
          absolutePath(options.root.empty() ? "." : options.root),
          options.inputs.shard};
}

static std::string format(std::span<const CheckedFile> files,
                          OutputFormat format, const CheckOptions &options,
                          const TextStyle &style) {
  if (options.derived != Derived::None)
    return formatDerived(files, options, format);
  switch (format) {
  case OutputFormat::Text:
    return formatText(files, style);
  case OutputFormat::Json:
    return formatJson(files);
  case OutputFormat::Sarif:
    return formatSarif(files, sarifOptions(options));
  case OutputFormat::Github:
    return formatGithub(files);
  case OutputFormat::Gitlab:
    return formatGitlab(files);
  case OutputFormat::Junit:
    return formatJunit(files);
  case OutputFormat::Markdown:
    return formatMarkdown(files);
  case OutputFormat::Dot:
  case OutputFormat::Html:
    break; // Of pictures.
  }
  return "";
}

/// GitHub wants paths that are relative to its checkout.
static std::string rootOf(const CheckOptions &options) {
  auto isForGithub = [](OutputFormat format) {
    return format == OutputFormat::Github || format == OutputFormat::Sarif;
  };
  bool isWanted =
      isForGithub(options.format) ||
      std::ranges::any_of(options.reports, isForGithub, &ReportFile::format);
  const char *workspace = std::getenv("GITHUB_WORKSPACE");
  return options.root.empty() && isWanted && workspace ? workspace
                                                       : options.root;
}

/// Makes its path relative to the root; one that is not below it stays.
static void placeBelow(const std::string &root, CheckedFile &file) {
  if (root.empty())
    return;
  std::string path = std::filesystem::path(absolutePath(file.path))
                         .lexically_relative(absolutePath(root))
                         .generic_string();
  if (!path.starts_with(".."))
    file.path = std::move(path);
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

/// Those for files of their own.
static bool writeReports(std::span<const CheckedFile> files,
                         const CheckOptions &options) {
  bool isWritten = true;
  for (const ReportFile &report : options.reports) {
    std::error_code error;
    llvm::raw_fd_ostream out(report.path, error);
    if (!error) {
      out << format(files, report.format, options, TextStyle{});
      out.close();
      error = out.error();
      out.clear_error();
    }
    if (error)
      llvm::errs() << "shapels: error: cannot write '" << report.path
                   << "': " << error.message() << "\n";
    isWritten &= !error;
  }
  return isWritten;
}

static size_t countInterrupted(std::span<const CheckedFile> files) {
  return static_cast<size_t>(
      std::ranges::count(files, interrupted, &CheckedFile::failure));
}

static int exitCode(const FindingCounts &counts,
                    std::span<const CheckedFile> files,
                    const CheckOptions &options) {
  if (countInterrupted(files))
    return 130; // As of who is ended by Ctrl-C.
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
    if (!file.isChecked() && file.failure != interrupted)
      llvm::errs() << "shapels: error: cannot check '" << file.path
                   << "': " << file.failure << "\n";
  if (size_t count = countInterrupted(files))
    llvm::errs() << "shapels: error: interrupted: " << count
                 << " files were not checked\n";
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

/// Of the inputs of that name; a `.shapels.json` may be among the files.
static const CheckedFile *fileOf(std::span<const CheckedFile> files,
                                 const std::string &path) {
  auto found = llvm::find_if(
      files, [&](const CheckedFile &file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

static std::vector<ComparisonStep>
compareInputs(std::span<const CheckedFile> files,
              const std::vector<std::string> &paths) {
  const CheckedFile *before = fileOf(files, paths.front()),
                    *after = fileOf(files, paths.back());
  if (!before || !after || !before->isChecked() || !after->isChecked())
    return {};
  return paths.size() == 1 ? compareLog(*before)
                           : compareTexts(*before, *after);
}

/// What is asked for instead of findings.
static std::string otherReport(std::span<const CheckedFile> files,
                               const CheckOptions &options,
                               std::span<const ComparisonStep> steps) {
  bool isJson = options.format == OutputFormat::Json;
  if (options.derived != Derived::None)
    return formatDerived(files, options, options.format);
  if (options.compares)
    return isJson ? formatComparisonJson(steps) : formatComparisonText(steps);
  return isJson ? formatInferredJson(files) : formatInferredText(files);
}

static int printOther(std::span<const CheckedFile> files,
                      const CheckOptions &options) {
  std::vector<ComparisonStep> steps;
  if (options.compares)
    steps = compareInputs(files, options.inputs.paths);
  // A picture that has a file of its own is not printed as well.
  bool isInFiles =
      !options.reports.empty() && options.format == OutputFormat::Text;
  bool isPrinted = isInFiles || print(otherReport(files, options, steps));
  isPrinted &= writeReports(files, options);
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
  if (!isPrinted || !isWhole)
    return 2;
  bool isLost = losesShapes(steps) && !options.exitZero;
  std::string missing = whatIsMissing(files, options);
  if (!missing.empty())
    llvm::errs() << "shapels: error: no " << missing << "\n";
  return isLost || !missing.empty();
}

/// Of what is planned, and not of what is found.
static int printPlan(const CheckPlan &plan, PlanView view) {
  bool isPrinted =
      print(view == PlanView::Files ? fileList(plan) : configList(plan));
  bool isWhole = true;
  for (const InputFile &input : plan.inputs)
    if (!input.failure.empty()) {
      llvm::errs() << "shapels: error: cannot check '" << input.path
                   << "': " << input.failure << "\n";
      isWhole = false;
    }
  return isPrinted && isWhole ? 0 : 2;
}

static void printBaseline(const BaselineResult &result,
                          const BaselineOptions &options) {
  if (result.known)
    llvm::errs() << "shapels: note: " << result.known
                 << " known findings are not shown\n";
  if (result.mended && options.write.empty())
    llvm::errs() << "shapels: note: " << result.mended
                 << " findings of the baseline are there no more; "
                    "--write-baseline takes them out\n";
}

/// Whether findings are printed as files are done, and not at the end.
static bool isStreamed(const CheckOptions &options) {
  return options.format == OutputFormat::Text && !options.statistics &&
         !options.printInferred && options.fix == FixMode::None &&
         options.baseline.read.empty() && options.baseline.write.empty();
}

/// On standard output; but for what was printed before.
static bool printReport(std::span<const CheckedFile> files,
                        const CheckOptions &options) {
  if (isStreamed(options))
    return true;
  if (options.fix == FixMode::Diff)
    return print(fixesAsDiff(files));
  return print(options.statistics ? formatStatistics(files)
                                  : format(files, options.format, options,
                                           textStyle(options)));
}

static void printFixes(std::span<const CheckedFile> files,
                       const CheckOptions &options) {
  std::string fixes = fixesLine(files);
  if (!fixes.empty())
    llvm::errs() << "shapels: note: " << fixes
                 << (options.fix == FixMode::Diff ? " would be applied"
                                                  : " applied")
                 << "\n";
}

/// What is left of the findings after quick fixes and the baseline.
static int report(std::vector<CheckedFile> &files,
                  const CheckOptions &options) {
  if (options.fix == FixMode::Fix)
    writeFixes(files);
  BaselineOptions known = options.baseline;
  // What was not looked at is not mended.
  if (countInterrupted(files))
    known.write.clear();
  BaselineResult baseline = applyBaseline(files, known);
  if (!baseline.failure.empty()) {
    llvm::errs() << "shapels: error: " << baseline.failure << "\n";
    return 2;
  }
  if (!isStreamed(options))
    for (CheckedFile &file : files)
      placeBelow(options.root, file);
  FindingCounts counts = countFindings(files);
  bool isPrinted = printReport(files, options);
  isPrinted &= writeReports(files, options);
  printFailures(files);
  printFixes(files, options);
  printBaseline(baseline, options.baseline);
  printSummary(counts, options);
  if (!isPrinted)
    return 2;
  bool isToChange = options.fix == FixMode::Diff && !options.exitZero &&
                    !fixesLine(files).empty();
  int code = exitCode(counts, files, options);
  return code == 0 && isToChange ? 1 : code;
}

namespace {

/// What is said while files are checked.
class Live {
public:
  explicit Live(const CheckOptions &options)
      : options(options), isPrinting(isStreamed(options)),
        style(textStyle(options)) {}

  CheckWatcher watcher() {
    return {[this](CheckedFile &file) { take(file); },
            [this](size_t done, size_t all) { progress.show(done, all); },
            interrupt.flag()};
  }
  /// To be called when all is done. False if something could not be written.
  bool end() {
    progress.clear();
    return isPrinted;
  }

private:
  void take(CheckedFile &file) {
    if (!isPrinting)
      return;
    placeBelow(options.root, file);
    std::string text = formatText({&file, 1}, style);
    if (text.empty() || !isPrinted)
      return;
    progress.clear();
    isPrinted = print(text);
  }

  const CheckOptions &options;
  const bool isPrinting;
  const TextStyle style;
  Interrupt interrupt;
  ProgressLine progress;
  bool isPrinted = true;
};

} // namespace

int shapels::runCheck(const CheckOptions &asked, const ConfigOptions &config) {
  CheckOptions options = asked;
  options.root = rootOf(options);
  std::vector<InputFile> inputs = collectInputs(options.inputs, config);
  if (options.planView != PlanView::None)
    return printPlan(planCheck(inputs, config, options.inputs.excludesNamed),
                     options.planView);
  Live live(options);
  auto [files, failures, notes] =
      checkFiles(inputs, options, config, live.watcher());
  bool isPrinted = live.end();
  for (const std::string &failure : failures)
    llvm::errs() << "shapels: error: " << failure << "\n";
  for (const std::string &note : notes)
    llvm::errs() << "shapels: note: " << note << "\n";
  if (!failures.empty())
    return 2;
  if (options.isOther())
    return printOther(files, options);
  int code = report(files, options);
  return isPrinted ? code : 2;
}
