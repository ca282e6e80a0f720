//===- DocumentSessionInView.cpp - What is in view comes first ------------===//

#include "server/lsp/ClientView.h"
#include "server/lsp/DocumentSession.h"

using namespace shapels;

/// In bytes: what is shorter is opened about as fast as a part of it.
static constexpr uint32_t longOpening = 256 << 10;

/// Lines that an editor shows of a text that it has just opened.
static constexpr LineRange firstLines{0, 80};

/// Who may read the document's statements.
bool DocumentSession::isBeingOpened() const {
  return isNew && document && document->buffer().end().value >= longOpening;
}

/// The same. False where it takes the whole.
bool DocumentSession::giveInView(ReplyOnce &reply, const InView &view) {
  if (!isBeingOpened() || reply.isCancelled())
    return false;
  GuardedScope scope(environment.crashGuard, {Step::Query, uri, {}});
  return previews.ask(*document, view.lines, [&](const Preview &preview) {
    reply.send(view.answer(preview.document()));
  });
}

/// The same: sends the findings of the first lines ahead, if there are any.
void DocumentSession::sendInView(uint64_t generation) {
  GuardedScope scope(environment.crashGuard, {Step::Query, uri, {}});
  previews.ask(*document, firstLines, [&](const Preview &preview) {
    std::vector<Diagnostic> found = preview.diagnostics();
    if (found.empty())
      return;
    const TextBuffer &text = preview.document().buffer();
    FindingsText list;
    list.update(found, text, ClientView(text, uri, environment.client));
    environment.io.post(
        [self = shared_from_this(), generation,
         list = std::make_shared<const std::string>(*list.json())] {
          self->publishInView(generation, list);
        });
  });
}

/// I/O thread. All findings follow.
void DocumentSession::publishInView(uint64_t generation,
                                    std::shared_ptr<const std::string> list) {
  if (isClosed || generation != newest || published)
    return;
  published = std::move(list);
  environment.publish({uri, version, published});
}

void DocumentSession::query(ReplyOnce reply, Answer answer, InView view) {
  auto shared = std::make_shared<ReplyOnce>(std::move(reply));
  uint64_t asked = newest;
  auto read = [self = shared_from_this(), shared, answer, view, asked] {
    if (!self->giveInView(*shared, view))
      self->queue(Needs::Analysis, shared, answer, asked);
  };
  if (!isNew || !readers->post(asked, read))
    queue(Needs::Analysis, std::move(shared), std::move(answer), asked,
          std::move(view));
}
