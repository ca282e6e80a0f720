//===- Reply.cpp - The right to answer a request, once --------------------===//

#include "server/transport/Reply.h"

#include <cassert>

using namespace shapels;

/// Gives the route up, so that the next answer finds none.
void ReplyOnce::send(Response response) {
  if (auto target = std::exchange(route, {}).lock())
    target->answer(ticket, std::move(response));
}

ReplyOnce::~ReplyOnce() {
  auto target = std::exchange(route, {}).lock();
  if (!target)
    return;
  target->answer(ticket, lsp::ResponseError{lsp::ErrorCode::InternalError,
                                            "the request was dropped"});
  assert(false && "a request was dropped without an answer");
}
