//===- DocumentSessionMemory.cpp - What an open document gives back -------===//

#include "server/lsp/DocumentSession.h"

#include "core/base/Memory.h"

#include <utility>

using namespace shapels;

void DocumentSession::rest() {
  gate.pass([this] {
    post([this, asked = newest.load()](std::unique_ptr<Document> &document) {
      if (asked == newest && document->isUpToDate() && !renewal) {
        document->rest();
        kept.hints.forget();
        environment.background.post(giveBackMemory);
      }
    });
  });
}

/// Strand.
void DocumentSession::renewIfDue() {
  uint64_t size = document->buffer().end().value;
  if (renewal || document->garbage() <=
                     environment.garbageBytes + environment.garbageTexts * size)
    return;
  renewal = std::make_shared<Renewal>(environment.crashGuard);
  renewal->crashGuard->wantWhile(ends, 0);
  renewal->document = std::make_unique<Document>(TextBuffer(document->buffer()),
                                                 document->configuration(),
                                                 *renewal->crashGuard);
  environment.background.post([self = shared_from_this(), renewal = renewal] {
    GuardedScope scope(self->environment.crashGuard,
                       {Step::Update, self->uri, {}});
    if (renewal->document->update())
      self->post([self = self.get()](auto &) { self->takeOver(); });
  });
}

/// Strand. What was edited meanwhile is edited again.
void DocumentSession::takeOver() {
  std::shared_ptr<Renewal> fresh = std::exchange(renewal, nullptr);
  if (!document)
    return;
  for (TextEdit &edit : fresh->edits)
    fresh->document->edit(std::move(edit));
  fresh->document->setConfiguration(document->configuration());
  std::swap(document, fresh->document);
  std::swap(crashGuard, fresh->crashGuard);
  // The old one takes its time to go.
  environment.background.post([fresh = std::move(fresh)]() mutable {
    fresh->document.reset();
    giveBackMemory();
  });
  analyze(analyzed);
}
