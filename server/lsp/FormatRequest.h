//===- FormatRequest.h - What requests for formatting share -----*- C++ -*-===//

#ifndef SHAPELS_LSP_FORMATREQUEST_H
#define SHAPELS_LSP_FORMATREQUEST_H

#include "server/features/Formatting.h"
#include "server/lsp/ClientView.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace shapels {

struct FormatRequest {
  std::string uri;
  FormatOptions options;
};

/// `textDocument` and `options` of the params.
bool decode(const nlohmann::json &params, FormatRequest &result,
            std::string &error);

/// A list of LSP's TextEdits.
nlohmann::json editsJson(std::span<const TextEdit> edits,
                         const ClientView &view);

} // namespace shapels

#endif // SHAPELS_LSP_FORMATREQUEST_H
