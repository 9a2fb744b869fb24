// What stands between this library and libOpenCL in the program's link order: programs, and libraries preloaded into
// them, may have cl* functions of their own, which load libOpenCL late (stubs) or look at calls (interposers).
//
// Those that the link order gives are called by us and ask for what is behind them; those that the program has opened
// by itself it calls first, and they are answered with ours.
#ifndef LOCKSTEP_HOST_API_LINK_ORDER_H_
#define LOCKSTEP_HOST_API_LINK_ORDER_H_

namespace lockstep::host {

// While nothing but the program's own libraries is loaded.
void NoteLinkOrder();

// True if `address` lies in a shared object whose file name begins with libOpenCL.
bool InLibOpenCl(const void* address);

// The function `name` that the link order has behind this library; null: none, or one that was loaded later and is no
// libOpenCL's.
void* NextInLinkOrder(const char* name);

// Whether that lies in the object of `caller`.
bool IsNextInLinkOrder(const char* name, const void* caller);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_LINK_ORDER_H_
