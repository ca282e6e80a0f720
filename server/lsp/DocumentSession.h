//===- DocumentSession.h - An open document and its strand ------*- C++ -*-===//
//
// The meeting of two threads. The public methods belong to the I/O thread and
// only queue work; the Document is made, changed, asked and destroyed on its
// strand, in the order of the client's messages. Text is edited at once;
// analysis is skipped where a newer edit is already queued behind it, lets the
// queries go first that wait behind it, and is stopped, if the text is long, by
// a newer edit. Queries that need statements only are answered by other threads
// while it runs; the first time so are those about functions that can be
// analysed alone, whose findings are sent ahead. Findings that are no longer
// those of the newest text are dropped. A client gets them when they change, or
// when it asks for them, but not both. Where MLIR keeps too much of earlier
// texts, the document is made anew in the background, and takes over.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_DOCUMENTSESSION_H
#define SHAPELS_LSP_DOCUMENTSESSION_H

#include "core/analysis/Document.h"
#include "core/base/CrashGuard.h"
#include "core/base/Runtime.h"
#include "server/lsp/FindingsText.h"
#include "server/lsp/Previews.h"
#include "server/lsp/Readers.h"
#include "server/lsp/SessionGuard.h"
#include "server/lsp/SettingsGate.h"
#include "server/lsp/StickyInlayHints.h"
#include "server/lsp/TokenPages.h"
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
    CrashGuard &crashGuard = CrashGuard::none();
    /// Tells the user that the text of this document is not known any more;
    /// called on the I/O thread. May be empty.
    std::function<void(const std::string &uri)> sayLost = {};
    /// Calls back on the I/O thread when typing may have paused; may be empty.
    std::function<void(std::function<void()>)> later = {};
    /// Asks the client for findings and hints again; called on the I/O thread.
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
        readers(std::make_shared<Readers>(std::move(others))),
        previews(environment.crashGuard) {}

  /// Opens the document. To be called first; begin() is to follow.
  void open(lsp::DidOpenParams params);
  /// The same with a message that is yet to be decoded.
  void open(lsp::Opening opening, std::string body);
  /// Makes the document with its first configuration, if that is not done yet.
  /// Returns whether it was not.
  bool begin(const Configuration &configuration);
  /// What the other methods are asked waits where this says so, but for
  /// configure(), open() and begin(), before which it has to wait.
  SettingsGate &settingsGate() { return gate; }
  void change(lsp::DidChangeParams params);
  /// The same with a message that is yet to be decoded.
  void change(const lsp::Opening &opening, std::string body);
  /// An edit could not be read. Until the text comes as a whole nothing is said
  /// about it.
  void lose();
  /// The document has begun. Returns false if the configuration is the same but
  /// for what the project defines: that changes nothing where the text has none
  /// of it, and `refresh` tells where it does.
  bool configure(const Configuration &configuration);
  /// Frees what analysis made, until the document is used again.
  void rest();
  /// Closes the document, to be called last: the client gets an empty list of
  /// findings.
  void close();
  /// To be called last, where another session takes over the document: nothing
  /// more is sent.
  void retire();
  /// Its URI.
  const std::string &name() const { return uri; }
  /// The process ends: background work is stopped.
  void leave() { ++ends; }

  /// What a query reads of the document.
  enum class Needs { Statements, Analysis };

  using Answer = std::function<Response(const Document &)>;
  /// The lines that a query is about, and how it is answered from a document of
  /// which the rest is left out: by any thread.
  struct InView {
    LineRange lines;
    Answer answer;
  };
  /// Answers from the text as it is at this place in the order of messages.
  /// `answer` is called with a document that is as far up to date as the query
  /// needs, on the strand or, while the strand analyses, on another thread. It
  /// is not called where the analysis that it needs takes long and is
  /// superseded.
  /// A query for the analysis may be answered sooner from a document of which
  /// the rest is left out, as `view` says.
  void query(Needs needs, ReplyOnce reply, Answer answer,
             std::optional<InView> view = {});

  /// What answers keep for the next one of their kind. For queries: the hints
  /// for those that need the analysis, on the strand.
  struct Kept {
    StickyInlayHints hints;
    TokenPages tokens;

    void forget() {
      hints.forget();
      tokens.damageAll();
    }
  };
  Kept &keptByAnswers() { return kept; }

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
    gate.pass([this, token = std::move(token)] { strand->post([token] {}); });
  }

