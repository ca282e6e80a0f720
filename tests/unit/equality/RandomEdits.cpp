//===- RandomEdits.cpp ----------------------------------------------------===//

#include "equality/RandomEdits.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::test;

static DocumentRange lineOf(const std::string &text, DocumentOffset at) {
  size_t before = at.value ? text.rfind('\n', at.value - 1) : text.npos;
  size_t end = text.find('\n', at.value);
  return {{static_cast<uint32_t>(before + 1)},
          {static_cast<uint32_t>(end == text.npos ? text.size() : end + 1)}};
}

static std::string_view slice(const std::string &text, DocumentRange range) {
  return std::string_view(text).substr(range.begin.value, range.size());
}

Batch RandomEdits::next(const std::string &text) {
  if (typing.empty() && below(8) == 0)
    startTyping(text);
  if (!typing.empty()) {
    TextEdit key = typing.front();
    typing.pop_front();
    return {key};
  }
  uint32_t kind = below(13);
  if (kind == 0 && !history.empty())
    return {undo(text)};
  history.push_back(text);
  if (kind == 1)
    return moveLine(text);
  if (kind == 2)
    return several(text);
  if (kind == 3)
    return rename(text);
  return {edit(text)};
}

TextEdit RandomEdits::edit(const std::string &text) {
  switch (below(12)) {
  case 0:
  case 1:
    return erase(text);
  case 2:
    return eraseLines(text);
  case 3:
    return pasteLines(original, text);
  case 4:
    return pasteLines(text, text); // Duplicated.
  case 5:
    return replaceDigit(text);
  case 6:
    return replaceName(text);
  case 7:
    return insertLineEnd(text);
  case 8:
    return commentLine(text);
  case 9:
    return replaceWord(text);
  default:
    return insertPiece(text);
  }
}

TextEdit RandomEdits::insertPiece(const std::string &text) {
  static constexpr std::string_view pieces[] = {
      "{",          "}",
      "\"",         "^",
      "#",          "!",
      "(",          ")",
      "<",          ">",
      "%",          "%0",
      " ",          "x",
      "i",          "=",
      "4",          "?",
      ":",          "^bb1:",
      "return",     "tosa.add",
      "@f",         "f32",
      ",",          "//",
      "1",          "loc(",
      "tensor<",    "-> ",
      "2",          "@",
      "[",          "]",
      "%a",         "!t",
      "// -----\n", "\"x\"() : () -> ()\n"};
  DocumentOffset at = place(text);
  return {{at, at}, std::string(pieces[below(std::size(pieces))])};
}

/// Another kind of line end, or one more.
TextEdit RandomEdits::insertLineEnd(const std::string &text) {
  static constexpr std::string_view ends[] = {"\n", "\r\n", "\r\n", "\r"};
  std::string end(ends[below(std::size(ends))]);
  DocumentOffset at = place(text);
  size_t found = text.find('\n', at.value);
  if (below(2) && found != text.npos) {
    auto begin = static_cast<uint32_t>(found);
    return {{{begin}, {begin + 1}}, end};
  }
  return {{at, at}, end};
}

TextEdit RandomEdits::replaceDigit(const std::string &text) {
  size_t found = text.find_first_of("0123456789", place(text).value);
  auto begin = static_cast<uint32_t>(found == text.npos ? text.size() : found);
  return {{{begin}, {begin + (found != text.npos)}}, std::to_string(below(10))};
}

static bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The first one behind a place that begins with one of these characters.
static DocumentRange wordFrom(const std::string &text, DocumentOffset at,
                              std::string_view starts) {
  size_t begin = text.find_first_of(starts, at.value);
  if (begin == text.npos)
    return {at, at};
  size_t end = begin + 1;
  while (end < text.size() && isWordPart(text[end]))
    ++end;
  return {{static_cast<uint32_t>(begin)}, {static_cast<uint32_t>(end)}};
}

static constexpr std::string_view sigils = "%@#!^";

/// The name behind some place becomes one that stands elsewhere.
TextEdit RandomEdits::replaceName(const std::string &text) {
  DocumentRange old = wordFrom(text, place(text), sigils);
  return {old, std::string(slice(text, wordFrom(text, place(text), sigils)))};
}

/// The same of another word, such as a part of a type or of an op's name.
TextEdit RandomEdits::replaceWord(const std::string &text) {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  DocumentRange old = wordFrom(text, place(text), letters);
  return {old, std::string(slice(text, wordFrom(text, place(text), letters)))};
}

