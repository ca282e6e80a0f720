//===- OutlineView.h - An outline that can be compared ----------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SYNTAX_OUTLINEVIEW_H
#define SHAPELS_TESTS_UNIT_SYNTAX_OUTLINEVIEW_H

#include "syntax/Syntax.h"

#include "core/syntax/Lexer.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace shapels {
template <typename Text>
std::ostream &operator<<(std::ostream &stream, RangeIn<Text> range) {
  return stream << "[" << range.begin.value << "," << range.end.value << ")";
}
} // namespace shapels

namespace shapels::test {

//===----------------------------------------------------------------------===//
// All that an outline says
//===----------------------------------------------------------------------===//

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
inline std::string difference(const std::vector<std::string> &edited,
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
inline std::string ownTokens(std::string_view text, const Outline &outline,
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

inline std::map<StatementId, Own> ownOf(std::string_view text,
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
inline std::string faultOf(const OutlineChange &change, const TextEdit &edit,
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
    // What was replaced as a whole may be where it was written again.
    bool isReplaced = changed.contains(id) &&
                      old.begin > edit.range.begin.value &&
                      old.begin < edit.range.end.value;
    if (!isReplaced &&
        !(now.begin == old.begin && old.begin <= edit.range.begin.value) &&
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

inline std::string failureAfter(const Outline &outline,
                                const TextBuffer &buffer,
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

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SYNTAX_OUTLINEVIEW_H
