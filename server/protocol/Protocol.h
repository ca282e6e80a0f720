//===- Protocol.h - The LSP structures that we use --------------*- C++ -*-===//
//
// Plain values, named as in the Language Server Protocol 3.17: those that
// several methods share, or that a supervisor must know. Decode.h and Encode.h
// turn them from and into JSON.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_PROTOCOL_H
#define SHAPELS_PROTOCOL_PROTOCOL_H

#include "core/text/Position.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels::lsp {

enum class ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  ServerCancelled = -32802,
  RequestCancelled = -32800,
  ContentModified = -32801,
  /// All is well but the answer: the words are for the user.
  RequestFailed = -32803,
};

struct ResponseError {
  ErrorCode code = ErrorCode::InternalError;
  std::string message;
  /// For a pull of diagnostics that is given up: whether to ask again.
  std::optional<bool> retriggerRequest = std::nullopt;
};

enum class Trace { Off, Messages, Verbose };
enum class MessageType { Error = 1, Warning = 2, Info = 3, Log = 4 };

//===----------------------------------------------------------------------===//
// Lifecycle
//===----------------------------------------------------------------------===//

/// What the client can do, as far as we care. What it does not say, or says in
/// a form that we do not know, is as the specification's default.
struct ClientCapabilities {
  PositionEncoding positionEncoding = PositionEncoding::Utf16;
  bool relatedInformation = false;
  /// It tells when files change, if it is asked to.
  bool watchesFiles = false;
  /// Also of those outside the workspace, by folder and name.
  bool watchesRelative = false;
  /// It asks for diagnostics, so that they are not sent to it as well.
  bool pullsDiagnostics = false;
  /// It can be told to ask for them again.
  bool refreshesDiagnostics = false;
  /// The same of inlay hints.
  bool refreshesInlayHints = false;
  /// It asks whether a name can be changed before the user types another one.
  bool preparesRename = false;
  /// It pulls findings, and its user wants those of files that are not open.
  bool pullsWorkspace = false;
  /// All of them, for what one method alone cares about. Null if the client
  /// sent none.
  std::shared_ptr<const nlohmann::json> all = nullptr;

  using Keys = std::initializer_list<std::string_view>;
  /// What `keys` lead to, as in `textDocument`, `hover`; or null.
  const nlohmann::json *find(Keys keys) const;
  /// Whether that is `true`.
  bool flag(Keys keys) const;
};

struct InitializeParams {
  ClientCapabilities capabilities;
  /// The workspace folders, or else rootUri, or else rootPath as a URI.
  std::vector<std::string> roots;
  Trace trace = Trace::Off;
  /// Of the client, where it says so.
  std::optional<int64_t> processId = std::nullopt;
};

//===----------------------------------------------------------------------===//
// Both ways
//===----------------------------------------------------------------------===//

struct Location {
  std::string uri;
  PositionRange range;
};

struct DiagnosticRelatedInformation {
  Location location;
  std::string message;
};

struct Diagnostic {
  PositionRange range;
  /// LSP's number.
  int severity = 1;
  /// Empty where the client does not say.
  std::string code, codeHref, source;
  std::string message;
  std::vector<DiagnosticRelatedInformation> relatedInformation;
};

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

struct DidOpenParams {
  std::string uri;
  std::optional<int64_t> version;
  std::string text;
};

/// Without a range: the whole text is replaced.
struct ContentChange {
  std::optional<PositionRange> range;
  std::string text;
};

struct DidChangeParams {
  std::string uri;
  std::optional<int64_t> version;
  /// Each one applies to the result of the one before.
  std::vector<ContentChange> changes;
};

/// Params that name a document and no more.
struct DocumentParams {
  std::string uri;
};

struct PositionParams {
  std::string uri;
  Position position;
};

//===----------------------------------------------------------------------===//
// Notifications to the client
//===----------------------------------------------------------------------===//

struct PublishDiagnosticsParams {
  std::string uri;
  std::optional<int64_t> version;
  /// An encoded list, made on the document's strand. Nothing: an empty one.
  std::shared_ptr<const std::string> diagnosticsJson;
};

/// client/registerCapability for workspace/didChangeWatchedFiles.
struct WatchFilesParams {
  /// Of this registration.
  std::string id;
  /// A URI; empty where the pattern is for the whole workspace.
  std::string folder;
  std::string pattern;
};

/// $/progress; without a value, window/workDoneProgress/create.
struct ProgressParams {
  /// As JSON texts.
  std::string token, value;
};

/// window/logMessage and window/showMessage.
struct MessageParams {
  MessageType type = MessageType::Info;
  std::string message;
};

struct LogTraceParams {
  std::string message;
  /// Only for Trace::Verbose.
  std::string verbose;
};

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_PROTOCOL_H
