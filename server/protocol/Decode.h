//===- Decode.h - JSON to protocol structures -------------------*- C++ -*-===//
//
// What a client sends is checked here and nowhere else. Each function returns
// false and names the place and what it expected, as in
// `params.textDocument.uri: expected string`, if the JSON is not of the form
// that the specification demands. Members that we do not use are not looked
// at. Never throws.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_DECODE_H
#define SHAPELS_PROTOCOL_DECODE_H

#include "shapels/protocol/Protocol.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace shapels::lsp {

using nlohmann::json;

bool decode(const json &params, Nothing &result, std::string &error);
bool decode(const json &params, InitializeParams &result, std::string &error);
bool decode(const json &params, SetTraceParams &result, std::string &error);
bool decode(const json &params, CancelParams &result, std::string &error);
bool decode(const json &params, DidOpenParams &result, std::string &error);
bool decode(const json &params, DidChangeParams &result, std::string &error);
bool decode(const json &params, DocumentParams &result, std::string &error);
bool decode(const json &params, PositionParams &result, std::string &error);
bool decode(const json &params, ReferenceParams &result, std::string &error);
bool decode(const json &params, CodeActionParams &result, std::string &error);
bool decode(const json &params, InlayHintParams &result, std::string &error);
bool decode(const json &params, DocumentDiagnosticParams &result,
            std::string &error);
bool decode(const json &params, DidChangeConfigurationParams &result,
            std::string &error);
bool decode(const json &params, DidChangeWatchedFilesParams &result,
            std::string &error);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_DECODE_H
