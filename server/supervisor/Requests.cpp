//===- Requests.cpp - Requests that a worker has not answered -------------===//

#include "server/supervisor/Requests.h"

#include <algorithm>
#include <optional>

using namespace shapels;

std::string Requests::remove(std::string_view id) {
  auto found =
      std::find_if(pending.begin(), pending.end(),
                   [&](const Pending &request) { return request.id == id; });
  if (found == pending.end())
    return "";
  std::string method = std::move(found->method);
  pending.erase(found);
  return method;
}

bool Requests::contains(std::string_view method) const {
  return std::any_of(
      pending.begin(), pending.end(),
      [&](const Pending &request) { return request.method == method; });
}

/// A pull runs no code of its own: what kills under it is the document, which
/// is given up in the end. It is asked again until then.
static bool isPull(const Requests::Pending &request) {
  return request.method == "textDocument/diagnostic";
}

std::vector<Requests::Failure> Requests::survive(
    std::set<std::string> killers,
    const std::function<uint64_t(const std::string &uri)> &editsOf) {
  using lsp::ErrorCode;
  std::vector<Failure> failures;
  auto failure =
      [&](const Pending &request) -> std::optional<lsp::ResponseError> {
    if (request.uri.empty())
      return std::nullopt;
    if (!isPull(request) && killers.erase(request.uri))
      return lsp::ResponseError{ErrorCode::InternalError,
                                "the analysis crashed on this request"};
    if (request.edits != editsOf(request.uri) && isPull(request))
      return lsp::ResponseError{ErrorCode::ServerCancelled,
                                "the document has changed",
                                /*retriggerRequest=*/editsOf(request.uri) > 0};
    if (request.edits != editsOf(request.uri))
      return lsp::ResponseError{ErrorCode::ContentModified,
                                "the document has changed since"};
    if (isPull(request))
      return std::nullopt;
    if (request.deaths > mostDeathsOfDocument)
      return lsp::ResponseError{ErrorCode::InternalError,
                                "the analysis crashed too often"};
    return std::nullopt;
  };
  for (auto request = pending.begin(); request != pending.end();) {
    ++request->deaths;
    if (auto error = failure(*request)) {
      failures.push_back({request->id, std::move(*error)});
      request = pending.erase(request);
    } else {
      ++request;
    }
  }
  return failures;
}
