// One mistake as text for people.
#ifndef LOCKSTEP_RUNTIME_REPORT_MISTAKE_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_MISTAKE_TEXT_H_

#include <string>
#include <vector>

#include "runtime/model/mistake.h"

namespace lockstep {

// Its block, without the blank line behind it: the first form, the others in one row each, and a row for each of
// `with_it`, which its repair removes, too.
std::string MistakeText(const Mistake& mistake, const std::vector<const Mistake*>& with_it, bool color);

// "read-write of 'b' at k.cl:3:5 and k.cl:8:3 (error)", for where its id stands anyway.
std::string MistakeWithoutId(const Mistake& mistake);

// "read-write of 'b' at k.cl:3:5 and k.cl:8:3 (error, 0123456789ab)"
std::string MistakeInShort(const Mistake& mistake);

// "macro 'ADD' (k.cl:3), at byte 4 * get_local_id(0) + 4 of its object": what is known of an access of a macro that
// others of it do not share; "" of other accesses.
std::string MacroText(const FindingAccess& access);

// "7 times in 2 launches", of all forms together. Which launches they share is not known.
std::string SeenText(const Mistake& mistake);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_MISTAKE_TEXT_H_
