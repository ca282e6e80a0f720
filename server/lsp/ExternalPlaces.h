//===- ExternalPlaces.h - Places in other files -----------------*- C++ -*-===//

#ifndef SHAPELS_LSP_EXTERNALPLACES_H
#define SHAPELS_LSP_EXTERNALPLACES_H

#include "server/features/Navigation.h"
#include "server/protocol/Protocol.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// Where the client finds the place that a `loc("file":line:column)` names. A
/// relative name is looked up in the workspace's roots, then beside the
/// document. A file on disk must exist; for other schemes that is left to the
/// client.
std::optional<lsp::Location>
locateExternal(const ExternalPlace &place, const std::string &documentUri,
               const std::vector<std::string> &roots,
               PositionEncoding encoding);

} // namespace shapels

#endif // SHAPELS_LSP_EXTERNALPLACES_H
