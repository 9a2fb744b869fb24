// Functions of another type in the place of old ones.
#ifndef LOCKSTEP_INSTRUMENT_IR_RETYPE_H_
#define LOCKSTEP_INSTRUMENT_IR_RETYPE_H_

namespace llvm {
class Function;
class FunctionType;
}  // namespace llvm

namespace lockstep::instrument {

// `old` with another type, in its place, with its name, body, attributes and metadata; `old` is left without name and
// body. The body still uses old's arguments, and others still call `old`: the caller's to mend before erasing it.
llvm::Function* Retype(llvm::Function& old, llvm::FunctionType* type);

// For a new type whose first parameters are all of old's but those that the body does not use: the new arguments take
// the place of the old ones, the new function that of `old`, which is erased.
void Replace(llvm::Function& old, llvm::Function& retyped);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_RETYPE_H_
