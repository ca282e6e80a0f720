//===- StickyInlayHintsTest.cpp - Inlay hints that hold still -------------===//

#include "features/Cursor.h"

#include "server/lsp/StickyInlayHints.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// A document with its hints, for an editor that asks for them at each key.
class Editor {
public:
  explicit Editor(std::string_view source) : at(source) { (void)hints(); }

  std::string text() const { return std::string(at.document->buffer().text()); }
  uint32_t find(std::string_view part) const {
    size_t found = text().find(part);
    EXPECT_NE(found, std::string::npos) << part;
    return static_cast<uint32_t>(found);
  }

  void edit(uint32_t begin, uint32_t size, std::string newText) {
    TextEdit edit = at.document->buffer().narrowed(
        {{{begin}, {begin + size}}, std::move(newText)});
    steady.edit(*at.document, edit);
    at.document->edit(edit);
    at.document->update();
  }
  /// The first `before` becomes `after`.
  void replace(std::string_view before, std::string after) {
    edit(find(before), static_cast<uint32_t>(before.size()), std::move(after));
  }

  std::vector<InlayHint> hintsIn(DocumentRange range,
                                 InlayHintMode mode = InlayHintMode::Default) {
    at.document->update();
    return steady.answer(*at.document, range, mode);
  }
  std::vector<InlayHint> hints() {
    return hintsIn({{0}, at.document->buffer().end()});
  }
  /// What follows from the text alone.
  std::vector<InlayHint> plain() const {
    return inlayHints(*at.document, {{0}, at.document->buffer().end()},
                      InlayHintMode::Default);
  }

private:
  CursorDocument at;
  StickyInlayHints steady;
};

/// Ops in a function with dynamic sizes that have names.
std::string named(std::string_view ops) {
  return "func.func @f(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) {\n"
         "  // shapels: %a = [4, S], %b = [4, S]\n" +
         std::string(ops) + "  return\n}\n";
}

/// Functions each line of which rests on the one before.
const std::pair<const char *, std::string> functions[] = {
    {"registered", named("  %0 = math.exp %a : tensor<4x?xf32>\n"
                         "  %1 = tosa.add %0, %b : (tensor<4x?xf32>, "
                         "tensor<4x?xf32>) -> tensor<?x?xf32>\n"
                         "  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} "
                         ": (tensor<?x?xf32>) -> tensor<?x?xf32>\n"
                         "  %3 = tensor.concat dim(1) %2, %2 : "
                         "(tensor<?x?xf32>, tensor<?x?xf32>) -> "
                         "tensor<?x?xf32>\n"
                         "  %4 = math.exp %3 : tensor<?x?xf32>\n")},
    {"custom", named("  %0 = stablehlo.abs %a : tensor<4x?xf32>\n"
                     "  %1 = stablehlo.add %0, %b : (tensor<4x?xf32>, "
                     "tensor<4x?xf32>) -> tensor<?x?xf32>\n"
                     "  %2 = stablehlo.concatenate %1, %1, dim = 0 : "
                     "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"
                     "  %3 = stablehlo.transpose %2, dims = [1, 0] : "
                     "(tensor<?x?xf32>) -> tensor<?x?xf32>\n"
                     "  %4 = chlo.broadcast_add %3, %3 : (tensor<?x?xf32>, "
                     "tensor<?x?xf32>) -> tensor<?x?xf32>\n")},
    {"generic",
     named("  %0 = \"onnx.Relu\"(%a) : (tensor<4x?xf32>) -> "
           "tensor<?x?xf32>\n"
           "  %1 = \"onnx.Add\"(%0, %b) : (tensor<?x?xf32>, "
           "tensor<4x?xf32>) -> tensor<?x?xf32>\n"
           "  %2 = \"onnx.Transpose\"(%1) {perm = [1, 0]} : "
           "(tensor<?x?xf32>) -> tensor<?x?xf32>\n"
           "  %3 = \"test.broadcastable\"(%2, %2) : (tensor<?x?xf32>, "
           "tensor<?x?xf32>) -> tensor<?x?xf32>\n")},
    {"nested", "func.func @f(%a: tensor<4xf32>, %c: i1) -> tensor<?xf32> {\n"
               "  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>\n"
               "  %1 = scf.if %c -> (tensor<?xf32>) {\n"
               "    %t = math.exp %0 : tensor<?xf32>\n"
               "    scf.yield %t : tensor<?xf32>\n"
               "  } else {\n"
               "    %e = math.absf %0 : tensor<?xf32>\n"
               "    scf.yield %e : tensor<?xf32>\n"
               "  }\n"
               "  %2 = math.exp %1 : tensor<?xf32>\n"
               "  return %2 : tensor<?xf32>\n"
               "}\n"},
};

