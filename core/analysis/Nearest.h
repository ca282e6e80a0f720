//===- Nearest.h - What a word was meant to be -----------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_NEAREST_H
#define SHAPELS_ANALYSIS_NEAREST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <string_view>

namespace shapels {

/// The one of `words` with the least edit distance to `word`; of several, the
/// one with the longest common prefix. Empty if the distance is more than two
/// (three for nine letters and more) or more than half of the letters.
/// Levenshtein's distance, but that one swap of two neighbours is one edit.
std::string_view nearest(std::string_view word,
                         llvm::ArrayRef<std::string_view> words);

/// `; did you mean 'x'?`; empty if `meant` is.
std::string didYouMean(std::string_view meant, std::string_view quote = "'");

/// Whether inserting, deleting or changing one letter, or swapping two
/// neighbours, makes `b` of `a`.
bool areOneEditApart(std::string_view a, std::string_view b);

/// Calls `visit` with each name of a value one edit from `name`, which begins
/// with a `%`, of the characters that names may have; with some names several
/// times. `mayFollow` tells which may stand directly behind which, with a zero
/// for the end: where that rules a change out, nobody is called.
void forEachEdit(std::string_view name,
                 llvm::function_ref<bool(char, char)> mayFollow,
                 llvm::function_ref<void(std::string_view)> visit);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_NEAREST_H
