//===- Session.h - What a new worker must be told --------------*- C++ -*-===//

#ifndef SHAPELS_SUPERVISOR_SESSION_H
#define SHAPELS_SUPERVISOR_SESSION_H

#include "core/text/TextBuffer.h"
#include "server/protocol/Envelope.h"
#include "server/protocol/Opening.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace shapels {

/// The state that a client has built up in its worker, message by message:
/// open texts and settings. Takes what the server takes, and nothing else.
/// Edits are kept and applied later, as a keystroke should not wait for that.
class Session {
public:
  /// A message that was passed on to the worker.
  void note(const lsp::ClientMessage &message, std::string_view body);
  /// These bytes, or some that are not known, were meant to change texts, and
  /// no worker can read them.
  void loseTexts(std::string_view bytes);
  /// A message with a whole text that was passed on, and that takes long to
  /// decode.
  void noteOpening(lsp::Opening opening, std::string body);

  /// The user looks at the document.
  void noteUse(const std::string &uri);

  /// The messages that bring a worker to this state, in order: of the documents
  /// that a worker keeps analysed, the most recently used come first. The
  /// request among them has the id `replayId`; its answer is to be dropped.
  std::vector<std::string> replay();
  static constexpr std::string_view replayId = "\"shapels:initialize\"";

  /// Applies all waiting edits. Takes time by the texts that have any.
  void settle();
  bool isSettled() const { return waiting == 0; }

  const lsp::ClientCapabilities &capabilities() const { return client; }
  /// The client's, as it has told.
  std::optional<int64_t> clientProcess() const { return process; }
  bool isOpen(const std::string &uri) const { return documents.contains(uri); }
  /// How many versions the text has had, from 1; 0 if it is not open.
  uint64_t editsOf(const std::string &uri) const;
  /// The text as it is now. The document is open.
  std::string_view textOf(const std::string &uri);
  /// The open document whose URI has that hash; empty if none has.
  std::string uriOf(uint64_t hash) const;

private:
  enum class State { Uninitialized, Running, ShutDown };

  struct OpenDocument {
    TextBuffer text = TextBuffer();
    /// Instead of the text: the message that it came with. A didOpen is sent
    /// again as it is, and decoded if somebody asks for the text only.
    std::string opening;
    bool isOpeningChange = false;
    std::optional<int64_t> version;
    uint64_t edits = 0;
    /// The client's text is another one; as long as it is not sent as a whole.
    bool isLost = false;
    /// Not yet applied.
    std::vector<lsp::ContentChange> changes;
    /// The number of its last use; all uses of documents are counted.
    uint64_t lastUse = 0;
  };

  void initialize(const lsp::ClientMessage &message, std::string_view body);
  bool noteRunning(const lsp::ClientMessage &message, std::string_view body);
  bool change(const lsp::ClientMessage &message);
  bool open(const lsp::ClientMessage &message);
  void close(const lsp::ClientMessage &message);
  void settle(OpenDocument &document);
  std::string opening(const std::string &uri, OpenDocument &document);
  void close(const std::string &uri);

  State state = State::Uninitialized;
  lsp::ClientCapabilities client;
  std::optional<int64_t> process;
  /// Whole messages; empty if there was none.
  std::string initializeBody, initializedBody, traceBody, configurationBody;
  std::map<std::string, OpenDocument> documents;
  /// Edits that wait to be applied to a text.
  size_t waiting = 0;
  uint64_t uses = 0;
};

} // namespace shapels

#endif // SHAPELS_SUPERVISOR_SESSION_H
