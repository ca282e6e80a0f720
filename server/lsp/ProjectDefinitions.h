//===- ProjectDefinitions.h - Which projects' .td files are read -*- C++ -*-==//
//
// Has the .td files of a folder read once a document below it is opened, and
// again when one of them changes. Lives on the I/O thread; reading does not.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_PROJECTDEFINITIONS_H
#define SHAPELS_LSP_PROJECTDEFINITIONS_H

#include "server/config/ProjectOps.h"

#include <functional>
#include <map>

namespace shapels {

class ProjectDefinitions {
public:
  /// Calls back on the I/O thread, unless the server is gone by then.
  using Read = std::function<void(std::string folder,
                                  std::function<void(ProjectCatalogue)> done)>;
  using Use =
      std::function<void(const std::string &folder, ProjectCatalogue result)>;

  /// Does nothing where `read` is empty.
  ProjectDefinitions(Read read, Use use)
      : read(std::move(read)), use(std::move(use)) {}

  /// An empty folder is none.
  void want(const std::string &folder);
  /// Files may have changed.
  void refresh();

private:
  struct Folder {
    bool isRead = false;
    /// Files have changed since it is read.
    bool isOld = false;
  };
  void start(const std::string &name, Folder &folder);

  Read read;
  Use use;
  std::map<std::string, Folder> folders;
};

} // namespace shapels

#endif // SHAPELS_LSP_PROJECTDEFINITIONS_H
