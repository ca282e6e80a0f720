//===- Session.h - What a new worker must be told --------------*- C++ -*-===//

#ifndef SHAPELS_APP_SUPERVISOR_SESSION_H
#define SHAPELS_APP_SUPERVISOR_SESSION_H

#include "shapels/protocol/Envelope.h"
#include "shapels/text/TextBuffer.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace shapels {

/// The state that a client has built up in its worker, message by message:
/// open texts and settings. Takes what the server takes, and nothing else.
class Session {
public:
  struct OpenDocument {
    TextBuffer text;
    std::optional<int64_t> version;
    /// Counts the changes of the text, from 1.
    uint64_t edits = 0;
  };

  /// A message that was passed on to the worker.
  void note(const lsp::ClientMessage &message, std::string_view body);

  /// The messages that bring a worker to this state, in order. The request
  /// among them has the id `replayId`; its answer is nobody's concern.
  std::vector<std::string> replay() const;
  static constexpr std::string_view replayId = "\"shapels:initialize\"";

  /// Null if no such document is open.
  const OpenDocument *find(const std::string &uri) const;
  /// The open document whose URI has that hash; empty if none has.
  std::string uriOf(uint64_t hash) const;

private:
  enum class State { Uninitialized, Running, ShutDown };

  void initialize(const lsp::ClientMessage &message, std::string_view body);
  void change(const lsp::ClientMessage &message);
  void open(const lsp::ClientMessage &message);
  void close(const lsp::ClientMessage &message);

  State state = State::Uninitialized;
  lsp::ClientCapabilities client;
  /// Whole messages; empty if there was none.
  std::string initializeBody, initializedBody, traceBody, configurationBody;
  std::map<std::string, OpenDocument> documents;
};

} // namespace shapels

#endif // SHAPELS_APP_SUPERVISOR_SESSION_H
