//===- DerivedFormat.h - What follows from files, beside findings -*- C++
//-*-===//
//
// `--shape-function`, `--symbolic-sources` and `--picture`. A worker writes the
// part of each section; these are put together here.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_CHECK_DERIVEDFORMAT_H
#define SHAPELS_CHECK_DERIVEDFORMAT_H

#include "server/check/CheckOptions.h"
#include "server/check/CheckedFile.h"

namespace shapels {

/// Text, or an object of JSON; empty where there is nothing to say.
std::string derivedPart(const Document &document, const Section &section,
                        uint64_t number, const CheckOptions &options);

/// Text: the parts, with `// -----` between those of shape functions; where
/// there are several files each begins with its name in a comment. JSON: one
/// object with all files. Of pictures: of the first file; DOT, unless `format`
/// is another.
std::string formatDerived(std::span<const CheckedFile> files,
                          const CheckOptions &options, OutputFormat format);

/// What is asked for by name and in no file, as `function '@f' ... is there`;
/// empty where nothing is.
std::string whatIsMissing(std::span<const CheckedFile> files,
                          const CheckOptions &options);

} // namespace shapels

#endif // SHAPELS_CHECK_DERIVEDFORMAT_H
