//===- ClientView.cpp - A text as its client sees it ----------------------===//

#include "server/lsp/ClientView.h"

#include "server/config/Documentation.h"

using namespace shapels;

lsp::Diagnostic ClientView::diagnostic(const Diagnostic &finding) const {
  lsp::Diagnostic result;
  result.range = range(finding.range);
  result.severity = static_cast<int>(finding.severity);
  result.code = info(finding.code).id;
  result.codeHref = documentationPage(finding.code);
  result.source = "shapels";
  result.message = finding.message;
  if (client.relatedInformation)
    for (const RelatedInformation &related : finding.related)
      result.relatedInformation.push_back(
          {location(related.range), related.message});
  return result;
}

std::vector<lsp::Diagnostic>
ClientView::diagnostics(std::span<const Diagnostic> findings) const {
  std::vector<lsp::Diagnostic> result;
  result.reserve(findings.size());
  for (const Diagnostic &finding : findings)
    result.push_back(diagnostic(finding));
  return result;
}
