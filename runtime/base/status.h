// Status and StatusOr: an error message or a value, with the names and habits of absl::Status.
//
// Not absl's own, because runtime/ is linked statically into a library that is preloaded into other
// people's programs, and Debian's static absl_status needs a thread-local model that shared
// libraries may not use.
#ifndef LOCKSTEP_RUNTIME_BASE_STATUS_H_
#define LOCKSTEP_RUNTIME_BASE_STATUS_H_

#include <optional>
#include <string>
#include <utility>

namespace lockstep {

enum class StatusCode { kOk, kInvalidArgument, kNotFound, kUnavailable, kInternal };

// `message` starts lower-case and names the object and the numbers.
class [[nodiscard]] Status {
 public:
  Status() = default;  // ok
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}
  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

inline Status OkStatus() { return {}; }
inline Status InvalidArgumentError(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}
inline Status NotFoundError(std::string message) {
  return {StatusCode::kNotFound, std::move(message)};
}
inline Status UnavailableError(std::string message) {
  return {StatusCode::kUnavailable, std::move(message)};
}
inline Status InternalError(std::string message) {
  return {StatusCode::kInternal, std::move(message)};
}

// A value, or the status that says why there is none. Reading the value of a failed one throws
// std::bad_optional_access.
template <typename T>
class [[nodiscard]] StatusOr {
 public:
  StatusOr(T value) : value_(std::move(value)) {}          // NOLINT: implicit on purpose
  StatusOr(Status status) : status_(std::move(status)) {}  // NOLINT: implicit on purpose
  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& value() { return value_.value(); }
  const T& value() const { return value_.value(); }
  T& operator*() { return value_.value(); }
  const T& operator*() const { return value_.value(); }
  T* operator->() { return &value_.value(); }
  const T* operator->() const { return &value_.value(); }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_STATUS_H_
