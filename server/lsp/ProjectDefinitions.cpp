//===- ProjectDefinitions.cpp ---------------------------------------------===//

#include "server/lsp/ProjectDefinitions.h"

#include <utility>

using namespace shapels;

void ProjectDefinitions::want(const ProjectSources &sources) {
  if (!read || sources.empty())
    return;
  auto [found, isNew] = projects.try_emplace(sources);
  if (isNew)
    start(sources, found->second);
}

void ProjectDefinitions::refresh() {
  for (auto &[sources, project] : projects)
    if (project.isRead)
      project.isOld = true;
    else
      start(sources, project);
}

void ProjectDefinitions::start(const ProjectSources &sources,
                               Project &project) {
  project = {true, false};
  read(
      sources,
      [this](size_t done, size_t all, const std::string &file) {
        show(done, all, file);
      },
      [this, sources](ProjectCatalogue result) {
        finish(sources, std::move(result));
      });
}

/// Nothing is told of what is known from before.
void ProjectDefinitions::show(size_t done, size_t all,
                              const std::string &file) {
  if (!isShown)
    return;
  if (!progress.isBegun())
    progress.begin("Reading .td files");
  progress.report(file.substr(file.rfind('/') + 1), done, all);
}

void ProjectDefinitions::finish(const ProjectSources &sources,
                                ProjectCatalogue result) {
  Project &project = projects[sources];
  project.isRead = false;
  if (progress.isBegun())
    progress.end(result.messages.empty() ? "" : "not all, as the log says");
  use(sources, std::move(result));
  if (std::exchange(project.isOld, false))
    start(sources, project);
}
