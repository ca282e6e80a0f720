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
          self->publish(generation, {}, list);
        });
  });
}
