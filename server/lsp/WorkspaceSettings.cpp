//===- WorkspaceSettings.cpp ----------------------------------------------===//

#include "server/lsp/WorkspaceSettings.h"

#include <utility>

using namespace shapels;
using namespace std::chrono_literals;

/// What is asked of a document waits for its settings so long.
static constexpr auto longestWait = 2s;

/// In bytes: what is longer has its outline alone; of the rest no more is
/// needed than 30 bytes of memory for each, as a rule.
static constexpr uint32_t longestOpened = uint32_t(64) << 20;

void WorkspaceSettings::setRoots(std::vector<std::string> uris) {
  strand->post([this, uris = std::move(uris)] { workspace.setRoots(uris); });
}

void WorkspaceSettings::setClient(lsp::Settings settings) {
  client = settings;
  strand->post([this, settings = std::move(settings)] {
    workspace.setClient(settings);
  });
}

void WorkspaceSettings::setProject(
    ProjectSources sources, std::shared_ptr<const Catalogue> definitions) {
  strand->post([this, sources = std::move(sources),
                definitions = std::move(definitions)] {
    workspace.setProject(sources, definitions);
  });
}

void WorkspaceSettings::close(std::string uri) {
  strand->post([this, uri = std::move(uri)] { workspace.close(uri); });
}

void WorkspaceSettings::readUnopened(std::string uri,
                                     std::function<void(Configuration)> done) {
  strand->post([this, uri = std::move(uri), done = std::move(done)] {
    Configuration result = workspace.configurationOf(uri);
    workspace.close(uri);
    done(std::move(result));
  });
}

void WorkspaceSettings::settle(Sessions documents, Done done) {
  uint64_t number = ++latest;
  for (const auto &document : documents)
    document->settingsGate().waitFor(number);
  bool isStuck = late > last;
  if (isStuck)
    goOn(number, documents);
  else if (after)
    after(longestWait, [this, number, documents] { goOn(number, documents); });
  strand->post(
      [this, number, documents = std::move(documents), done = std::move(done)] {
        auto reading = std::make_shared<Reading>(read(documents));
        io.post([this, number, documents, reading, done] {
          finish(number, documents, *reading);
          done(*reading);
        });
      });
}

/// Strand.
WorkspaceSettings::Reading WorkspaceSettings::read(const Sessions &documents) {
  Reading reading;
  for (const auto &document : documents) {
    Configuration configuration = workspace.configurationOf(document->name());
    configuration.longestText = longestOpened;
    configuration.showFailures = true;
    reading.documents.emplace_back(std::move(configuration),
                                   workspace.projectOf(document->name()));
  }
  reading.reports = workspace.reports();
  reading.messages = workspace.takeMessages();
  reading.sourceFiles = workspace.sourceFiles();
  reading.isOutdated = workspace.isOutdated();
  reading.wantsPluginProgram = workspace.wantsPluginProgram();
  return reading;
}

void WorkspaceSettings::finish(uint64_t number, const Sessions &documents,
                               Reading &reading) {
  last = number;
  for (size_t i = 0; i < documents.size(); ++i) {
    const Configuration &configuration = reading.documents[i].first;
    if (!documents[i]->begin(configuration) &&
        documents[i]->configure(configuration))
      reading.changed.push_back(documents[i]);
    documents[i]->settingsGate().open(number);
  }
}

/// A reading is not waited for any longer: until it is over, new documents go
/// by what is known without files.
void WorkspaceSettings::goOn(uint64_t number, const Sessions &documents) {
  if (number <= last)
    return;
  if (late <= last)
    log.log(LogLevel::Warning,
            "settings take long to be read; documents go by those of the "
            "client and of the command line until they are");
  late = number;
  stopWaiting(documents);
}

void WorkspaceSettings::stopWaiting(const Sessions &documents) {
  Configuration withoutFiles =
      combine(client, {}, commandLine.settings).configuration;
  withoutFiles.longestText = longestOpened;
  withoutFiles.showFailures = true;
  for (const auto &document : documents) {
    document->begin(withoutFiles);
    document->settingsGate().open(latest);
  }
}
