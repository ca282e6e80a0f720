//===- Nearest.h - What a word was meant to be -----------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_NEAREST_H
#define SHAPELS_ANALYSIS_NEAREST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <string_view>

namespace shapels {

/// The one of `words` with the least edit distance to `word`, and then the one
/// that begins most like it, if the distance is two at most, or three in nine
/// letters, and half of them; else empty. Two letters that are swapped are one
/// edit.
std::string_view nearest(std::string_view word,
                         llvm::ArrayRef<std::string_view> words);

/// `; did you mean 'x'?`; empty where nothing was meant.
std::string didYouMean(std::string_view meant, std::string_view quote = "'");

/// Whether a letter too many, one that is missing, another one or two that are
/// swapped make one word of the other.
bool areOneEditApart(std::string_view a, std::string_view b);

/// Calls `visit` with each word of the characters that names have that is one
/// edit apart, some of them several times.
void forEachEdit(std::string_view word,
                 llvm::function_ref<void(std::string_view)> visit);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_NEAREST_H
