//===- SarifFormat.h - Findings as SARIF 2.1.0 -----------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_SARIFFORMAT_H
#define SHAPELS_CHECK_SARIFFORMAT_H

#include "server/check/CheckedFile.h"
#include "server/check/InputOptions.h"

namespace shapels {

/// GitHub keeps no more results of a run.
inline constexpr size_t maxSarifResults = 5000;

struct SarifOptions {
  std::string toolVersion;
  /// Absolute; paths below it are written relative to it, as %SRCROOT%.
  std::string workingDirectory;
  /// What part of the files it is about.
  Shard shard = {};
};

inline constexpr const char *sarifSchemaUri =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

/// What tells the run from others of the same tool.
std::string sarifRunId(const Shard &shard);

/// A log of one run. Its rules are all codes of diagnosticTable(); columns
/// count UTF-16 code units from one. Results beyond maxSarifResults, and files
/// that could not be checked, are told of in notifications.
std::string formatSarif(std::span<const CheckedFile> files,
                        const SarifOptions &options);

} // namespace shapels

#endif // SHAPELS_CHECK_SARIFFORMAT_H
