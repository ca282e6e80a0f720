//===- OpFacts.h - What is known of the ops of a text ----------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_OPFACTS_H
#define SHAPELS_SYNTAX_OPFACTS_H

#include "core/syntax/OpTable.h"
#include "core/syntax/Spellings.h"

#include <array>

namespace shapels {

/// Whether the op is a function by its name alone: recovery of braces may not
/// depend on which dialects are registered.
inline bool namesFunction(std::string_view op) { return op.ends_with(".func"); }
inline bool namesModule(std::string_view op) { return op.ends_with("module"); }
/// Whether what the op's header defines belongs to its first region alone, and
/// not to all: of MLIR's ops with several regions one has arguments there.
inline bool hasArgumentsOfFirstRegion(std::string_view op) {
  return op == "scf.while";
}

/// A cache of OpTable's answers by the numbers of the names: a text has many
/// ops and few names. For one thread; both tables must outlive it.
class OpFacts {
public:
  OpFacts(const OpTable &ops, const Spellings &spellings)
      : ops(ops), spellings(spellings) {}

  bool hasNoRegions(Spelling name) { return of(name).hasNoRegions; }
  bool definesSymbol(Spelling name) { return of(name).definesSymbol; }
  bool isFunction(Spelling name) { return of(name).isFunction; }

private:
  struct Facts {
    Spelling name = ~0u;
    bool hasNoRegions, definesSymbol, isFunction;
  };

  const Facts &of(Spelling name) {
    Facts &facts = known[name % known.size()];
    if (facts.name != name) {
      std::string_view spelled = spellings.str(name);
      facts = {name, ops.hasNoRegions(spelled), ops.definesSymbol(spelled),
               namesFunction(spelled)};
    }
    return facts;
  }

  const OpTable &ops;
  const Spellings &spellings;
  std::array<Facts, 64> known;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OPFACTS_H