/// The places where a typist stands who is about to delete: behind the line,
/// the op's name and each operand; and how far that goes.
std::vector<std::pair<size_t, size_t>> deletions(const std::string &line) {
  std::vector<std::pair<size_t, size_t>> all;
  size_t first = line.find_first_not_of(' ');
  size_t equal = line.find(" = ");
  size_t name = equal == line.npos ? first : equal + 3;
  all.emplace_back(line.size(), first);
  auto behind = [&](size_t at) {
    return std::min(line.find_first_of(" ,:()", at), line.size());
  };
  all.emplace_back(behind(name), name);
  for (size_t at = line.find('%', name); at != line.npos;
       at = line.find('%', at + 1))
    all.emplace_back(behind(at), at);
  return all;
}

std::string described(const std::vector<InlayHint> &hints) {
  std::string all;
  for (const InlayHint &hint : hints)
    all += std::to_string(hint.place.value) + " " + hint.label + "\n";
  return all;
}

/// Those that are not on the line, which begins there, has that size, and so
/// much more when it is whole; at their places then.
std::string others(std::vector<InlayHint> hints, size_t begin, size_t size,
                   uint32_t more = 0) {
  std::erase_if(hints, [&](const InlayHint &hint) {
    return hint.place.value >= begin && hint.place.value <= begin + size;
  });
  for (InlayHint &hint : hints)
    if (hint.place.value > begin)
      hint.place = hint.place + more;
  return described(hints);
}

} // namespace

/// In each state of a line that is deleted and typed again, by keys, all other
/// lines have their hints, and no other ones.
TEST(StickyInlayHints, StayOnEachLineThatIsNotTyped) {
  unsigned states = 0, plain = 0;
  for (const auto &[name, source] : functions) {
    uint32_t begin = static_cast<uint32_t>(source.find("  %0"));
    while (source[begin] == ' ') {
      std::string line = source.substr(begin, source.find('\n', begin) - begin);
      for (auto [from, to] : deletions(line)) {
        Editor editor(source);
        std::string whole = others(editor.hints(), begin, line.size());
        auto check = [&](size_t at) {
          auto less = static_cast<uint32_t>(from - at);
          size_t size = line.size() - less;
          EXPECT_EQ(others(editor.hints(), begin, size, less), whole)
              << name << ": " << editor.text().substr(begin, size);
          ++states;
          plain += others(editor.plain(), begin, size, less) != whole;
        };
        for (size_t at = from; at-- > to; check(at))
          editor.edit(begin + static_cast<uint32_t>(at), 1, "");
        for (size_t at = to; at < from; check(++at))
          editor.edit(begin + static_cast<uint32_t>(at), 0, {line[at]});
        EXPECT_EQ(described(editor.hints()), described(editor.plain())) << line;
      }
      begin += static_cast<uint32_t>(line.size()) + 1;
    }
  }
  // The test would be empty if these followed from the text alone.
  EXPECT_GT(plain, states / 4);
}

namespace {

/// Two functions, in which all rests on the first op.
const std::string two = [] {
  std::string function = named("  %0 = math.exp %a : tensor<4x?xf32>\n"
                               "  %1 = math.absf %b : tensor<4x?xf32>\n"
                               "  %2 = tosa.add %0, %1 : (tensor<4x?xf32>, "
                               "tensor<4x?xf32>) -> tensor<?x?xf32>\n"
                               "  %3 = math.exp %2 : tensor<?x?xf32>\n");
  std::string other = function;
  other.replace(other.find("@f"), 2, "@g");
  return function + other;
}();

struct Edit {
  std::string before, after;
};

struct Case {
  const char *name;
  /// What is typed, and whether hints stay as they were, until the last of
  /// these.
  std::vector<Edit> half, last;
  bool stays;
};

} // namespace

