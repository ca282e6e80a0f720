//===- Names.h - What each name refers to ----------------------*- C++ -*-===//
//
// Scopes come from the outline: a region's names are visible in it and in
// what it nests. Works on broken text too; MLIR is not asked.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_NAMES_H
#define SHAPELS_SYNTAX_NAMES_H

#include "shapels/syntax/Outline.h"

#include <optional>
#include <vector>

namespace shapels {

/// Index into Outline::names.
using NameId = uint32_t;
inline constexpr NameId noName = ~0u;

/// The definition of each name, or noName. A definition refers to itself.
///
/// Names in the header of an op with regions that nothing around defines are
/// its region's arguments (`func.func @f(%a: i32) {`, `scf.for %i = ...`):
/// they become definitions in `outline`.
std::vector<NameId> resolveNames(std::string_view text, Outline &outline);

/// `name` without what marks it as a name: `main` for `@main` and `@"main"`,
/// `%0` for `%0#1`.
std::string_view plainName(std::string_view text, const NameOccurrence &name);

} // namespace shapels

#endif // SHAPELS_SYNTAX_NAMES_H
