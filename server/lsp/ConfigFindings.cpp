//===- ConfigFindings.cpp - What is wrong with settings -------------------===//

#include "server/lsp/ConfigFindings.h"

#include "server/lsp/ClientView.h"
#include "server/protocol/Encode.h"

#include <memory>
#include <utility>

using namespace shapels;

std::vector<lsp::PublishDiagnosticsParams> ConfigFindings::update(
    const std::vector<Workspace::Report> &reports,
    const lsp::ClientCapabilities &client,
    const std::function<bool(const std::string &uri)> &isOpen) {
  std::map<std::string, std::string> lists;
  for (const auto &[uri, before] : published)
    lists[uri] = "[]";
  for (const Workspace::Report &report : reports) {
    if (isOpen(report.uri))
      continue;
    ClientView view(report.text, report.uri, client);
    lists[report.uri] = lsp::encode(view.diagnostics(report.diagnostics));
  }
  std::vector<lsp::PublishDiagnosticsParams> result;
  for (const auto &[uri, list] : lists) {
    auto [found, isNew] = published.try_emplace(uri, "[]");
    if (std::exchange(found->second, list) != list || isNew)
      result.push_back({uri, {}, std::make_shared<std::string>(list)});
  }
  return result;
}
