//===- Help.cpp - What --help and --version print -------------------------===//

#include "server/app/OptionTable.h"
#include "server/app/Options.h"
#include "server/config/Documentation.h"
#include "server/config/Version.h"

#include "llvm-c/Core.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;

namespace {

/// The codes with what they are by default and what they mean.
std::string codeList() {
  std::string text = "CODES, for --error, --warn and --ignore:\n";
  for (const DiagnosticInfo &row : diagnosticTable())
    text += llvm::formatv("  {0} ({1})\n      {2}\n", row.id,
                          row.severity ? severityName(*row.severity) : "off",
                          row.meaning);
  return text;
}

constexpr const char *usage =
    "shapels [options]                   (an editor starts it so)\n"
    "       shapels --check [options] PATH...\n"
    "       shapels --print-inferred [--format=json] PATH...\n"
    "       shapels --shape-function [--function=NAME] [--results[=index]] "
    "PATH...\n"
    "       shapels --symbolic-sources [--function=NAME] PATH...\n"
    "       shapels --explain-edit FILE (LINE:COLUMN[-LINE:COLUMN] TEXT)...\n"
    "       shapels --merge-sarif REPORT...\n"
    "       shapels --list-ops [--op=NAME] [--format=json] [FOLDER]";

constexpr const char *overview =
    "language server and checker for the shapes in MLIR files (.mlir)";

constexpr const char *epilogue = R"(
PATHS, SETTINGS AND PLACES:
PATH is a file, a folder (all *.mlir files below it, but nothing hidden), or - for standard input.
@FILE stands for the arguments in FILE, quoted as for a shell.
Settings come from the .shapels.json files in a file's folder and above; options outweigh them.
Findings print as file:line:column, counted from 1; columns are bytes, as mlir-opt counts them.
CODE may be a list with commas, or a pattern (linalg-*); of options that are repeated the last wins.

EXAMPLES:
  shapels --check model.mlir                      what is wrong with this file
  shapels --check --format=github .               annotate a pull request, all .mlir files
  shapels --check --format=sarif=out.sarif src    for code scanning, beside the text
  shapels --check --write-baseline=known.json .   take what there is as known ...
  shapels --check --baseline=known.json .         ... and fail for what is new
  shapels --check --fix src                       mend what has one right answer
  shapels --check --shard=2/4 --format=sarif=2.sarif .    one of four machines
  shapels --merge-sarif 1.sarif 2.sarif 3.sarif 4.sarif   what they found, as one report
  shapels --check --ignore=mlir-verify test       leave out findings of MLIR's verifier
  shapels --print-inferred model.mlir             the shape of every value, as inferred
  shapels --shape-function --function=f a.mlir    a function that computes the shapes of @f
  shapels --explain-edit a.mlir 4:8-4:11 exp      what it costs to replace 3 bytes
  shapels --list-ops --op=my.add                  what the project's .td files say of an op
  mlir-opt -canonicalize a.mlir | shapels --check --stdin-filename=a.mlir -

EXIT CODES:
  0  nothing found
  1  errors found (with --error-on-warning: or warnings); with --diff: or something to mend;
     with --list-ops: no op
  2  a bad command line, a path or plugin that cannot be read, or an internal error
  130  interrupted: what is known is printed

)";

} // namespace

std::string shapels::helpText() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OptionTable().printHelp(stream, usage, overview);
  return text + epilogue + codeList();
}

std::string shapels::explanation(const DiagnosticInfo &code) {
  return llvm::formatv(
      "{0} ({1} by default)\n"
      "  {2}\n\n"
      "To silence it\n"
      "  for the next op, or behind an op:  // shapels: ignore[{0}]\n"
      "  for a project, in .shapels.json:   {{ \"severity\": {{ \"{0}\": "
      "\"off\" } }\n"
      "  once:                              shapels --check --ignore={0} "
      "...\n\n"
      "{3}\n",
      code.id, code.severity ? severityName(*code.severity) : "off",
      code.meaning, documentationPage(code.code));
}

std::string shapels::versionText() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  LLVMGetVersion(&major, &minor, &patch);
  return llvm::formatv("shapels {0}\n"
                       "MLIR and LLVM {1}.{2}.{3}\n"
                       "Licence: Apache-2.0 WITH LLVM-exception\n",
                       shapelsVersion(), major, minor, patch);
}