private:
  /// The document in a context without garbage, made in the background.
  struct Renewal {
    explicit Renewal(CrashGuard &process)
        : crashGuard(new SessionGuard(process)) {}

    // In the background, until takeOver().
    std::unique_ptr<SessionGuard> crashGuard;
    std::unique_ptr<Document> document;
    /// Strand: the edits since the renewal began.
    std::vector<TextEdit> edits;
  };

  void post(std::function<void(std::unique_ptr<Document> &)> task);
  void requestAnalysis();
  void analyze(uint64_t generation);
  void analyzeNow(uint64_t generation);
  void afterQuery();
  void publish(uint64_t generation, std::optional<uint64_t> revision,
               std::shared_ptr<const std::string> list);
  void apply(Document &document, const lsp::ContentChange &change);
  void loseLater();
  void sayLost();
  void give(ReplyOnce &reply, const Answer &answer);
  using SharedReply = std::shared_ptr<ReplyOnce>;
  void queue(Needs needs, SharedReply reply, Answer answer, uint64_t asked,
             std::optional<InView> view = {});
  bool giveInView(ReplyOnce &reply, const InView &view);
  void sendInView(uint64_t generation);
  bool isBeingOpened() const;
  bool update(Document &document, uint64_t generation,
              Needs needs = Needs::Analysis);
  bool updateBesideReaders(Document &document, uint64_t generation);
  void updateFindings(const Document &document, uint64_t generation);
  void showFindings(uint64_t generation);
  void concludeLater();
  void conclude(uint64_t generation);
  void renewIfDue();
  void takeOver();

  const Environment &environment;
  std::unique_ptr<Executor> strand;
  const std::string uri;

  // I/O thread only.
  std::optional<int64_t> version;
  Configuration configured;
  /// The text that it was opened with; empty once the document has begun.
  std::function<std::string()> takeText;
  SettingsGate gate;
  /// The list that the client has; null at first.
  std::shared_ptr<const std::string> published;
  bool isClosed = false;
  /// Whether concludeLater() waits for typing to pause.
  bool isToPause = false;

  /// Counts the messages that call for analysis. Written by the I/O thread.
  std::atomic<uint64_t> newest = 0;
  /// 1 at the end. Written by the I/O thread.
  std::atomic<uint64_t> ends = 0;
  /// How many queries wait on the strand.
  std::atomic<unsigned> waitingQueries = 0;
  /// The revision of the list that the client has. Written by the I/O thread.
  std::atomic<uint64_t> publishedRevision = 0;

  const std::shared_ptr<Readers> readers;
  Previews previews;
  /// Whether nothing of the document is analysed yet. Written by the strand.
  std::atomic<bool> isNew = true;

  // Strand only; readers see the document.
  std::unique_ptr<SessionGuard> crashGuard;
  std::unique_ptr<Document> document;
  std::shared_ptr<Renewal> renewal;
  /// The client's text is another one.
  bool isLost = false;
  /// The generations that were analysed last, and that the findings are of.
  uint64_t analyzed = 0, found = 0;
  FindingsText findings;
  Kept kept;
  /// An analysis that waits for so many queries; none waits if that is 0.
  struct {
    uint64_t generation = 0;
    unsigned queries = 0;
  } deferred;
};

} // namespace shapels

#endif // SHAPELS_LSP_DOCUMENTSESSION_H
