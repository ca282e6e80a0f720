//===- CallJson.h - LSP's CallHierarchyItem ---------------------*- C++ -*-===//

#ifndef SHAPELS_LSP_CALLJSON_H
#define SHAPELS_LSP_CALLJSON_H

#include "server/features/CallHierarchy.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/Handlers.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace shapels {

nlohmann::json callItemJson(const CallItem &item, const std::string &uri,
                            const ClientView &view);

/// `callHierarchy/incomingCalls` and `outgoingCalls`: `calls` of the item in
/// the params. The other function is in the member `key` of each.
std::optional<Query>
callsQuery(const nlohmann::json &params, std::string &error,
           std::vector<Call> (*calls)(const Document &, DocumentOffset),
           const char *key);

} // namespace shapels

#endif // SHAPELS_LSP_CALLJSON_H
