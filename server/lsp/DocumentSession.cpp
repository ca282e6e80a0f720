//===- DocumentSession.cpp - An open document and its strand --------------===//

#include "server/lsp/DocumentSession.h"

#include "core/base/Memory.h"
#include "server/lsp/ClientView.h"
#include "server/protocol/ContentEdit.h"
#include "server/protocol/Encode.h"

using namespace shapels;

/// The text of a didOpen message. Where it cannot be read, the log says why.
static std::optional<std::string>
decodeText(const std::string &body, const std::string &uri, LogSink &log) {
  lsp::DidOpenParams params;
  std::string error;
  if (lsp::decodeOpening(body, params, error))
    return std::move(params.text);
  log.log(LogLevel::Error, "the text of " + uri + " cannot be read: " + error);
  return std::nullopt;
}

static constexpr const char *lostText =
    "an edit could not be read, so the text is not known";

void DocumentSession::post(
    std::function<void(std::unique_ptr<Document> &)> task) {
  strand->post([self = shared_from_this(), task = std::move(task)] {
    task(self->document);
  });
}

void DocumentSession::open(lsp::DidOpenParams params) {
  version = params.version;
  takeText = [text = std::move(params.text)]() mutable {
    return std::move(text);
  };
}

void DocumentSession::open(lsp::Opening opening, std::string body) {
  version = opening.version;
  // The client believes the document to be open, whatever it has sent.
  takeText = [this, body = std::move(body)] {
    std::optional<std::string> text = decodeText(body, uri, environment.log);
    if (!text)
      loseLater();
    return text.value_or("");
  };
}

bool DocumentSession::begin(const Configuration &configuration) {
  if (!takeText)
    return false;
  configured = configuration;
  post([this, take = std::exchange(takeText, nullptr),
        configuration](std::unique_ptr<Document> &document) {
    crashGuard = std::make_unique<SessionGuard>(environment.crashGuard);
    document = std::make_unique<Document>(take(), configuration, *crashGuard);
  });
  requestAnalysis();
  return true;
}

void DocumentSession::change(lsp::DidChangeParams params) {
  gate.pass([this, params = std::move(params)]() mutable {
    version = params.version;
    post([this, changes = std::move(params.changes)](
             std::unique_ptr<Document> &document) {
      for (const lsp::ContentChange &change : changes)
        apply(*document, change);
    });
    requestAnalysis();
  });
}

void DocumentSession::change(const lsp::Opening &opening, std::string body) {
  gate.pass([this, opened = opening.version, body = std::move(body)]() mutable {
    version = opened;
    post([this, body = std::move(body)](std::unique_ptr<Document> &document) {
      if (std::optional<std::string> text =
              decodeText(body, uri, environment.log))
        apply(*document, {std::nullopt, std::move(*text)});
      else
        loseLater();
    });
    requestAnalysis();
  });
}

bool DocumentSession::configure(const Configuration &configuration) {
  if (isClosed || configured == configuration)
    return false;
  configured.projectOps = configuration.projectOps;
  bool isOnlyProject = configured == configuration;
  configured = configuration;
  post([this, configuration, isOnlyProject](auto &document) {
    // What runs or waits goes on where the project's ops are not the text's.
    if (isOnlyProject && document->takeProjectOps(configuration.projectOps)) {
      if (document->isUpToDate() && analyzed == newest)
        showFindings(analyzed);
      return;
    }
    kept.forget();
    document->setConfiguration(configuration);
    if (isOnlyProject)
      environment.io.post([this, self = shared_from_this()] {
        if (isClosed)
          return;
        requestAnalysis();
        if (environment.refresh)
          environment.refresh();
      });
  });
  if (!isOnlyProject)
    requestAnalysis();
  return !isOnlyProject;
}

void DocumentSession::close() {
  retire();
  if (!environment.client.pullsDiagnostics)
    environment.publish({uri, std::nullopt, nullptr});
}

void DocumentSession::retire() {
  isClosed = true;
  gate.pass([this] {
    ++newest;
    ++ends;
    post([this](std::unique_ptr<Document> &document) {
      document.reset();
      environment.background.post(giveBackMemory);
    });
  });
}

void DocumentSession::lose() {
  gate.pass([this] {
    post([this](std::unique_ptr<Document> &) { isLost = true; });
    sayLost();
  });
}

