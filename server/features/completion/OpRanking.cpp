//===- OpRanking.cpp ------------------------------------------------------===//

#include "server/features/completion/OpRanking.h"
#include "core/analysis/Section.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

using namespace shapels;

/// Statements that are looked at, on either side.
static constexpr size_t mostNear = 300;

static void addOp(const Section &section, StatementId id,
                  std::vector<NearbyOp> &ops) {
  const Outline &outline = section.outline();
  if (outline.kind(id) != StatementKind::Operation)
    return;
  bool hasResults = outline.nameCount(id) > 0 &&
                    outline.name({id, 0}).range.begin < outline.nameBegin(id);
  StatementId parent = outline.parent(id);
  ops.push_back({&section, id, outline.opName(id), hasResults,
                 parent == noStatement ? "" : outline.opName(parent)});
}

Neighbours shapels::neighboursOf(const Document &document,
                                 const TypingPlace &place) {
  Neighbours near;
  auto sections = document.sections();
  auto own = std::ranges::find_if(
      sections, [&](const auto &each) { return each.get() == &place.section; });
  const Outline &outline = place.section.outline();
  StatementId first = place.word.begin.value == 0
                          ? noStatement
                          : outline.lastUntil(place.word.begin - 1);
  size_t looked = 0;
  auto before = [&](const Section &section, StatementId id) {
    for (; id != noStatement && ++looked < mostNear;
         id = section.outline().previous(id))
      if (&section != &place.section || id != place.statement)
        addOp(section, id, near.before);
  };
  before(place.section, first);
  for (auto each = own; each != sections.begin() && looked < mostNear;) {
    const Section &section = **--each;
    before(section, section.outline().lastUntil(
                        {static_cast<uint32_t>(section.text().size())}));
  }
  looked = 0;
  auto behind = [&](const Section &section, StatementId id) {
    for (; id != noStatement && ++looked < mostNear;
         id = section.outline().next(id))
      if (&section != &place.section || id != place.statement)
        addOp(section, id, near.behind);
  };
  behind(place.section, outline.firstFrom(place.offset));
  for (auto each = own;
       looked < mostNear && each != sections.end() && ++each != sections.end();)
    behind(**each, (*each)->outline().first());
  return near;
}

/// What holds functions.
static bool isModule(std::string_view op) {
  return op.empty() || op.ends_with("module");
}

namespace {

/// Adds up what speaks for each op.
class Scores {
public:
  Scores(const TypingPlace &place, const Neighbours &near)
      : place(place), near(near) {
    const Outline &outline = place.section.outline();
    if (place.around.parent != noStatement)
      parent = outline.opName(place.around.parent);
  }

  void count() {
    for (size_t i = 0; i < near.before.size(); ++i)
      add(near.before[i], i, at(near.before, i + 1), at(near.before, i + 2),
          i == 0 ? "" : near.before[i - 1].name);
    for (size_t i = 0; i < near.behind.size(); ++i)
      add(near.behind[i], i, i == 0 ? "" : near.behind[i - 1].name,
          i < 2 ? "" : near.behind[i - 2].name, at(near.behind, i + 1));
  }
  std::map<std::string_view, double> &all() { return scores; }

private:
  static std::string_view at(const std::vector<NearbyOp> &ops, size_t index) {
    return index < ops.size() ? ops[index].name : std::string_view();
  }
  /// Before each op are others as here: its score by how many.
  void add(const NearbyOp &op, size_t distance, std::string_view before,
           std::string_view secondBefore, std::string_view behind) {
    double weight = 1;
    bool isAfterSame = !before.empty() && before == at(near.before, 0);
    if (isAfterSame)
      weight += 4;
    if (isAfterSame && secondBefore == at(near.before, 1))
      weight += 6;
    if (!behind.empty() && behind == at(near.behind, 0))
      weight += 4;
    if (op.hasResults == place.results.empty())
      weight *= 0.02;
    if (isModule(op.parent) != isModule(parent))
      weight *= 0.02;
    else if (op.parent != parent && !isModule(parent))
      weight *= 0.5;
    scores[op.name] += weight / (1 + distance / 12.0);
  }

  const TypingPlace &place;
  const Neighbours &near;
  /// The op that is around the place.
  std::string_view parent;
  std::map<std::string_view, double> scores;
};

} // namespace

