//===- ShapeEditsTest.cpp - Edits in loops, branches and blocks -----------===//
//
// Of random programs with nested loops, and of such with blocks that lead
// anywhere: after each edit of a line all that is inferred is what is inferred
// of a fresh document.
//
// Environment: SHAPELS_PROGRAMS (default 40), SHAPELS_SEED.
//
//===----------------------------------------------------------------------===//

#include "ByStatements.h"

#include "core/analysis/Document.h"
#include "core/analysis/ShapesOf.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace shapels;
using namespace std::string_literals;

namespace {

/// All tensors have one type, and all integers, so that each name does in many
/// places.
constexpr const char *tensorType = "tensor<?xf32>";

struct Names {
  std::vector<std::string> tensors, integers;
};

/// A line, and what may be named in it.
struct Line {
  enum class Kind { Fixed, Tensor, Integer, Ends };
  std::string text;
  Kind kind = Kind::Fixed;
  /// Of Kind::Ends: around the operands, by which these are to be replaced.
  std::string name, before, after, operands;
  Names seen;
};

class Program {
public:
  explicit Program(unsigned seed) : generator(seed) {
    Names names{{"%a", "%b"}, {"%n", "%zero"}};
    fixed("func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index, %p: "
          "i1) {");
    fixed("  %zero = arith.constant 0 : index");
    if (chance(3))
      blocks(names);
    else
      body(names, 0);
    fixed("  return");
    fixed("}");
  }

  std::string text() const {
    std::string all;
    for (const Line &line : lines)
      all += line.text + "\n";
    return all;
  }

  /// Another text for a line; returns its number.
  size_t edit() {
    for (size_t &broken : wrong)
      if (chance(2)) {
        size_t line = std::exchange(broken, wrong.back());
        wrong.pop_back();
        write(lines[line]);
        return line;
      }
    size_t line = random(lines.size());
    while (lines[line].kind == Line::Kind::Fixed)
      line = random(lines.size());
    if (chance(12)) {
      lines[line].text = chance(2) ? "" : "  %x = math.ex %a";
      wrong.push_back(line);
      return line;
    }
    if (lines[line].kind != Line::Kind::Ends && chance(25))
      lines[line].seen = everything();
    write(lines[line]);
    return line;
  }

  const std::string &lineAt(size_t line) const { return lines[line].text; }

private:
  size_t random(size_t count) { return generator() % count; }
  bool chance(size_t of) { return random(of) == 0; }
  const std::string &any(const std::vector<std::string> &names) {
    // The last ones more often.
    size_t at = std::max(random(names.size()), random(names.size()));
    return names[at];
  }
  std::string fresh() { return "%v" + std::to_string(next++); }
  void fixed(std::string text) { lines.push_back({std::move(text)}); }
  Names everything() const {
    Names all{{"%a"}, {"%n"}};
    for (const Line &line : lines)
      if (line.kind == Line::Kind::Tensor)
        all.tensors.push_back(line.name);
      else if (line.kind == Line::Kind::Integer)
        all.integers.push_back(line.name);
    return all;
  }

  std::string tensorOp(const Names &seen) {
    std::string x = any(seen.tensors), y = any(seen.tensors), type(tensorType);
    switch (random(6)) {
    case 0:
      return "tensor.empty(" + any(seen.integers) + ") : " + type;
    case 1:
      return "tensor.concat dim(0) " + x + ", " + y + " : (" + type + ", " +
             type + ") -> " + type;
    case 2:
      return "arith.addf " + x + ", " + y + " : " + type;
    case 3:
      return "stablehlo.abs " + x + " : " + type;
    default:
      return "math.exp " + x + " : " + type;
    }
  }
  std::string integerOp(const Names &seen) {
    std::string x = any(seen.integers), y = any(seen.integers);
    switch (random(4)) {
    case 0:
      return "arith.constant " + std::to_string(random(3)) + " : index";
    case 1:
      return "tensor.dim " + any(seen.tensors) + ", %zero : " + tensorType;
    default:
      return "arith.addi " + x + ", " + y + " : index";
    }
  }

