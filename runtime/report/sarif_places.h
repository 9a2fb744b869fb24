// Places in source files as SARIF has them.
#ifndef LOCKSTEP_RUNTIME_REPORT_SARIF_PLACES_H_
#define LOCKSTEP_RUNTIME_REPORT_SARIF_PLACES_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "runtime/model/finding.h"

namespace lockstep {

// A file's name as a URI reference: an absolute path as "file:///…", another relative to the folder of the run.
std::string UriOf(const std::string& file);

// The places of one SARIF run, which lists its files once.
class SarifPlaces {
 public:
  using Json = nlohmann::ordered_json;

  // A location object. `snippet`: the source line, or empty. `message`: what happened there, or empty.
  Json Location(const SourcePosition& position, const std::string& snippet, const std::string& message);

  // A place in the host program.
  Json HostLocation(const HostFrame& frame);

  // The run's "artifacts": all files that locations named, in the order of their numbers.
  Json Artifacts() const;

 private:
  // `language`: SARIF's word for it, or null.
  Json File(const std::string& name, const char* language);

  std::map<std::string, size_t> numbers_;
  Json artifacts_ = Json::array();
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SARIF_PLACES_H_
