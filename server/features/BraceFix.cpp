//===- BraceFix.cpp -------------------------------------------------------===//

#include "server/features/BraceFix.h"
#include "core/analysis/UnclosedRegion.h"

using namespace shapels;

static CodeAction insertOpening(const Diagnostic &finding) {
  DocumentOffset header = finding.range.end;
  return {
      "Insert the missing '{'", {{{header, header}, " {"}}, {finding}, true};
}

/// `ops`: from the inside out; the region of the first one ends at `body`.
static CodeAction insertClosing(const Document &document,
                                const Diagnostic &finding,
                                const std::vector<StatementId> &ops,
                                SectionOffset body) {
  const Section &section = document.sectionAt(finding.range.begin);
  const TextBuffer &buffer = document.buffer();
  TextSpan span = section.span();
  std::string braces;
  for (StatementId id : ops)
    braces +=
        lineBreakAt(buffer, span.inDocument(section.outline().begin(id))) + "}";
  DocumentOffset line =
      buffer.lineRange(buffer.lineOf(span.inDocument(body))).end;
  return CodeAction{ops.size() == 1
                        ? "Insert the missing '}'"
                        : "Insert the " + std::to_string(ops.size()) +
                              " missing '}'",
                    {{{line, line}, std::move(braces)}},
                    {finding},
                    true};
}

static std::optional<CodeAction> insertClosing(const Document &document,
                                               const Diagnostic &finding) {
  const Section &section = document.sectionAt(finding.range.begin);
  const Outline &outline = section.outline();
  SectionOffset place = section.span().inSection(finding.range.begin);
  // It is said of the op, or behind what is in it.
  for (StatementId op : {outline.lastUntil(place), outline.openAt(place)})
    if (auto end = missingEndOf(section, op))
      return insertClosing(document, finding, endedAt(section, *end),
                           placeOf(section, *end));
  return std::nullopt;
}

/// In front of the parenthesis that follows.
static CodeAction insertBeforeParen(const Document &document,
                                    const Diagnostic &finding) {
  DocumentOffset at = finding.range.begin;
  std::string_view rest =
      document.buffer().slice({at, document.buffer().end()});
  size_t blanks = std::min(rest.find(')'), rest.size());
  at = at + static_cast<uint32_t>(blanks);
  return {"Insert the missing '}'", {{{at, at}, "}"}}, {finding}, true};
}

std::optional<CodeAction> shapels::braceFix(const Document &document,
                                            const Diagnostic &finding) {
  std::string_view message = finding.message;
  if (finding.code != DiagnosticCode::MlirParse)
    return std::nullopt;
  if (message.ends_with("lacks its '{'"))
    return insertOpening(finding);
  if (message.ends_with("lacks its '}'"))
    return insertClosing(document, finding);
  if (message.ends_with("a '}' is missing here"))
    return insertBeforeParen(document, finding);
  return std::nullopt;
}
