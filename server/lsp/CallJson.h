//===- CallJson.h - LSP's CallHierarchyItem ---------------------*- C++ -*-===//

#ifndef SHAPELS_LSP_CALLJSON_H
#define SHAPELS_LSP_CALLJSON_H

#include "server/features/CallHierarchy.h"
#include "server/lsp/ClientView.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace shapels {

nlohmann::json callItemJson(const CallItem &item, const std::string &uri,
                            const ClientView &view);

/// The params of `callHierarchy/incomingCalls` and `outgoingCalls`: where the
/// item's name is.
bool decodeCallItem(const nlohmann::json &params, lsp::PositionParams &result,
                    std::string &error);

/// The answer to them; the other function is in the member `key`.
std::string callsText(const std::vector<Call> &calls, const char *key,
                      const std::string &uri, const ClientView &view);

} // namespace shapels

#endif // SHAPELS_LSP_CALLJSON_H
