//===- SectionCost.h - What an edit cost a section -------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_SECTIONCOST_H
#define SHAPELS_CHECK_SECTIONCOST_H

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"

namespace shapels {

/// Which statements of the section an edit touched, removed, had parsed,
/// verified and inferred again, in lines for people. `isNew`: the edit made the
/// section; `done`: what its update did.
std::string sectionCost(const Document &document, const Section &section,
                        const SectionUpdate &done, bool isNew);

} // namespace shapels

#endif // SHAPELS_CHECK_SECTIONCOST_H
