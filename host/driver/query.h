// Questions to the driver, each as one function: an answer, or the default when the driver refuses.
#ifndef LOCKSTEP_HOST_DRIVER_QUERY_H_
#define LOCKSTEP_HOST_DRIVER_QUERY_H_

#include <string>
#include <vector>

#include "host/api/table.h"

namespace lockstep::host {

// One value of type T, or `missing`. `ask(size, out, size_ret)` is a clGet…Info call.
template <typename T, typename Ask>
T QueryValue(Ask&& ask, T missing = T()) {
  T value = missing;
  return ask(sizeof(T), &value, nullptr) == CL_SUCCESS ? value : missing;
}

// An array of T (characters without the final 0), or an empty one.
template <typename Container, typename Ask>
Container QueryArray(Ask&& ask) {
  using T = typename Container::value_type;
  size_t bytes = 0;
  if (ask(0, nullptr, &bytes) != CL_SUCCESS || bytes < sizeof(T)) return {};
  Container values(bytes / sizeof(T), T());
  if (ask(values.size() * sizeof(T), values.data(), nullptr) != CL_SUCCESS) return {};
  return values;
}

template <typename Ask>
std::string QueryText(Ask&& ask) {
  std::string text = QueryArray<std::string>(ask);
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// Binds object and parameter name: QueryValue<cl_uint>(Of(Next().clGetDeviceInfo, device, CL_…)).
template <typename Function, typename Object, typename Name>
auto Of(Function function, Object object, Name name) {
  return [=](size_t size, void* out, size_t* size_ret) {
    return function(object, name, size, out, size_ret);
  };
}

// The same for the queries that name a device too (build, kernel work-group).
template <typename Function, typename Object, typename Name>
auto Of(Function function, Object object, cl_device_id device, Name name) {
  return [=](size_t size, void* out, size_t* size_ret) {
    return function(object, device, name, size, out, size_ret);
  };
}

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_DRIVER_QUERY_H_