/// The name of the function around the place, in which tests name what they
/// test.
static std::string functionAround(const TypingPlace &place) {
  const Outline &outline = place.section.outline();
  StatementId id = place.around.parent;
  for (; id != noStatement; id = outline.parent(id))
    for (const NameOccurrence &name : outline.names(id))
      if (name.kind == NameKind::Symbol && name.isDefinition)
        return std::string(outline.plainName(name.id));
  return "";
}

//===----------------------------------------------------------------------===//
// Names of results
//===----------------------------------------------------------------------===//

/// `cst` for `%cst_0`, `c` for `%c0_i32`: what the result is named for.
static std::string_view stemOf(const std::vector<std::string> &results) {
  if (results.empty() || results.front().size() < 2)
    return "";
  std::string_view name = std::string_view(results.front()).substr(1);
  size_t end = name.find_first_of("0123456789:#");
  name = name.substr(0, end);
  while (name.ends_with('_'))
    name.remove_suffix(1);
  return name;
}

static bool beginsWith(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(),
                    [](char a, char b) {
                      return std::tolower(static_cast<unsigned char>(a)) ==
                             std::tolower(static_cast<unsigned char>(b));
                    });
}

/// Whether people name results of that op so: `%cst` of a constant, `%subview`
/// of memref.subview, `%extracted` of tensor.extract.
static bool isNamedFor(std::string_view stem, std::string_view op) {
  size_t dot = op.find('.');
  std::string_view rest = dot == op.npos ? op : op.substr(dot + 1);
  if (stem == "c" || stem == "cst")
    return beginsWith(rest, "constant");
  while (!rest.empty()) {
    size_t end = std::min(rest.find_first_of("._"), rest.size());
    std::string_view part = rest.substr(0, end);
    if (std::min(part.size(), stem.size()) >= 3 &&
        (beginsWith(part, stem) || beginsWith(stem, part)))
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

/// The dialects of the ops nearby, and that of the word.
static std::set<std::string_view> dialectsNear(const TypingPlace &place,
                                               const Neighbours &near) {
  std::set<std::string_view> dialects{"arith"};
  auto add = [&](std::string_view op) {
    if (size_t dot = op.find('.'); dot != op.npos)
      dialects.insert(op.substr(0, dot));
  };
  add(place.typed());
  for (const std::vector<NearbyOp> *side : {&near.before, &near.behind})
    for (const NearbyOp &op : *side)
      add(op.name);
  return dialects;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// Ends a block, by its name if nothing else is known of it.
static bool endsBlocks(const Catalogues &known, std::string_view name) {
  if (std::optional<OpDefinition> op = known.op(name))
    return op->hasTrait("::mlir::OpTrait::IsTerminator");
  return name.ends_with("return") || name.ends_with("yield");
}

std::vector<std::string> shapels::likelyOps(const Document &document,
                                            const TypingPlace &place,
                                            const Neighbours &near) {
  Scores scores(place, near);
  scores.count();
  const Outline &outline = place.section.outline();
  Catalogues known = definitions(document.configuration());
  std::string function = functionAround(place);
  bool isLast = near.behind.empty() ||
                near.behind[0].section != &place.section ||
                outline.parent(near.behind[0].statement) != place.around.parent;
  std::string_view stem = stemOf(place.results);
  if (!stem.empty())
    for (std::string_view dialect : dialectsNear(place, near))
      for (std::string_view name : known.opsOf(dialect))
        if (isNamedFor(stem, name))
          scores.all().try_emplace(name, 0.5);
  std::vector<std::pair<double, std::string_view>> ranked;
  for (auto [name, score] : scores.all()) {
    std::string_view mnemonic = name.substr(name.rfind('.') + 1);
    if (mnemonic.size() > 2 && function.find(mnemonic) != function.npos)
      score *= 3;
    if (!stem.empty() && isNamedFor(stem, name))
      score *= 4;
    if (place.results.empty() && place.around.parent != noStatement &&
        endsBlocks(known, name))
      score *= isLast ? 4 : 0.02;
    ranked.push_back({-score, name});
  }
  std::ranges::sort(ranked);
  std::vector<std::string> names;
  for (auto [score, name] : ranked)
    names.emplace_back(name);
  return names;
}
