//===- EditedAliases.cpp - Aliases after an edit --------------------------===//

#include "core/ir/parse/AliasParser.h"
#include "core/ir/section/UnitBuilder.h"

using namespace shapels;

/// How many statements may name an alias that changed before it is cheaper to
/// start anew.
static constexpr size_t mostUsers = 200;

/// Forgets what it stands for and what was said of it.
void UnitBuilder::forgetAlias(llvm::StringRef name, StatementId id) {
  if (name.starts_with("#"))
    shared.attributeAliases.erase(name.drop_front());
  else
    shared.typeAliases.erase(name.drop_front());
  shared.brokenAliases.erase(id);
  shared.rest.emitted.forget(id);
}

void UnitBuilder::retireAlias(StatementId id) {
  auto found = llvm::find_if(shared.aliases, [&](const auto &entry) {
    return entry.second.statement == id;
  });
  if (found == shared.aliases.end())
    return;
  changedAliases.insert(found->second.spelling);
  forgetAlias(found->first(), id);
  shared.aliases.erase(found);
}

/// Parses new aliases, and those that name them. False where two have one name,
/// or do not parse.
bool UnitBuilder::defineAliases(const StatementChanges &changes) {
  std::set<std::pair<ByteOffset, StatementId>> toParse;
  auto queue = [&](StatementId id) {
    return toParse.insert({outline.begin(id), id}).second;
  };
  for (StatementId id : changes.dirty)
    if (outline.kind(id) == StatementKind::Alias) {
      retireAlias(id);
      queue(id);
    }
  ParserState state(source, shared.rest);
  AliasParser parser(state);
  for (auto [begin, id] : toParse) {
    std::optional<Spelling> name = parser.defineAlias(id);
    if (!name)
      return false;
    changedAliases.insert(*name);
  }
  for (bool grows = !changedAliases.empty(); grows;) {
    grows = false;
    for (const auto &entry : shared.aliases)
      if (namesChangedAlias(entry.second.statement) &&
          queue(entry.second.statement)) {
        changedAliases.insert(entry.second.spelling);
        forgetAlias(entry.first(), entry.second.statement);
        grows = true;
      }
  }
  for (auto [begin, id] : toParse)
    parser.parseAlias(id);
  // Brackets of the one may be another's: then the whole may parse.
  return toParse.empty() || shared.brokenAliases.size() < 2;
}

bool UnitBuilder::namesChangedAlias(StatementId id) const {
  for (uint32_t index = 0; index < outline.nameCount(id); ++index)
    if (changedAliases.contains(outline.spelling({id, index})))
      return true;
  return false;
}

/// Who names them is parsed again. False where those are too many.
bool UnitBuilder::queueAliasUsers(Edits &edits) {
  if (changedAliases.empty())
    return true;
  size_t users = 0;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    StatementId root = shared.units.rootOf(id);
    if (root == noStatement || !namesChangedAlias(id))
      continue;
    std::vector<StatementId> &dirty = edits[root].dirty;
    if (!llvm::is_contained(dirty, id))
      dirty.push_back(id);
    if (++users > mostUsers)
      return false;
  }
  return true;
}
