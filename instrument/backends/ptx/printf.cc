// "PTX Writer's Guide to Interoperability", System Calls: the values lie one behind the other in local memory, each
// aligned as its type is. vprintf knows no vectors, no hh and no F, and takes 32 values:
//
//   printf("%s: %4.1v2hlf %hhd\n", name, v, c)
//     ->  %values = alloca 40, align 8
//         store name as generic pointer, v.x and v.y as double, c cut to 8 bits as i32
//         vprintf("%s: %4.1f,%4.1f %d\n", %values)
//
// Values are brought to the size that their conversion has, as a number of another size would move those behind it.
#include "instrument/backends/ptx/printf.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/ptx/module.h"
#include "instrument/backends/ptx/printf_format.h"
#include "instrument/ir/kernels.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

constexpr char kVprintf[] = "vprintf";
// CUDA C++ Programming Guide, Formatted Output, Limitations: it ignores values behind these.
constexpr unsigned kMostValues = 32;
constexpr unsigned kAlignment = 8;

llvm::FunctionType* VprintfType(llvm::LLVMContext& context, unsigned space) {
  llvm::Type* pointer = llvm::PointerType::get(llvm::Type::getInt8Ty(context), space);
  return llvm::FunctionType::get(llvm::Type::getInt32Ty(context), {pointer, pointer}, /*isVarArg=*/false);
}

// Whether vprintf can be given `type` for `conversion`.
bool Suits(const PrintfConversion& conversion, llvm::Type* type) {
  if (conversion.is_vector) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (vector == nullptr || vector->getNumElements() != conversion.elements) return false;
    type = vector->getElementType();
  }
  if (conversion.IsFloat()) return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy();
  if (conversion.specifier == 'p') return type->isPointerTy();
  if (conversion.specifier == 's') return type->isPointerTy() && type->getPointerAddressSpace() == kConstant;
  return type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

