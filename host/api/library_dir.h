// Where this library lies, and with it everything that was installed together.
#ifndef LOCKSTEP_HOST_API_LIBRARY_DIR_H_
#define LOCKSTEP_HOST_API_LIBRARY_DIR_H_

#include <string>

namespace lockstep::host {

// The folder of liblockstep.so (of the executable, where that has the code), without a slash at the
// end; "." if unknown. Where that is a link of its own, the folder of what it leads to.
std::string LibraryDirectory();

// Where our program `name` lies beside a library in `folder`: in ../bin of a build tree or a bundle, in ../../bin where
// the library has a folder of its own. "": nowhere.
std::string ProgramBeside(const std::string& folder, const std::string& name);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_LIBRARY_DIR_H_
