//===- CompletionWriter.h - Makes one list ---------------------*- C++ -*-===//
//
// Private to completion/. Each of its files adds items of one kind.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_COMPLETION_COMPLETIONWRITER_H
#define SHAPELS_FEATURES_COMPLETION_COMPLETIONWRITER_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/ValueRanking.h"

#include <set>

namespace shapels {

/// What one request is answered from. Made for one call.
struct CompletionScene {
  const Document &document;
  const TypingPlace &place;
  const CompletionOptions &options;
  Catalogues known;
  Neighbours near;
  TypedOp op;
};

/// Adds items, each label once.
class CompletionWriter {
public:
  explicit CompletionWriter(CompletionList &list) : list(list) {}

  void add(CompletionItem item) {
    if (labels.insert(item.label).second)
      list.items.push_back(std::move(item));
  }
  void noteMore() { list.isIncomplete = true; }
  size_t size() const { return list.items.size(); }

private:
  CompletionList &list;
  std::set<std::string> labels;
};

// What may begin a statement.
void addOps(const CompletionScene &scene, CompletionWriter &out);

// Names.
void addValues(const CompletionScene &scene, CompletionWriter &out);
void addSymbols(const CompletionScene &scene, CompletionWriter &out);
void addBlocks(const CompletionScene &scene, CompletionWriter &out);
/// `#name` or `!name`.
void addAliases(const CompletionScene &scene, char sigil,
                CompletionWriter &out);

// Types.
/// Which type somebody has to write at the cursor.
struct WantedType {
  FormatPart part;
  /// Whether all operands' and results' are to follow, in parentheses.
  bool isFunctional = false;
};
/// Nothing where none is expected.
std::optional<WantedType> wantedType(const CompletionScene &scene);
void addTypes(const CompletionScene &scene, WantedType wanted,
              CompletionWriter &out);
/// `!dialect.name` and `#dialect.name`.
void addDialectTypes(const CompletionScene &scene, char sigil,
                     CompletionWriter &out);

} // namespace shapels

#endif // SHAPELS_FEATURES_COMPLETION_COMPLETIONWRITER_H
