//===- BraceFix.cpp -------------------------------------------------------===//

#include "shapels/features/BraceFix.h"
#include "shapels/analysis/Section.h"

using namespace shapels;

/// It, and those around it whose bodies end where its own does.
static std::vector<StatementId> openWith(const Outline &outline,
                                         StatementId inner) {
  std::vector<StatementId> ops;
  for (StatementId id = inner; id != noStatement; id = outline.parent(id)) {
    std::optional<RegionText> region = outline.openRegion(id);
    if (!region || region->inside.end != outline.openRegion(inner)->inside.end)
      break;
    ops.push_back(id);
  }
  return ops;
}

static CodeAction insertOpening(const Diagnostic &finding) {
  ByteOffset header = finding.range.end;
  return {
      "Insert the missing '{'", {{{header, header}, " {"}}, {finding}, true};
}

static std::optional<CodeAction> insertClosing(const Document &document,
                                               const Diagnostic &finding) {
  const Section &section = document.sectionAt(finding.range.begin);
  const Outline &outline = section.outline();
  const TextBuffer &buffer = document.buffer();
  uint32_t start = section.start().value;
  StatementId inner = outline.openAt(finding.range.begin - start);
  if (inner == noStatement)
    return std::nullopt;
  std::vector<StatementId> ops = openWith(outline, inner);
  std::string braces;
  for (StatementId id : ops)
    braces += lineBreakAt(buffer, outline.begin(id) + start) + "}";
  ByteOffset body = outline.range(inner).end + start;
  ByteOffset line = buffer.lineRange(buffer.lineOf(body)).end;
  return CodeAction{ops.size() == 1
                        ? "Insert the missing '}'"
                        : "Insert the " + std::to_string(ops.size()) +
                              " missing '}'",
                    {{{line, line}, std::move(braces)}},
                    {finding},
                    true};
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
  return std::nullopt;
}
