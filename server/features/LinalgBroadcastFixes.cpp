//===- LinalgBroadcastFixes.cpp -------------------------------------------===//

#include "server/features/LinalgBroadcastFixes.h"
#include "core/analysis/LinalgBroadcastRepair.h"
#include "core/analysis/LinalgBroadcastText.h"

using namespace shapels;

static std::string titleOf(const BroadcastRepair &made) {
  std::string list = "dimensions = " + listText(made.repair.added);
  bool collapses = !made.repair.collapsed.empty();
  bool transposes = !made.repair.permutation.empty();
  if (!collapses && !transposes)
    return "Write " + list;
  return std::string(!transposes  ? "Collapse "
                     : !collapses ? "Transpose "
                                  : "Collapse and transpose ") +
         made.input + ", and write " + list;
}

/// Of the document.
static std::vector<TextEdit> editsOf(const Document &document,
                                     const Section &section,
                                     StatementId statement,
                                     BroadcastRepair made) {
  std::vector<TextEdit> edits;
  if (!made.linesBefore.empty()) {
    DocumentOffset at =
        section.span().inDocument(section.statement(statement).range.begin);
    TextEdit before{{at, at}, ""};
    for (const std::string &line : made.linesBefore)
      before.newText += line + lineBreakAt(document.buffer(), at);
    edits.push_back(std::move(before));
  }
  for (SectionEdit &edit : made.edits)
    edits.push_back(section.span().inDocument(std::move(edit)));
  return edits;
}

static bool isAboutInits(const Document &document, const Diagnostic &finding) {
  return finding.code == DiagnosticCode::MlirParse &&
         finding.message.find("'linalg.broadcast'") != std::string::npos &&
         document.buffer().slice(finding.range) == "inits";
}

std::vector<CodeAction> shapels::fixBroadcastList(const Document &document,
                                                  const Diagnostic &finding) {
  if (isAboutInits(document, finding))
    return {{"Write outs", {{finding.range, "outs"}}, {finding}, true}};
  if (!std::string_view(info(finding.code).id).starts_with("linalg-broadcast-"))
    return {};
  const Section &section = document.sectionAt(finding.range.begin);
  StatementId statement = section.outline().statementAt(
      section.span().inSection(finding.range.begin));
  if (statement == noStatement)
    return {};
  std::vector<CodeAction> actions;
  for (BroadcastRepair &made : repairsOfBroadcast(section, statement)) {
    std::string title = titleOf(made);
    actions.push_back({std::move(title),
                       editsOf(document, section, statement, std::move(made)),
                       {finding}});
  }
  if (actions.size() == 1)
    actions.front().isPreferred = true;
  return actions;
}
