//===- OutlineEditTest.cpp - Edited outlines equal fresh ones -------------===//
//
// SHAPELS_EDIT_FOLDER (another folder of .mlir files) and SHAPELS_EDIT_ROUNDS
// (more seeds) make it look for longer.
//
//===----------------------------------------------------------------------===//

#include "syntax/Syntax.h"

#include "shapels/syntax/Lexer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

using namespace shapels;
using namespace shapels::test;
namespace fs = std::filesystem;

//===----------------------------------------------------------------------===//
// All that an outline says
//===----------------------------------------------------------------------===//

namespace {

std::ostream &operator<<(std::ostream &stream, ByteRange range) {
  return stream << "[" << range.begin.value << "," << range.end.value << ")";
}

/// An outline with numbers for its handles, by which it can be compared.
class View {
public:
  View(const Outline &outline, uint32_t size) : outline(outline), size(size) {
    for (StatementId id : idsOf(outline))
      numbers.emplace(id, numbers.size());
  }

  /// One line per statement.
  std::vector<std::string> statements() const {
    std::vector<std::string> lines{"roots " + list(noStatement, 0) +
                                   ", first " +
                                   number(outline.firstChild(noStatement))};
    for (StatementId id : idsOf(outline))
      lines.push_back(tree(id) + "; " + names(id));
    return lines;
  }

  /// What queries say of one place.
  std::string at(ByteOffset offset) const {
    std::ostringstream line;
    line << offset.value << ": " << number(outline.firstFrom(offset)) << " "
         << number(outline.statementAt(offset)) << " "
         << number(outline.statementStartingAt(offset)) << " "
         << name(outline.nameStartingAt(offset)) << " ";
    std::optional<NameOccurrence> found = outline.nameAt(offset);
    line << name(found ? std::optional(found->id) : std::nullopt);
    if (std::optional<NameId> definition =
            found ? outline.definitionOf(found->id) : std::nullopt)
      for (const NameOccurrence &occurrence :
           outline.occurrencesOf(*definition))
        line << " " << occurrence.range;
    return line.str();
  }

  /// What queries say of the `distance` bytes around `offset`.
  std::vector<std::string> around(uint32_t offset, uint32_t distance) const {
    std::vector<std::string> lines;
    for (uint32_t i = offset < distance ? 0 : offset - distance;
         i <= std::min(size, offset + distance); ++i)
      lines.push_back(at({i}));
    return lines;
  }

private:
  std::string number(StatementId id) const {
    if (id == noStatement)
      return "-";
    auto found = numbers.find(id);
    return found == numbers.end() ? "gone" : std::to_string(found->second);
  }

  std::string name(std::optional<NameId> id) const {
    return id ? number(id->statement) + "." + std::to_string(id->index) : "-";
  }

  std::string list(StatementId id, uint32_t region) const {
    std::string result = "{";
    for (StatementId child : outline.children(id, region))
      result += " " + number(child);
    return result + " }";
  }

  std::string tree(StatementId id) const {
    Statement statement = outline.statement(id);
    std::ostringstream line;
    line << number(id) << " " << static_cast<int>(outline.kind(id))
         << outline.range(id) << statement.name << " in "
         << number(outline.parent(id)) << "." << statement.region << ", behind "
         << number(outline.previous(id)) << ", next "
         << number(outline.nextSibling(id)) << " " << number(outline.behind(id))
         << ", first " << number(outline.firstChild(id))
         << outline.hasChildren(id) << outline.nests(statement.parent, id);
    for (const RegionText &region : outline.regions(id))
      line << ", " << region.number << region.inside << region.isClosed
           << list(id, region.number);
    return line.str();
  }

  std::string names(StatementId id) const {
    std::ostringstream line;
    line << outline.nameCount(id) << " names";
    for (const NameOccurrence &each : outline.names(id))
      line << ", " << static_cast<int>(each.kind) << each.isDefinition
           << each.range << each.resultCount << outline.plainName(each.id)
           << " = " << name(outline.definitionOf(each.id))
           << outline.isDefinition(each.id);
    return line.str();
  }