/// A name is another one in all places, or as many as a client sends at once.
Batch RandomEdits::rename(const std::string &text) {
  DocumentRange range = wordFrom(text, place(text), sigils);
  std::string old(slice(text, range)), rest = text;
  std::string now(slice(text, wordFrom(text, place(text), sigils)));
  if (old.empty() || now.empty())
    return {edit(text)};
  if (below(2))
    now = old + "x";
  Batch batch;
  for (size_t at = 0; (at = rest.find(old, at)) != rest.npos;
       at += now.size()) {
    if (at + old.size() < rest.size() && isWordPart(rest[at + old.size()])) {
      at += old.size() - now.size();
      continue;
    }
    auto begin = static_cast<uint32_t>(at);
    TextEdit edit{{{begin}, {begin + static_cast<uint32_t>(old.size())}}, now};
    batch.push_back(edit);
    applyEdits({edit}, rest);
  }
  return batch;
}

/// Or makes it one no more.
TextEdit RandomEdits::commentLine(const std::string &text) {
  DocumentRange line = lineOf(text, place(text));
  std::string_view old = slice(text, line);
  size_t slashes = old.find("//");
  auto begin = line.begin.value +
               static_cast<uint32_t>(slashes == old.npos ? 0 : slashes);
  if (slashes == old.npos)
    return {{{begin}, {begin}}, "// "};
  return {{{begin}, {begin + 2}}, ""};
}

/// A character, or some.
TextEdit RandomEdits::erase(const std::string &text) {
  DocumentOffset at = place(text);
  uint32_t count = below(3) ? 1 : 1 + below(12);
  return fitted({{at, at + count}, ""}, text.size());
}

TextEdit RandomEdits::eraseLines(const std::string &text) {
  DocumentRange lines = lineOf(text, place(text));
  for (uint32_t more = below(3); more; --more)
    lines.end = lineOf(text, lines.end).end;
  return {lines, ""};
}

TextEdit RandomEdits::pasteLines(const std::string &from,
                                 const std::string &text) {
  DocumentRange lines = lineOf(from, place(from));
  for (uint32_t more = below(4); more; --more)
    lines.end = lineOf(from, lines.end).end;
  DocumentOffset to = lineOf(text, place(text)).begin;
  return {{to, to}, std::string(slice(from, lines))};
}

Batch RandomEdits::moveLine(const std::string &text) {
  TextEdit cut{lineOf(text, place(text)), ""};
  std::string line(slice(text, cut.range)), rest = text;
  applyEdits({cut}, rest);
  DocumentOffset to = lineOf(rest, place(rest)).begin;
  return {cut, {{to, to}, line}};
}

Batch RandomEdits::several(std::string text) {
  Batch batch;
  for (uint32_t count = 2 + below(4); count; --count) {
    batch.push_back(edit(text));
    applyEdits({batch.back()}, text);
  }
  return batch;
}

/// Some text of the file, or an op that it may not have, key by key.
void RandomEdits::startTyping(const std::string &text) {
  static constexpr std::string_view texts[] = {"%new = tosa.add %0, %1 : ",
                                               "scf.if %c { }",
                                               "func.func @g() {\n}\n",
                                               "^bb3(%z: i32):\n",
                                               "\"a.b\"() ",
                                               "#x = 1\n",
                                               "!t = i32\n",
                                               "// shapels: "};
  std::string keys(texts[below(std::size(texts))]);
  if (below(2) && !original.empty()) {
    uint32_t begin = below(original.size());
    keys = original.substr(begin, 1 + below(16));
  }
  DocumentOffset at = place(text);
  history.push_back(text);
  for (char key : keys) {
    typing.push_back({{at, at}, std::string(1, key)});
    at = at + 1;
  }
}

/// No more than what was changed.
TextEdit RandomEdits::undo(const std::string &text) {
  std::string before = std::move(history.back());
  history.pop_back();
  auto [now, then] =
      std::mismatch(text.begin(), text.end(), before.begin(), before.end());
  auto [nowEnd, thenEnd] =
      std::mismatch(text.rbegin(), std::make_reverse_iterator(now),
                    before.rbegin(), std::make_reverse_iterator(then));
  return {{{static_cast<uint32_t>(now - text.begin())},
           {static_cast<uint32_t>(nowEnd.base() - text.begin())}},
          std::string(then, thenEnd.base())};
}
