//===- OutlineEditTest.cpp - Edited outlines equal fresh ones -------------===//
//
// SHAPELS_EDIT_FOLDER (another folder of .mlir files) and SHAPELS_EDIT_ROUNDS
// (more seeds) make it look for longer.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "syntax/OutlineView.h"
#include "syntax/Typist.h"

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
// Scripts
//===----------------------------------------------------------------------===//

namespace {

/// What goes wrong, and the number of edits until then.
std::pair<std::string, size_t> run(const Script &script) {
  TextBuffer buffer(script.text);
  Outline outline(ops(), buffer);
  auto before = ownOf(buffer.text(), outline);
  for (size_t i = 0; i < script.edits.size(); ++i) {
    TextEdit edit = clamped(script.edits[i], buffer.end().value);
    buffer.apply(edit);
    OutlineChange change =
        outline.apply(buffer, inSection(edit.range),
                      static_cast<uint32_t>(edit.newText.size()));
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
  auto moved = [&](DocumentOffset at) {
    return at.value <= begin
               ? at
               : DocumentOffset{std::max(at.value, begin + size) - size};
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
      "module {\n  func.func @f(%a: i32)\n    a.b %a\n    scf.if %a {\n"
      "      a.c %a\n    }\n  }\n  func.func private @g(i32)\n"
      "  func.func @h() {\n    a.d %x }\n  func.func @p() {\n    return\n  }\n"
      "    a.e %x\n  }\n}\n",
      "a.func @f(%a: i32)\n^a:\n  a.b %a }\n  a.c %a }, %a\n  return\n}\n"
      "}\nfunc.func private @g(%a: i32 {\n  %0 = a.d %a\n}\n^b:\n"
      "func.func @p() {\n  return\n}\n  return\n}\n",
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
    return outline.apply(TextBuffer(text), inSection(edit.range),
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
           // The column that a brace is compared with moves.
           " [[| ]].\na.b @c {\n  }\n  a.d @e {\n",
           "[[| ]]scf.if %c {\n  a.b %x\n }\n  a.c\n}\n",
           // The line that a brace is on.
           "a.b @c { a.e %x[[|\n]] a.f %x }\n  a.d\n",
           // As many regions, of which one is closed elsewhere.
           "){c.{rn [[|{]]}}",
           // More names than are kept in runs of their very size.
           "a.b %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16[[|, "
           "%x]]"
           "\na.c %0 %1 %2\n",
           // What is behind a brace tells whether a function goes on.
           "c.func{\n ){\n\n}n\n}[[|{\n  returnfunc.func @f(%a: i32) {\n\n}\n"
           "  ret)]]\n",
           // It was in a module.
           "mo[[|%a = ]]dule{\n%}\n f.func\n",
           // A brace that is scanned again without what is before it.
           "  func.func%\n   f.{\n  }}\n  } %x\n[[|]]",
           // What a reference was nested in is gone.
           "a.b [[@f|]] {\n  a.c %x\n}::@b\n",
           // A string behind the region of an op that began before the scan.
           "\"a.b\"(%x) ({\n  a.c %x\n  a.d %[[y|z]]\n}) \"a.e\"() : () -> ()"
           "\n",
           // Braces of what is no op.
           "){\nc)}{\n[[|]]>i3{%=r",
       }) {
    Script script = marked(text);
    EXPECT_FALSE(fails(script)) << describe(script);
  }
}
