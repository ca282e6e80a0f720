//===- Decode.h - JSON to protocol structures -------------------*- C++ -*-===//
//
// For params that several methods share, or that a supervisor reads too. Each
// function returns false and names the place and what it expected, as in
// `params.textDocument.uri: expected string`, if the JSON is not of the form
// that the specification demands. Members that we do not use are not looked
// at. Never throws.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_DECODE_H
#define SHAPELS_PROTOCOL_DECODE_H

#include "server/protocol/Protocol.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace shapels::lsp {

using nlohmann::json;
class JsonReader;

bool decode(const json &params, InitializeParams &result, std::string &error);
bool decode(const json &params, DidOpenParams &result, std::string &error);
bool decode(const json &params, DidChangeParams &result, std::string &error);
bool decode(const json &params, DocumentParams &result, std::string &error);
bool decode(const json &params, PositionParams &result, std::string &error);

/// The URI in the member `textDocument`.
bool readDocumentUri(const JsonReader &in, std::string &uri);
/// What JsonReader::read() calls.
bool readStruct(const JsonReader &in, Trace &result);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_DECODE_H
