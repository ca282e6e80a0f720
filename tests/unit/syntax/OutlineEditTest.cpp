//===- OutlineEditTest.cpp - Edited outlines equal fresh ones -------------===//
//
// SHAPELS_EDIT_FOLDER (another folder of .mlir files) and SHAPELS_EDIT_ROUNDS
// (more seeds) make it look for longer.
//
//===----------------------------------------------------------------------===//

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
    OutlineChange change = outline.apply(
        buffer, edit.range, static_cast<uint32_t>(edit.newText.size()));
    auto after = ownOf(buffer.text(), outline);
    std::string found = faultOf(change, edit, std::move(before), after);
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
