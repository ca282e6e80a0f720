//===- Upstream.h - The catalogue of MLIR's own dialects -------*- C++ -*-===//

#ifndef SHAPELS_UPSTREAM_UPSTREAM_H
#define SHAPELS_UPSTREAM_UPSTREAM_H

#include "core/ods/Catalogue.h"

namespace shapels {

/// Of the .td files that the MLIR was installed with that this is linked with.
/// It is part of the program: what nobody asks for is not read from the disk.
const std::shared_ptr<const Catalogue> &upstreamCatalogue();

} // namespace shapels

#endif // SHAPELS_UPSTREAM_UPSTREAM_H
