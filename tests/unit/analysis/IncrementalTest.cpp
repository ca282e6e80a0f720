//===- IncrementalTest.cpp - Edited IR against fresh IR, and what it costs ===//
//
// Environment: SHAPELS_EDITS random edits in all, from the seed SHAPELS_SEED.
//
//===----------------------------------------------------------------------===//

#include "analysis/Findings.h"

#include "shapels/analysis/Section.h"
#include "shapels/analysis/ValueInfo.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

using namespace shapels;
using namespace shapels::test;

//===----------------------------------------------------------------------===//
// What is shown
//===----------------------------------------------------------------------===//

namespace {

class State {
public:
  explicit State(const Document &document) : document(document) {
    for (const Diagnostic &diagnostic : document.diagnostics())
      add(diagnostic);
    for (const auto &section : document.sections())
      for (StatementId id = section->outline().first(); id != noStatement;
           id = section->outline().next(id))
        add(*section, id);
  }
  std::string str() const { return text.str(); }

private:
  std::string place(ByteOffset offset) const {
    Position at = document.buffer().position(offset, PositionEncoding::Utf8);
    return std::to_string(at.line + 1) + ":" + std::to_string(at.character + 1);
  }

  void add(const Diagnostic &diagnostic) {
    text << format(document.buffer(), diagnostic);
    for (const RelatedInformation &related : diagnostic.related)
      text << " | " << place(related.range.begin) << " " << related.message;
    for (ByteRange range : diagnostic.alsoUnderlined)
      text << " _ " << place(range.begin);
    text << "\n";
  }

  void add(const Section &section, StatementId id) {
    for (const NameOccurrence &name : section.outline().names(id))
      add(section, name);
    const Configuration &configuration = document.configuration();
    if (auto op = operationInfo(section, configuration, id, true))
      text << op->name << " " << op->genericForm << "\n";
  }

  void add(const Section &section, const NameOccurrence &name) {
    ByteOffset start = section.start();
    text << place(start + name.range.begin.value);
    if (auto definition = section.definitionOf(name))
      text << " is " << place(start + definition->range.begin.value);
    const Configuration &configuration = document.configuration();
    if (name.kind == NameKind::Value)
      if (auto value = valueInfo(section, configuration, name))
        add(*value);
    text << "\n";
  }

  void add(const ValueInfo &value) {
    text << " " << value.name << " " << value.origin << " "
         << value.declaredType << " " << value.inferredType << " "
         << value.rule;
    for (const DimInfo &dim : value.dims)
      text << " " << dim.because;
  }

  const Document &document;
  std::ostringstream text;
};

std::string stateOf(const Document &document) { return State(document).str(); }

std::string freshStateOf(const Document &document) {
  Document fresh{std::string(document.buffer().text())};
  fresh.update();
  return stateOf(fresh);
}

/// The first line of each that the other does not have in its place.
std::string firstDifference(const std::string &a, const std::string &b) {
  std::istringstream linesA(a), linesB(b);
  std::string lineA, lineB;
  while (lineA == lineB && (linesA || linesB)) {
    lineA = lineB = "<end>";
    std::getline(linesA, lineA);
    std::getline(linesB, lineB);
  }
  return "edited: " + lineA + "\nfresh:  " + lineB + "\n";
}

//===----------------------------------------------------------------------===//
// Random edits
//===----------------------------------------------------------------------===//

class RandomEdits {
public:
  RandomEdits(uint32_t seed, std::string text)
      : random(seed), original(std::move(text)) {}

