//===- Needs.h - Which statements need what, both ways ---------*- C++ -*-===//

#ifndef SHAPELS_IR_NEEDS_H
#define SHAPELS_IR_NEEDS_H

#include "shapels/syntax/StatementOrder.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace shapels {

/// `Key` is an integer: a name, a statement.
template <typename Key>
class Needs {
public:
  void add(Key what, StatementId who) {
    if (byKey.emplace(what, who).second)
      byUser[who].push_back(what);
  }

  void forget(StatementId who) {
    auto found = byUser.find(who);
    if (found == byUser.end())
      return;
    for (Key what : found->second)
      byKey.erase({what, who});
    byUser.erase(found);
  }

  bool contains(Key what, StatementId who) const {
    return byKey.contains({what, who});
  }

  bool isNeeded(Key what) const {
    auto entry = byKey.lower_bound({what, 0});
    return entry != byKey.end() && entry->first == what;
  }

  std::vector<Key> neededBy(StatementId who) const {
    auto found = byUser.find(who);
    return found == byUser.end() ? std::vector<Key>() : found->second;
  }

  /// Who needs it, in the order of the handles.
  std::vector<StatementId> usersOf(Key what) const {
    std::vector<StatementId> users;
    for (auto entry = byKey.lower_bound({what, 0});
         entry != byKey.end() && entry->first == what; ++entry)
      users.push_back(entry->second);
    return users;
  }

private:
  std::set<std::pair<Key, StatementId>> byKey;
  std::unordered_map<StatementId, std::vector<Key>> byUser;
};

} // namespace shapels

#endif // SHAPELS_IR_NEEDS_H
