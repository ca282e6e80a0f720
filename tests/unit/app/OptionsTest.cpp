//===- OptionsTest.cpp ----------------------------------------------------===//

#include "server/app/Options.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace shapels;

/// The options, or a failed test and the defaults.
static Options parsed(std::vector<const char *> arguments) {
  llvm::Expected<Options> options = parseOptions(arguments);
  if (options)
    return *options;
  ADD_FAILURE() << llvm::toString(options.takeError());
  return {};
}

/// Why the command line is wrong; empty if it is not.
static std::string fault(std::vector<const char *> arguments) {
  llvm::Expected<Options> options = parseOptions(arguments);
  return options ? "" : llvm::toString(options.takeError());
}

TEST(Options, TheDefaultIsToServeAnEditor) {
  EXPECT_EQ(parsed({}).action, Action::Serve);
  EXPECT_EQ(parsed({"--stdio"}).action, Action::Serve);
  EXPECT_FALSE(parsed({}).serve.litTest);
}

TEST(Options, ServerOptions) {
  EXPECT_TRUE(parsed({"--lit-test"}).serve.litTest);
  EXPECT_TRUE(parsed({"-lit-test"}).serve.litTest);
  EXPECT_EQ(parsed({"--listen=localhost:1"}).serve.listen, "localhost:1");
  EXPECT_EQ(parsed({"--socket", "/tmp/s"}).serve.socket, "/tmp/s");
  EXPECT_EQ(parsed({"--log=error"}).serve.log, LogLevel::Error);
  EXPECT_EQ(parsed({"--log=verbose"}).serve.log, LogLevel::Debug);
}

TEST(Options, MemoryIsForBothModes) {
  EXPECT_EQ(parsed({"--memory=70"}).serve.memoryPercent, 70u);
  EXPECT_EQ(parsed({"--check", "a", "--memory=1"}).check.memoryPercent, 1u);
}

TEST(Options, CheckOptions) {
  Options options =
      parsed({"--check", "a", "--format", "json", "-j4", "--color=never", "-",
              "--stdin-filename=b", "--show-hints", "--error-on-warning",
              "--exit-zero", "--", "--odd.mlir"});
  EXPECT_EQ(options.action, Action::Check);
  EXPECT_EQ(options.check.inputs.paths,
            (std::vector<std::string>{"a", "-", "--odd.mlir"}));
  EXPECT_EQ(options.check.format, OutputFormat::Json);
  EXPECT_EQ(options.check.color, ColorMode::Never);
  EXPECT_EQ(options.check.jobs, 4u);
  EXPECT_EQ(options.check.inputs.stdinFilename, "b");
  EXPECT_TRUE(options.check.showHints);
  EXPECT_TRUE(options.check.errorOnWarning);
  EXPECT_TRUE(options.check.exitZero);
  EXPECT_FALSE(options.check.verifyDiagnostics);
  EXPECT_EQ(parsed({"--check", "a", "-j", "3"}).check.jobs, 3u);
  EXPECT_EQ(parsed({"--check", "a", "--jobs=2"}).check.jobs, 2u);
}