  TextEdit next(const std::string &text) {
    uint32_t kind = below(12);
    TextEdit edit =
        kind == 0 && !history.empty() ? undo(text) : next(text, kind);
    if (kind != 0)
      history.push_back(text);
    return edit;
  }

private:
  TextEdit next(const std::string &text, uint32_t kind) {
    static constexpr std::string_view pieces[] = {
        "{", "}", "(",  ")", "\"", "%",   "%0", "\n",       " ",
        "<", ">", "x",  "i", "=",  "^b:", "4",  "?",        "return",
        ",", ":", "//", "1", "@f", "f32", "2",  "tosa.add", "tensor<"};
    auto size = static_cast<uint32_t>(text.size());
    ByteOffset at{below(size + 1)};
    switch (kind) {
    case 1:
    case 2:
      return {{at, {std::min(size, at.value + 1)}}, ""};
    case 3:
      return {lineOf(text, at), ""};
    case 4: {
      ByteOffset to = lineOf(text, {below(size + 1)}).begin;
      ByteRange line = lineOf(text, at);
      return {{to, to}, text.substr(line.begin.value, line.size())};
    }
    case 5:
    case 6:
      return {digitFrom(text, at), std::to_string(below(10))};
    case 7:
      return {{at, {std::min(size, at.value + 1)}},
              std::string(1, original[below(original.size())])};
    default:
      return {{at, at}, std::string(pieces[below(std::size(pieces))])};
    }
  }

  /// No more than what was changed.
  TextEdit undo(const std::string &text) {
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

  static ByteRange lineOf(const std::string &text, ByteOffset at) {
    size_t before = at.value ? text.rfind('\n', at.value - 1) : text.npos;
    size_t end = text.find('\n', at.value);
    return {{static_cast<uint32_t>(before + 1)},
            {static_cast<uint32_t>(end == text.npos ? text.size() : end + 1)}};
  }

  static ByteRange digitFrom(const std::string &text, ByteOffset at) {
    size_t found = text.find_first_of("0123456789", at.value);
    auto begin =
        static_cast<uint32_t>(found == text.npos ? text.size() : found);
    return {{begin}, {begin + (found != text.npos)}};
  }

  uint32_t below(size_t bound) {
    return static_cast<uint32_t>(random() % bound);
  }

  std::mt19937 random;
  const std::string original;
  std::vector<std::string> history;
};

uint32_t fromEnvironment(const char *name, uint32_t otherwise) {
  const char *value = std::getenv(name);
  return value ? static_cast<uint32_t>(std::stoul(value)) : otherwise;
}

std::string written(const TextEdit &edit) {
  return "[" + std::to_string(edit.range.begin.value) + ", " +
         std::to_string(edit.range.end.value) + ") -> '" + edit.newText + "'\n";
}

/// Returns what differs after some edits, with the edits; empty if nothing.
std::string differenceAfter(const std::string &text, uint32_t seed,
                            uint32_t count) {
  RandomEdits edits(seed, text);
  Document document{text};
  document.update();
  std::string script;
  for (uint32_t step = 0; step < count; ++step) {
    TextEdit edit = edits.next(std::string(document.buffer().text()));
    script += written(edit);
    document.edit(edit);
    document.update();
    std::string edited = stateOf(document), fresh = freshStateOf(document);
    if (edited != fresh)
      return script + firstDifference(edited, fresh);
  }
  return "";
}

enum class Outcome { Same, Different, Crashed };

/// MLIR does not survive every text: in a process of its own.
Outcome editApart(const std::filesystem::path &path, uint32_t seed,
                  uint32_t count) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  pid_t child = fork();
  if (child == 0) {
    std::string difference = differenceAfter(text, seed, count);
    if (!difference.empty())
      fprintf(stderr, "%s, SHAPELS_SEED=%u:\n%s", path.c_str(), seed,
              difference.c_str());
    _exit(!difference.empty());
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status))
    return Outcome::Crashed;
  return WEXITSTATUS(status) ? Outcome::Different : Outcome::Same;
}

std::vector<std::filesystem::path> testFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(SHAPELS_TEST_DATA))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

