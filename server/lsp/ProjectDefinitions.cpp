//===- ProjectDefinitions.cpp ---------------------------------------------===//

#include "server/lsp/ProjectDefinitions.h"

#include <utility>

using namespace shapels;

void ProjectDefinitions::want(const std::string &folder) {
  if (!read || folder.empty())
    return;
  auto [found, isNew] = folders.try_emplace(folder);
  if (isNew)
    start(folder, found->second);
}

void ProjectDefinitions::refresh() {
  for (auto &[name, folder] : folders)
    if (folder.isRead)
      folder.isOld = true;
    else
      start(name, folder);
}

void ProjectDefinitions::start(const std::string &name, Folder &folder) {
  folder = {true, false};
  read(name, [this, name](ProjectCatalogue result) {
    Folder &folder = folders[name];
    folder.isRead = false;
    use(name, std::move(result));
    if (std::exchange(folder.isOld, false))
      start(name, folder);
  });
}