  void write(Line &line) {
    if (line.kind == Line::Kind::Tensor)
      line.text = "  " + line.name + " = " + tensorOp(line.seen);
    else if (line.kind == Line::Kind::Integer)
      line.text = "  " + line.name + " = " + integerOp(line.seen);
    if (line.kind != Line::Kind::Ends)
      return;
    line.text = "  " + line.before;
    for (char kind : line.operands)
      line.text += kind == '$'   ? any(line.seen.tensors)
                   : kind == '&' ? any(line.seen.integers)
                                 : std::string(1, kind);
    line.text += line.after;
  }
  void add(Line line) {
    write(line);
    lines.push_back(std::move(line));
  }
  void tensor(Names &names) {
    std::string name = fresh();
    add({"", Line::Kind::Tensor, name, "", "", "", names});
    names.tensors.push_back(name);
  }
  void integer(Names &names) {
    std::string name = fresh();
    add({"", Line::Kind::Integer, name, "", "", "", names});
    names.integers.push_back(name);
  }
  /// In `operands` `$` is the name of a tensor, `&` of an integer.
  void ends(const Names &names, std::string before, std::string operands,
            std::string after) {
    add({"", Line::Kind::Ends, "", std::move(before), std::move(after),
         std::move(operands), names});
  }

  void body(Names &names, unsigned depth) {
    for (size_t count = 1 + random(4); count; --count) {
      size_t kind = random(depth > 2 ? 3 : 8);
      kind == 0   ? integer(names)
      : kind < 4  ? tensor(names)
      : kind == 4 ? forLoop(names, depth)
      : kind == 5 ? whileLoop(names, depth)
      : kind == 6 ? hloWhile(names, depth)
                  : branch(names, depth);
    }
  }
  void forLoop(Names &names, unsigned depth) {
    std::string r = fresh(), t = fresh(), i = fresh(), u = fresh(), k = fresh();
    ends(names,
         r + ":3 = scf.for " + k + " = %zero to %n step %n iter_args(" + t +
             " = ",
         "$, " + i + " = &, " + u + " = $",
         ") -> (tensor<?xf32>, index, tensor<?xf32>) {");
    Names inner = names;
    inner.tensors.insert(inner.tensors.end(), {t, u});
    inner.integers.insert(inner.integers.end(), {i, k});
    body(inner, depth + 1);
    ends(inner, "scf.yield ", "$, &, $",
         " : tensor<?xf32>, index, tensor<?xf32>");
    fixed("  }");
    names.tensors.insert(names.tensors.end(), {r + "#0", r + "#2"});
    names.integers.push_back(r + "#1");
  }
  void whileLoop(Names &names, unsigned depth) {
    std::string r = fresh(), t = fresh(), i = fresh(), u = fresh(), k = fresh();
    ends(names, r + ":2 = scf.while (" + t + " = ", "$, " + i + " = &",
         ") : (tensor<?xf32>, index) -> (tensor<?xf32>, index) {");
    Names inner = names;
    inner.tensors.push_back(t);
    inner.integers.push_back(i);
    body(inner, depth + 1);
    ends(inner, "scf.condition(%p) ", "$, &", " : tensor<?xf32>, index");
    fixed("  } do {");
    fixed("  ^bb0(" + u + ": tensor<?xf32>, " + k + ": index):");
    inner = names;
    inner.tensors.push_back(u);
    inner.integers.push_back(k);
    body(inner, depth + 1);
    ends(inner, "scf.yield ", "$, &", " : tensor<?xf32>, index");
    fixed("  }");
    names.tensors.push_back(r + "#0");
    names.integers.push_back(r + "#1");
  }
  void hloWhile(Names &names, unsigned depth) {
    std::string r = fresh(), t = fresh(), u = fresh(), p = fresh();
    ends(names, r + ":2 = stablehlo.while(" + t + " = ", "$, " + u + " = $",
         ") : tensor<?xf32>, tensor<?xf32> cond {");
    fixed("  " + p + " = stablehlo.constant dense<true> : tensor<i1>");
    fixed("  stablehlo.return " + p + " : tensor<i1>");
    fixed("  } do {");
    Names inner = names;
    inner.tensors.insert(inner.tensors.end(), {t, u});
    body(inner, depth + 1);
    ends(inner, "stablehlo.return ", "$, $", " : tensor<?xf32>, tensor<?xf32>");
    fixed("  }");
    names.tensors.insert(names.tensors.end(), {r + "#0", r + "#1"});
  }
  void branch(Names &names, unsigned depth) {
    std::string r = fresh();
    fixed("  " + r + " = scf.if %p -> (tensor<?xf32>) {");
    for (bool isFirst : {true, false}) {
      Names inner = names;
      body(inner, depth + 1);
      ends(inner, "scf.yield ", "$", " : tensor<?xf32>");
      fixed(isFirst ? "  } else {" : "  }");
    }
    names.tensors.push_back(r);
  }
  /// Of which each may lead to any other.
  void blocks(Names &names) {
    size_t count = 2 + random(5);
    auto label = [&](size_t block) { return "^bb" + std::to_string(block); };
    auto any = [&] { return label(1 + random(count)); };
    body(names, 2);
    ends(names, "cf.br ^bb1(", "$, &", " : tensor<?xf32>, index)");
    for (size_t block = 1; block <= count; ++block) {
      Names inner = names;
      std::string t = fresh(), i = fresh();
      fixed(label(block) + "(" + t + ": tensor<?xf32>, " + i + ": index):");
      inner.tensors.push_back(t);
      inner.integers.push_back(i);
      body(inner, 2);
      std::string other =
          chance(4) ? any() : label(std::min(block + 1 + random(2), count));
      if (block == count)
        break;
      ends(inner, "cf.cond_br %p, " + label(block + 1) + "(",
           "$, & : tensor<?xf32>, index), " + other + "($, &",
           " : tensor<?xf32>, index)");
    }
  }