TEST(Incremental, ShowsWhatAFreshDocumentShows) {
  constexpr uint32_t editsOfOne = 20;
  const std::vector<std::filesystem::path> files = testFiles();
  uint32_t most = fromEnvironment("SHAPELS_EDITS", 400);
  uint32_t seed = fromEnvironment("SHAPELS_SEED", 1);
  size_t runs = 0, crashes = 0;
  for (uint32_t done = 0; done < most; done += editsOfOne, ++runs) {
    Outcome outcome = editApart(files[runs % files.size()], seed, editsOfOne);
    EXPECT_NE(outcome, Outcome::Different);
    crashes += outcome == Outcome::Crashed;
    seed += (runs + 1) % files.size() == 0;
  }
  RecordProperty("crashes", static_cast<int>(crashes));
  EXPECT_LE(crashes * 4, runs);
}

//===----------------------------------------------------------------------===//
// What an edit costs
//===----------------------------------------------------------------------===//

namespace {

constexpr std::string_view program =
    "func.func @f(%a: tensor<4xi32>, %n: index) -> tensor<4xi32> {\n" // 1
    "  %c = arith.constant dense<1> : tensor<4xi32>\n"                // 2
    "  %0 = tosa.add %a, %c : (tensor<4xi32>, tensor<4xi32>)"
    " -> tensor<4xi32>\n"                                     // 3
    "  %1 = tosa.abs %0 : (tensor<4xi32>) -> tensor<4xi32>\n" // 4
    "  %2 = tosa.abs %1 : (tensor<4xi32>) -> tensor<4xi32>\n" // 5
    "  // A loop.\n"                                          // 6
    "  scf.for %i = %n to %n step %n {\n"                     // 7
    "    %x = arith.addi %i, %n : index\n"                    // 8
    "    %y = arith.muli %x, %i : index\n"                    // 9
    "  }\n"                                                   // 10
    "  return %1 : tensor<4xi32>\n"                           // 11
    "}\n";

/// A document that is edited by what stands in it.
class Edited {
public:
  explicit Edited(std::string_view text) : document(std::string(text)) {
    document.update();
  }

  /// Puts `after` in the place of the first `before`.
  Edited &replace(std::string_view before, std::string_view after) {
    return edit(before, static_cast<uint32_t>(before.size()), after);
  }
  /// Puts `text` in front of the first `behind`.
  Edited &insert(std::string_view behind, std::string_view text) {
    return edit(behind, 0, text);
  }

  /// The lines of the statements that the last edit cost.
  std::string work() const {
    const IrWork &work = document.sections()[0]->work();
    return work.isWhole ? "whole"
                        : "parsed" + lines(work.parsed) + ", verified" +
                              lines(work.verified);
  }

private:
  Edited &edit(std::string_view at, uint32_t size, std::string_view text) {
    size_t found = document.buffer().text().find(at);
    EXPECT_NE(found, std::string_view::npos) << at;
    auto begin = static_cast<uint32_t>(found);
    document.edit({{{begin}, {begin + size}}, std::string(text)});
    document.update();
    EXPECT_EQ(stateOf(document), freshStateOf(document));
    return *this;
  }

  std::string lines(const std::vector<StatementId> &statements) const {
    std::set<uint32_t> lines;
    const Outline &outline = document.sections()[0]->outline();
    for (StatementId id : statements)
      lines.insert(document.buffer()
                       .position(outline.begin(id), PositionEncoding::Utf8)
                       .line +
                   1);
    std::string text;
    for (uint32_t line : lines)
      text += " " + std::to_string(line);
    return text;
  }

  Document document;
};

} // namespace

TEST(IncrementalWork, ADigitInAnAttributeIsItsOp) {
  Edited edited(program);
  EXPECT_EQ(edited.work(), "whole");
  EXPECT_EQ(edited.replace("dense<1>", "dense<12>").work(),
            "parsed 2, verified 2 3");
}

TEST(IncrementalWork, AnOperandThatIsNotDeclared) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("abs %0", "abs %9").work(),
            "parsed 4, verified 5 11");
  EXPECT_EQ(edited.replace("abs %9", "abs %0").work(),
            "parsed 4, verified 1 4 5 11");
}

