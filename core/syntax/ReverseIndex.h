//===- ReverseIndex.h - Which statements need what, both ways ---*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_REVERSEINDEX_H
#define SHAPELS_SYNTAX_REVERSEINDEX_H

#include "core/syntax/StatementOrder.h"

#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace shapels {

/// `Key` is an integer: a name, a statement. Most units have none of most kinds
/// of needs, which take a pointer then.
template <typename Key>
class ReverseIndex {
public:
  void add(Key what, StatementId who) {
    if (!all)
      all = std::make_unique<Maps>();
    if (all->byKey.emplace(what, who).second)
      all->byUser[who].push_back(what);
  }

  void forget(StatementId who) {
    if (!all)
      return;
    auto found = all->byUser.find(who);
    if (found == all->byUser.end())
      return;
    for (Key what : found->second)
      all->byKey.erase({what, who});
    all->byUser.erase(found);
  }

  bool contains(Key what, StatementId who) const {
    return all && all->byKey.contains({what, who});
  }

  bool isNeeded(Key what) const {
    if (!all)
      return false;
    auto entry = all->byKey.lower_bound({what, 0});
    return entry != all->byKey.end() && entry->first == what;
  }

  std::vector<Key> neededBy(StatementId who) const {
    if (!all)
      return {};
    auto found = all->byUser.find(who);
    return found == all->byUser.end() ? std::vector<Key>() : found->second;
  }

  /// Who needs it, in the order of the handles.
  std::vector<StatementId> usersOf(Key what) const {
    std::vector<StatementId> users;
    if (!all)
      return users;
    for (auto entry = all->byKey.lower_bound({what, 0});
         entry != all->byKey.end() && entry->first == what; ++entry)
      users.push_back(entry->second);
    return users;
  }

private:
  struct Maps {
    std::set<std::pair<Key, StatementId>> byKey;
    std::unordered_map<StatementId, std::vector<Key>> byUser;
  };
  /// Null before the first one.
  std::unique_ptr<Maps> all;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_REVERSEINDEX_H