class PrintfLowering {
 public:
  explicit PrintfLowering(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  // What `call` prints; or why vprintf cannot, as what there is none of: "printf of '%n'".
  absl::StatusOr<PrintfFormat> FormatOf(const llvm::CallInst& call) const {
    llvm::StringRef text;
    if (call.arg_empty() || !llvm::getConstantStringInfo(call.getArgOperand(0), text)) {
      return absl::UnimplementedError("printf whose format is no constant string");
    }
    absl::StatusOr<PrintfFormat> format = ParsePrintfFormat(std::string_view(text.data(), text.size()));
    if (!format.ok()) return absl::UnimplementedError(absl::StrCat("printf of '", format.status().message(), "'"));
    unsigned values = 0, given = 0;
    for (const PrintfConversion& conversion : format->conversions) {
      values += conversion.elements;
      if (++given >= call.arg_size()) {
        return absl::UnimplementedError(absl::StrCat("printf of '", conversion.text, "' without a value"));
      }
      if (Suits(conversion, call.getArgOperand(given)->getType())) continue;
      return absl::UnimplementedError(absl::StrCat("printf of '", conversion.text, "' with a value of another type"));
    }
    if (values <= kMostValues) return format;
    return absl::UnimplementedError(
        absl::StrCat("printf of more than ", kMostValues, " values at a time (", values, ")"));
  }

  void Lower(llvm::CallInst& call, const PrintfFormat& format) {
    llvm::IRBuilder<> builder(&call);
    std::string text;
    std::vector<llvm::Value*> values;
    for (size_t i = 0; i < format.conversions.size(); ++i) {
      const PrintfConversion& conversion = format.conversions[i];
      llvm::Value* given = call.getArgOperand(static_cast<unsigned>(i) + 1);
      absl::StrAppend(&text, conversion.before);
      for (unsigned element = 0; element < conversion.elements; ++element) {
        llvm::Value* scalar = conversion.is_vector ? builder.CreateExtractElement(given, element) : given;
        values.push_back(Promoted(builder, conversion, scalar));
        const bool is_long = scalar->getType()->isIntegerTy() && values.back()->getType()->isIntegerTy(64);
        const char specifier = conversion.specifier == 'F' ? 'f' : conversion.specifier;
        absl::StrAppend(&text, element == 0 ? "%" : ",%", conversion.style, is_long ? "ll" : "",
                        std::string(1, specifier));
      }
    }
    absl::StrAppend(&text, format.rest);
    llvm::FunctionType* type = VprintfType(context_, kGeneric);
    llvm::Value* packed = Pack(builder, values, type->getParamType(1));
    llvm::Value* told =
        builder.CreateCall(module_.getOrInsertFunction(kVprintf, type), {Format(text, type->getParamType(0)), packed});
    // printf returns 0, or -1 where it failed; vprintf the number of values, or something negative.
    if (!call.use_empty()) call.replaceAllUsesWith(builder.CreateAShr(told, 31));
    call.eraseFromParent();
  }

 private:
  llvm::Value* Promoted(llvm::IRBuilder<>& builder, const PrintfConversion& conversion, llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (conversion.IsFloat()) return builder.CreateFPExt(value, builder.getDoubleTy());
    if (type->isPointerTy()) {
      return builder.CreatePtrToInt(
          builder.CreatePointerBitCastOrAddrSpaceCast(value, VprintfType(context_, kGeneric)->getParamType(0)),
          builder.getInt64Ty());
    }
    // Without a modifier a vector's elements are printed as they are, a number as an int.
    unsigned bits = conversion.bits != 0 ? conversion.bits : conversion.is_vector ? type->getIntegerBitWidth() : 32;
    if (conversion.specifier == 'c') bits = 8;
    value = builder.CreateIntCast(value, builder.getIntNTy(bits), conversion.IsSigned());
    return bits >= 32 ? value : builder.CreateIntCast(value, builder.getInt32Ty(), conversion.IsSigned());
  }

  llvm::Value* Pack(llvm::IRBuilder<>& builder, const std::vector<llvm::Value*>& values, llvm::Type* pointer) {
    if (values.empty()) return llvm::Constant::getNullValue(pointer);
    std::vector<llvm::Type*> types;
    for (const llvm::Value* value : values) types.push_back(value->getType());
    const llvm::DataLayout& layout = module_.getDataLayout();
    const llvm::StructLayout* places = layout.getStructLayout(llvm::StructType::get(context_, types));
    llvm::Value* buffer = Buffer(*builder.GetInsertBlock()->getParent(), places->getSizeInBytes());
    for (unsigned i = 0; i < values.size(); ++i) {
      llvm::Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), buffer, places->getElementOffset(i));
      place = builder.CreatePointerCast(place, llvm::PointerType::get(types[i], kPrivate));
      builder.CreateAlignedStore(values[i], place, layout.getABITypeAlign(types[i]));
    }
    return builder.CreateAddrSpaceCast(buffer, pointer);
  }

  // Memory of `function` that all its calls use, one after the other.
  llvm::AllocaInst* Buffer(llvm::Function& function, uint64_t bytes) {
    llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    llvm::AllocaInst*& buffer = buffers_[&function];
    if (buffer == nullptr) {
      buffer = builder.CreateAlloca(builder.getInt8Ty(), kPrivate, builder.getInt64(bytes), "printf.values");
      buffer->setAlignment(llvm::Align(kAlignment));
    }
    const auto* known = llvm::cast<llvm::ConstantInt>(buffer->getArraySize());
    if (known->getZExtValue() < bytes) buffer->setOperand(0, builder.getInt64(bytes));
    return buffer;
  }

  llvm::Constant* Format(const std::string& text, llvm::Type* pointer) {
    llvm::GlobalVariable*& variable = formats_[text];
    if (variable == nullptr) {
      llvm::Constant* content = llvm::ConstantDataArray::getString(context_, text);
      variable = new llvm::GlobalVariable(module_, content->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, content, "printf.format",
                                          /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal, kConstant);
      variable->setAlignment(llvm::Align(1));
    }
    return llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(variable, pointer);
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  std::map<const llvm::Function*, llvm::AllocaInst*> buffers_;
  std::map<std::string, llvm::GlobalVariable*> formats_;
};

}  // namespace

void LowerPrintf(llvm::Module& module, InstrumentedProgram& program) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr || !printf->isDeclaration()) return;
  // A function of the program's own that has the name of the driver's.
  if (llvm::Function* other = module.getFunction(kVprintf)) other->setName("vprintf_of_program");
  PrintfLowering lowering(module);
  for (llvm::User* user : llvm::make_early_inc_range(printf->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledOperand() != printf) continue;
    const absl::StatusOr<PrintfFormat> format = lowering.FormatOf(*call);
    if (format.ok()) {
      lowering.Lower(*call, *format);
      continue;
    }
    for (const std::string& kernel : KernelsUsing(module, call->getFunction()->getName().str())) {
      RefuseKernel(program, kernel, absl::StrCat("the PTX back end has no ", format.status().message()));
    }
  }
  // What else is done with it, such as taking its address.
  for (const std::string& kernel : KernelsUsing(module, "printf")) {
    RefuseKernel(program, kernel, "the PTX back end has no address of printf");
  }
}

bool IsVprintf(const llvm::Function& function) {
  return function.getName() == kVprintf && function.isDeclaration() &&
         function.getFunctionType() == VprintfType(function.getContext(), kPtxGeneric);
}

void DeclareVprintfExternal(std::string& code) {
  const size_t declared = code.find("\n.func  (.param .b32 func_retval0) vprintf\n");
  if (declared != std::string::npos) code.insert(declared + 1, ".extern ");
}

}  // namespace lockstep::instrument
