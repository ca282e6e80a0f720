//===- CodeActions.cpp ----------------------------------------------------===//

#include "shapels/features/CodeActions.h"

using namespace shapels;

namespace {

bool overlaps(ByteRange a, ByteRange b) {
  return a.begin <= b.end && b.begin <= a.end;
}

/// MLIR says where it expected `>`: before that token.
std::optional<CodeAction> insertMissingBracket(const Diagnostic &diagnostic) {
  if (diagnostic.code != DiagnosticCode::MlirParse ||
      !diagnostic.message.starts_with("expected '>'"))
    return std::nullopt;
  ByteRange before{diagnostic.range.begin, diagnostic.range.begin};
  return CodeAction{
      "Insert the missing '>'", {{before, ">"}}, diagnostic, true};
}

std::string_view expectationKind(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Information:
  case Severity::Hint:
    return "remark";
  }
  return "remark";
}

/// `// expected-error @below {{...}}` on a line of its own, as mlir-opt's
/// --verify-diagnostics wants it.
CodeAction insertExpectation(const Document &document,
                             const Diagnostic &diagnostic) {
  const TextBuffer &buffer = document.buffer();
  ByteRange line = buffer.lineRange(buffer.lineOf(diagnostic.range.begin));
  std::string_view text = buffer.slice(line);
  std::string indent(
      text.substr(0, std::min(text.find_first_not_of(" \t"), text.size())));
  std::string kind(expectationKind(diagnostic.severity));
  std::string comment = indent + "// expected-" + kind + " @below {{" +
                        diagnostic.message + "}}\n";
  return {"Insert // expected-" + kind + " for this finding",
          {{{line.begin, line.begin}, comment}},
          diagnostic,
          false};
}

} // namespace

std::vector<CodeAction> shapels::codeActions(const Document &document,
                                             ByteRange range) {
  std::vector<CodeAction> actions;
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    if (!overlaps(diagnostic.range, range))
      continue;
    if (std::optional<CodeAction> fix = insertMissingBracket(diagnostic))
      actions.push_back(std::move(*fix));
    if (diagnostic.severity != Severity::Hint)
      actions.push_back(insertExpectation(document, diagnostic));
  }
  return actions;
}
