// ORACLE_CHECK: ends the program with a sentence when the oracle's own assumption is broken.
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_CHECK_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_CHECK_H_

#include <cstdio>
#include <cstdlib>

#define ORACLE_CHECK(condition, text)                                                   \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      std::fprintf(stderr, "%s:%d: oracle: %s (%s)\n", __FILE__, __LINE__, text, #condition); \
      std::abort();                                                                     \
    }                                                                                   \
  } while (0)

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_CHECK_H_
