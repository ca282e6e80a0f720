//===- Findings.h - What a document says, as a test reads it ---*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_ANALYSIS_FINDINGS_H
#define SHAPELS_TESTS_UNIT_ANALYSIS_FINDINGS_H

#include "core/analysis/Document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

/// A function of one broadcastable op, on line 2.
#define BROADCAST(ARGUMENTS, OPERANDS, TYPE)                                   \
  "func.func @f(" ARGUMENTS ") {\n"                                            \
  "  %0 = \"test.broadcastable\"(" OPERANDS ") : " TYPE "\n"                   \
  "  return\n}\n"

namespace shapels::test {

/// A function whose only fault is on its second line.
inline std::string wrong(std::string name) {
  return "func.func @" + name +
         "(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
         "  %0 = \"test.broadcastable\"(%a, %b) : (tensor<2xi32>, "
         "tensor<3xi32>) -> tensor<*xi32>\n"
         "  return\n}\n";
}

/// Lines and columns count from 1, columns in bytes; `end` is one past the
/// last column, on the same line.
struct ExpectedFinding {
  uint32_t line, begin, end;
  const char *code;
  Severity severity;
  const char *message;
};

inline std::string format(uint32_t line, uint32_t begin, std::string_view end,
                          std::string_view code, Severity severity,
                          std::string_view message) {
  return std::to_string(line) + ":" + std::to_string(begin) + "-" +
         std::string(end) + " " + std::string(severityName(severity)) + "[" +
         std::string(code) + "] " + std::string(message);
}

inline std::string format(const ExpectedFinding &finding) {
  return format(finding.line, finding.begin, std::to_string(finding.end),
                finding.code, finding.severity, finding.message);
}

inline std::string format(const TextBuffer &buffer,
                          const Diagnostic &diagnostic) {
  PositionRange range =
      buffer.positions(diagnostic.range, PositionEncoding::Utf8);
  std::string end = std::to_string(range.end.character + 1);
  if (range.end.line != range.start.line)
    end = std::to_string(range.end.line + 1) + ":" + end;
  return format(range.start.line + 1, range.start.character + 1, end,
                info(diagnostic.code).id, diagnostic.severity,
                diagnostic.message);
}

/// One line per finding, in the order shown.
inline std::string findingsOf(const Document &document) {
  std::string text;
  for (const Diagnostic &diagnostic : document.diagnostics())
    text += format(document.buffer(), diagnostic) + "\n";
  return text;
}

inline std::string findingsIn(std::string text,
                              Configuration configuration = {}) {
  Document document(std::move(text), std::move(configuration));
  document.update();
  return findingsOf(document);
}

/// The findings' lines and codes: `2 mlir-parse; 7 mlir-verify`.
inline std::string linesAndCodes(std::string text) {
  Document document(std::move(text));
  document.update();
  std::string lines;
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    uint32_t line = document.buffer().lineOf(diagnostic.range.begin).value;
    lines += (lines.empty() ? "" : "; ") + std::to_string(line + 1) + " " +
             std::string(info(diagnostic.code).id);
  }
  return lines;
}

/// Checks that exactly these findings are shown, in this order.
inline void expectFindings(std::string text,
                           const std::vector<ExpectedFinding> &expected,
                           Configuration configuration = {}) {
  std::string lines;
  for (const ExpectedFinding &finding : expected)
    lines += format(finding) + "\n";
  EXPECT_EQ(findingsIn(text, std::move(configuration)), lines) << text;
}

/// What `--verify-diagnostics` reports: `line:column message` each.
inline std::string mismatchesIn(std::string text,
                                Configuration configuration = {}) {
  Document document(std::move(text), std::move(configuration));
  document.update();
  std::string lines;
  for (const ExpectationMismatch &mismatch : document.verifyExpectations()) {
    Position at = document.buffer().position(mismatch.range.begin,
                                             PositionEncoding::Utf8);
    lines += std::to_string(at.line + 1) + ":" +
             std::to_string(at.character + 1) + " " + mismatch.message + "\n";
  }
  return lines;
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_ANALYSIS_FINDINGS_H
