// Keeps PoCL 3.1 from compiling the work of an image function once for each of its calls.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_IMAGE_CALLS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_IMAGE_CALLS_H_

namespace llvm {
class Module;
}

namespace lockstep::instrument {

// Gives each image function that is called more than once a function of the module's own that calls it, in its place.
void ShareImageFunctions(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_IMAGE_CALLS_H_
