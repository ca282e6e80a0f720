//===- Queries.cpp - Requests about a document ----------------------------===//

#include "shapels/lsp/Queries.h"

#include "shapels/features/CodeActions.h"
#include "shapels/features/Hover.h"
#include "shapels/features/Navigation.h"
#include "shapels/features/Symbols.h"
#include "shapels/lsp/Convert.h"
#include "shapels/lsp/ExternalPlaces.h"

#include <algorithm>

using namespace shapels;

std::optional<lsp::Hover>
shapels::answerHover(const Document &document, const QueryContext &context,
                     const lsp::PositionParams &params) {
  Converter convert(document.buffer(), params.uri, context.client);
  HoverOptions options;
  options.genericForm = context.hoverGenericForm;
  options.markdown = context.client.hoverFormat == lsp::MarkupKind::Markdown;
  options.uri = params.uri;
  std::optional<Hover> found =
      hover(document, convert.offset(params.position), options);
  if (!found)
    return std::nullopt;
  return lsp::Hover{context.client.hoverFormat, std::move(found->text),
                    convert(found->range)};
}

std::vector<lsp::InlayHint>
shapels::answerInlayHint(const Document &document, SteadyHints &hints,
                         const QueryContext &context,
                         const lsp::InlayHintParams &params) {
  Converter convert(document.buffer(), params.uri, context.client);
  std::vector<lsp::InlayHint> result;
  for (InlayHint &hint :
       hints.answer(document, convert.range(params.range), context.inlayHints))
    result.push_back({convert(ByteRange{hint.place, hint.place}).start,
                      std::move(hint.label)});
  return result;
}

std::vector<lsp::Location>
shapels::answerDefinition(const Document &document, const QueryContext &context,
                          const lsp::PositionParams &params) {
  Converter convert(document.buffer(), params.uri, context.client);
  ByteOffset offset = convert.offset(params.position);
  std::vector<lsp::Location> result;
  for (ByteRange range : definition(document, offset))
    result.push_back(convert.location(range));
  if (!result.empty())
    return result;
  if (std::optional<ExternalPlace> place = externalDefinition(document, offset))
    if (auto location = locateExternal(*place, params.uri, context.roots,
                                       context.client.positionEncoding))
      result.push_back(std::move(*location));
  return result;
}

std::vector<lsp::Location>
shapels::answerReferences(const Document &document, const QueryContext &context,
                          const lsp::ReferenceParams &params) {
  Converter convert(document.buffer(), params.uri, context.client);
  std::vector<lsp::Location> result;
  for (ByteRange range : references(document, convert.offset(params.position),
                                    params.includeDeclaration))
    result.push_back(convert.location(range));
  return result;
}

std::vector<lsp::DocumentHighlight>
shapels::answerHighlight(const Document &document, const QueryContext &context,
                         const lsp::PositionParams &params) {
  Converter convert(document.buffer(), params.uri, context.client);
  std::vector<lsp::DocumentHighlight> result;
  for (const Highlight &highlight :
       highlights(document, convert.offset(params.position)))
    result.push_back(convert(highlight));
  return result;
}

lsp::DocumentSymbols shapels::answerSymbols(const Document &document,
                                            const QueryContext &context,
                                            const lsp::DocumentParams &params) {
  Converter convert(document.buffer(), params.uri, context.client);
  return convert(documentSymbols(document));
}

/// A kind stands for its sub-kinds: `quickfix` for `quickfix.shape`. Ours are
/// all plain quick fixes.
static bool wantsQuickFixes(const lsp::CodeActionParams &params) {
  return !params.only ||
         std::ranges::any_of(*params.only, [](const std::string &kind) {
           return kind.empty() || kind == "quickfix";
         });
}

/// The findings that the client names, or where it names none, those in the
/// range.
static std::vector<Diagnostic>
meantFindings(const Document &document, const Converter &convert,
              const lsp::CodeActionParams &params) {
  if (params.diagnostics.empty())
    return findingsAt(document, convert.range(params.range));
  std::vector<Diagnostic> result;
  for (const Diagnostic &finding : document.diagnostics()) {
    PositionRange range = convert(finding.range);
    bool isNamed = std::ranges::any_of(
        params.diagnostics, [&](const lsp::Diagnostic &named) {
          return named.range == range && named.message == finding.message &&
                 (named.code.empty() || named.code == info(finding.code).id);
        });
    if (isNamed)
      result.push_back(finding);
  }
  return result;
}

std::vector<lsp::CodeAction>
shapels::answerCodeAction(const Document &document, const QueryContext &context,
                          const lsp::CodeActionParams &params) {
  std::vector<lsp::CodeAction> result;
  if (!wantsQuickFixes(params))
    return result;
  Converter convert(document.buffer(), params.uri, context.client);
  std::vector<Diagnostic> findings = meantFindings(document, convert, params);
  for (const CodeAction &action : codeActions(document, findings))
    result.push_back(convert(action));
  for (const CodeAction &action :
       actionsAt(document, convert.range(params.range).begin, findings))
    result.push_back(convert(action));
  if (auto expectations = insertExpectations(document, findings))
    result.push_back(convert(*expectations));
  return result;
}

/// `text` on a line of its own. The document's text is not known, so neither
/// are the indent and the line break.
static lsp::TextEdit lineBefore(const PositionRange &range, std::string text) {
  Position start{range.start.line, 0};
  return {{start, start}, std::move(text) + "\n"};
}

/// Of a server for MLIR, and worth a test.
static bool isExpectable(const lsp::Diagnostic &diagnostic) {
  return (diagnostic.source == "shapels" || diagnostic.source == "mlir") &&
         diagnostic.severity < 4;
}

static void expect(const lsp::Diagnostic &finding, lsp::CodeAction &action) {
  constexpr std::string_view kinds[] = {"error", "warning", "remark"};
  action.diagnostics.push_back(finding);
  action.edits.push_back(
      lineBefore(finding.range, expectationComment(kinds[finding.severity - 1],
                                                   finding.message)));
  for (const lsp::DiagnosticRelatedInformation &note :
       finding.relatedInformation)
    if (note.location.uri == action.uri)
      action.edits.push_back(lineBefore(
          note.location.range, expectationComment("note", note.message)));
}

std::optional<std::vector<lsp::CodeAction>>
shapels::answerUnopenedCodeAction(const lsp::CodeActionParams &params) {
  lsp::CodeAction action;
  action.title = "Add expected-* diagnostic checks";
  action.kind = "quickfix";
  action.uri = params.uri;
  for (const lsp::Diagnostic &diagnostic : params.diagnostics)
    if (isExpectable(diagnostic))
      expect(diagnostic, action);
  if (action.edits.empty())
    return std::nullopt;
  if (!wantsQuickFixes(params))
    return std::vector<lsp::CodeAction>();
  return std::vector{std::move(action)};
}
