//===- DocumentSession.h - An open document and its strand ------*- C++ -*-===//
//
// The meeting of two threads. The public methods belong to the I/O thread and
// only queue work; the Document is made, changed, asked and destroyed on its
// strand, in the order of the client's messages. Text is edited at once;
// analysis is skipped where a newer edit is already queued behind it, lets the
// queries go first that wait behind it, and is stopped, if the text is long, by
// a newer edit. Queries that need statements only are answered by other threads
// while it runs. Findings that are no longer those of the newest text are
// dropped. A client gets them when they change, or when it asks for them, but
// not both. Where MLIR keeps too much of earlier texts, the document is made
// anew in the background, and takes over.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_DOCUMENTSESSION_H
#define SHAPELS_LSP_DOCUMENTSESSION_H

#include "core/analysis/Document.h"
#include "core/base/Runtime.h"
#include "core/base/Watch.h"
#include "server/lsp/FindingsText.h"
#include "server/lsp/Readers.h"
#include "server/lsp/SessionWatch.h"
#include "server/lsp/SteadyHints.h"
#include "server/protocol/Opening.h"
#include "server/protocol/Protocol.h"
#include "server/transport/Reply.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shapels {

class DocumentSession : public std::enable_shared_from_this<DocumentSession> {
public:
  /// Sends findings to the client; called on the I/O thread.
  using Publish = std::function<void(const lsp::PublishDiagnosticsParams &)>;

  /// What all sessions share; outlives them.
  struct Environment {
    Executor &io;
    /// For work that no answer waits for.
    Executor &background;
    LogSink &log;
    lsp::ClientCapabilities client;
    Publish publish;
    Watch &watch = Watch::none();
    /// Calls back on the I/O thread when typing may have paused; may be empty.
    std::function<void(std::function<void()>)> later = {};
    /// Asks the client to pull findings again; called on the I/O thread.
    std::function<void()> refresh = {};
    /// A document whose garbage exceeds so many bytes and so many times its
    /// text is made anew.
    uint64_t garbageBytes = uint64_t(4) << 20, garbageTexts = 4;
  };

  /// `others` runs queries of statements while the strand is busy.
  DocumentSession(const Environment &environment,
                  std::unique_ptr<Executor> strand,
                  std::unique_ptr<Executor> others, std::string uri)
      : environment(environment), strand(std::move(strand)),
        uri(std::move(uri)),
        readers(std::make_shared<Readers>(std::move(others))) {}

  /// Opens the document. To be called first.
  void open(lsp::DidOpenParams params, const Configuration &configuration);
  /// The same with a message that is yet to be decoded.
  void open(lsp::Opening opening, std::string body,
            const Configuration &configuration);
  void change(lsp::DidChangeParams params);
  /// The same with a message that is yet to be decoded.
  void change(const lsp::Opening &opening, std::string body);
  /// Returns false if the configuration is the same.
  bool configure(const Configuration &configuration);
  /// Frees what analysis made, until the document is used again.
  void rest();
  /// Closes the document, to be called last: the client gets an empty list of
  /// findings.
  void close();
  /// To be called last, where another session takes over the document: nothing
  /// more is sent.
  void retire();
  /// The process ends: background work is stopped.
  void leave() { ++ends; }

  /// What a query reads of the document.
  enum class Needs { Statements, Analysis };

  /// Returns a result as JSON text.
  using Answer = std::function<std::string(const Document &)>;
  /// Answers from the text as it is at this place in the order of messages.
  /// `answer` is called with a document that is as far up to date as the query
  /// needs, on the strand or, while the strand analyses, on another thread. It
  /// is not called where the analysis that it needs takes long and is
  /// superseded.
  void query(Needs needs, ReplyOnce reply, Answer answer);

  /// For a query that needs the analysis. Called on the strand.
  SteadyHints &inlayHints() { return hints; }

  /// The findings that a client asked for.
  struct Report {
    std::string resultId;
    /// An encoded list; null if the client has it already.
    std::shared_ptr<const std::string> diagnosticsJson;
  };
  using EncodeReport = std::string (*)(const Report &);
  /// Answers with the findings of the text as it is at this place in the order
  /// of messages; with an error if the text changes before they are known.
  /// `known` is the result id of the list that the client has.
  void pull(ReplyOnce reply, std::optional<std::string> known,
            EncodeReport encode);

  /// Keeps `token` until all that is queued so far has run.
  void hold(std::shared_ptr<void> token) {
    strand->post([token = std::move(token)] {});
  }

private:
  /// The document in a context without garbage, made in the background.
  struct Renewal {
    explicit Renewal(Watch &process) : watch(new SessionWatch(process)) {}

    // In the background, until takeOver().
    std::unique_ptr<SessionWatch> watch;
    std::unique_ptr<Document> document;
    /// Strand: the edits since the renewal began.
    std::vector<TextEdit> edits;
  };

  void post(std::function<void(std::unique_ptr<Document> &)> task);
  void openWith(std::function<std::string()> takeText,
                const Configuration &configuration);
  std::optional<std::string> decodeText(std::string body) const;
  void requestAnalysis();
  void analyze(uint64_t generation);
  void analyzeNow(uint64_t generation);
  void afterQuery();
  void publish(uint64_t generation, uint64_t revision,
               std::shared_ptr<const std::string> list);
  void apply(Document &document, const lsp::ContentChange &change);
  void give(ReplyOnce &reply, const Answer &answer);
  bool update(Document &document, uint64_t generation,
              Needs needs = Needs::Analysis);
  void updateFindings(const Document &document, uint64_t generation);
  void sendFindings(uint64_t generation);
  void confirmLater();
  void confirm(uint64_t generation);
  void renewIfDue();
  void takeOver();

  const Environment &environment;
  std::unique_ptr<Executor> strand;
  const std::string uri;

  // I/O thread only.
  std::optional<int64_t> version;
  Configuration configured;
  /// The list that the client has; null at first.
  std::shared_ptr<const std::string> published;
  bool isClosed = false;
  /// Whether confirmLater() waits for typing to pause.
  bool isToRest = false;

  /// Counts the messages that call for analysis. Written by the I/O thread.
  std::atomic<uint64_t> newest = 0;
  /// 1 at the end. Written by the I/O thread.
  std::atomic<uint64_t> ends = 0;
  /// How many queries wait on the strand.
  std::atomic<unsigned> waitingQueries = 0;
  /// The revision of the list that the client has. Written by the I/O thread.
  std::atomic<uint64_t> publishedRevision = 0;

  const std::shared_ptr<Readers> readers;

  // Strand only; readers see the document.
  std::unique_ptr<SessionWatch> watch;
  std::unique_ptr<Document> document;
  std::shared_ptr<Renewal> renewal;
  /// The generations that were analysed last, and that the findings are of.
  uint64_t analyzed = 0, found = 0;
  FindingsText findings;
  SteadyHints hints;
  /// An analysis that waits for so many queries; none waits if that is 0.
  struct {
    uint64_t generation = 0;
    unsigned queries = 0;
  } deferred;
};

} // namespace shapels

#endif // SHAPELS_LSP_DOCUMENTSESSION_H
