//===- ServerSettings.cpp - What the client and files set -----------------===//

#include "server/lsp/Server.h"

#include "server/lsp/ClientView.h"
#include "server/protocol/Uri.h"

#include <algorithm>
#include <utility>

using namespace shapels;

void Server::setClientSettings(const lsp::Settings &settings) {
  InlayHintMode before = context.inlayHints;
  useSettings(lsp::overlay(initial, settings));
  reconfigure(before != context.inlayHints);
}

void Server::useSettings(const lsp::Settings &settings) {
  workspace.setClient(settings);
  context.hoverGenericForm = settings.hoverGenericForm.value_or(false);
  context.inlayHints = settings.inlayHints.value_or(InlayHintMode::Default);
  for (const lsp::Complaint &complaint : settings.complaints)
    dispatcher.notify(
        "window/showMessage",
        lsp::MessageParams{lsp::MessageType::Warning,
                           "shapels: the setting " + complaint.message});
}

void Server::useProject(const std::string &folder, ProjectCatalogue project) {
  for (const std::string &message : project.messages)
    log(LogLevel::Info, message);
  workspace.setProject(folder, std::move(project.catalogue));
  reconfigure();
}

void Server::refreshDiagnostics() {
  const lsp::ClientCapabilities &client = context.client;
  if (client.pullsDiagnostics && client.refreshesDiagnostics)
    dispatcher.request("workspace/diagnostic/refresh");
}

void Server::reconfigure(bool areHintsOther) {
  bool isChanged = false;
  for (const auto &[uri, session] : sessions) {
    bool isOther = session->configure(workspace.configurationOf(uri));
    if (isOther && !std::ranges::count(recent, uri))
      session->rest();
    isChanged |= isOther;
  }
  if (isChanged)
    refreshDiagnostics();
  if ((isChanged || areHintsOther) && context.client.refreshesInlayHints)
    dispatcher.request("workspace/inlayHint/refresh");
  reportConfiguration();
}

void Server::reportConfiguration() {
  if (runtime.renew &&
      (workspace.isOutdated() || workspace.wantsPluginProgram()))
    runtime.renew();
  publishConfiguration();
  std::vector<std::string> messages = workspace.takeMessages();
  if (workspace.isOutdated())
    messages.emplace_back("a dialect plugin was built anew; restart the server "
                          "to load it");
  for (const std::string &message : messages)
    if (told.insert(message).second)
      dispatcher.notify(
          "window/showMessage",
          lsp::MessageParams{lsp::MessageType::Error, "shapels: " + message});
  if (context.client.watchesRelative)
    for (const std::string &file : workspace.sourceFiles()) {
      std::string uri = lsp::fileUri(file), folder = lsp::folderOf(uri);
      watchFile(folder, file.substr(file.rfind('/') + 1));
    }
}

/// Says in each `.shapels.json` what is wrong with it, to clients that pull as
/// well: they pull for documents, and none of ours is meant here.
void Server::publishConfiguration() {
  std::map<std::string, std::string> reports;
  for (const Workspace::Report &report : workspace.reports()) {
    if (sessions.contains(report.uri))
      continue;
    ClientView view(report.text, report.uri, context.client);
    reports[report.uri] = lsp::encode(view.diagnostics(report.diagnostics));
  }
  for (const auto &[uri, before] : publishedConfigs)
    if (!reports.contains(uri))
      reports[uri] = "[]";
  for (const auto &[uri, list] : reports) {
    auto [found, isNew] = publishedConfigs.try_emplace(uri, "[]");
    if (std::exchange(found->second, list) != list || isNew)
      dispatcher.notifyNow("textDocument/publishDiagnostics",
                           lsp::PublishDiagnosticsParams{
                               uri, {}, std::make_shared<std::string>(list)});
  }
}

/// Asks once. The id tells a supervisor that it was asked before.
void Server::watchFile(std::string folder, std::string pattern) {
  std::string id = "shapels:watch:" + folder + pattern;
  if (!watched.insert(id).second)
    return;
  dispatcher.request(
      "client/registerCapability", lsp::quoted(id),
      lsp::WatchFilesParams{id, std::move(folder), std::move(pattern)});
}