  std::mt19937 generator;
  std::vector<Line> lines;
  std::vector<size_t> wrong;
  unsigned next = 0;
};

unsigned fromEnvironment(const char *name, unsigned otherwise) {
  const char *value = std::getenv(name);
  return value ? unsigned(std::stoul(value)) : otherwise;
}

std::string joined(const std::optional<std::vector<std::string>> &texts) {
  std::string all;
  for (const std::string &text : texts.value_or(std::vector{"none"s}))
    all += " " + text;
  return all;
}

/// A line for each value.
std::string shapesOf(const Document &document) {
  std::string all;
  for (const InferredValue &value : inferredValues(document))
    all += value.name + " " + value.op + " " + value.inferred.value_or("none") +
           " " + value.fromArguments.value_or("none") + " [" +
           joined(value.symbolic) + " ] {" + joined(value.value) + " }\n";
  return all;
}

/// Of a document in which lines are edited.
class EditedLines {
public:
  explicit EditedLines(const std::string &text) : document(text) {
    document.update();
    shapes();
  }

  void replace(size_t line, std::string_view text) {
    std::string_view all = document.buffer().text();
    size_t begin = 0;
    for (; line; --line)
      begin = all.find('\n', begin) + 1;
    size_t end = all.find('\n', begin);
    document.edit({{{uint32_t(begin)}, {uint32_t(end)}}, std::string(text)});
    document.update();
  }

  std::string shapes() const { return shapesOf(document); }

private:
  Document document;
};

} // namespace

TEST(ShapeEdits, InferWhatAFreshDocumentInfers) {
  constexpr unsigned edits = 30;
  test::ByStatements byStatements;
  unsigned seed = fromEnvironment("SHAPELS_SEED", 7001);
  for (unsigned count = fromEnvironment("SHAPELS_PROGRAMS", 40); count;
       --count, ++seed) {
    Program program(seed);
    std::string before = program.text();
    EditedLines edited(before);
    for (unsigned i = 0; i < edits; ++i) {
      size_t line = program.edit();
      edited.replace(line, program.lineAt(line));
      // Several edits may come between two questions.
      if (i % 3 == 1)
        continue;
      Document fresh{program.text()};
      fresh.update();
      ASSERT_EQ(edited.shapes(), shapesOf(fresh))
          << "seed " << seed << ", edit " << i << " of line " << line + 1
          << "; before:\n"
          << before << "after:\n"
          << program.text();
      before = program.text();
    }
  }
}