TEST(Options, InputsAndReports) {
  Options options = parsed(
      {"--check", "--files-from=list", "--exclude=a", "--exclude", "b",
       "--force-exclude", "--no-gitignore", "--changed-since=main",
       "--format=sarif=out.sarif", "--format=junit=j.xml", "--baseline=old",
       "--write-baseline=new", "--root=..", "--statistics", "--list-files"});
  const InputOptions &inputs = options.check.inputs;
  EXPECT_EQ(inputs.filesFrom, "list");
  EXPECT_EQ(inputs.exclude, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(inputs.excludesNamed);
  EXPECT_FALSE(inputs.honoursGitignore);
  EXPECT_EQ(inputs.changedSince, "main");
  EXPECT_EQ(options.check.format, OutputFormat::Text);
  ASSERT_EQ(options.check.reports.size(), 2u);
  EXPECT_EQ(options.check.reports[0].format, OutputFormat::Sarif);
  EXPECT_EQ(options.check.reports[0].path, "out.sarif");
  EXPECT_EQ(options.check.baseline.read, "old");
  EXPECT_EQ(options.check.baseline.write, "new");
  EXPECT_EQ(options.check.root, "..");
  EXPECT_TRUE(options.check.statistics);
  EXPECT_EQ(options.check.planView, PlanView::Files);
}

TEST(Options, WhatIsForFindingsIsForNothingElse) {
  EXPECT_EQ(fault({"--print-inferred", "a", "--baseline=b"}),
            "'--baseline' is for the findings of --check");
  EXPECT_EQ(fault({"--check", "a", "--verify-diagnostics", "--format=sarif=b"}),
            "'--format=KIND=FILE' is for the findings of --check");
  EXPECT_EQ(fault({"--check"}).find("--check needs a file"), 0u);
  EXPECT_EQ(parsed({"--explain", "mlir-parse"}).action, Action::ExplainCode);
}

TEST(Options, EditsToExplain) {
  Options options = parsed({"--explain-edit", "a.mlir", "2:3", "x", "4:5-6:7",
                            "", "--", "1:1", "->"});
  EXPECT_EQ(options.action, Action::ExplainEdit);
  EXPECT_EQ(options.check.inputs.paths, std::vector<std::string>{"a.mlir"});
  ASSERT_EQ(options.check.edits.size(), 3u);
  EXPECT_EQ(options.check.edits[0].range, (PositionRange{{1, 2}, {1, 2}}));
  EXPECT_EQ(options.check.edits[0].text, "x");
  EXPECT_EQ(options.check.edits[1].range, (PositionRange{{3, 4}, {5, 6}}));
  EXPECT_EQ(options.check.edits[1].text, "");
  EXPECT_EQ(options.check.edits[2].text, "->");
  for (const char *place : {"", "2", "2:", "0:1", "1:0", "2:2-1:1", "1:1-x"})
    EXPECT_NE(fault({"--explain-edit", "a.mlir", place, "x"}), "") << place;
  EXPECT_NE(fault({"--explain-edit"}), "");
  EXPECT_NE(fault({"--explain-edit", "a.mlir", "1:1"}), "");
  EXPECT_NE(fault({"--explain-edit", "a", "1:1", "x", "--format=json"}), "");
}

TEST(Options, SeveritiesByCodeTheLastOneWins) {
  auto severity =
      parsed({"--check", "a", "--error=implicit-static-cast", "--ignore",
              "mlir-verify,mlir-parse", "--warn", "mlir-parse"})
          .config.settings.severity;
  EXPECT_EQ(severity.size(), 3u);
  EXPECT_EQ(severity.at("implicit-static-cast"), Severity::Error);
  EXPECT_EQ(severity.at("mlir-verify"), std::nullopt);
  EXPECT_EQ(severity.at("mlir-parse"), Severity::Warning);
}

TEST(Options, FindingsCanBeConfiguredForTheServerToo) {
  Options options =
      parsed({"--broadcast-rules=mlir", "--broadcastable=my.add",
              "--broadcastable", "my.sub,my.mul", "--show-expected"});
  EXPECT_EQ(options.action, Action::Serve);
  EXPECT_EQ(options.config.settings.broadcastRules, BroadcastRules::Mlir);
  EXPECT_EQ(options.config.settings.showExpected, true);
  for (const char *op : {"my.add", "my.sub", "my.mul"})
    EXPECT_EQ(options.config.settings.ops.find(op), OpFamily::Broadcastable)
        << op;
}

TEST(Options, HelpAndVersionComeBeforeFaults) {
  EXPECT_EQ(parsed({"--help"}).action, Action::ShowHelp);
  EXPECT_EQ(parsed({"-h"}).action, Action::ShowHelp);
  EXPECT_EQ(parsed({"--nonsense", "--help"}).action, Action::ShowHelp);
  EXPECT_EQ(parsed({"--version"}).action, Action::ShowVersion);
}

TEST(Options, UnknownOptionsAreNamedAndTheNearestSuggested) {
  EXPECT_EQ(fault({"--chek"}), "unknown option '--chek'; did you mean "
                               "'--check'?");
  EXPECT_EQ(fault({"--check", "a", "--formta=json"}),
            "unknown option '--formta=json'; did you mean '--format=json'?");
  EXPECT_EQ(fault({"--utter-nonsense"}), "unknown option '--utter-nonsense'");
}

TEST(Options, UnknownValuesAreNamedWithTheValidOnes) {
  EXPECT_EQ(fault({"--check", "a", "--format=jsn"}),
            "'jsn' is no value of --format; did you mean 'json'? (valid: text, "
            "json, sarif, github, gitlab, junit, markdown, dot, html)");
  EXPECT_EQ(fault({"--check", "a", "--color", "purple"}),
            "'purple' is no value of --color (valid: auto, always, never)");
}

TEST(Options, UnknownCodesAreNamedWithTheNearestAndTheList) {
  std::string text = fault({"--check", "a", "--ignore=mlir-pars"});
  EXPECT_TRUE(text.starts_with(
      "unknown code 'mlir-pars'; did you mean 'mlir-parse'?\n"))
      << text;
  for (const DiagnosticInfo &row : diagnosticTable())
    EXPECT_NE(text.find(row.id), std::string::npos) << row.id;
}

TEST(Options, BadCommandLines) {
  EXPECT_EQ(fault({"--check"}),
            "--check needs a file, a folder or '-' for standard input");
  EXPECT_EQ(fault({"a.mlir"}),
            "to check files, write 'shapels --check a.mlir'");
  EXPECT_EQ(fault({"--check", "a", "--ignore"}), "'--ignore' needs a value");
  EXPECT_EQ(fault({"--format=json"}), "'--format' needs --check");
  EXPECT_EQ(fault({"--check", "a", "--stdio"}),
            "'--stdio' is for the language server, not --check");
  EXPECT_EQ(fault({"--listen=a:1", "--socket=b"}),
            "--stdio, --listen, --socket and --lit-test exclude each other");
  EXPECT_EQ(fault({"--check", "a", "--verify-diagnostics", "--format=json"}),
            "--verify-diagnostics reports as text only");
  for (const char *jobs : {"-j0", "-jx", "-j-1"})
    EXPECT_NE(fault({"--check", "a", jobs}), "") << jobs;
  EXPECT_NE(fault({"--broadcastable=add"}), "");
  for (const char *memory : {"0", "101", "x", "-1", ""})
    EXPECT_EQ(fault({"--memory", memory}),
              "'" + std::string(memory) + "' is no percentage from 1 to 100");
}

TEST(Options, HelpFitsAHundredColumnsAndNamesEveryCode) {
  std::string text = helpText();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 100u) << line;
  for (const DiagnosticInfo &row : diagnosticTable())
    EXPECT_NE(text.find(row.id), std::string::npos) << row.id;
}

TEST(Options, OfPictures) {
  CheckOptions drawn = parsed({"--picture", "--function=f", "--size=%a[0]",
                               "--format=html=a.html", "a.mlir"})
                           .check;
  EXPECT_EQ(drawn.derived, Derived::Pictures);
  EXPECT_EQ(drawn.functions.function, "f");
  EXPECT_EQ(drawn.litSize, "%a[0]");
  ASSERT_EQ(drawn.reports.size(), 1u);
  EXPECT_EQ(drawn.reports[0].format, OutputFormat::Html);
  EXPECT_EQ(fault({"--picture", "a.mlir", "b.mlir"}),
            "--picture takes one file");
  EXPECT_EQ(fault({"--picture"}),
            "--picture needs a file, a folder or '-' for standard input");
  EXPECT_EQ(fault({"--symbolic-sources", "--picture", "a.mlir"}),
            "--picture reports as dot, html or json, and alone");
  EXPECT_EQ(fault({"--check", "--format=html", "a.mlir"}),
            "'--format=dot' and '--format=html' need --picture");
}
