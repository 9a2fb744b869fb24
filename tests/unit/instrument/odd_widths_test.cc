// Random functions over integers of odd widths give in LLVM's interpreter what they gave before they were widened.
#include "instrument/backends/spirv/odd_widths.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "llvm/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/GenericValue.h"
#include "llvm/ExecutionEngine/Interpreter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lockstep::instrument {
namespace {

constexpr std::array<unsigned, 10> kWidths = {3, 7, 8, 24, 31, 32, 40, 48, 56, 63};

// A function of two numbers, with a branch, a switch and memory.
class RandomFunction {
 public:
  RandomFunction(llvm::Module& module, uint64_t seed) : random_(seed), builder_(module.getContext()) {
    llvm::Type* number = builder_.getInt64Ty();
    auto* type = llvm::FunctionType::get(number, {number, number}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "f", module);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function_));
    for (llvm::Argument& argument : function_->args()) values_.push_back(&argument);
  }

  void Make() {
    AddSome(8);
    Branch();
    AddSome(6);
    Choose();
    AddSome(6);
    llvm::Value* sum = builder_.getInt64(0);
    for (llvm::Value* value : values_)
      sum = builder_.CreateXor(builder_.CreateMul(sum, builder_.getInt64(31)), Sized(value, 64));
    builder_.CreateRet(sum);
  }

 private:
  uint64_t Below(uint64_t end) { return random_() % end; }
  llvm::Value* Any() { return values_[Below(values_.size())]; }
  unsigned Width() { return kWidths[Below(kWidths.size())]; }

  // `value` with that many bits, one way or the other.
  llvm::Value* Sized(llvm::Value* value, unsigned bits) {
    llvm::Type* type = builder_.getIntNTy(bits);
    return Below(2) == 0 ? builder_.CreateZExtOrTrunc(value, type) : builder_.CreateSExtOrTrunc(value, type);
  }

  llvm::Value* Moved(llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (type->getIntegerBitWidth() % 8 != 0) return value;
    llvm::Value* place = builder_.CreateAlloca(builder_.getInt64Ty());
    builder_.CreateStore(builder_.getInt64(~uint64_t{0}), place);
    llvm::Value* at = builder_.CreateBitCast(place, type->getPointerTo());
    builder_.CreateAlignedStore(value, at, llvm::Align(Below(2) == 0 ? 1 : 8));
    if (Below(2) == 0) values_.push_back(builder_.CreateLoad(builder_.getInt64Ty(), place));  // the neighbours stay
    return builder_.CreateAlignedLoad(type, at, llvm::Align(1));
  }

  llvm::Value* Compared(llvm::Value* a, llvm::Value* b) {
    constexpr int kPredicates = llvm::CmpInst::LAST_ICMP_PREDICATE - llvm::CmpInst::FIRST_ICMP_PREDICATE + 1;
    return builder_.CreateICmp(
        static_cast<llvm::CmpInst::Predicate>(llvm::CmpInst::FIRST_ICMP_PREDICATE + Below(kPredicates)), a, b);
  }

  llvm::Value* Operation() {
    using Op = llvm::Instruction;
    const unsigned bits = Width();
    llvm::Type* type = builder_.getIntNTy(bits);
    llvm::Value* a = Sized(Any(), bits);
    llvm::Value* b = Below(4) == 0 ? llvm::ConstantInt::get(type, random_()) : Sized(Any(), bits);
    switch (Below(5)) {
      case 0: {
        constexpr Op::BinaryOps kPlain[] = {Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Mul};
        return builder_.CreateBinOp(kPlain[Below(std::size(kPlain))], a, b);
      }
      case 1: {
        constexpr Op::BinaryOps kShifts[] = {Op::Shl, Op::LShr, Op::AShr};
        return builder_.CreateBinOp(kShifts[Below(std::size(kShifts))], a, llvm::ConstantInt::get(type, Below(bits)));
      }
      case 2: {
        constexpr Op::BinaryOps kDivisions[] = {Op::UDiv, Op::URem, Op::SDiv, Op::SRem};
        return builder_.CreateBinOp(kDivisions[Below(std::size(kDivisions))], a,
                                    llvm::ConstantInt::get(type, 1 + Below(3)));
      }
      case 3: return builder_.CreateSelect(Compared(a, b), a, b);
      default: return Moved(a);
    }
  }

  void AddSome(int count) {
    for (int i = 0; i < count; ++i) values_.push_back(Operation());
  }

  llvm::BasicBlock* Block() { return llvm::BasicBlock::Create(builder_.getContext(), "", function_); }

  void Branch() {
    const unsigned bits = Width();
    llvm::BasicBlock *yes = Block(), *no = Block(), *after = Block();
    llvm::Value* before = Sized(Any(), bits);
    builder_.CreateCondBr(Compared(before, Sized(Any(), bits)), yes, no);
    builder_.SetInsertPoint(yes);
    llvm::Value* one = builder_.CreateAdd(before, llvm::ConstantInt::get(before->getType(), 3));
    builder_.CreateBr(after);
    builder_.SetInsertPoint(no);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    llvm::PHINode* phi = builder_.CreatePHI(before->getType(), 2);
    phi->addIncoming(one, yes);
    phi->addIncoming(Below(2) == 0 ? before : llvm::ConstantInt::get(before->getType(), random_()), no);
    values_.push_back(phi);
  }

  void Choose() {
    const unsigned bits = Width();
    llvm::BasicBlock* after = Block();
    llvm::BasicBlock* from = builder_.GetInsertBlock();
    llvm::Value* by = builder_.CreateAnd(Sized(Any(), bits), 3);
    auto* choice = llvm::SwitchInst::Create(by, after, 2, from);
    std::vector<std::pair<llvm::BasicBlock*, unsigned>> ways = {{from, 0}};
    for (unsigned i = 1; i <= 2; ++i) {
      llvm::BasicBlock* way = Block();
      choice->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(by->getType(), i)), way);
      builder_.SetInsertPoint(way);
      builder_.CreateBr(after);
      ways.emplace_back(way, i);
    }
    builder_.SetInsertPoint(after);
    llvm::PHINode* phi = builder_.CreatePHI(builder_.getIntNTy(24), 3);
    for (auto [block, number] : ways) phi->addIncoming(llvm::ConstantInt::get(phi->getType(), 1000 + number), block);
    values_.push_back(phi);
  }

  std::mt19937_64 random_;
  llvm::IRBuilder<> builder_;
  llvm::Function* function_ = nullptr;
  std::vector<llvm::Value*> values_;
};

