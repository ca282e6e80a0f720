//===- Protocol.h - The LSP structures that we use --------------*- C++ -*-===//
//
// Plain values, named as in the Language Server Protocol 3.17. Decode.h and
// Encode.h turn them from and into JSON; nothing else sees that JSON.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_PROTOCOL_H
#define SHAPELS_PROTOCOL_PROTOCOL_H

#include "shapels/protocol/Settings.h"
#include "shapels/text/Position.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
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
};

struct ResponseError {
  ErrorCode code = ErrorCode::InternalError;
  std::string message;
  /// For a pull of diagnostics that is given up: whether to ask again.
  std::optional<bool> retriggerRequest = std::nullopt;
};

/// Params and results that hold nothing.
struct Nothing {};

enum class Trace { Off, Messages, Verbose };
enum class MarkupKind { PlainText, Markdown };
enum class MessageType { Error = 1, Warning = 2, Info = 3, Log = 4 };

//===----------------------------------------------------------------------===//
// Lifecycle
//===----------------------------------------------------------------------===//

/// What the client can do, as far as we care. What it does not say, or says in
/// a form that we do not know, is as the specification's default.
struct ClientCapabilities {
  PositionEncoding positionEncoding = PositionEncoding::Utf16;
  MarkupKind hoverFormat = MarkupKind::Markdown;
  bool relatedInformation = false;
  bool hierarchicalSymbols = false;
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
};

struct InitializeParams {
  ClientCapabilities capabilities;
  /// The workspace folders, or else rootUri, or else rootPath as a URI.
  std::vector<std::string> roots;
  Trace trace = Trace::Off;
  Settings settings;
};

struct InitializeResult {
  PositionEncoding positionEncoding = PositionEncoding::Utf16;
  std::string serverName, serverVersion;
  bool answersDiagnosticPulls = false;
};

struct SetTraceParams {
  Trace value = Trace::Off;
};

struct CancelParams {
  /// As JSON text, so that `1` and `"1"` differ.
  std::string id;
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

/// Params that name a document and no more: didClose, didSave, documentSymbol.
struct DocumentParams {
  std::string uri;
};

struct PositionParams {
  std::string uri;
  Position position;
};

struct ReferenceParams {
  std::string uri;
  Position position;
  bool includeDeclaration = false;
};

struct CodeActionParams {
  std::string uri;
  PositionRange range;
  /// Those that are to be answered; if there are none, all in `range`.
  std::vector<Diagnostic> diagnostics;
  /// Kinds asked for; nothing means all.
  std::optional<std::vector<std::string>> only;
};

struct InlayHintParams {
  std::string uri;
  PositionRange range;
};

struct DocumentDiagnosticParams {
  std::string uri;
  /// What the client has, as the last report called it.
  std::optional<std::string> previousResultId;
};

struct DidChangeConfigurationParams {
  Settings settings;
};

/// What of it changed is looked up on disk.
struct DidChangeWatchedFilesParams {};

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

struct Hover {
  MarkupKind kind = MarkupKind::PlainText;
  std::string value;
  PositionRange range;
};

/// One that says more of a type.
struct InlayHint {
  Position position;
  std::string label;
};

enum class DocumentHighlightKind { Text = 1, Read = 2, Write = 3 };

struct DocumentHighlight {
  PositionRange range;
  DocumentHighlightKind kind = DocumentHighlightKind::Read;
};

enum class SymbolKind {
  Module = 2,
  Namespace = 3,
  Class = 5,
  Function = 12,
  Variable = 13,
  Key = 20,
};

struct DocumentSymbol {
  std::string name, detail;
  SymbolKind kind = SymbolKind::Class;
  PositionRange range, selectionRange;
  std::vector<DocumentSymbol> children;
};

/// The flat form, for clients that do not know the hierarchical one.
struct SymbolInformation {
  std::string name;
  SymbolKind kind = SymbolKind::Class;
  Location location;
  std::string containerName;
};

using DocumentSymbols =
    std::variant<std::vector<DocumentSymbol>, std::vector<SymbolInformation>>;

struct DocumentDiagnosticReport {
  std::string resultId;
  /// An encoded list, or nothing where the client has that already.
  std::shared_ptr<const std::string> diagnosticsJson;
};

struct TextEdit {
  PositionRange range;
  std::string newText;
};

struct CodeAction {
  std::string title, kind;
  bool isPreferred = false;
  std::vector<Diagnostic> diagnostics;
  /// The one document that the action changes.
  std::string uri;
  std::vector<TextEdit> edits;
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
