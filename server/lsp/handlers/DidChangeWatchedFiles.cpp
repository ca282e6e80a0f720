//===- DidChangeWatchedFiles.cpp - workspace/didChangeWatchedFiles --------===//

#include "server/lsp/Handlers.h"

#include "server/lsp/Server.h"
#include "server/protocol/JsonReader.h"

#include <algorithm>

using namespace shapels;

namespace {

struct FileEvent {
  std::string uri;
};

bool readStruct(const lsp::JsonReader &in, FileEvent &result) {
  return in.field("uri", result.uri);
}

} // namespace

/// What changed is looked up on disk.
bool handlers::didChangeWatchedFiles(Server &server,
                                     const nlohmann::json &params,
                                     std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::optional<std::vector<FileEvent>> events;
  if (!in.optionalField("changes", events))
    return false;
  auto isMlir = [](const FileEvent &event) {
    return event.uri.ends_with(".mlir");
  };
  if (!events || std::ranges::any_of(*events, isMlir))
    server.workspaceRequests().noteChange();
  auto isTableGen = [](const FileEvent &event) {
    return event.uri.ends_with(".td");
  };
  if (events && std::ranges::any_of(*events, isTableGen))
    server.rereadProjects();
  // IRDL files are MLIR as well.
  server.reconfigure();
  return true;
}
