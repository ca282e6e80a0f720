//===- ConfigFindings.h - What is wrong with settings -----------*- C++ -*-===//

#ifndef SHAPELS_LSP_CONFIGFINDINGS_H
#define SHAPELS_LSP_CONFIGFINDINGS_H

#include "server/config/Workspace.h"
#include "server/protocol/Protocol.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shapels {

/// The findings that the client has of each `.shapels.json`. They are sent to
/// clients that pull as well: those pull for documents, and none is meant here.
class ConfigFindings {
public:
  /// The lists that the client does not have yet. Of an open document nothing
  /// is said here.
  std::vector<lsp::PublishDiagnosticsParams>
  update(const std::vector<Workspace::Report> &reports,
         const lsp::ClientCapabilities &client,
         const std::function<bool(const std::string &uri)> &isOpen);

private:
  /// By URI.
  std::map<std::string, std::string> published;
};

} // namespace shapels

#endif // SHAPELS_LSP_CONFIGFINDINGS_H
