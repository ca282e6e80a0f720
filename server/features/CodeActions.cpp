//===- CodeActions.cpp ----------------------------------------------------===//

#include "server/features/CodeActions.h"
#include "server/features/BraceFix.h"
#include "server/features/LinalgBroadcastFixes.h"
#include "server/features/MissingBracket.h"
#include "server/features/RefineFunction.h"
#include "server/features/ResultTypeFix.h"
#include "server/features/TypeFixes.h"

#include <algorithm>
#include <iterator>
#include <set>

using namespace shapels;

namespace {

bool overlaps(DocumentRange a, DocumentRange b) {
  return a.begin <= b.end && b.begin <= a.end;
}

std::optional<CodeAction> insertMissingBracket(const Document &document,
                                               const Diagnostic &diagnostic) {
  std::string_view message = diagnostic.message;
  if (diagnostic.code != DiagnosticCode::MlirParse ||
      !(message.starts_with("expected '>'") ||
        message.starts_with("expected ',' or '>'")))
    return std::nullopt;
  DocumentOffset at = missingBracket(document, diagnostic.range.begin);
  return CodeAction{
      "Insert the missing '>'", {{{at, at}, ">"}}, {diagnostic}, true};
}

/// The word that was probably meant, in place of a value's name without its
/// number (`%0` of `%0#1`).
std::optional<CodeAction> replaceByMeant(const Document &document,
                                         const Diagnostic &finding) {
  if (finding.meant.empty())
    return std::nullopt;
  std::string_view word = document.buffer().slice(finding.range);
  auto size = static_cast<uint32_t>(word.starts_with('%')
                                        ? std::min(word.find('#'), word.size())
                                        : word.size());
  DocumentRange range{finding.range.begin, finding.range.begin + size};
  return CodeAction{"Replace by '" + finding.meant + "'",
                    {{range, finding.meant}},
                    {finding},
                    true};
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

/// As the document's first line ends.
std::string_view lineBreakOf(const TextBuffer &buffer) {
  DocumentOffset end = buffer.lineRange({0}).end;
  std::string_view rest = buffer.slice({end, end + 2});
  return rest.starts_with("\r\n") ? "\r\n"
         : rest.starts_with('\r') ? "\r"
                                  : "\n";
}

std::string_view indentOf(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

/// What an expectation can hold of a message.
std::string_view expectable(std::string_view message) {
  message = message.substr(0, message.find_first_of("\r\n"));
  return message.substr(0, message.find("}}"));
}

/// On a line of its own.
TextEdit expectationOf(const TextBuffer &buffer, std::string_view kind,
                       DocumentOffset place, std::string_view message) {
  DocumentRange line = buffer.lineRange(buffer.lineOf(place));
  std::string comment(indentOf(buffer.slice(line)));
  comment.append(expectationComment(kind, message)).append(lineBreakOf(buffer));
  return {{line.begin, line.begin}, std::move(comment)};
}

/// MLIR's notes must be expected as well; ours may be.
void expect(const TextBuffer &buffer, const Diagnostic &finding,
            std::vector<TextEdit> &edits) {
  // What MLIR says itself, its own tools look for.
  bool isMlirs = finding.code == DiagnosticCode::MlirParse ||
                 finding.code == DiagnosticCode::MlirVerify;
  edits.push_back(expectationOf(
      buffer, expectationKind(finding.severity), finding.range.begin,
      isMlirs && !finding.replacedMessage.empty() ? finding.replacedMessage
                                                  : finding.message));
  if (isMlirs)
    for (const RelatedInformation &note : finding.related)
      edits.push_back(
          expectationOf(buffer, "note", note.range.begin, note.message));
}

/// Whether the file is a test that says what is found in it.
bool expectsFindings(const Document &document) {
  std::string_view text = document.buffer().text();
  return text.find("// expected-") != text.npos ||
         text.find("-verify-diagnostics") != text.npos;
}

} // namespace

std::optional<CodeAction>
shapels::insertExpectations(const Document &document,
                            std::span<const Diagnostic> findings) {
  if (!expectsFindings(document))
    return std::nullopt;
  CodeAction action;
  std::set<std::string_view> kinds;
  for (const Diagnostic &finding : findings) {
    if (finding.severity == Severity::Hint)
      continue;
    kinds.insert(expectationKind(finding.severity));
    action.diagnostics.push_back(finding);
    expect(document.buffer(), finding, action.edits);
  }
  if (kinds.empty())
    return std::nullopt;
  std::ranges::stable_sort(
      action.edits, {}, [](const TextEdit &edit) { return edit.range.begin; });
  size_t count = action.diagnostics.size();
  action.title =
      "Insert // expected-" +
      std::string(kinds.size() == 1 ? *kinds.begin() : "...") +
      (count == 1 ? " for this finding"
                  : " for these " + std::to_string(count) + " findings");
  return action;
}

std::string shapels::lineBreakAt(const TextBuffer &buffer,
                                 DocumentOffset place) {
  DocumentRange line = buffer.lineRange(buffer.lineOf(place));
  std::string_view indent = indentOf(buffer.slice(line));
  return std::string(lineBreakOf(buffer)).append(indent);
}

std::string shapels::expectationComment(std::string_view kind,
                                        std::string_view message) {
  return "// expected-" + std::string(kind) + " @below {{" +
         std::string(expectable(message)) + "}}";
}

std::vector<Diagnostic> shapels::findingsAt(const Document &document,
                                            DocumentRange range) {
  std::vector<Diagnostic> result;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (overlaps(diagnostic.range, range))
      result.push_back(diagnostic);
  return result;
}

std::vector<CodeAction>
shapels::codeActions(const Document &document,
                     std::span<const Diagnostic> findings) {
  std::vector<CodeAction> actions;
  for (const Diagnostic &finding : findings) {
    if (std::optional<CodeAction> fix = insertMissingBracket(document, finding))
      actions.push_back(std::move(*fix));
    if (std::optional<CodeAction> fix = braceFix(document, finding))
      actions.push_back(std::move(*fix));
    if (std::optional<CodeAction> fix = replaceByMeant(document, finding))
      actions.push_back(std::move(*fix));
    std::ranges::move(fixTypes(document, finding), std::back_inserter(actions));
    std::ranges::move(fixBroadcastList(document, finding),
                      std::back_inserter(actions));
  }
  return actions;
}

/// Findings that another result type answers.
static bool isAboutResultType(const Diagnostic &finding) {
  return finding.code == DiagnosticCode::BroadcastResultMismatch ||
         finding.code == DiagnosticCode::BroadcastRankMismatch ||
         finding.code == DiagnosticCode::ShapeMismatch ||
         finding.code == DiagnosticCode::ImplicitStaticCast ||
         finding.code == DiagnosticCode::RefinableResult;
}

std::vector<CodeAction>
shapels::actionsAt(const Document &document, DocumentOffset place,
                   std::span<const Diagnostic> findings) {
  std::vector<Diagnostic> answered;
  std::ranges::copy_if(findings, std::back_inserter(answered),
                       isAboutResultType);
  std::vector<CodeAction> actions;
  if (auto fix = resultTypeFix(document, place, answered))
    actions.push_back(std::move(*fix));
  if (auto fix = refineFunction(document, place))
    actions.push_back(std::move(*fix));
  return actions;
}
