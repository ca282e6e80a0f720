//===- TwoParsersTest.cpp - Statements alone, and in their section --------===//
//
// Each section of tests/data and of the corpus that MLIR's parser takes as a
// whole is parsed again by its statements: all divided as far as possible, and
// then each leaf alone. What is said of it and its IR are the same. What stands
// where is the same whether its order or the parser's own tables tell. Broken
// or not, they are the same however many statements are parsed together.
// SHAPELS_SECTIONS: how many sections of the corpus (default 200).
//
//===----------------------------------------------------------------------===//

#include "Said.h"
#include "equality/Child.h"
#include "equality/RandomEdits.h"
#include "equality/Texts.h"

#include "core/ir/context/Dialects.h"
#include "core/ir/section/SectionIR.h"
#include "core/text/TextBuffer.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

using namespace shapels;
using namespace shapels::test;

namespace {

std::string spelling(const std::string &text, SectionRange range) {
  return text.substr(range.begin.value, range.size());
}

/// Lets nothing be parsed together with what it nests. But vector.mask: what
/// the terminator that its syntax implies yields is what it nests.
class Divider : public CrashGuard {
public:
  Divider(const std::string &text, const Outline &outline) {
    whole.insert(text);
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id))
      if (outline.hasChildren(id) &&
          spelling(text, outline.statement(id).name) != "vector.mask")
        whole.insert(
            text.substr(outline.begin(id).value, outline.range(id).size()));
  }
  bool knowsFailure() const override { return true; }
  std::vector<Failure> failuresOf(Step step,
                                  std::string_view text) const override {
    bool isDivided = step == Step::Parse && whole.contains(std::string(text));
    return isDivided ? std::vector<Failure>(1) : std::vector<Failure>();
  }

private:
  std::set<std::string> whole;
};

class Comparison {
public:
  explicit Comparison(const std::string &text)
      : text(text), buffer(std::string(text)),
        outline(Dialects::upstream().ops()) {
    outline.apply(buffer, {}, static_cast<uint32_t>(text.size()));
  }

  /// What differs; empty if there is nothing, or it does not parse.
  std::string run() {
    if (outline.first() == noStatement)
      return "";
    if (std::string found = compareRuns(); !found.empty())
      return found;
    auto context = Dialects::upstream().makeContext();
    SectionIR whole(buffer, outline, *context);
    for (const SectionDiagnostic &diagnostic : test::allSaid(whole, outline))
      if (diagnostic.isFromParser())
        return "";
    isParsed = true;
    std::string expected = stateOf(whole);
    std::string found = compareTold(placesOf(whole, outline));
    if (found.empty())
      found = compareDivided(expected);
    return found.empty() ? compareAlone(expected) : found;
  }

  bool isParsed = false;
  unsigned alone = 0, declined = 0;

private:
  /// Nothing is parsed as a whole, but in runs of another length.
  std::string compareRuns() const {
    Divider divider(text, outline);
    std::string expected;
    const size_t usual = SectionIR::longestRun;
    for (size_t length : {usual, size_t(1), size_t(8), size_t(32), SIZE_MAX}) {
      auto context = Dialects::upstream().makeContext();
      SectionIR::longestRun = length;
      SectionIR ir(buffer, outline, *context, divider);
      SectionIR::longestRun = usual;
      if (length == usual)
        expected = stateOf(ir);
      std::string found = difference("in runs of " + std::to_string(length),
                                     stateOf(ir), expected);
      if (!found.empty())
        return found;
    }
    return "";
  }

  /// Behind what looks like a location, the order of the ops tells nothing.
  std::string compareTold(const std::string &expected) const {
    TextBuffer told(text + "\n// loc()");
    Outline statements(Dialects::upstream().ops(), told);
    auto context = Dialects::upstream().makeContext();
    SectionIR ir(told, statements, *context);
    return difference("told", placesOf(ir, statements), expected);
  }

