// One line of a trace: a call with what is comparable between two runs of one program.
//
// Handles are numbered by kind in order of appearance (`kernel#2`), addresses become `ptr`, and of
// what depends on time alone (profiling times, an unfinished event's status) only the presence is
// written. Values of queries are written in hexadecimal, long ones as length and hash.
#ifndef LOCKSTEP_TESTS_TRACE_LINE_H_
#define LOCKSTEP_TESTS_TRACE_LINE_H_

#include <string>

#include "host/api/cl.h"

class Line {
 public:
  explicit Line(const char* call) : text_(call) { text_ += "("; }

  template <typename T>
  void Handle(T* handle) { Add(Name(handle, KindOf(handle))); }
  template <typename T>
  void Result(T* handle) { Add(Name(handle, KindOf(handle), true)); }
  // As Handle, for a call that takes (1) or gives up (-1) a reference to `handle`. Its name goes with the last one:
  // objects that this layer does not see made, as those that a function of an extension makes, may come to lie there.
  template <typename T>
  void Counted(T* handle, int change) {
    Handle(handle);
    References(handle, change);
  }
  void Number(unsigned long long value) { Add(std::to_string(value)); }
  void Number(long long value) { Add(std::to_string(value)); }
  void Presence(const void* pointer) { Add(pointer == nullptr ? "null" : "given"); }
  void Code(const cl_int* code) { Add(code == nullptr ? "null" : "code " + std::to_string(*code)); }
  void OutNumber(const cl_uint* number) {
    Add(number == nullptr ? "null" : "out " + std::to_string(*number));
  }
  void Out(cl_event* event) { Add(event == nullptr ? "null" : Name(*event, "event", true)); }
  // What query `name` of `call` answered: `value` has room for `room` bytes, `length` are due.
  void Info(const std::string& call, unsigned name, const void* value, size_t room, size_t length);
  // Writes the line.
  void End();

 private:
  static const char* KindOf(cl_platform_id) { return "platform"; }
  static const char* KindOf(cl_device_id) { return "device"; }
  static const char* KindOf(cl_context) { return "context"; }
  static const char* KindOf(cl_command_queue) { return "queue"; }
  static const char* KindOf(cl_mem) { return "mem"; }
  static const char* KindOf(cl_program) { return "program"; }
  static const char* KindOf(cl_kernel) { return "kernel"; }
  static const char* KindOf(cl_event) { return "event"; }
  static const char* KindOf(cl_sampler) { return "sampler"; }

  // The number of `handle`; `fresh`: a call just made it, whatever was known under it is gone.
  static std::string Name(const void* handle, const char* kind, bool fresh = false);
  static void References(const void* handle, int change);
  static std::string Word(const void* word);
  void Add(const std::string& item) {
    if (text_.back() != '(') text_ += ", ";
    text_ += item;
  }

  std::string text_;
};

#endif  // LOCKSTEP_TESTS_TRACE_LINE_H_
