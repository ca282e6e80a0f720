//===- MarkdownFormat.cpp -------------------------------------------------===//

#include "server/check/MarkdownFormat.h"

#include "server/config/Documentation.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

using namespace shapels;

/// For a cell of a table.
static std::string markdownEscaped(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c == '\n' || c == '\r')
      result += ' ';
    else if (llvm::StringRef("\\`*_{}[]<>|#~@&").contains(c))
      result += {'\\', c};
    else
      result += c;
  return result;
}

static std::string markdownRow(const CheckedFile &file,
                               const Diagnostic &diagnostic) {
  Position start =
      file.text.position(diagnostic.range.begin, PositionEncoding::Utf8);
  return "| " + markdownEscaped(file.path) + ":" +
         std::to_string(start.line + 1) + " | " +
         std::string(severityName(diagnostic.severity)) + " | [" +
         std::string(info(diagnostic.code).id) + "](" +
         documentationUrl(diagnostic.code) + ") | " +
         markdownEscaped(diagnostic.message) + " |\n";
}

std::string shapels::formatMarkdown(std::span<const CheckedFile> files) {
  FindingCounts counts = countFindings(files);
  std::string text = "**shapels**: " + summaryLine(counts, false) + "\n";
  size_t total = counts.errors + counts.warnings + counts.hints, rows = 0;
  if (total)
    text += "\n| place | severity | code | finding |\n|---|---|---|---|\n";
  for (const CheckedFile &file : files)
    for (const Diagnostic &diagnostic : file.diagnostics)
      if (rows++ < maxMarkdownRows)
        text += markdownRow(file, diagnostic);
  if (rows > maxMarkdownRows)
    text += "\n" + std::to_string(rows - maxMarkdownRows) + " more\n";
  for (const CheckedFile &file : files)
    if (!file.isChecked())
      text += "\nnot checked: " + markdownEscaped(file.path) + ": " +
              markdownEscaped(file.failure) + "\n";
  return llvm::json::fixUTF8(text);
}
