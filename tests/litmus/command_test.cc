// The command `lockstep litmus`: its output in both formats, its exit status, its graphs.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runtime/litmus/main.h"

namespace lockstep::litmus {
namespace {

struct Outcome {
  int status = 0;
  std::string out, err;
};

Outcome Command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "lockstep litmus");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  std::ostringstream out, err;
  auto* const old_out = std::cout.rdbuf(out.rdbuf());
  auto* const old_err = std::cerr.rdbuf(err.rdbuf());
  Outcome outcome;
  outcome.status = LitmusMain(static_cast<int>(argv.size()), argv.data());
  std::cout.rdbuf(old_out);
  std::cerr.rdbuf(old_err);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

std::string File(const std::string& name) {
  return std::string(LITMUS_CORPUS) + "/" + name + ".litmus";
}

TEST(Command, TextHasHerdsShape) {
  const Outcome outcome = Command({File("mp-rel-rlx")});
  EXPECT_EQ(outcome.status, 0);
  const std::string file = File("mp-rel-rlx");
  const std::string expect =
      "Test mp-rel-rlx Allowed\nStates 2\n1:r0=0; 1:r1=-1;\n1:r0=1; "
      "1:r1=0;\nOk\nWitnesses\nPositive: 1 Negative: 1\nFlag data-race\n"
      "Race x: P0 " +
      file + ":6:3 W(na) x -- P1 " + file +
      ":13:10 R(na) x\n"
      "Condition exists (1:r0=1 /\\ 1:r1=0)\nObservation mp-rel-rlx Sometimes 1 1\nTime "
      "mp-rel-rlx ";
  EXPECT_EQ(outcome.out.substr(0, expect.size()), expect);
}

TEST(Command, QuantifiersGiveKindAndVerdict) {
  EXPECT_NE(Command({File("rmw-two-adds")}).out.find("Required\nStates 1\nx=2;\nOk\n"),
            std::string::npos);
  EXPECT_NE(Command({File("format-not-exists")}).out.find(" Forbidden\n"), std::string::npos);
  EXPECT_NE(Command({File("format-forall-no")}).out.find("\nNo\n"), std::string::npos);
  EXPECT_NE(Command({File("format-while")}).out.find("\nLoop No\n"), std::string::npos);
}

TEST(Command, OrdersThatOpenClForbidsAreJudgedUnlessStrict) {
  const std::string file = File("mp-cas-fail-rel");
  const std::string place = file + ":11:86: expected memory_order_relaxed or memory_order_acquire";
  Outcome outcome = Command({file});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("warning: " + place), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("judged as herd does"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("Observation mp-cas-fail-rel Sometimes"), std::string::npos);
  outcome = Command({"--strict", file});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.find("warning"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(place), std::string::npos) << outcome.err;
  // What a device runs is what OpenCL C allows.
  outcome = Command({"--show-kernel", file});
  EXPECT_NE(outcome.out.find("memory_order_release, memory_order_relaxed, "), std::string::npos) << outcome.out;
  outcome = Command({"--show-kernel", File("mp-cas-fail-stronger")});
  EXPECT_NE(outcome.out.find("memory_order_acquire, memory_order_acquire, "), std::string::npos) << outcome.out;
}

TEST(Command, Json) {
  const Outcome outcome = Command(
      {"--format=json", File("mp-rel-acq-dev"), File("remote-plain"), File("barrier-missing")});
  EXPECT_EQ(outcome.status, 0);
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["tests"].size(), 3u);
  const auto& first = json["tests"][0];
  EXPECT_EQ(first["name"], "mp-rel-acq-dev");
  EXPECT_EQ(first["condition"]["quantifier"], "exists");
  EXPECT_EQ(first["condition"]["holds"], false);
  EXPECT_EQ(first["states"].size(), 2u);
  EXPECT_EQ(first["states"][0]["1:r0"], 0);
  EXPECT_EQ(first["positive"], 0);
  EXPECT_EQ(first["negative"], 2);
  EXPECT_EQ(first["data_race"], false);
  EXPECT_TRUE(first["seconds"].is_number());
  EXPECT_EQ(json["tests"][1]["data_race"], true);
  EXPECT_EQ(json["tests"][1]["racing_pairs"].size(), 2u);
  EXPECT_EQ(json["tests"][1]["racing_pairs"][1]["location"], "y");
  EXPECT_EQ(json["tests"][1]["racing_pairs"][1]["first"]["thread"], 0);
  EXPECT_EQ(json["tests"][2]["barrier_divergence"], true);
}

TEST(Command, ScopeInclusionByOption) {
  EXPECT_EQ(Command({File("mp-all-dev")}).out.find("data-race"), std::string::npos);
  EXPECT_NE(Command({"--scope-inclusion=strict", File("mp-all-dev")}).out.find("data-race"),
            std::string::npos);
  EXPECT_EQ(Command({"--scope-inclusion=remote", File("fig4-store-WG-N-load-DV-R")})
                .out.find("data-race"),
            std::string::npos);
  EXPECT_NE(Command({"--remote=off", File("fig4-store-WG-N-load-DV-R")}).out.find("data-race"),
            std::string::npos);
}