  const Outline &outline;
  uint32_t size;
  std::map<StatementId, size_t> numbers;
};

/// The first difference; empty if there is none.
std::string difference(const std::vector<std::string> &edited,
                       const std::vector<std::string> &fresh) {
  for (size_t i = 0; i < std::max(edited.size(), fresh.size()); ++i) {
    std::string a = i < edited.size() ? edited[i] : "nothing";
    std::string b = i < fresh.size() ? fresh[i] : "nothing";
    if (a != b)
      return "edited: " + a + "\nfresh:  " + b + "\n";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// What an edit may do to statements
//===----------------------------------------------------------------------===//

/// What is to stay as it is in a statement that did not change.
struct Own {
  uint32_t begin;
  StatementId parent;
  uint32_t region;
  std::string text;
};

/// The tokens of the statement that are in none it nests.
std::string ownTokens(std::string_view text, const Outline &outline,
                      StatementId id) {
  ByteRange range = outline.range(id);
  std::string result;
  Lexer lexer(text, range.begin);
  StatementId child = outline.firstChild(id);
  for (Token token = lexer.next(); token.range.begin < range.end;
       token = lexer.next()) {
    if (child != noStatement && token.range.begin == outline.begin(child)) {
      lexer = Lexer(text, outline.range(child).end);
      child = outline.nextSibling(child);
    } else {
      result += std::string(token.in(text)) + " ";
    }
  }
  return result;
}

std::map<StatementId, Own> ownOf(std::string_view text,
                                 const Outline &outline) {
  std::map<StatementId, Own> result;
  for (StatementId id : idsOf(outline)) {
    Statement statement = outline.statement(id);
    result[id] = {statement.range.begin.value, statement.parent,
                  statement.region,
                  std::to_string(static_cast<int>(statement.kind)) + " " +
                      std::to_string(statement.regionCount) + " " +
                      ownTokens(text, outline, id)};
  }
  return result;
}

/// What lies in the runs that moved: those of the first level, and all.
struct Moved {
  std::set<StatementId> siblings, all;

  Moved(const OutlineChange &change, const Outline &outline) {
    for (const StatementRun &run : change.moved) {
      StatementId behind = outline.behind(run.last);
      for (StatementId id = run.first; id != behind; id = outline.next(id)) {
        all.insert(id);
        if (outline.parent(id) == outline.parent(run.first))
          siblings.insert(id);
      }
    }
  }
};

/// Whether `change` leads from the statements before to those after; what is
/// wrong with it otherwise.
std::string faultOf(const OutlineChange &change, const TextEdit &edit,
                    std::map<StatementId, Own> before,
                    const std::map<StatementId, Own> &after,
                    const Moved &moved) {
  std::set<StatementId> changed(change.changed.begin(), change.changed.end());
  std::set<StatementId> added(change.added.begin(), change.added.end());
  if (changed.size() + added.size() !=
      change.changed.size() + change.added.size())
    return "said twice";
  for (StatementId id : change.removed)
    if (!before.erase(id))
      return "removed what was not there";
  for (const auto &[id, now] : after) {
    std::string where = " at " + std::to_string(now.begin);
    auto found = before.find(id);
    if ((found == before.end()) != added.contains(id))
      return "added or not" + where;
    if (moved.all.contains(id) && (added.contains(id) || changed.contains(id)))
      return "moved and more" + where;
    if (found == before.end())
      continue;
    const Own &old = found->second;
    uint32_t shifted = old.begin - edit.range.size() +
                       static_cast<uint32_t>(edit.newText.size());
    if (!(now.begin == old.begin && old.begin <= edit.range.begin.value) &&
        !(now.begin == shifted && old.begin >= edit.range.end.value))
      return "elsewhere" + where;
    bool isMoved = moved.siblings.contains(id);
    if ((now.parent != old.parent || now.region != old.region) && !isMoved)
      return "not said to be moved" + where;
    if (now.text != old.text && !changed.contains(id))
      return "not said to be changed" + where + ": " + old.text + "to " +
             now.text;
    before.erase(found);
    changed.erase(id);
  }
  if (!before.empty())
    return "not said to be removed";
  return changed.empty() ? "" : "changed what is not there";
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

struct Script {
  std::string text;
  std::vector<TextEdit> edits;
};

/// In `text`, `[[old|new]]` is the edit.
Script marked(std::string text) {
  size_t begin = text.find("[["), bar = text.find('|', begin),
         end = text.find("]]", bar);
  std::string newText = text.substr(bar + 1, end - bar - 1);
  text.erase(bar, end + 2 - bar);
  text.erase(begin, 2);
  return {text,
          {{{{static_cast<uint32_t>(begin)}, {static_cast<uint32_t>(bar - 2)}},
            newText}}};
}

void replaceIn(std::string &text, const TextEdit &edit) {
  text.replace(edit.range.begin.value, edit.range.size(), edit.newText);
}

TextEdit clamped(TextEdit edit, size_t size) {
  ByteOffset end{static_cast<uint32_t>(size)};
  return {{std::min(edit.range.begin, end), std::min(edit.range.end, end)},
          std::move(edit.newText)};
}

std::string failureAfter(const Outline &outline, const TextBuffer &buffer,
                         const TextEdit &edit) {
  Outline fresh(ops(), buffer);
  View a(outline, buffer.end().value), b(fresh, buffer.end().value);
  std::string found = difference(a.statements(), b.statements());
  uint32_t begin = edit.range.begin.value;
  auto size = static_cast<uint32_t>(edit.newText.size());
  for (uint32_t at : {begin, begin + size, (begin * 7919) % (begin + 99)})
    if (found.empty())
      found = difference(a.around(at, 3), b.around(at, 3));
  return found;
}

/// What goes wrong, and the number of edits until then.
std::pair<std::string, size_t> run(const Script &script) {
  TextBuffer buffer(script.text);
  Outline outline(ops(), buffer);
  auto before = ownOf(buffer.text(), outline);
  for (size_t i = 0; i < script.edits.size(); ++i) {
    TextEdit edit = clamped(script.edits[i], buffer.end().value);
    buffer.apply(edit);
    OutlineChange change = outline.apply(
        buffer, edit.range, static_cast<uint32_t>(edit.newText.size()));
    auto after = ownOf(buffer.text(), outline);
    std::string found =
        faultOf(change, edit, std::move(before), after, Moved(change, outline));
    if (found.empty())
      found = failureAfter(outline, buffer, edit);
    if (!found.empty())
      return {found, i + 1};
    before = std::move(after);
  }
  return {"", 0};
}

bool fails(Script &script) {
  size_t count = run(script).second;
  script.edits.resize(count > 0 ? count : script.edits.size());
  return count > 0;
}

/// Without some bytes of the text.
Script without(const Script &script, uint32_t begin, uint32_t size) {
  Script less = script;
  less.text.erase(begin, size);
  auto moved = [&](ByteOffset at) {
    return at.value <= begin
               ? at
               : ByteOffset{std::max(at.value, begin + size) - size};
  };
  for (TextEdit &edit : less.edits)
    edit.range = {moved(edit.range.begin), moved(edit.range.end)};
  return less;
}

/// The first edits become a part of the text, or go; then the text gets
/// shorter.
Script minimal(Script script) {
  auto accept = [&](Script less) {
    bool isAccepted = fails(less);
    if (isAccepted)
      script = std::move(less);
    return isAccepted;
  };
  for (size_t i = 0; i < script.edits.size();) {
    Script folded = script, less = script;
    replaceIn(folded.text, clamped(folded.edits[0], folded.text.size()));
    folded.edits.erase(folded.edits.begin());
    less.edits.erase(less.edits.begin() + static_cast<ptrdiff_t>(i));
    if (!accept(folded) && !accept(less))
      ++i;
  }
  for (auto size = static_cast<uint32_t>(script.text.size()); size > 0;
       size /= 2)
    for (uint32_t at = 0; at + size <= script.text.size();)
      if (!accept(without(script, at, size)))
        at += size;
  return script;
}

std::string describe(const Script &script) {
  std::ostringstream result;
  result << run(script).first << "text:\n" << script.text << "\nedits:\n";
  for (const TextEdit &edit : script.edits)
    result << edit.range << " -> \"" << edit.newText << "\"\n";
  return result.str();
}

//===----------------------------------------------------------------------===//
// Random edits
//===----------------------------------------------------------------------===//

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

  ByteRange someLine() {
    size_t begin = text.rfind('\n', somewhere());
    begin = begin == text.npos ? 0 : begin + 1;
    size_t end = text.find('\n', begin);
    end = end == text.npos ? text.size() : end + 1;
    return {{static_cast<uint32_t>(begin)}, {static_cast<uint32_t>(end)}};
  }

  ByteRange span(uint32_t begin, size_t size) {
    return {{begin},
            {static_cast<uint32_t>(std::min(begin + size, text.size()))}};
  }

  std::string cut(ByteRange range) {
    return text.substr(range.begin.value, range.size());
  }

  void edit(ByteRange range, std::string inserted) {
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
      ByteRange range = someLine();
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

unsigned rounds() {
  const char *rounds = std::getenv("SHAPELS_EDIT_ROUNDS");
  return rounds ? std::strtoul(rounds, nullptr, 10) : 1;
}

std::map<std::string, std::string> filesIn(const fs::path &folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry &entry :
       fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".mlir")
      continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    files[entry.path().string()].assign(std::istreambuf_iterator<char>(stream),
                                        {});
  }
  return files;
}

void expectEditsOf(const std::string &name, const std::string &text,
                   unsigned seeds, size_t edits) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Script script = Typist(text, seed).write(edits);
    if (fails(script)) {
      ADD_FAILURE() << name << ", seed " << seed << ":\n"
                    << describe(minimal(script));
      return;
    }
  }
}

} // namespace