std::vector<uint64_t> ValuesOf(std::unique_ptr<llvm::Module> module, uint64_t seed) {
  llvm::Function* function = module->getFunction("f");
  std::string error;
  llvm::EngineBuilder builder(std::move(module));
  const std::unique_ptr<llvm::ExecutionEngine> engine(
      builder.setErrorStr(&error).setEngineKind(llvm::EngineKind::Interpreter).create());
  EXPECT_NE(engine, nullptr) << error;
  std::vector<uint64_t> values;
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20 && engine != nullptr; ++i) {
    llvm::GenericValue a, b;
    a.IntVal = llvm::APInt(64, i % 4 == 0 ? random() % 8 : random());
    b.IntVal = llvm::APInt(64, i % 3 == 0 ? ~random() % 8 : random());
    values.push_back(engine->runFunction(function, {a, b}).IntVal.getZExtValue());
  }
  return values;
}

bool HasOdd(const llvm::Module& module) {
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("f"))) {
    if (IsOddInteger(instruction.getType())) return true;
    for (const llvm::Use& operand : instruction.operands()) {
      if (IsOddInteger(operand->getType())) return true;
    }
  }
  return false;
}

TEST(OddWidths, WidenedOnesGiveTheSame) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    llvm::LLVMContext context;
    auto module = std::make_unique<llvm::Module>("odd", context);
    RandomFunction(*module, seed).Make();
    ASSERT_TRUE(HasOdd(*module));
    std::unique_ptr<llvm::Module> widened = llvm::CloneModule(*module);
    WidenOddIntegers(*widened);
    ASSERT_FALSE(llvm::verifyModule(*widened, &llvm::errs())) << seed;
    ASSERT_FALSE(HasOdd(*widened)) << seed;
    ASSERT_EQ(ValuesOf(std::move(widened), seed), ValuesOf(std::move(module), seed)) << seed;
  }
}

TEST(OddWidths, AFunctionOfOneStaysAsItIs) {
  llvm::LLVMContext context;
  llvm::Module module("odd", context);
  llvm::IRBuilder<> builder(context);
  llvm::Type* odd = builder.getIntNTy(24);
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(odd, {odd}, false), llvm::Function::ExternalLinkage, "f", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  builder.CreateRet(builder.CreateAdd(function->getArg(0), function->getArg(0)));
  WidenOddIntegers(module);
  EXPECT_TRUE(HasOdd(module));
}

}  // namespace
}  // namespace lockstep::instrument
