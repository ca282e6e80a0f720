//===- WorkspaceIndex.h - The MLIR files of a workspace ---------*- C++ -*-===//
//
// Made when somebody asks for the first time, and kept up by what has changed
// on disk. Lives on the background thread, but for noteChange().
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_WORKSPACEINDEX_H
#define SHAPELS_LSP_WORKSPACEINDEX_H

#include "core/text/Position.h"
#include "server/features/Symbols.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// A file as it is on disk.
struct FileState {
  int64_t modified = 0;
  uint64_t size = 0;
  friend bool operator==(const FileState &, const FileState &) = default;
};

/// A symbol of the workspace.
struct WorkspaceSymbol {
  std::string name, container;
  OutlineKind kind = OutlineKind::Other;
  PositionRange range;
};

class WorkspaceIndex {
public:
  /// By path.
  using Files = std::map<std::string, FileState>;

  /// `isWatched`: the client says when a file has changed.
  void start(std::vector<std::string> rootUris, PositionEncoding encoding,
             bool isWatched);
  /// Some file has changed. Any thread.
  void noteChange() { isStale = true; }

  /// The `*.mlir` files of the workspace; hidden folders and those behind
  /// symbolic links are left out.
  const Files &findFiles();
  /// As they were found last.
  const Files &files() const { return known; }

  /// Called with how many files are read, and how many there are to read.
  using Progress = std::function<void(size_t done, size_t all)>;
  /// Reads what has changed.
  void update(const Progress &progress);

  struct Match {
    const std::string *path;
    const WorkspaceSymbol *symbol;
  };
  /// Symbols whose name has the letters of `query` in order, the best ones
  /// first: those that start with it, and those that have it in one piece. At
  /// most `most`.
  std::vector<Match> find(std::string_view query, size_t most) const;

private:
  struct Entry {
    FileState state;
    std::vector<WorkspaceSymbol> symbols;
  };

  std::vector<std::string> roots;
  PositionEncoding encoding = PositionEncoding::Utf16;
  bool isWatched = false;
  std::atomic<bool> isStale = true;
  Files known;
  std::map<std::string, Entry> entries;
};

} // namespace shapels

#endif // SHAPELS_LSP_WORKSPACEINDEX_H