TEST(Command, MachineFindsFigure4And5) {
  const Outcome fig4 = Command({"--machine=original", File("fig4-store-DV-N-load-DV-N")});
  EXPECT_EQ(fig4.status, 1);
  EXPECT_NE(fig4.out.find("1:r0=1; 1:r1=0;  <- forbidden by the model"), std::string::npos);
  EXPECT_NE(fig4.out.find("INV_L1 WG"), std::string::npos) << "the interleaving";
  const Outcome fig5 =
      Command({"--machine=original", "--format=json", File("example-inc-WG-N-store-DV-R")});
  EXPECT_EQ(fig5.status, 1);
  const auto json = nlohmann::json::parse(fig5.out);
  EXPECT_EQ(json["tests"][0]["machine"]["states"][0]["state"]["x"], 1);
  EXPECT_EQ(json["tests"][0]["machine"]["states"][0]["forbidden"], true);
  EXPECT_EQ(Command({"--machine=proposed", File("fig4-store-DV-N-load-DV-N"),
                     File("example-inc-WG-N-store-DV-R")})
                .status,
            0);
}

TEST(Command, MachineSaysWhatItDoesNotCover) {
  const Outcome outcome = Command({"--machine=proposed", File("mp-all-devices")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("cover one device"), std::string::npos);
}

TEST(Command, BadUseAndBadFiles) {
  EXPECT_EQ(Command({}).status, 2);
  EXPECT_EQ(Command({"--nonsense", "x"}).status, 2);
  EXPECT_EQ(Command({"--scope-inclusion=wide", File("corr")}).status, 2);
  EXPECT_EQ(Command({"/nonexistent.litmus"}).status, 2);
  EXPECT_EQ(Command({"--help"}).status, 0);
  const Outcome mixed = Command({"/nonexistent.litmus", File("corr")});
  EXPECT_EQ(mixed.status, 2);
  EXPECT_NE(mixed.out.find("Test corr"), std::string::npos) << "other files are still judged";
}

TEST(Command, BadUseIsOneLine) {
  const auto said = [](const std::vector<std::string>& words) {
    const Outcome outcome = Command(words);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  const std::string file = File("corr");
  EXPECT_EQ(said({}), "lockstep litmus: no file given: lockstep litmus [options] FILE...\n");
  EXPECT_EQ(said({"--nonsense", file}),
            "lockstep litmus: unknown option '--nonsense'; `lockstep litmus --help` lists them\n");
  EXPECT_EQ(said({file, "--unroll"}), "lockstep litmus: --unroll needs a value: --unroll=N\n");
  EXPECT_EQ(said({"--unroll=-1", file}),
            "lockstep litmus: option unroll needs a number from 0 to 2147483647, not '-1'\n");
  EXPECT_EQ(said({"--scope-inclusion=wide", file}),
            "lockstep litmus: option scope-inclusion is one of strict, relaxed, remote, not 'wide'\n");
  EXPECT_EQ(said({"--machine=other", file}),
            "lockstep litmus: option machine is one of original, proposed, not 'other'\n");
}

TEST(Command, JsonOfBadFiles) {
  const Outcome outcome = Command({"--format=json", "/nonexistent.litmus", File("corr")});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["tests"].size(), 1u);
  EXPECT_EQ(json["errors"][0]["file"], "/nonexistent.litmus");
}

TEST(Command, JsonOfAnyBytes) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("litmus-bytes-" + std::to_string(getpid()) + ".litmus");
  std::ofstream(file) << "OpenCL caf\xe9\n{}\nP0 (global int* x) { *x = 1; }\nexists (x=1)\n";
  const Outcome outcome = Command({"--format=json", file.string()});
  std::filesystem::remove(file);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["tests"].size(), 1u);
}

TEST(Command, GraphWithoutGraphvizSaysSo) {
  const char* path = getenv("PATH");
  const std::string saved = path == nullptr ? "" : path;
  setenv("PATH", "/nonexistent", 1);
  const Outcome outcome = Command({"--graph=/nonexistent/x.svg", File("mp-rlx-rlx")});
  setenv("PATH", saved.c_str(), 1);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("Graphviz"), std::string::npos);
  EXPECT_NE(outcome.err.find("apt-get install graphviz"), std::string::npos);
}

// A program `dot` that only copies its input shows what Graphviz would get.
TEST(Command, GraphIsDrawn) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("litmus-graph-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto dot = folder / "dot";
  std::ofstream(dot) << "#!/bin/sh\n/bin/cat > \"$3\"\n";
  std::filesystem::permissions(dot, std::filesystem::perms::owner_all);
  const std::string saved = getenv("PATH") == nullptr ? "" : getenv("PATH");
  setenv("PATH", folder.c_str(), 1);
  const Outcome outcome =
      Command({"--graph=" + folder.string(), File("mp-rlx-rlx"), File("mp-rel-acq-dev"), File("lb-rlx")});
  setenv("PATH", saved.c_str(), 1);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::ifstream in(folder / "mp-rlx-rlx.svg");
  std::stringstream text;
  text << in.rdbuf();
  for (const char* part :
       {"digraph", "W(na) x=1", "label=\"rf\"", "label=\"race\"", "label=\"sb\""}) {
    EXPECT_NE(text.str().find(part), std::string::npos) << part;
  }
  const auto titled = [&](const std::string& name, const std::string& title) {
    std::ifstream file(folder / (name + ".svg"));
    std::stringstream all;
    all << file.rdbuf();
    return all.str().find(name + ": " + title + "\"") != std::string::npos;
  };
  EXPECT_TRUE(titled("mp-rlx-rlx", "a racing execution"));
  EXPECT_TRUE(titled("lb-rlx", "an execution that decides the condition"));
  EXPECT_TRUE(titled("mp-rel-acq-dev", "an execution")) << "none has the state that is asked for";
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lockstep::litmus
