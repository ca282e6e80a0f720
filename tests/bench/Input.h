//===- Input.h - What a session edits and asks about ------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_BENCH_INPUT_H
#define SHAPELS_TESTS_BENCH_INPUT_H

#include <string>
#include <vector>

namespace bench {

/// Replaces `removed` bytes by `inserted`. The inputs are ASCII: bytes are
/// columns in every encoding.
struct Edit {
  size_t line = 0, character = 0, removed = 0;
  std::string inserted;
};

/// Where one digit makes a statement wrong, and the one that it has.
struct Site {
  size_t line = 0, character = 0;
  /// Where the name of the statement's result ends, which nothing uses.
  size_t nameEnd = 0;
  std::string right, wrong;

  Edit toWrong() const { return {line, character, right.size(), wrong}; }
  Edit toRight() const { return {line, character, wrong.size(), right}; }
};

struct Place {
  std::string name;
  size_t line = 0, character = 0;
  /// Part of what hover says there.
  std::string contains;
};

/// As lines, so that an edit leaves the caches to the server, whatever the
/// size of the text.
class Text {
public:
  explicit Text(const std::string &path);

  /// With a newline behind each line.
  std::string str() const;
  size_t lineLength(size_t line) const { return lines[line].size(); }
  /// Edits stay in their line.
  void apply(const Edit &edit) {
    lines[edit.line].replace(edit.character, edit.removed, edit.inserted);
  }

private:
  std::vector<std::string> lines;
};

struct Input {
  explicit Input(const std::string &path);

  std::string uri;
  Text text;
  std::vector<Site> sites;
  /// In the middle of the file.
  Site middle;
  std::vector<Place> hovers;
};

} // namespace bench

#endif // SHAPELS_TESTS_BENCH_INPUT_H
