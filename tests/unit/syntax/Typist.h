//===- Typist.h - Edits as of someone at a keyboard -------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SYNTAX_TYPIST_H
#define SHAPELS_TESTS_UNIT_SYNTAX_TYPIST_H

#include "core/text/Position.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace shapels::test {

struct Script {
  std::string text;
  std::vector<TextEdit> edits;
};

/// In `text`, `[[old|new]]` is the edit.
inline Script marked(std::string text) {
  size_t begin = text.find("[["), bar = text.find('|', begin),
         end = text.find("]]", bar);
  std::string newText = text.substr(bar + 1, end - bar - 1);
  text.erase(bar, end + 2 - bar);
  text.erase(begin, 2);
  return {text,
          {{{{static_cast<uint32_t>(begin)}, {static_cast<uint32_t>(bar - 2)}},
            newText}}};
}

inline void replaceIn(std::string &text, const TextEdit &edit) {
  text.replace(edit.range.begin.value, edit.range.size(), edit.newText);
}

inline TextEdit clamped(TextEdit edit, size_t size) {
  DocumentOffset end{static_cast<uint32_t>(size)};
  return {{std::min(edit.range.begin, end), std::min(edit.range.end, end)},
          std::move(edit.newText)};
}

/// What someone does at a keyboard.
class Typist {
public:
  Typist(std::string start, unsigned seed)
      : script{start, {}}, text(std::move(start)), random(seed) {}

  Script write(size_t edits) {
    while (script.edits.size() < edits)
      gesture();
    return script;
  }

private:
  uint32_t below(size_t bound) {
    return static_cast<uint32_t>(random() % bound);
  }

  std::string piece() {
    static constexpr std::string_view pieces[] = {"{",
                                                  "}",
                                                  "(",
                                                  ")",
                                                  "[",
                                                  "]",
                                                  "<",
                                                  ">",
                                                  "\"",
                                                  "\\",
                                                  "=",
                                                  ",",
                                                  ":",
                                                  "::",
                                                  "->",
                                                  "%",
                                                  "%0",
                                                  "#",
                                                  "@",
                                                  "@f",
                                                  "^",
                                                  "!",
                                                  "x",
                                                  "1",
                                                  ".",
                                                  "-",
                                                  "/",
                                                  " ",
                                                  "\t",
                                                  "\n",
                                                  "\r",
                                                  "\r\n",
                                                  "\n\n",
                                                  "// ",
                                                  "{-#",
                                                  "#-}",
                                                  "%a = ",
                                                  "%a:2 = ",
                                                  "return",
                                                  ".func",
                                                  "func.func",
                                                  "^bb0:",
                                                  "^bb1(%b: i32):",
                                                  "\"a.b\"() ({",
                                                  "}) : () -> ()",
                                                  "\"a.b\"() : () -> ()",
                                                  "#m = 1",
                                                  "sym_name = \"f\"",
                                                  "loc(#l)"};
    return std::string(pieces[below(std::size(pieces))]);
  }

  std::string line() {
    static constexpr std::string_view lines[] = {
        "  %0 = arith.constant 1 : i32",
        "  return",
        "}",
        "} else {",
        "func.func @f(%a: i32) {",
        "  func.func private @g()",
        "module {",
        "^bb0(%x: i32):",
        "  scf.if %c {",
        "  \"a.b\"(%0) ({",
        "  }) : () -> ()",
        "#map = affine_map<(d0) -> (d0)>",
        "!t = i32",
        "// -----",
        "{-#",
        "#-}",
        "scf.for %i = %a to %b step %c {",
        "",
        "  \"a.b",
        "  a.b {x = 1} %0,"};
    return std::string(lines[below(std::size(lines))]) +
           (text.find('\r') == text.npos ? "\n" : "\r\n");
  }

  uint32_t somewhere() { return below(text.size() + 1); }

  DocumentRange someLine() {
    size_t begin = text.rfind('\n', somewhere());
    begin = begin == text.npos ? 0 : begin + 1;
    size_t end = text.find('\n', begin);
    end = end == text.npos ? text.size() : end + 1;
    return {{static_cast<uint32_t>(begin)}, {static_cast<uint32_t>(end)}};
  }

  DocumentRange span(uint32_t begin, size_t size) {
    return {{begin},
            {static_cast<uint32_t>(std::min(begin + size, text.size()))}};
  }

  std::string cut(DocumentRange range) {
    return text.substr(range.begin.value, range.size());
  }

  void edit(DocumentRange range, std::string inserted) {
    TextEdit edit{range, std::move(inserted)};
    undo.push_back({span(range.begin.value, 0), cut(range)});
    undo.back().range.end =
        range.begin + static_cast<uint32_t>(edit.newText.size());
    perform(edit);
  }

  void perform(const TextEdit &edit) {
    replaceIn(text, edit);
    script.edits.push_back(edit);
  }

  void type(uint32_t at, std::string_view what) {
    for (char c : what)
      edit(span(at++, 0), std::string(1, c));
  }

  void takeBack(size_t count) {
    for (; count > 0 && !undo.empty(); --count) {
      perform(undo.back());
      undo.pop_back();
    }
  }

  void gesture() {
    uint32_t at = somewhere();
    switch (below(12)) {
    case 0:
      return type(at, line());
    case 1:
      return type(at, piece());
    case 2:
    case 3:
      return edit(span(at, 0), piece());
    case 4:
      return edit(span(at, 1 + below(3)), "");
    case 5:
      return edit(someLine(), "");
    case 6:
      return edit(span(someLine().begin.value, 0), line());
    case 7:
      return edit(span(at, 0), cut(span(somewhere(), below(150))));
    case 8:
      return edit(span(at, below(120)), piece());
    case 9: {
      DocumentRange range = someLine();
      std::string moved = cut(range);
      edit(range, "");
      return edit(span(someLine().begin.value, 0), moved);
    }
    case 10:
      return edit(span(at, 1), text.substr(somewhere(), 1));
    default:
      return takeBack(1 + below(8));
    }
  }

  Script script;
  std::string text;
  std::vector<TextEdit> undo;
  std::mt19937 random;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SYNTAX_TYPIST_H
