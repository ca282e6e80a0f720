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

#include "core/ods/Catalogue.h"
#include "core/ods/CatalogueWriter.h"
#include "server/tablegen/Discovery.h"

#include <chrono>
#include <functional>

namespace shapels {

struct ProjectOps {
  /// Of the project's own files, and of those that the user names; what they
  /// include of others is not in it.
  CatalogueContents contents;
  /// One line for each thing that could not be read: file, line, reason.
  std::vector<std::string> messages;
  /// Whether anything could not.
  bool isPartial = false;
  /// Whether that is so because there was too little time for all.
  bool isUnfinished = false;
  /// The files outside of the project's folder that were read.
  std::vector<std::string> elsewhere;
};

struct ProjectBounds {
  std::chrono::seconds ofRoot{10}, ofAll{60};
  uint64_t memory = uint64_t(2) << 30;
};

/// Told before each root, with how many are done and how many there are.
using ReadProgress =
    std::function<void(size_t done, size_t all, const std::string &path)>;

/// `before` is an earlier catalogue of the project, or null: where a root
/// cannot be read to its end, what it defined then is kept.
ProjectOps readProject(const OdsSources &sources, const OdsProject &project,
                       const Catalogue *before = nullptr,
                       const ProjectBounds &bounds = {},
                       const ReadProgress &progress = {});

} // namespace shapels

#endif // SHAPELS_TABLEGEN_PROJECTREADER_H
