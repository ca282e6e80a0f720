//===- ProjectDefinitions.h - Which projects' .td files are read -*- C++ -*-==//
//
// Has the .td files that are about a document read once it is opened, and again
// when one of them changes. Lives on the I/O thread; reading does not.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_PROJECTDEFINITIONS_H
#define SHAPELS_LSP_PROJECTDEFINITIONS_H

#include "server/config/ProjectOps.h"
#include "server/lsp/WorkDoneProgress.h"

#include <functional>
#include <map>

namespace shapels {

class ProjectDefinitions {
public:
  /// Calls back on the I/O thread, unless the server is gone by then.
  using Read =
      std::function<void(ProjectSources sources, ProjectProgress progress,
                         std::function<void(ProjectCatalogue)> done)>;
  using Use = std::function<void(const ProjectSources &sources,
                                 ProjectCatalogue result)>;

  /// Does nothing where `read` is empty.
  ProjectDefinitions(Read read, WorkDoneProgress progress, Use use)
      : read(std::move(read)), progress(std::move(progress)),
        use(std::move(use)) {}

  /// Whether the client can show how far reading is.
  void showProgress(bool canShow) { isShown = canShow; }

  void want(const ProjectSources &sources);
  /// Files may have changed.
  void refresh();

private:
  struct Project {
    bool isRead = false;
    /// Files have changed since it is read.
    bool isOld = false;
  };
  void start(const ProjectSources &sources, Project &project);
  void show(size_t done, size_t all, const std::string &file);
  void finish(const ProjectSources &sources, ProjectCatalogue result);

  Read read;
  WorkDoneProgress progress;
  Use use;
  bool isShown = false;
  std::map<ProjectSources, Project> projects;
};

} // namespace shapels

#endif // SHAPELS_LSP_PROJECTDEFINITIONS_H
