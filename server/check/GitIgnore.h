//===- GitIgnore.h - What git leaves out ------------------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_GITIGNORE_H
#define SHAPELS_CHECK_GITIGNORE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// The rules of one `.gitignore`.
class GitIgnore {
public:
  explicit GitIgnore(std::string_view text);

  /// What the last rule says that matches `name`, which is relative to the
  /// file's folder: true to ignore it, false to keep it. Nothing if none does.
  std::optional<bool> ignores(std::string_view name, bool isFolder) const;

private:
  struct Rule {
    std::string pattern;
    bool isKept = false, isForFolders = false;
    /// It matches the whole name, and not its last part.
    bool isAnchored = false;
  };
  std::vector<Rule> rules;
};

/// The `.gitignore` files that hold in a folder of a git repository.
class GitIgnores {
public:
  /// Reads those from the repository's folder down to that above `folder`,
  /// which is absolute. Outside of a repository there are none.
  explicit GitIgnores(const std::string &folder);

  /// Reads that of a folder below the last one, until leave().
  void enter(const std::string &folder);
  void leave() { files.pop_back(); }
  /// `name` is absolute, and in the folder entered last.
  bool ignores(std::string_view name, bool isFolder) const;

private:
  struct InFolder {
    std::string folder;
    GitIgnore rules;
  };
  bool isInRepository = false;
  std::vector<InFolder> files;
};

} // namespace shapels

#endif // SHAPELS_CHECK_GITIGNORE_H