/// What is well-formed has the hints of its text, at once, whatever else is
/// not.
TEST(StickyInlayHints, AreThoseOfTheTextWhereThatIsWhole) {
  Edit half{"math.exp %a", "math.ex %a"};
  const Case cases[] = {
      {"an op's name is typed", {}, {half}, true},
      {"a beginning of another line", {}, {{"  %1 =", "  %x\n  %1 ="}}, false},
      {"a half line, and another one",
       {half},
       {{"math.absf", "math.ab"}},
       true},
      {"a half line, and a whole other one",
       {half},
       {{"math.absf %b", "math.exp %b"}},
       false},
      {"a half line, and a comment that names sizes",
       {half},
       {{"%b = [4, S]", "%b = [4, T]"}},
       false},
      {"a half line, and one less comment",
       {half},
       {{"  // shapels: %a = [4, S], %b = [4, S]\n", ""}},
       false},
      {"an op that others use is gone",
       {},
       {{"  %0 = math.exp %a : tensor<4x?xf32>\n", ""}},
       true},
      {"its line stays, and blanks are typed there",
       {{"  %0 = math.exp %a : tensor<4x?xf32>", ""}},
       {{"S]\n\n", "S]\n  \n"}},
       true},
      {"another op in its place, half",
       {{"math.exp %a : tensor<4x?xf32>", ""}},
       {{"%0 = ", "%0 = tosa.transpose %a {perms = array<i32: 1, 0>}"}},
       true},
      {"another op in its place",
       {{"math.exp %a : tensor<4x?xf32>", ""}},
       {{"%0 = ", "%0 = tosa.transpose %a {perms = array<i32: 1, 0>} : "
                  "(tensor<4x?xf32>) -> tensor<?x4xf32>"}},
       false},
      {"a value has another name, and its users do not know",
       {},
       {{"%0 =", "%00 ="}},
       true},
      {"they do", {{"%0 =", "%00 ="}}, {{"add %0,", "add %00,"}}, false},
      {"a brace is gone", {half}, {{"{\n", "\n"}}, true},
      {"more than anybody types",
       {half},
       {{"  %1 = ",
         [] {
           std::string many;
           for (int i = 0; i < 99; ++i)
             many += "  %n" + std::to_string(i) +
                     " = math.exp %a : tensor<4x?xf32>\n";
           return many + "  %1 = ";
         }()}},
       false},
  };
  for (const Case &each : cases) {
    Editor editor(two);
    for (const Edit &edit : each.half) {
      editor.replace(edit.before, edit.after);
      (void)editor.hints();
    }
    for (const Edit &edit : each.last)
      editor.replace(edit.before, edit.after);
    EXPECT_EQ(editor.hints() == editor.plain(), !each.stays)
        << each.name << ":\n"
        << described(editor.hints());
  }
}

/// Who leaves a line half typed, and goes on elsewhere.
TEST(StickyInlayHints, StayInAFunctionThatIsNotTyped) {
  Editor editor(two);
  auto from = [&](std::string_view text) {
    std::vector<InlayHint> hints = editor.hints();
    std::erase_if(hints, [&](const InlayHint &hint) {
      return hint.place.value < editor.find(text);
    });
    return described(hints);
  };
  std::string whole = from("  %1"), last = from("@g");
  editor.replace("math.exp %a", "math.ext %a");
  EXPECT_EQ(from("  %1"), whole);
  auto absf = editor.text().find("absf", editor.find("@g"));
  editor.edit(static_cast<uint32_t>(absf), 4, "sqrt");
  EXPECT_EQ(from("  %1"), whole);
  editor.replace("absf", "sqrt");
  EXPECT_NE(from("  %1"), whole);
  EXPECT_EQ(from("@g"), last);
}

TEST(StickyInlayHints, AreThoseOfTheRange) {
  Editor editor(two);
  DocumentOffset half = {editor.find("@g")}, end = {editor.find("@g") * 2};
  editor.replace("math.exp %a", "math.ex %a");
  std::vector<InlayHint> parts = editor.hintsIn({{0}, half - 1});
  for (const InlayHint &hint : editor.hintsIn({half - 1, end}))
    parts.push_back(hint);
  EXPECT_NE(described(parts), described(editor.plain()));
  EXPECT_EQ(described(parts), described(editor.hints()));
}

TEST(StickyInlayHints, AreForgottenWithTheMode) {
  Editor editor(two);
  DocumentRange all{{0}, {static_cast<uint32_t>(two.size())}};
  editor.replace("math.exp %a", "math.ex %a");
  EXPECT_NE(described(editor.hints()), described(editor.plain()));
  EXPECT_EQ(editor.hintsIn(all, InlayHintMode::Off).size(), 0u);
  EXPECT_EQ(described(editor.hints()), described(editor.plain()));
}

/// Lines that go up and down take their hints along.
TEST(StickyInlayHints, MoveWithTheirLines) {
  Editor editor(two);
  editor.replace("math.exp %a", "math.ex %a");
  std::string before = described(editor.hints());
  uint32_t line = editor.find("  %2 = ");
  editor.edit(line, 0, "\n    ");
  EXPECT_NE(described(editor.hints()), before);
  editor.edit(line, 5, "");
  EXPECT_EQ(described(editor.hints()), before);
}
