//===- ServerSettings.cpp - What the client and files set -----------------===//

#include "server/lsp/Server.h"

#include "server/protocol/Uri.h"

#include <algorithm>
#include <utility>

using namespace shapels;

void Server::setClientSettings(const lsp::Settings &settings) {
  InlayHintMode hints = context.inlayHints;
  bool lenses = context.codeLens;
  useSettings(lsp::overlay(initial, settings));
  if (lenses != context.codeLens &&
      context.client.flag({"workspace", "codeLens", "refreshSupport"}))
    dispatcher.request("workspace/codeLens/refresh");
  reconfigure(hints != context.inlayHints);
}

void Server::useSettings(const lsp::Settings &settings) {
  workspace.setClient(settings);
  context.hoverGenericForm = settings.hoverGenericForm.value_or(false);
  context.hoverFull = settings.hoverFull.value_or(false);
  context.inlayHints = settings.inlayHints.value_or(InlayHintMode::Default);
  context.codeLens = settings.codeLens.value_or(true);
  for (const lsp::Complaint &complaint : settings.complaints)
    dispatcher.notify(
        "window/showMessage",
        lsp::MessageParams{lsp::MessageType::Warning,
                           "shapels: the setting " + complaint.message});
}

/// Has the client ask again.
void Server::refresh(bool areFindingsOther, bool areHintsOther) {
  const lsp::ClientCapabilities &client = context.client;
  if (areFindingsOther && client.pullsDiagnostics &&
      client.refreshesDiagnostics)
    dispatcher.request("workspace/diagnostic/refresh");
  if (areHintsOther && client.refreshesInlayHints)
    dispatcher.request("workspace/inlayHint/refresh");
}

void Server::reconfigure(bool areHintsOther) {
  settle(openSessions(), areHintsOther);
}

void Server::settle(WorkspaceSettings::Sessions documents, bool areHintsOther) {
  workspace.settle(std::move(documents),
                   [this, areHintsOther](const auto &settings) {
                     apply(settings, areHintsOther);
                   });
}

/// Of the client's own folders all .td files are watched; empty for these.
static std::string folderToWatch(const std::string &folder,
                                 const QueryContext &context) {
  std::string uri = folder.empty() ? "" : lsp::fileUri(folder);
  bool isOwn = std::ranges::count(context.roots, uri) != 0;
  return isOwn || !context.client.watchesRelative ? "" : uri;
}

void Server::apply(const WorkspaceSettings::Reading &settings,
                   bool areHintsOther) {
  for (const auto &[configuration, project] : settings.documents) {
    projects.want(project);
    if (std::string uri = folderToWatch(project.folder, context); !uri.empty())
      watchFile(std::move(uri), "**/*.td");
  }
  for (const std::shared_ptr<DocumentSession> &session : settings.changed)
    if (!std::ranges::count(recent, session->name()))
      session->rest();
  bool isChanged = !settings.changed.empty();
  refresh(isChanged, isChanged || areHintsOther);
  reportConfiguration(settings);
}

void Server::reportConfiguration(const WorkspaceSettings::Reading &settings) {
  if (runtime.renew && (settings.isOutdated || settings.wantsPluginProgram))
    runtime.renew();
  auto isOpen = [this](const std::string &uri) {
    return sessions.contains(uri);
  };
  for (const lsp::PublishDiagnosticsParams &params :
       configFindings.update(settings.reports, context.client, isOpen))
    dispatcher.notifyNow("textDocument/publishDiagnostics", params);
  std::vector<std::string> messages = settings.messages;
  if (settings.isOutdated)
    messages.emplace_back("a dialect plugin was built anew; restart the server "
                          "to load it");
  for (const std::string &message : messages)
    if (told.insert(message).second)
      dispatcher.notify(
          "window/showMessage",
          lsp::MessageParams{lsp::MessageType::Error, "shapels: " + message});
  if (context.client.watchesRelative)
    for (const std::string &file : settings.sourceFiles) {
      std::string uri = lsp::fileUri(file), folder = lsp::folderOf(uri);
      watchFile(folder, file.substr(file.rfind('/') + 1));
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
