//===- UsualForms.h - How ops are written that C++ reads -------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_USUALFORMS_H
#define SHAPELS_FEATURES_USUALFORMS_H

#include <string>
#include <string_view>

namespace shapels {

/// The most usual form of an op whose definition has none, as a snippet of LSP
/// without its result; empty for most.
std::string_view usualForm(std::string_view op);

/// The same on one line, for reading: `scf.if %condition { … }`.
std::string usualFormText(std::string_view op);

} // namespace shapels

#endif // SHAPELS_FEATURES_USUALFORMS_H
