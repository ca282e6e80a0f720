//===- Queries.h - Requests about a document --------------------*- C++ -*-===//
//
// One function per request: positions in, feature, positions out. Called on
// the document's strand, with the document up to date.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_QUERIES_H
#define SHAPELS_LSP_QUERIES_H

#include "shapels/analysis/Document.h"
#include "shapels/lsp/SteadyHints.h"
#include "shapels/protocol/Protocol.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// What an answer depends on besides the document and the request.
struct QueryContext {
  lsp::ClientCapabilities client;
  /// Workspace folders, as URIs.
  std::vector<std::string> roots;
  bool hoverGenericForm = false;
  InlayHintMode inlayHints = InlayHintMode::Default;
};

std::optional<lsp::Hover> answerHover(const Document &document,
                                      const QueryContext &context,
                                      const lsp::PositionParams &params);
std::vector<lsp::InlayHint> answerInlayHint(const Document &document,
                                            SteadyHints &hints,
                                            const QueryContext &context,
                                            const lsp::InlayHintParams &params);
std::vector<lsp::Location> answerDefinition(const Document &document,
                                            const QueryContext &context,
                                            const lsp::PositionParams &params);
std::vector<lsp::Location> answerReferences(const Document &document,
                                            const QueryContext &context,
                                            const lsp::ReferenceParams &params);
std::vector<lsp::DocumentHighlight>
answerHighlight(const Document &document, const QueryContext &context,
                const lsp::PositionParams &params);
lsp::DocumentSymbols answerSymbols(const Document &document,
                                   const QueryContext &context,
                                   const lsp::DocumentParams &params);
std::vector<lsp::CodeAction>
answerCodeAction(const Document &document, const QueryContext &context,
                 const lsp::CodeActionParams &params);

/// Of a document that is not open: expectations for the findings that the
/// client itself names, as mlir-lsp-server offers them. Nothing where it names
/// none.
std::optional<std::vector<lsp::CodeAction>>
answerUnopenedCodeAction(const lsp::CodeActionParams &params);

} // namespace shapels

#endif // SHAPELS_LSP_QUERIES_H
