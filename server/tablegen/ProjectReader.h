//===- ProjectReader.h - All definitions of a project ----------*- C++ -*-===//
//
// Reads each root that Discovery.h finds in a process of its own, with bounds
// on time and memory: TableGen crashes or ends its process on some input. A
// record at which it dies is left out, and the rest is read again. Forks, so
// the calling process may have one thread only.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_PROJECTREADER_H
#define SHAPELS_TABLEGEN_PROJECTREADER_H

#include "core/ods/CatalogueWriter.h"
#include "server/tablegen/Discovery.h"

#include <chrono>

namespace shapels {

struct ProjectOps {
  /// Of the project's own files; what they include of others is not in it.
  CatalogueContents contents;
  /// One line for each thing that could not be read: file, line, reason.
  std::vector<std::string> messages;
  /// Whether anything could not.
  bool isPartial = false;
};

struct ProjectBounds {
  std::chrono::seconds ofRoot{10}, ofAll{60};
  uint64_t memory = uint64_t(2) << 30;
};

/// `folders` are those whose files may be read, beside the project's own.
ProjectOps readProject(const std::string &folder, const OdsProject &project,
                       const std::vector<std::string> &folders,
                       const ProjectBounds &bounds = {});

} // namespace shapels

#endif // SHAPELS_TABLEGEN_PROJECTREADER_H
