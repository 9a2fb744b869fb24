// Library functions in a form that can be called instead of inlined.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_CALLED_FORM_H_
#define LOCKSTEP_INSTRUMENT_PASSES_CALLED_FORM_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Redirects the calls that are marked noinline from the device library's inline functions to
// copies that stay out of line. Drivers serve work-item functions only within the kernel itself
// (PoCL makes them of variables of its work-item loops), so a copy gets what it would ask them as
// further arguments, which the kernel asks.
void UseCalledForms(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_CALLED_FORM_H_