  /// Each statement's op, what its syntax implies, and the values of its names.
  static std::string placesOf(const SectionIR &ir, const Outline &outline) {
    std::map<StatementId, std::string> lines;
    ir.walk([&](mlir::Operation *op) {
      lines[SectionIR::statementOf(op)] += op->getName().getStringRef();
    });
    std::string places;
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id)) {
      places += std::to_string(id) + " " + lines[id];
      for (const NameOccurrence &name : outline.names(id))
        if (mlir::Value value = ir.valueOf(name.id, 0))
          places += " " + std::to_string(name.id.index) + "=" + placeOf(value);
      places += "\n";
    }
    return places;
  }

  static std::string placeOf(mlir::Value value) {
    auto result = llvm::dyn_cast<mlir::OpResult>(value);
    if (!result)
      return std::to_string(
          llvm::cast<mlir::BlockArgument>(value).getArgNumber());
    return std::to_string(SectionIR::statementOf(result.getOwner())) + "#" +
           std::to_string(result.getResultNumber());
  }

  std::string compareDivided(const std::string &expected) const {
    auto context = Dialects::upstream().makeContext();
    Divider divider(text, outline);
    SectionIR divided(buffer, outline, *context, divider);
    return difference("divided", stateOf(divided), expected);
  }

  std::string compareAlone(const std::string &expected) {
    auto context = Dialects::upstream().makeContext();
    std::optional<SectionIR> ir;
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id)) {
      if (outline.kind(id) != StatementKind::Operation ||
          outline.hasChildren(id))
        continue;
      if (!ir)
        ir.emplace(buffer, outline, *context);
      IrWork work;
      if (!ir->update(buffer, {.removed = {}, .dirty = {id}}, work)) {
        ++declined;
        ir.reset();
        continue;
      }
      ++alone;
      std::string found = difference("alone", stateOf(*ir), expected);
      if (!found.empty())
        return "at byte " + std::to_string(outline.begin(id).value) + ", " +
               found;
    }
    return "";
  }

  std::string stateOf(const SectionIR &ir) const {
    std::multiset<std::string> said;
    for (const SectionDiagnostic &diagnostic : test::allSaid(ir, outline))
      said.insert(written(diagnostic));
    std::string state;
    for (const std::string &line : said)
      state += line;
    mlir::Operation *root = nullptr;
    ir.walk([&](mlir::Operation *op) { root = root ? root : op; });
    while (root && root->getParentOp())
      root = root->getParentOp();
    llvm::raw_string_ostream stream(state);
    if (root)
      root->print(stream, mlir::OpPrintingFlags().printGenericOpForm());
    return state;
  }

  static std::string written(const SectionDiagnostic &diagnostic) {
    std::string line = std::to_string(diagnostic.range.begin.value) + " " +
                       diagnostic.message + "\n";
    for (const SectionNote &note : diagnostic.related)
      line += "  " + std::to_string(note.range.begin.value) + " " +
              note.message + "\n";
    return line;
  }

  static std::string difference(const std::string &how,
                                const std::string &state,
                                const std::string &expected) {
    std::istringstream ours(state), theirs(expected);
    std::string a, b;
    while (a == b && (ours || theirs)) {
      a = b = "<end>";
      std::getline(ours, a);
      std::getline(theirs, b);
    }
    return a == b ? "" : how + ": " + a + "\n  whole: " + b + "\n";
  }

  const std::string &text;
  TextBuffer buffer;
  Outline outline;
};

struct Totals {
  unsigned sections = 0, parsed = 0, alone = 0, declined = 0, crashed = 0;
};

/// A section that MLIR does not survive is counted.
std::string compare(const Text &text, Totals &totals) {
  Channel difference, counts;
  int code = inChild([&] {
    Comparison comparison(text.contents);
    difference.write(comparison.run());
    counts.write(std::to_string(comparison.isParsed) + " " +
                 std::to_string(comparison.alone) + " " +
                 std::to_string(comparison.declined));
    return 0;
  });
  ++totals.sections;
  totals.crashed += code != 0;
  unsigned parsed = 0, alone = 0, declined = 0;
  std::istringstream(counts.read()) >> parsed >> alone >> declined;
  totals.parsed += parsed;
  totals.alone += alone;
  totals.declined += declined;
  return difference.read();
}

Totals compareAll(const std::vector<Text> &texts) {
  Totals totals;
  for (const Text &text : texts) {
    std::string found = compare(text, totals);
    EXPECT_EQ(found, "") << text.name;
  }
  std::cout << totals.parsed << " of " << totals.sections << " sections parse, "
            << totals.crashed << " kill MLIR; of their ops without regions "
            << totals.alone << " were parsed alone, " << totals.declined
            << " declined\n";
  return totals;
}

} // namespace

/// Each with three random edits.
static std::vector<Text> broken(std::vector<Text> texts) {
  uint32_t seed = 0;
  for (Text &text : texts) {
    RandomEdits random(++seed, text.contents);
    for (int i = 0; i < 3; ++i)
      applyEdits(random.next(text.contents), text.contents);
  }
  return texts;
}

TEST(TwoParsers, AgreeOnTestsData) { compareAll(testData()); }

TEST(TwoParsers, AgreeOnTheCorpus) {
  std::vector<Text> texts = corpus(20'000);
  if (texts.empty())
    GTEST_SKIP() << "the corpus is not there";
  const char *most = std::getenv("SHAPELS_SECTIONS");
  texts.resize(std::min<size_t>(texts.size(),
                                most ? std::strtoul(most, nullptr, 10) : 200));
  Totals totals = compareAll(texts);
  EXPECT_GT(totals.alone, totals.sections);
  compareAll(broken(texts));
}