TEST(IncrementalWork, ATypeIsItsOpAndTheUsers) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("-> tensor<4xi32>\n", "-> tensor<?xi32>\n").work(),
            "parsed 3 4, verified 3 5 11");
}

TEST(IncrementalWork, ABrokenOpLeavesItsUsers) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("tosa.add", "tosa.ad").work(),
            "parsed 3, verified 4");
  EXPECT_EQ(edited.replace("tosa.ad", "tosa.add").work(),
            "parsed 3, verified 1 3 4");
}

TEST(IncrementalWork, ALineInALoop) {
  Edited edited(program);
  EXPECT_EQ(
      edited.insert("    %y", "    %w = arith.subi %x, %i : index\n").work(),
      "parsed 9, verified 9");
}

TEST(IncrementalWork, ALineThatIsDeletedAndItsUndo) {
  constexpr std::string_view line =
      "  %0 = tosa.add %a, %c : (tensor<4xi32>, tensor<4xi32>)"
      " -> tensor<4xi32>\n";
  Edited edited(program);
  EXPECT_EQ(edited.replace(line, "").work(), "parsed 3, verified 4 10");
  EXPECT_EQ(edited.insert("  %1 =", line).work(),
            "parsed 3 4, verified 1 3 4 5 11");
}

TEST(IncrementalWork, ACommentIsNothing) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("A loop", "The loop").work(), "parsed, verified");
}

TEST(IncrementalWork, AHeaderIsAllForNow) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("%n: index", "%n: index, %m: index").work(),
            "whole");
}

//===----------------------------------------------------------------------===//
// What it costs among ops of unknown dialects
//===----------------------------------------------------------------------===//

constexpr std::string_view opaqueProgram =
    "func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {\n"    // 1
    "  %0 = my.fill 1 : tensor<4xi32>\n"                      // 2
    "  %1 = my.add %a, %0 : tensor<4xi32>\n"                  // 3
    "  %2 = my.neg %1 : (tensor<4xi32>) -> tensor<4xi32>\n"   // 4
    "  %3 = tosa.abs %2 : (tensor<4xi32>) -> tensor<4xi32>\n" // 5
    "  %4 = my.less %1 : tensor<4xi32>\n"                     // 6
    "  my.each %k in %a : tensor<4xi32> {\n"                  // 7
    "    %x = tosa.abs %4 : (tensor<4xi1>) -> tensor<4xi1>\n" // 8
    "    %y = my.add %x : tensor<4xi1>\n"                     // 9
    "  }\n"                                                   // 10
    "  return %3 : tensor<4xi32>\n"                           // 11
    "}\n";

TEST(IncrementalWork, AnOpOfAnUnknownDialect) {
  Edited edited(opaqueProgram);
  EXPECT_EQ(edited.replace("my.fill 1", "my.fill 12").work(),
            "parsed 2, verified 2");
  EXPECT_EQ(edited.replace("my.add %a, %0", "my.add %0").work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("my.add %x", "my.add %x, %4").work(),
            "parsed 9, verified 9");
}

TEST(IncrementalWork, ATypeThatOthersKnow) {
  Edited edited(opaqueProgram);
  EXPECT_EQ(edited.replace("my.less %1", "my.less %0").work(),
            "parsed 6, verified 6");
  EXPECT_EQ(edited.replace("tosa.abs %4", "tosa.abs %1").work(),
            "parsed 8, verified 8");
  EXPECT_EQ(edited.replace("tosa.abs %1", "tosa.abs %4").work(),
            "parsed 8, verified 8");
}

TEST(IncrementalWork, ALineOfAnUnknownDialect) {
  Edited edited(opaqueProgram);
  EXPECT_EQ(edited.insert("  %2", "  %n = my.neg %1 : tensor<4xi32>\n").work(),
            "parsed 4, verified 4");
  EXPECT_EQ(edited.replace("  %n = my.neg %1 : tensor<4xi32>\n", "").work(),
            "parsed, verified");
}
