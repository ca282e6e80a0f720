//===- DefinitionText.h - Documentation, laid out --------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_DEFINITIONTEXT_H
#define SHAPELS_FEATURES_DEFINITIONTEXT_H

#include "core/ods/Definitions.h"

#include <string>

namespace shapels {

// As Markdown, or as plain text: the form, the summary, the description, what
// the parts are, and where more is told.
std::string opText(const OpDefinition &op, bool markdown);
std::string typeText(const TypeDefinition &type, bool markdown);
std::string dialectText(const DialectDefinition &dialect, bool markdown);

/// `%lhs, %rhs : result-type`: how the op is written behind its name; what may
/// be left out is in brackets.
std::string formText(const OpDefinition &op);

/// `variadic`, `optional` or empty.
const char *arityText(Arity arity);

} // namespace shapels

#endif // SHAPELS_FEATURES_DEFINITIONTEXT_H
