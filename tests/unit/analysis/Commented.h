//===- Commented.h - Texts whose findings comments change -------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_ANALYSIS_COMMENTED_H
#define SHAPELS_TESTS_UNIT_ANALYSIS_COMMENTED_H

#include "analysis/Findings.h"

namespace shapels::test {

inline constexpr const char *cast =
    "func.func @f(%a: tensor<?xi32>) {\n"
    "  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> tensor<4xi32>\n"
    "  return\n"
    "}\n";

inline void replaceAll(std::string &text, std::string_view marker,
                       std::string_view by) {
  for (size_t at = 0; (at = text.find(marker, at)) != text.npos;)
    text.replace(at, marker.size(), by);
}

/// A function of `text`, in which `{error}` stands for an op that has
/// broadcast-incompatible on its line, `{two errors}` for one that has it
/// twice.
inline std::string expand(std::string text) {
  replaceAll(text, "{error}",
             "\"test.broadcastable\"(%a, %b) : (tensor<2xi32>, "
             "tensor<3xi32>) -> tensor<*xi32>");
  replaceAll(text, "{two errors}",
             "\"test.broadcastable\"(%e, %g) : (tensor<2x4xi32>, "
             "tensor<3x5xi32>) -> tensor<*xi32>");
  return "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n" + text +
         "  return\n}\n";
}

/// Lines that have findings of `code`, separated by spaces.
inline std::string linesOf(std::string_view code, std::string text,
                           Configuration configuration = {}) {
  Document document(std::move(text), std::move(configuration));
  document.update();
  std::string lines;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (info(diagnostic.code).id == code) {
      uint32_t line = document.buffer().lineOf(diagnostic.range.begin).value;
      lines += (lines.empty() ? "" : " ") + std::to_string(line + 1);
    }
  return lines;
}

inline Configuration with(std::string code, std::optional<Severity> severity) {
  Configuration configuration;
  configuration.severity[std::move(code)] = severity;
  return configuration;
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_ANALYSIS_COMMENTED_H
