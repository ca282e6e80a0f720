//===- TableGen.cpp -------------------------------------------------------===//

#include "server/tablegen/TableGen.h"
#include "server/tablegen/OpReader.h"

#include "core/text/UserFile.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Parser.h"
#include "llvm/TableGen/Record.h"

using namespace shapels;

namespace {

/// The disk, as far as it may be read.
class GuardedFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  explicit GuardedFileSystem(const TableGenOptions &options)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), options(options) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    // TableGen asks for what is included from the process's folder on first.
    if (!llvm::sys::path::is_absolute(path))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    llvm::SmallString<256> real;
    if (std::error_code error = llvm::sys::fs::real_path(path, real))
      return error;
    llvm::sys::fs::file_status status;
    if (std::error_code error = llvm::sys::fs::status(real, status))
      return error;
    bool isPlain = llvm::sys::fs::is_regular_file(status) &&
                   status.getSize() <= options.mostBytesOfFile;
    if (!isPlain || (options.mayOpen && !options.mayOpen(real.str().str())))
      return std::make_error_code(std::errc::permission_denied);
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  const TableGenOptions &options;
};

/// One file while it is read.
class FileReader {
public:
  FileReader(const TableGenOptions &options, TableGenFile &result)
      : options(options), result(result) {}

  void read(const std::string &file);

private:
  static void note(const llvm::SMDiagnostic &diagnostic, void *reader);
  SourcePlace placeOf(const llvm::Record &record) const;
  template <typename Visit>
  void each(const llvm::RecordKeeper &records, llvm::StringRef name,
            Visit visit) const;

  const TableGenOptions &options;
  TableGenFile &result;
  llvm::SourceMgr sources;
};

} // namespace

/// Of several errors in a line the first is the cause.
void FileReader::note(const llvm::SMDiagnostic &diagnostic, void *reader) {
  if (diagnostic.getKind() != llvm::SourceMgr::DK_Error)
    return;
  std::vector<std::string> &errors =
      static_cast<FileReader *>(reader)->result.errors;
  std::string place = (diagnostic.getFilename() + ":" +
                       llvm::Twine(diagnostic.getLineNo()) + ": ")
                          .str();
  if (errors.empty() || !llvm::StringRef(errors.back()).starts_with(place))
    errors.push_back(place + diagnostic.getMessage().str());
}

/// The definition itself comes before the classes that made it.
SourcePlace FileReader::placeOf(const llvm::Record &record) const {
  for (llvm::SMLoc place : record.getLoc())
    if (unsigned buffer = sources.FindBufferContainingLoc(place))
      return {sources.getMemoryBuffer(buffer)->getBufferIdentifier().str(),
              sources.getLineAndColumn(place, buffer).first};
  return {};
}

template <typename Visit>
void FileReader::each(const llvm::RecordKeeper &records, llvm::StringRef name,
                      Visit visit) const {
  if (!records.getClass(name))
    return;
  for (const llvm::Record *record : records.getAllDerivedDefinitions(name))
    if (!options.mayRead || options.mayRead(record->getName().str()))
      visit(*record);
}

static bool hasDialect(const llvm::Record &record, llvm::StringRef field) {
  const llvm::RecordVal *value = record.getValue(field);
  return value && llvm::isa<llvm::DefInit>(value->getValue());
}

void FileReader::read(const std::string &file) {
  FileBytes text = readUserFile(file, options.mostBytesOfFile);
  if (!text.failure.empty()) {
    result.errors.push_back(file + ": " + text.failure);
    return;
  }
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text.bytes, file), llvm::SMLoc());
  sources.setIncludeDirs(options.includes);
  sources.setVirtualFileSystem(
      llvm::makeIntrusiveRefCnt<GuardedFileSystem>(options));
  sources.setDiagHandler(note, this);
  llvm::SrcMgr.setDiagHandler(note, this);
  llvm::RecordKeeper records;
  llvm::TableGenParseFile(sources, records);
  CatalogueContents &found = result.contents;
  each(records, "Op", [&](const llvm::Record &record) {
    if (!hasDialect(record, "opDialect"))
      return;
    found.ops.push_back(readOp(record));
    found.ops.back().place = placeOf(record);
  });
  for (auto [name, kind] :
       {std::pair("TypeDef", TypeDefinition::Kind::Type),
        std::pair("AttrDef", TypeDefinition::Kind::Attribute)})
    each(records, name, [&, kind = kind](const llvm::Record &record) {
      if (!hasDialect(record, "dialect"))
        return;
      found.types.push_back(readType(record, kind));
      found.types.back().place = placeOf(record);
    });
  each(records, "Dialect", [&](const llvm::Record &record) {
    found.dialects.push_back(readDialect(record));
    found.dialects.back().place = placeOf(record);
  });
  for (unsigned i = 1; i <= sources.getNumBuffers(); ++i)
    result.files.push_back(
        sources.getMemoryBuffer(i)->getBufferIdentifier().str());
  llvm::SrcMgr.setDiagHandler(nullptr);
}

TableGenFile shapels::readTableGen(const std::string &file,
                                   const TableGenOptions &options) {
  TableGenFile result;
  FileReader(options, result).read(file);
  return result;
}
