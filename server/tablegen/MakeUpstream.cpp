//===- MakeUpstream.cpp - The catalogue of MLIR's own dialects ------------===//
//
// usage: shapels-make-upstream INCLUDE-FOLDER OUTPUT
//
// Part of the build. Reads the .td files in mlir/ of the folder of headers that
// MLIR is installed in, and writes their catalogue.
//
//===----------------------------------------------------------------------===//

#include "server/tablegen/TableGen.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <set>

using namespace shapels;
namespace fs = std::filesystem;

/// The page of mlir.llvm.org/docs/Dialects that has a dialect.
static std::string pageOf(llvm::StringRef dialect) {
  return llvm::StringSwitch<std::string>(dialect)
      .Case("acc", "OpenACCDialect")
      .Case("affine", "Affine")
      .Case("amdgpu", "AMDGPU")
      .Case("amx", "AMX")
      .Case("arith", "ArithOps")
      .Case("arm_neon", "ArmNeon")
      .Case("arm_sme", "ArmSME")
      .Case("arm_sve", "ArmSVE")
      .Case("async", "AsyncDialect")
      .Case("bufferization", "BufferizationOps")
      .Case("builtin", "Builtin")
      .Case("cf", "ControlFlowDialect")
      .Case("complex", "ComplexOps")
      .Case("dlti", "DLTIDialect")
      .Case("emitc", "EmitC")
      .Case("func", "Func")
      .Case("gpu", "GPU")
      .Case("index", "IndexOps")
      .Case("irdl", "IRDL")
      .Case("linalg", "Linalg")
      .Case("llvm", "LLVM")
      .Case("math", "MathOps")
      .Case("memref", "MemRef")
      .Case("ml_program", "MLProgramOps")
      .Case("mpi", "MPI")
      .Case("nvgpu", "NVGPU")
      .Case("nvvm", "NVVMDialect")
      .Case("omp", "OpenMPDialect/ODS")
      .Case("pdl", "PDLOps")
      .Case("pdl_interp", "PDLInterpOps")
      .Case("ptr", "PtrOps")
      .Case("quant", "QuantDialect")
      .Case("rocdl", "ROCDLDialect")
      .Case("scf", "SCFDialect")
      .Case("shape", "ShapeDialect")
      .Case("shard", "Shard")
      .Case("smt", "SMT")
      .Case("sparse_tensor", "SparseTensorOps")
      .Case("spirv", "SPIR-V")
      .Case("tensor", "TensorOps")
      .Case("tosa", "TOSA")
      .Case("transform", "Transform")
      .Case("ub", "UBOps")
      .Case("vcix", "VCIXDialect")
      .Case("vector", "Vector")
      .Case("wasmssa", "WasmSSAOps")
      .Case("x86vector", "X86Vector")
      .Case("xegpu", "XeGPU")
      .Case("xevm", "XeVMDialect")
      .Default("");
}

static std::string linkTo(llvm::StringRef dialect) {
  std::string page = pageOf(dialect);
  return page.empty() ? ""
                      : "https://mlir.llvm.org/docs/Dialects/" + page + "/";
}

/// The page's headings are `tosa.add (tosa::AddOp)`; their anchors have no
/// punctuation.
static std::string linkTo(const OpDefinition &op) {
  auto [dialect, rest] = llvm::StringRef(op.name).split('.');
  std::string page = linkTo(dialect);
  if (page.empty())
    return "";
  llvm::StringRef cppClass = op.cppClass;
  cppClass.consume_front("::");
  cppClass.consume_front("mlir::");
  std::string anchor;
  for (char c : op.name + " " + cppClass.str())
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      anchor += static_cast<char>(std::tolower(c));
    else if (c == ' ')
      anchor += '-';
  return page + "#" + anchor;
}

/// The files that no other one includes.
static std::vector<fs::path> rootsIn(const fs::path &folder) {
  static const std::regex includes("^\\s*include\\s+\"([^\"]+)\"");
  std::vector<fs::path> files;
  std::set<std::string> included;
  for (const auto &entry : fs::recursive_directory_iterator(folder / "mlir"))
    if (entry.path().extension() == ".td")
      files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path &file : files) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
      if (std::smatch match; std::regex_search(line, match, includes))
        included.insert(folder / match[1].str());
  }
  std::erase_if(files, [&](const fs::path &file) {
    return included.contains(file.string());
  });
  return files;
}

static void shorten(SourcePlace &place, const std::string &folder) {
  if (place.file.starts_with(folder))
    place.file = place.file.substr(folder.size() + 1);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: shapels-make-upstream INCLUDE-FOLDER OUTPUT\n";
    return 2;
  }
  std::string folder = argv[1];
  CatalogueContents all;
  for (const fs::path &root : rootsIn(folder)) {
    TableGenFile file =
        readTableGen(root.string(), {{folder, root.parent_path().string()}});
    std::ranges::move(file.contents.ops, std::back_inserter(all.ops));
    std::ranges::move(file.contents.types, std::back_inserter(all.types));
    std::ranges::move(file.contents.dialects, std::back_inserter(all.dialects));
    for (const std::string &error : file.errors)
      std::cerr << "warning: " << error << "\n";
  }
  for (OpDefinition &op : all.ops) {
    shorten(op.place, folder);
    op.link = linkTo(op);
  }
  for (TypeDefinition &type : all.types)
    shorten(type.place, folder);
  for (DialectDefinition &dialect : all.dialects) {
    shorten(dialect.place, folder);
    dialect.link = linkTo(dialect.name);
  }
  std::string bytes = catalogueBytes(std::move(all));
  std::ofstream out(argv[2], std::ios::binary);
  if (!out.write(bytes.data(), bytes.size()).flush()) {
    std::cerr << "cannot write " << argv[2] << "\n";
    return 1;
  }
  return 0;
}
