//===- RandomEdits.h - What people do to a text ----------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_RANDOMEDITS_H
#define SHAPELS_TESTS_UNIT_EQUALITY_RANDOMEDITS_H

#include "equality/Script.h"

#include <deque>
#include <random>

namespace shapels::test {

/// The same for the same seed, on every machine.
class RandomEdits {
public:
  RandomEdits(uint32_t seed, std::string text)
      : random(seed), original(std::move(text)) {}

  Batch next(const std::string &text);

private:
  TextEdit edit(const std::string &text);
  TextEdit insertPiece(const std::string &text);
  TextEdit insertLineEnd(const std::string &text);
  TextEdit replaceDigit(const std::string &text);
  TextEdit replaceName(const std::string &text);
  TextEdit replaceWord(const std::string &text);
  TextEdit commentLine(const std::string &text);
  Batch rename(const std::string &text);
  TextEdit erase(const std::string &text);
  TextEdit eraseLines(const std::string &text);
  TextEdit pasteLines(const std::string &from, const std::string &text);
  Batch moveLine(const std::string &text);
  Batch several(std::string text);
  void startTyping(const std::string &text);
  TextEdit undo(const std::string &text);

  DocumentOffset place(const std::string &text) {
    return {below(text.size() + 1)};
  }
  uint32_t below(size_t bound) {
    return static_cast<uint32_t>(random() % bound);
  }

  std::mt19937 random;
  const std::string original;
  std::vector<std::string> history;
  /// Characters that are still to be typed, one a batch.
  std::deque<TextEdit> typing;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_RANDOMEDITS_H
