//===- CodeActions.cpp ----------------------------------------------------===//

#include "shapels/features/CodeActions.h"
#include "shapels/syntax/Lexer.h"

using namespace shapels;

namespace {

bool overlaps(ByteRange a, ByteRange b) {
  return a.begin <= b.end && b.begin <= a.end;
}

/// MLIR says where it expected `>`: there, or behind the last token before
/// where a comment or a line break comes between.
std::optional<CodeAction> insertMissingBracket(const Document &document,
                                               const Diagnostic &diagnostic) {
  if (diagnostic.code != DiagnosticCode::MlirParse ||
      !diagnostic.message.starts_with("expected '>'"))
    return std::nullopt;
  const TextBuffer &buffer = document.buffer();
  ByteOffset at = diagnostic.range.begin;
  Lexer lexer(buffer.text(), buffer.lineRange(buffer.lineOf(at)).begin);
  for (Token token = lexer.next();
       !token.is(TokenKind::End) && token.range.end <= diagnostic.range.begin;
       token = lexer.next())
    at = token.range.end;
  return CodeAction{
      "Insert the missing '>'", {{{at, at}, ">"}}, diagnostic, true};
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
    if (std::optional<CodeAction> fix =
            insertMissingBracket(document, diagnostic))
      actions.push_back(std::move(*fix));
    if (diagnostic.severity != Severity::Hint)
      actions.push_back(insertExpectation(document, diagnostic));
  }
  return actions;
}
