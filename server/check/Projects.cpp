//===- Projects.cpp -------------------------------------------------------===//

#include "server/check/Projects.h"

using namespace shapels;

std::optional<std::string> CheckProjects::known(size_t project) const {
  std::lock_guard lock(mutex);
  return read[project] ? std::optional(read[project]->file) : std::nullopt;
}

/// Those that ask meanwhile wait for the same project mostly.
std::string CheckProjects::catalogueOf(size_t project) {
  std::lock_guard lock(mutex);
  if (!read[project])
    read[project] = readProjectOps(sources[project]);
  return read[project]->file;
}

std::vector<std::string> CheckProjects::notes() const {
  std::lock_guard lock(mutex);
  std::vector<std::string> notes;
  for (size_t i = 0; i < read.size(); ++i) {
    if (!read[i] || read[i]->messages.empty())
      continue;
    size_t others = read[i]->messages.size() - 1;
    notes.push_back(
        "not all .td files can be read: " + read[i]->messages.front() +
        (others == 0 ? "" : " (and " + std::to_string(others) + " more)") +
        "; see shapels --list-ops " + sources[i].folder);
  }
  return notes;
}