/// I/O thread.
void DocumentSession::sayLost() {
  if (isClosed)
    return;
  ++newest;
  published = std::make_shared<const std::string>("[]");
  publishedRevision = 0;
  if (!environment.client.pullsDiagnostics)
    environment.publish({uri, version, published});
  if (environment.sayLost)
    environment.sayLost(uri);
}

/// Strand.
void DocumentSession::loseLater() {
  isLost = true;
  environment.io.post([self = shared_from_this()] { self->sayLost(); });
}

/// Strand.
void DocumentSession::apply(Document &document,
                            const lsp::ContentChange &change) {
  isLost &= change.range.has_value();
  if (isLost)
    return;
  const TextBuffer &text = document.buffer();
  std::optional<TextEdit> whole =
      lsp::editOf(text, change, environment.client.positionEncoding);
  if (!whole) {
    environment.log.log(LogLevel::Error,
                        uri + ": the text is larger than 4 GiB");
    return loseLater();
  }
  TextEdit edit = text.narrowed(std::move(*whole));
  findings.beforeEdit(text, edit.range);
  kept.hints.edit(document, edit);
  if (renewal)
    renewal->edits.push_back(edit);
  kept.tokens.edit(edit);
  document.edit(std::move(edit));
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Strand. False if a newer text came in between. Small ones are not worth
/// stopping for: who asked before the edit gets an answer then.
bool DocumentSession::update(Document &document, uint64_t generation,
                             Needs needs) {
  GuardedScope scope(environment.crashGuard, {Step::Update, uri, {}});
  document.updateStatements();
  if (needs == Needs::Statements || document.isUpToDate())
    return true;
  if (document.buffer().end().value >= lsp::longMessage)
    crashGuard->wantWhile(newest, generation);
  else
    crashGuard->wantAlways();
  if (!updateBesideReaders(document, generation))
    return false;
  std::shared_ptr<Preview> preview =
      isNew.exchange(false) ? previews.take() : nullptr;
  if (preview)
    environment.background.post([preview = std::move(preview)]() mutable {
      preview.reset();
      giveBackMemory();
    });
  return true;
}

/// Strand.
bool DocumentSession::updateBesideReaders(Document &document,
                                          uint64_t generation) {
  ReadersScope reading(*readers, generation);
  if (isBeingOpened() && !environment.client.pullsDiagnostics)
    readers->post(generation, [self = shared_from_this(), generation] {
      self->sendInView(generation);
    });
  return document.update().isDone;
}

void DocumentSession::requestAnalysis() {
  uint64_t generation = ++newest;
  post(
      [this, generation](std::unique_ptr<Document> &) { analyze(generation); });
}

/// Strand.
void DocumentSession::updateFindings(const Document &document,
                                     uint64_t generation) {
  found = generation;
  ClientView view(document.buffer(), uri, environment.client);
  findings.update(document.diagnostics(), document.buffer(), view);
}

/// Strand. Lets those queries go first that wait now, for they may need no
/// analysis; who asks on and on does not put it off.
void DocumentSession::analyze(uint64_t generation) {
  analyzed = generation;
  if (generation != newest || isLost)
    return;
  update(*document, generation, Needs::Statements);
  deferred = {generation, waitingQueries};
  if (deferred.queries == 0)
    analyzeNow(generation);
}

/// Strand.
void DocumentSession::afterQuery() {
  if (deferred.queries > 0 && --deferred.queries == 0)
    analyzeNow(deferred.generation);
}

/// Strand. For a client that pulls this has the findings ready.
void DocumentSession::analyzeNow(uint64_t generation) {
  if (generation != newest || isLost || !update(*document, generation))
    return;
  renewIfDue();
  if (document->isToConclude())
    environment.io.post([self = shared_from_this()] { self->concludeLater(); });
  if (environment.client.pullsDiagnostics)
    return;
  showFindings(generation);
}

/// Strand. Sends what is another finding than before; a client that pulls is
/// told that there is something.
void DocumentSession::showFindings(uint64_t generation) {
  bool wasFound = found == generation;
  uint64_t before = findings.revision();
  updateFindings(*document, generation);
  if (environment.client.pullsDiagnostics) {
    if (wasFound && findings.revision() != before)
      environment.io.post([this, self = shared_from_this()] {
        if (environment.refresh && !isClosed)
          environment.refresh();
      });
  } else if (findings.revision() != publishedRevision) {
    environment.io.post([self = shared_from_this(), generation,
                         revision = findings.revision(),
                         list = findings.json()] {
      self->publish(generation, revision, list);
    });
  }
}

/// I/O thread.
void DocumentSession::concludeLater() {
  if (isToPause || isClosed || !environment.later)
    return;
  isToPause = true;
  environment.later([self = shared_from_this(), seen = newest.load()] {
    self->isToPause = false;
    if (seen == self->newest)
      self->conclude(seen);
    else
      self->concludeLater();
  });
}

/// I/O thread.
void DocumentSession::conclude(uint64_t generation) {
  post([this, generation](std::unique_ptr<Document> &document) {
    if (generation != newest || !document->isToConclude())
      return;
    GuardedScope scope(environment.crashGuard, {Step::Update, uri, {}});
    crashGuard->wantWhile(newest, generation);
    document->conclude();
    showFindings(generation);
  });
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

void DocumentSession::give(ReplyOnce &reply, const Answer &answer) {
  if (reply.isCancelled())
    return reply.error(lsp::ErrorCode::RequestCancelled, "cancelled");
  GuardedScope scope(environment.crashGuard, {Step::Query, uri, {}});
  reply.send(answer(std::as_const(*document)));
}

void DocumentSession::query(Needs needs, ReplyOnce reply, Answer answer,
                            std::optional<InView> view) {
  // std::function copies, the token does not.
  auto shared = std::make_shared<ReplyOnce>(std::move(reply));
  gate.pass([this, needs, shared, answer = std::move(answer),
             view = std::move(view)] {
    uint64_t asked = newest;
    auto read = [self = shared_from_this(), shared, answer, view, asked] {
      if (!view)
        self->give(*shared, answer);
      else if (!self->giveInView(*shared, *view))
        self->queue(Needs::Analysis, shared, answer, asked);
    };
    bool mayBeRead = needs == Needs::Statements || (view && isNew);
    if (!mayBeRead || !readers->post(asked, read))
      queue(needs, shared, answer, asked, view);
  });
}

/// To be answered by the strand.
void DocumentSession::queue(Needs needs, SharedReply shared, Answer answer,
                            uint64_t asked, std::optional<InView> view) {
  ++waitingQueries;
  post([this, needs, shared, answer, asked,
        view = std::move(view)](std::unique_ptr<Document> &) {
    --waitingQueries;
    if (isLost) {
      shared->error(lsp::ErrorCode::RequestFailed, lostText);
      return afterQuery();
    }
    bool isGiven = view && isBeingOpened() &&
                   update(*document, asked, Needs::Statements) &&
                   giveInView(*shared, *view);
    bool isUpToDate =
        isGiven || shared->isCancelled() || update(*document, asked, needs);
    if (!isUpToDate)
      shared->error(lsp::ErrorCode::ContentModified,
                    "the document has changed since");
    else if (!isGiven)
      give(*shared, answer);
    afterQuery();
  });
}

//===----------------------------------------------------------------------===//
// What clients get
//===----------------------------------------------------------------------===//

/// I/O thread, which alone knows whether the findings are still current. A list
/// without revision is sent ahead of the whole, or not at all.
void DocumentSession::publish(uint64_t generation,
                              std::optional<uint64_t> revision,
                              std::shared_ptr<const std::string> list) {
  if (isClosed || generation != newest || (!revision && published))
    return;
  publishedRevision = revision.value_or(0);
  bool isKnown = published && *published == *list;
  published = std::move(list);
  if (!isKnown)
    environment.publish({uri, version, published});
}

void DocumentSession::pull(ReplyOnce reply, std::optional<std::string> known,
                           EncodeReport encode) {
  auto shared = std::make_shared<ReplyOnce>(std::move(reply));
  gate.pass([this, shared, known = std::move(known), encode] {
    post([this, shared, known, encode,
          asked = newest.load()](std::unique_ptr<Document> &document) {
      std::optional<Report> report;
      if (isLost)
        return shared->error(lsp::ErrorCode::RequestFailed, lostText);
      bool isWanted = asked == newest && !shared->isCancelled();
      if (isWanted && found != asked && update(*document, asked))
        updateFindings(*document, asked);
      if (isWanted && found == asked) {
        bool isKnown = known == findings.resultId();
        report = {findings.resultId(), isKnown ? nullptr : findings.json()};
      }
      // The I/O thread alone knows whether they are still current.
      environment.io.post(
          [self = shared_from_this(), shared, asked, report, encode] {
            if (report && asked == self->newest)
              return shared->result(encode(*report));
            shared->error({lsp::ErrorCode::ServerCancelled,
                           "the document has changed",
                           /*retriggerRequest=*/!self->isClosed});
          });
    });
  });
}
