//===- DocumentSession.cpp - An open document and its strand --------------===//

#include "shapels/app/DocumentSession.h"

#include "shapels/app/Convert.h"
#include "shapels/protocol/Encode.h"

#include <limits>

using namespace shapels;

/// TextBuffer counts bytes in 32 bits.
static constexpr size_t largestText = std::numeric_limits<uint32_t>::max();

void DocumentSession::post(
    std::function<void(std::unique_ptr<Document> &)> task) {
  strand->post([self = shared_from_this(), task = std::move(task)] {
    task(self->document);
  });
}

void DocumentSession::open(lsp::DidOpenParams params,
                           const Configuration &configuration) {
  version = params.version;
  configured = configuration;
  post([this, text = std::move(params.text),
        configuration](std::unique_ptr<Document> &document) {
    document =
        std::make_unique<Document>(text, configuration, environment.watch);
  });
  requestAnalysis();
}

void DocumentSession::change(lsp::DidChangeParams params) {
  version = params.version;
  post([this, changes = std::move(params.changes)](
           std::unique_ptr<Document> &document) {
    for (const lsp::ContentChange &change : changes)
      apply(*document, change);
  });
  requestAnalysis();
}

bool DocumentSession::configure(const Configuration &configuration) {
  if (configured == configuration)
    return false;
  configured = configuration;
  post([configuration](std::unique_ptr<Document> &document) {
    document->setConfiguration(configuration);
  });
  requestAnalysis();
  return true;
}

void DocumentSession::close() {
  retire();
  environment.publish({uri, std::nullopt});
}

void DocumentSession::retire() {
  isClosed = true;
  ++newest;
  post([](std::unique_ptr<Document> &document) { document.reset(); });
}

/// Strand.
void DocumentSession::apply(Document &document,
                            const lsp::ContentChange &change) {
  const TextBuffer &text = document.buffer();
  Converter convert(text, uri, environment.client);
  ByteRange range =
      change.range ? convert.range(*change.range) : ByteRange{{0}, text.end()};
  size_t kept = text.end().value - range.size();
  if (change.text.size() > largestText - kept)
    return environment.log.log(LogLevel::Error,
                               uri + ": the text is larger than 4 GiB");
  document.edit({range, change.text});
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Strand.
void DocumentSession::update(Document &document) {
  WatchScope scope(environment.watch, {Step::Update, uri, {}});
  document.update();
}

void DocumentSession::requestAnalysis() {
  uint64_t generation = ++newest;
  post(
      [this, generation](std::unique_ptr<Document> &) { analyze(generation); });
}

/// Strand.
void DocumentSession::analyze(uint64_t generation) {
  if (generation != newest)
    return;
  update(*document);
  Converter convert(document->buffer(), uri, environment.client);
  environment.io.post(
      [self = shared_from_this(), generation,
       list = lsp::encode(convert(document->diagnostics()))]() mutable {
        self->publish(generation, std::move(list));
      });
}

/// I/O thread, which alone knows whether the findings are still current.
void DocumentSession::publish(uint64_t generation,
                              std::string diagnosticsJson) {
  if (isClosed || generation != newest || published == diagnosticsJson)
    return;
  published = diagnosticsJson;
  environment.publish({uri, version, std::move(diagnosticsJson)});
}
