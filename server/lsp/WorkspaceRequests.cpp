//===- WorkspaceRequests.cpp - What is asked of all files -----------------===//

#include "server/lsp/WorkspaceRequests.h"

#include "core/analysis/Bytecode.h"
#include "core/analysis/Document.h"
#include "core/text/UserFile.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/SymbolKinds.h"
#include "server/protocol/Encode.h"
#include "server/protocol/Json.h"
#include "server/protocol/Uri.h"

#include <algorithm>
#include <utility>

using namespace shapels;
using lsp::json;

void WorkspaceRequests::start(const lsp::ClientCapabilities &capabilities,
                              const std::vector<std::string> &roots) {
  client = capabilities;
  index.start(roots, client.positionEncoding, client.watchesFiles);
}

/// I/O thread. Files are watched from the first request on.
void WorkspaceRequests::prepare() {
  if (!std::exchange(isWatching, true) && client.watchesFiles)
    environment.watchFiles();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Background. A few files are read before anybody could see that.
void WorkspaceRequests::showProgress(size_t done, size_t all) {
  constexpr size_t few = 64, step = 32;
  if (all < few || !client.flag({"window", "workDoneProgress"}))
    return;
  if (done == 1)
    progress.begin("Indexing MLIR files");
  else if (done == all)
    progress.end(std::to_string(all) + " files");
  else if (done % step == 0)
    progress.report(std::to_string(done) + " of " + std::to_string(all), done,
                    all);
}

/// Background.
std::string WorkspaceRequests::answerSymbols(std::string_view query) const {
  constexpr size_t most = 1000;
  json result = json::array();
  for (const WorkspaceIndex::Match &match : index.find(query, most)) {
    lsp::Location location{lsp::fileUri(*match.path), match.symbol->range};
    json &symbol =
        result.emplace_back(json{{"name", match.symbol->name},
                                 {"kind", symbolKind(match.symbol->kind)},
                                 {"location", lsp::toJson(location)}});
    if (!match.symbol->container.empty())
      symbol["containerName"] = match.symbol->container;
  }
  return lsp::jsonText(result);
}

void WorkspaceRequests::findSymbols(std::string query, ReplyOnce reply) {
  prepare();
  auto shared = std::make_shared<ReplyOnce>(std::move(reply));
  environment.background.post([this, query = std::move(query), shared] {
    index.update([this](size_t done, size_t all) { showProgress(done, all); });
    shared->result(answerSymbols(query));
  });
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// One request, on its way from file to file.
struct WorkspaceRequests::Pull {
  Known known;
  std::string partialToken;
  ReplyOnce reply;
  struct File {
    std::string path, uri;
  };
  std::vector<File> files = {};
  size_t next = 0;
  /// What is yet to be sent, as JSON texts.
  std::string items = {};
  size_t itemCount = 0;
};

void WorkspaceRequests::pullFindings(Known known, std::string partialToken,
                                     ReplyOnce reply) {
  prepare();
  auto pull = std::make_shared<Pull>(std::move(known), std::move(partialToken),
                                     std::move(reply));
  environment.background.post([this, pull] { listFiles(pull); });
}

/// Background.
void WorkspaceRequests::listFiles(std::shared_ptr<Pull> pull) {
  for (const auto &[path, state] : index.findFiles())
    pull->files.push_back({path, lsp::fileUri(path)});
  std::erase_if(findings, [&](const auto &entry) {
    return !index.files().contains(entry.first);
  });
  environment.io.post([this, pull] { leaveOutOpen(pull); });
}

/// I/O thread.
void WorkspaceRequests::leaveOutOpen(std::shared_ptr<Pull> pull) {
  std::erase_if(pull->files, [this](const Pull::File &file) {
    return environment.isOpen(file.uri);
  });
  environment.background.post([this, pull] { pullNext(pull); });
}

/// Background.
const WorkspaceRequests::Findings &
WorkspaceRequests::findingsOf(const std::string &path, const std::string &uri,
                              const Configuration &configuration) {
  Findings &known = findings[path];
  auto file = index.files().find(path);
  FileState state = file == index.files().end() ? FileState() : file->second;
  bool isCurrent = !known.id.empty() && known.state == state &&
                   known.configuration == configuration;
  if (isCurrent)
    return known;
  GuardedScope scope(environment.crashGuard, {Step::Update, uri, {}});
  Document document(readUserFile(path, largestText).bytes, configuration,
                    environment.crashGuard);
  document.update();
  document.conclude();
  ClientView view(document.buffer(), uri, client);
  known = {state, configuration, "w" + std::to_string(++results),
           lsp::encode(view.diagnostics(document.diagnostics()))};
  return known;
}

void WorkspaceRequests::send(Pull &pull) {
  if (pull.itemCount == 0)
    return;
  environment.dispatcher.notify(
      "$/progress", lsp::ProgressParams{pull.partialToken,
                                        R"({"items":[)" + pull.items + "]}"});
  pull.items.clear();
  pull.itemCount = 0;
}

/// Background. One file, then whatever else waits.
void WorkspaceRequests::pullNext(std::shared_ptr<Pull> pull) {
  if (pull->reply.isCancelled())
    return pull->reply.error(lsp::ErrorCode::RequestCancelled, "cancelled");
  if (pull->next == pull->files.size())
    return pull->reply.result(R"({"items":[)" + pull->items + "]}");
  environment.readConfiguration(
      pull->files[pull->next].uri, [this, pull](Configuration configuration) {
        environment.background.post(
            [this, pull, configuration = std::move(configuration)] {
              pullFile(*pull, configuration);
              pullNext(pull);
            });
      });
}

/// Background.
void WorkspaceRequests::pullFile(Pull &pull,
                                 const Configuration &configuration) {
  constexpr size_t atOnce = 16;
  const Pull::File &file = pull.files[pull.next++];
  const Findings &found = findingsOf(file.path, file.uri, configuration);
  auto known = pull.known.find(file.uri);
  bool isKnown = known != pull.known.end() && known->second == found.id;
  pull.items += (pull.itemCount++ > 0 ? "," : "");
  pull.items += R"({"uri":)" + lsp::quoted(file.uri) +
                R"(,"version":null,"resultId":)" + lsp::quoted(found.id) +
                (isKnown ? R"(,"kind":"unchanged"})"
                         : R"(,"kind":"full","items":)" + found.list + "}");
  if (!pull.partialToken.empty() && pull.itemCount >= atOnce)
    send(pull);
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

/// The file that a client shows under an address of its own, as vscode-mlir
/// does under `mlir.bytecode-mlir:/a.mlirbc`.
static std::optional<std::string> pathOf(const std::string &uri) {
  std::string rest = uri.substr(std::min(uri.find(':'), uri.size() - 1) + 1);
  return lsp::filePath((rest.starts_with("//") ? "file:" : "file://") + rest);
}

static Response textOf(const std::string &path,
                       const Configuration &configuration,
                       CrashGuard &crashGuard) {
  auto failed = [&](const std::string &why) {
    return lsp::ResponseError{lsp::ErrorCode::RequestFailed, path + ": " + why};
  };
  FileBytes file = readUserFile(path, largestText);
  if (!file.failure.empty())
    return failed(file.failure);
  Conversion done = textOfBytecode(file.bytes, configuration, crashGuard);
  if (!done.problem.empty())
    return failed(done.problem);
  return lsp::jsonText({{"output", done.result}});
}

void WorkspaceRequests::readBytecode(const std::string &uri, ReplyOnce reply) {
  std::optional<std::string> path = pathOf(uri);
  if (!path)
    return reply.error(lsp::ErrorCode::RequestFailed,
                       "no file has the address " + uri);
  auto shared = std::make_shared<ReplyOnce>(std::move(reply));
  environment.readConfiguration(
      uri, [this, path = std::move(*path), shared](Configuration found) {
        environment.background.post(
            [this, path, shared, configuration = std::move(found)] {
              shared->send(textOf(path, configuration, environment.crashGuard));
            });
      });
}
