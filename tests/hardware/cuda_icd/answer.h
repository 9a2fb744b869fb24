// The form of all clGet…Info: a value, its size, or both.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_ANSWER_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_ANSWER_H_

#include <cstring>
#include <string>
#include <vector>

#include "tests/hardware/cuda_icd/objects.h"

namespace lockstep::cuda_icd {

struct Answer {
  size_t room;
  void* value;
  size_t* size;

  cl_int Bytes(const void* bytes, size_t count) const {
    if (value != nullptr && room < count) return CL_INVALID_VALUE;
    if (value != nullptr && count > 0) std::memcpy(value, bytes, count);
    if (size != nullptr) *size = count;
    return CL_SUCCESS;
  }
  cl_int Text(const std::string& text) const { return Bytes(text.c_str(), text.size() + 1); }
  template <typename T>
  cl_int Value(const T& one) const {
    return Bytes(&one, sizeof(one));
  }
  template <typename T>
  cl_int List(const std::vector<T>& list) const {
    return Bytes(list.data(), list.size() * sizeof(T));
  }
};

// For functions that return an object and give the error through their last parameter.
template <typename T>
T* Give(T* object, cl_int error, cl_int* where) {
  if (where != nullptr) *where = error;
  return object;
}

}  // namespace lockstep::cuda_icd

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_ANSWER_H_