TEST(OutlineEdit, OfFilesShowsWhatAFreshOneShows) {
  const char *folder = std::getenv("SHAPELS_EDIT_FOLDER");
  for (const auto &[name, text] : filesIn(folder ? folder : SHAPELS_TEST_DATA))
    if (text.size() < 50'000)
      expectEditsOf(name, text, rounds(), 60);
}

TEST(OutlineEdit, OfSmallTextsShowsWhatAFreshOneShows) {
  static constexpr const char *texts[] = {
      "",
      "a.b\r\n\"a.c\"() ({\r\n  ^bb0(%x: i32):\r\n  a.d %x\r\n}) : () -> ()\r\n"
      "a.e\r\n",
      "a.b\ra.c {x}\ra.d\r",
      "module @m {\n  func.func @f(%a: i32) {\n    %0 = a.b %a\n    scf.if %0 {"
      "\n      a.c @g\n    } else {\n      a.d @m::@f\n    }\n  }\n"
      "  func.func private @g()\n}\n",
      "func.func @f() {\n  %0 = \"a.b\"(%x : i32\n  return\n"
      "func.func @g() {\n  \"a.c\n  return\n}\n}\n",
      "#m = 1\n!t = i32\nfunc.func @f(%a: !t) {\n  cf.br ^a(%a : !t)\n"
      "^a(%b: !t):\n  a.b {m = #m} %b\n}\n{-#\n  a: {b: \"0x01\"}\n#-}\n",
      "\"func.func\"() <{sym_name = \"f\"}> ({\n^bb0(%a: i32):\n  %r:2 = "
      "scf.for %i = %a to %a step %a iter_args(%j = %a) -> i32 {\n"
      "    scf.yield %r#1 : i32\n  }\n}, {\n  a.b\n}) {x = @f} : () -> ()\n",
      "\"a.b\"() {sym_name = \"f\", sym_name = \"f\"} : () -> ()\n"
      "\"a.c\"() {sym_name = \"f\", x = @f::@f} : () -> ()\na.d @f\n",
      "func.func @f() { %0 = arith.constant 1 : i32 return }\n"
      "func.func @f() { func.func @f() { return } }\n",
  };
  for (const char *text : texts)
    expectEditsOf(text, text, 60 * rounds(), 40);
}

namespace {

/// A function of so many ops that braces move them as a whole; with labels,
/// which depend on their function, and behind another function.
std::string longFunction() {
  std::string text = "module {\nfunc.func @f() {\n  return\n}\n"
                     "func.func @g(%a: i32) {\n";
  for (int i = 0; i < 640; ++i) {
    std::string number = std::to_string(i);
    text += "  %" + number + " = a.b %a";
    if (i % 90 == 40)
      text += " {\n    a.c %a\n  }";
    if (i == 300)
      text += "\n^bb1(%b: i32):";
    text += "\n";
  }
  return text + "  return\n}\n}\n#m = 1\n";
}

} // namespace

TEST(OutlineEdit, OfLongFunctionsShowsWhatAFreshOneShows) {
  expectEditsOf("a long function", longFunction(), 2 * rounds(), 60);
}

/// Each brace of it goes and comes back, and others come and go.
TEST(OutlineEdit, OfBracesInALongFunctionShowsWhatAFreshOneShows) {
  std::string text = longFunction();
  for (const char *place :
       {"{\nfunc.func @f", "}\nfunc", "{\n  %0", "\n  %1 ", "\n  %2 ",
        "\n  %320", "\n  %639", "}\n}\n#m", "}\n#m"}) {
    auto at = static_cast<uint32_t>(text.find(place));
    ASSERT_LT(at, text.size()) << place;
    Script script{text, {}};
    for (const char *typed : {"{", "}", "(", "\"", "//", " {\n", "}\n"}) {
      auto size = static_cast<uint32_t>(std::string_view(typed).size());
      script.edits.push_back({{{at}, {at}}, typed});
      script.edits.push_back({{{at}, {at + size}}, ""});
    }
    if (text[at] != '\n') {
      script.edits.push_back({{{at}, {at + 1}}, ""});
      script.edits.push_back({{{at}, {at}}, text.substr(at, 1)});
    }
    EXPECT_FALSE(fails(script)) << describe(minimal(script));
  }
}

/// What only is nested elsewhere is not scanned again: one run, not hundreds of
/// statements.
TEST(OutlineEdit, MovesWhatFollowsABrace) {
  std::string text = longFunction();
  Outline outline = outlineOf(text);
  auto apply = [&](size_t at, size_t size, const std::string &newText) {
    TextEdit edit{{{uint32_t(at)}, {uint32_t(at + size)}}, newText};
    replaceIn(text, edit);
    return outline.apply(TextBuffer(text), edit.range,
                         static_cast<uint32_t>(newText.size()));
  };
  struct {
    size_t at;
    const char *typed;
  } rows[] = {{text.find("\n  %5 "), " {"},
              {text.find("\n  %5 "), "\n}"},
              {text.find("\n  %320 "), " {"}};
  for (auto [at, typed] : rows) {
    SCOPED_TRACE(text.substr(at + 1, 8) + typed);
    std::string_view what = typed;
    for (const OutlineChange &change :
         {apply(at, 0, typed), apply(at, what.size(), "")}) {
      EXPECT_FALSE(change.moved.empty());
      EXPECT_LT(change.added.size(), 8u);
      EXPECT_LT(change.removed.size(), 8u);
    }
  }
}

/// What random edits found.
TEST(OutlineEdit, Regressions) {
  for (const char *text : {
           // A statement gets a parent.
           "[[|func.func @f() {\n]]x\n",
           // As many regions, of which one is closed elsewhere.
           "){c.{rn [[|{]]}}",
           // What a reference was nested in is gone.
           "a.b [[@f|]] {\n  a.c %x\n}::@b\n",
       }) {
    Script script = marked(text);
    EXPECT_FALSE(fails(script)) << describe(script);
  }
}

//===----------------------------------------------------------------------===//
// What changes
//===----------------------------------------------------------------------===//

namespace {

/// With a marked text.
struct ChangeRow {
  const char *name, *text, *change;
};

std::ostream &operator<<(std::ostream &stream, const ChangeRow &row) {
  return stream << row.name;
}

std::string labels(char sign, std::string_view text, const Outline &outline,
                   std::vector<StatementId> ids) {
  std::sort(ids.begin(), ids.end(), [&](StatementId a, StatementId b) {
    return outline.begin(a) < outline.begin(b);
  });
  std::string result;
  for (StatementId id : ids)
    result += " " + (sign + labelOf(text, outline.statement(id)));
  return result;
}

class OutlineChanges : public testing::TestWithParam<ChangeRow> {};

} // namespace

TEST_P(OutlineChanges, Are) {
  auto [text, edits] = marked(GetParam().text);
  const TextEdit &edit = edits.front();
  Outline before = outlineOf(text), outline = outlineOf(text);
  std::string textBefore = text;
  replaceIn(text, edit);
  OutlineChange change = outline.apply(
      TextBuffer(text), edit.range, static_cast<uint32_t>(edit.newText.size()));
  EXPECT_EQ(labels('-', textBefore, before, change.removed) +
                labels('+', text, outline, change.added) +
                labels('~', text, outline, change.changed),
            GetParam().change)
      << text;
  EXPECT_EQ(faultOf(change, edit, ownOf(textBefore, before),
                    ownOf(text, outline), Moved(change, outline)),
            "");
}

INSTANTIATE_TEST_SUITE_P(
    Of, OutlineChanges,
    testing::Values(
        ChangeRow{"a digit",
                  "func.func @f() {\n  a.b {n = [[1|2]]}\n  a.c\n}\n", " ~a.b"},
        ChangeRow{"a digit in an op with regions",
                  "scf.if %[[0|1]] {\n  a.c %x\n} else {\n  a.d %x\n}\na.e\n",
                  " ~scf.if"},
        ChangeRow{"a line between",
                  "func.func @f() {\n  a.b %x\n[[|  a.d\n]]  a.c\n}\n",
                  " +a.d"},
        ChangeRow{"a line behind a line",
                  "func.func @f() {\n  a.b %x[[|\n  a.d]]\n  a.c\n}\n",
                  " +a.d"},
        ChangeRow{"a first line",
                  "module {\nfunc.func @f() {[[|\n  a.d]]\n  a.b %x\n}\n}\n",
                  " +a.d"},
        ChangeRow{"a last line",
                  "module {\nfunc.func @f() {\n  a.b %x\n[[|  a.d\n]]}\n}\n",
                  " +a.d"},
        ChangeRow{"a line in a second region",
                  "scf.if %c {\n  a.b %x\n} else {\n  a.c %x\n[[|  a.d\n]]}\n"
                  "a.e\n",
                  " +a.d"},
        ChangeRow{"a deleted line",
                  "func.func @f() {\n  a.b %x\n[[  a.c\n|]]  a.d\n}\n",
                  " -a.c"},
        ChangeRow{"a deleted first line",
                  "func.func @f() {\n[[  a.c %x\n|]]  a.d %x\n}\n", " -a.c"},
        ChangeRow{"a deleted op with a region",
                  "func.func @f() {\n  a.b %x\n[[  scf.if %c {\n    a.c %x\n  }"
                  "\n|]]  a.d\n}\n",
                  " -scf.if -a.c"},
        ChangeRow{"a character in a header",
                  "module {\nfunc.func @f[[|x]]() {\n  a.b %x\n  a.c\n}\n}\n"
                  "a.d\n",
                  " ~func.func"},
        ChangeRow{"an op's name", "a.b %x\na.[[c|d]] %x\na.e\n", " ~a.d"},
        ChangeRow{"its kind", "a.b\n[[a.c|!t = i32]]\na.d\n", " -a.c +!t"},
        ChangeRow{"space between",
                  "func.func @f() {\n  a.b %x\n[[|  \n]]  a.c\n}\n", ""},
        ChangeRow{"space in a body",
                  "module {\n  func.func @f() {[[|\n\n]]\n  }\n}\n", ""},
        ChangeRow{"space behind", "a.b %x[[|  ]]\na.c\n", ""},
        ChangeRow{"indentation", "scf.if %c {\n[[|  ]]a.c %x\n}\na.d\n", ""},
        ChangeRow{"a comment", "scf.if %c {\n  a.b %x [[|// x]]\n  a.c\n}\n",
                  ""},
        ChangeRow{"a character of a comment",
                  "scf.if %c { // [[x|y]]\n  a.b %x\n}\n", ""},
        ChangeRow{"what is pasted in front",
                  "[[|func.func @g() {\n}\n]]func.func @f() {\n  a.b %x\n}\n",
                  " +func.func"},
        ChangeRow{"another region",
                  "scf.if %c {\n  a.b %x\n}[[| else {\n  a.c %x\n}]]\na.d\n",
                  " +a.c ~scf.if"},
        ChangeRow{"lines that become one", "a.b %x[[\n|]]a.c\na.d\n",
                  " -a.c ~a.b"},
        ChangeRow{"a missing brace",
                  "func.func @f() {\n  a.b %x\n[[|}\n]]func.func @g() {\n"
                  "  a.c %x\n}\n",
                  " ~func.func"},
        ChangeRow{"another parent", "[[|module {]]\na.b %x\na.c\n",
                  " -a.b -a.c +module +a.b +a.c"}));
