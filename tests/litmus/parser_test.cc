// The parser accepts what is found in the wild and says precisely what is wrong with the rest.
#include "runtime/litmus/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

litmus::Test Parsed(const std::string& text) {
  auto test = Parse(text, "t.litmus");
  EXPECT_TRUE(test.ok()) << test.status().message();
  return test.ok() ? std::move(*test) : litmus::Test();
}

std::string Message(const std::string& text, bool strict = false) {
  const auto test = Parse(text, "t.litmus", strict);
  return test.ok() ? "no error" : std::string(test.status().message());
}

// Final states of a whole test, as text.
std::string States(const std::string& text) {
  const litmus::Test test = Parsed(text);
  const auto result = Enumerate(test, {});
  EXPECT_TRUE(result.ok()) << result.status().message();
  std::string out;
  if (!result.ok()) return out;
  for (const auto& [state, count] : result->states)
    out += (out.empty() ? "" : " | ") + StateText(test, state);
  return out;
}

const char kTail[] = "\nscopeTree (device (work_group P0))\nforall (0:r0=1)\n";
std::string Body(const std::string& body, const std::string& init = "[x]=1;") {
  return "OpenCL t\n{ " + init + " }\nP0 (global atomic_int* x) {" + body + "}" + kTail;
}

TEST(Parser, NamesWithSigns) {
  EXPECT_EQ(Parsed("OPENCL 2+2W_xaG[wg]-sc||1|2\n{}\nP0 (global int* x) { *x = 1; }").name,
            "2+2W_xaG[wg]-sc||1|2");
}

TEST(Parser, InitialStates) {
  for (const char* init : {"[x]=1;", "x=1;", "x = 1", "int x = 1;", "atomic_int x = 1",
                           "global atomic_int* x=1;", "[x] = 1; ;", "x=0x1;"}) {
    EXPECT_EQ(States(Body("int r0 = atomic_load(x);", init)), "0:r0=1;") << init;
  }
  EXPECT_EQ(States("OpenCL t\n{}\nP0 (global int* x) { int r0 = *x; }\nexists (0:r0=0)"),
            "0:r0=0;");
  EXPECT_EQ(States("OpenCL t\n{ 0:r0=5; x=-2; }\nP0 (global int* x) { int r1 = *x; }\nexists "
                   "(0:r0=5 /\\ 0:r1=-2)"),
            "0:r0=5; 0:r1=-2;");
}

TEST(Parser, Comments) {
  EXPECT_EQ(States("(* before (* nested *) *) // and\nOpenCL t // name\n(* here *) \"PodWW "
                   "Rfe\"\nCom=Rf Fr\n{ (* in *) [x]=1; // out\n}\n"
                   "(* between *) P0 (global /* c */ int* x) { (* x = 3; *) int r0 = (*x == 1); "
                   "(*tight*) }\n(* more *)\nexists // c\n(0:r0=1) (* end *)"),
            "0:r0=1;");
  EXPECT_EQ(States(Body("int r0 = 0; if (*x == 1) { r0 = 1; } else { r0 = 2; }")), "0:r0=1;");
  EXPECT_EQ(States(Body("int r0 = 0; while (*x != 1) {} r0 = (*x) + (*x) - 1;")), "0:r0=1;");
  EXPECT_EQ(States(Body("int r0 = 0; (*x) = 1; r0 = atomic_load(x);")), "0:r0=1;");
}

TEST(Parser, TabsAndNoFinalNewline) {
  EXPECT_EQ(States("OpenCL\tt\n{\t[x]=1;\t}\nP0\t(global int*\tx)\t{\tint r0 =\n *x; "
                   "}\nexists\n\n\t(0:r0=1)"),
            "0:r0=1;");
}

TEST(Parser, Statements) {
  const std::pair<const char*, const char*> kBodies[] = {
      {"int r0; r0 = atomic_load(x);", "constant declarations apart"},
      {"r0 = atomic_load(x);", "registers need no declaration"},
      {"int a = 2, r0 = 1;", "two declarators"},
      {"volatile unsigned int r0 = 1;", "types of several words"},
      {"int r0 = 1; if (r0 == 2) r0 = 7; else if (r0 == 1) r0 = 1; else r0 = 9;",
       "if without braces"},
      {"int r0 = 1; if (0 != r0) {} else { r0 = 3; }", "empty branch, constant first"},
      {"int r0 = 0; if (atomic_load(x)) r0 = 1;", "condition that is a call"},
      {"int r0 = 0; if (atomic_load(x) == 1) if (r0 == 0) r0 = 1; else r0 = 5;",
       "else goes with the nearest if"},
      {"int r0 = 3 - 1 - 1;", "minus is left-associative"},
      {"int r0 = 2 - (3 - 2);", "parentheses"},
      {"int r0 = -1 + 2;", "unary minus"},
      {"int r0 = 1 == 1 + 0;", "comparison binds less than sum"},
      {"int r0 = atomic_load(x) + atomic_load(x) - 1;", "atomics as operands"},
      {"atomic_load(x); int r0 = 1;", "a result dropped"},
      {"int r0 = 0; while (r0 != 1) { r0 = r0 + 1; }", "while"},
      {"int r0 = 0; while (r0 < 1) r0++;", "while without braces"},
      {"int r0 = 0; { { r0 = 1; } };", "blocks"},
      {"*x = 1; int r0 = *x;", "plain accesses on an atomic location"},
      {"int r0 = 0; r0 += 1;", "compound assignment"},
      {"int r0 = (int)1;", "a cast"},
      {"int r0 = atomic_compare_exchange_strong_explicit\n(x, x, 5, memory_order_acq_rel, "
       "memory_order_relaxed);",
       "a break before the arguments"},
      {"int r0 = atomic_exchange(x, 3);", "exchange"},
      {"int r0 = atomic_fetch_add_remote(x, 3);", "remote without explicit"},
      {"int r0 = atomic_fetch_sub_explicit_remote(x, 3, memory_order_relaxed, "
       "memory_scope_all_svm_devices);",
       "remote and explicit"},
      {"atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_seq_cst, "
       "memory_scope_sub_group); int r0 = 1;",
       "fence"},
      {"B1: barrier(CLK_GLOBAL_MEM_FENCE); B2: work_group_barrier(CLK_LOCAL_MEM_FENCE, "
       "memory_scope_device); int r0 = 1;",
       "barriers"},
      {"int r0 = load(x); fence(CLK_LOCAL_MEM_FENCE, mo_ar, s_wg);", "herd's short names"},
      {"int expected = 1; int r0 = atomic_compare_exchange_strong(x, &expected, 1);",
       "expected value in a private variable"},
  };
  for (const auto& [body, what] : kBodies) EXPECT_EQ(States(Body(body)), "0:r0=1;") << what;
}

// Each read of y returns what P0, which alone reaches it, wrote last: one run, however many values could arise.
TEST(Parser, ThreadThatCountsByItself) {
  EXPECT_EQ(States(R"(OpenCL format-counts-alone
{ x=1; z=2; }
P0 (global int* x, global int* z, global atomic_int* y, global atomic_int* w) {
  if (*x == 1 + atomic_fetch_add_explicit(y, *z, memory_order_relaxed)) { r1 = 1 - *x + *z; }
  r2 = atomic_load(y) == 2;
  if (atomic_load(y) - *z) r3 = 1; else r3 = 2;
  atomic_exchange(y, atomic_load(y) + *x);
  atomic_store(w, atomic_load(y) + 1);
}
P1 (global atomic_int* w) {
  int r0 = atomic_load(w);
}
scopeTree (device (work_group P0) (work_group P1))
forall (0:r1=2 /\ 0:r2=1 /\ 0:r3=2 /\ y=3 /\ (1:r0=0 \/ 1:r0=4)))"),
            "0:r1=2; 0:r2=1; 0:r3=2; 1:r0=0; y=3; | 0:r1=2; 0:r2=1; 0:r3=2; 1:r0=4; y=3;");
}

TEST(Parser, ArraysAndAddresses) {
  const std::string head =
      "OpenCL t\n{ atomic_int y[3] = {4, 5}; [i]=1; }\nP0 (global atomic_int* y, global int* i) {";
  EXPECT_EQ(States(head + "int r0 = atomic_load(y+*i); int r1 = *(y + 2); y[2] = 8; }\nexists "
                          "(0:r0=5 /\\ 0:r1=0 /\\ y[2]=8 /\\ y[0]=4)"),
            "0:r0=5; 0:r1=0; y[0]=4; y[2]=8;");
  EXPECT_EQ(States(head + "int r0 = atomic_load(y+3); }\nexists (0:r0=0)"), "");
}

TEST(Parser, Placement) {
  const litmus::Test test = Parsed(
      "OpenCL t\n{}\nP0 (global int* x) {}\nP1 (global int* x) {}\nP2 (global int* x) {}\nP3 "
      "(global int* x) {}\n"
      "scopeTree (device (work_group P0 (sub_group P1)) (work_group P2)) (device (work_group "
      "P3))\nexists true");
  ASSERT_EQ(test.threads.size(), 4u);
  EXPECT_EQ(test.threads[0].group, test.threads[1].group);
  EXPECT_NE(test.threads[0].sub_group, test.threads[1].sub_group);
  EXPECT_NE(test.threads[0].group, test.threads[2].group);
  EXPECT_EQ(test.threads[0].device, test.threads[2].device);
  EXPECT_NE(test.threads[0].device, test.threads[3].device);
  const litmus::Test by_name = Parsed(
      "OpenCL t\n{}\nP0@wg 0, dev 0 (global int* x) {}\nP1@wg 0, dev 1 (global int* x) {}\nP2@wg "
      "0,dev 0(global int* x) {}\nexists true");
  EXPECT_EQ(by_name.threads[0].group, by_name.threads[2].group);
  EXPECT_NE(by_name.threads[0].group, by_name.threads[1].group);
}

TEST(Parser, ScopeTreeWithExtraParentheses) {
  const litmus::Test test = Parsed(
      "OpenCL t\n{}\nP0 (global int* x) {}\nP1 (global int* x) {}\nscopeTree\n((device (work_group "
      "P0) (work_group P1)))\nexists true");
  EXPECT_NE(test.threads[0].group, test.threads[1].group);
  EXPECT_EQ(test.threads[0].device, test.threads[1].device);
}

TEST(Parser, Locations) {
  const litmus::Test test = Parsed(
      "OpenCL t\n{}\nP0 (global atomic_int* a, volatile int* b, local int* c, global atomic_int* "
      "d) {}\n"
      "P1 (volatile global int* a, __local atomic_int* d, local volatile int* c) {}\nscopeTree "
      "(device (work_group P0 P1))\nexists true");
  ASSERT_EQ(test.locations.size(), 4u);
  EXPECT_TRUE(test.locations[0].plain) << "plain in one thread";
  EXPECT_TRUE(test.locations[1].generic);
  EXPECT_EQ(test.locations[2].regions, kLocalRegion);
  EXPECT_EQ(test.locations[3].regions, kGlobalRegion | kLocalRegion);
  EXPECT_FALSE(test.locations[3].plain);
}

TEST(Parser, Conditions) {
  const std::string head = "OpenCL t\n{ [x]=2; }\nP0 (global int* x) { int r0 = 1; }\n";
  for (const char* holds : {"exists (0:r0=1 /\\ x=2)",
                            "exists 0:r0=1",
                            "exists ()",
                            "exists",
                            "exists true",
                            "forall ([x]=2)",
                            "forall (2=x)",
                            "~exists (x=3)",
                            "exists (~(x=3))",
                            "exists (~ (x=3) /\\ (0:r0=1 \\/ 0:r0=2))",
                            "exists not (x=3)",
                            "forall (x!=3)",
                            "exists\n(0:r0=1)",
                            "exists (0:unset=0)",
                            "exists (P0:r0=1)",
                            "exists (0:x=0 \\/ x=2)",
                            "",
                            "locations [x; 0:r0;]\nexists (x=2)",
                            "filter (x=3)\nforall (x=7)",
                            "exists (x=3 \\/ x=2 /\\ 0:r0=1)",
                            "~exists (0:x=0)"}) {
    const litmus::Test test = Parsed(head + holds);
    const auto result = Enumerate(test, {});
    ASSERT_TRUE(result.ok());
    EXPECT_TRUE(result->holds) << holds;
  }
  EXPECT_EQ(Parsed(head + "exists (x=3 \\/ x=2 /\\ 0:r0=1)").condition_text,
            "x=3 \\/ (x=2 /\\ 0:r0=1)");
}

TEST(Parser, Errors) {
  const std::pair<std::string, std::string> kErrors[] = {
      {"", "t.litmus:1:1: expected the header 'OpenCL NAME'"},
      {"C t\n{}", "t.litmus:1:1: expected the header 'OpenCL NAME'"},
      {"OpenCL\n{}", "t.litmus:1:7: expected the test's name after 'OpenCL'"},
      {"OpenCL t\nP0 () {}", "t.litmus:2:1: expected '{' that opens the initial state"},
      {"OpenCL t\n{ [x=0; }", "t.litmus:2:5: expected ']' after the location, found '='"},
      {"OpenCL t\n{ x=; }", "t.litmus:2:5: expected a number, found ';'"},
      {"OpenCL t\n{ x=0 y=1 }",
       "t.litmus:2:7: expected ';' or '}' in the initial state, found 'y'"},
      {"OpenCL t\n{ x=0;",
       "t.litmus:2:7: expected '}' that closes the initial state, found end of file"},
      {"OpenCL t\n{}\nexists (x=1)",
       "t.litmus:3:1: expected a thread 'P0 (…) { … }', found 'exists'"},
      {"OpenCL t\n{}\nP0 (x) {}", "t.litmus:3:5: expected the type of this parameter"},
      {"OpenCL t\n{}\nP0 (global int* x {}",
       "t.litmus:3:19: expected ',' or ')' after the parameter, found '{'"},
      {"OpenCL t\n{}\nP0 (global int* x) { *x = 1 }",
       "t.litmus:3:29: expected ';' after this statement, found '}'"},
      {"OpenCL t\n{}\nP0 (global int* x) { *x = ; }",
       "t.litmus:3:27: expected an expression, found ';'"},
      {"OpenCL t\n{}\nP0 (global int* x) { foo(x); }",
       "t.litmus:3:22: expected an atomic function, a fence or a labelled barrier, found 'foo'"},
      {"OpenCL t\n{}\nP0 (global int* x) { atomic_load_explicit(x, relaxed); }",
       "t.litmus:3:46: expected a memory order (memory_order_relaxed … memory_order_seq_cst), "
       "found 'relaxed'"},
      {"OpenCL t\n{}\nP0 (global int* x) { atomic_load_explicit(x, memory_order_relaxed, wg); }",
       "t.litmus:3:68: expected a memory scope (memory_scope_work_item … "
       "memory_scope_all_svm_devices), found 'wg'"},
      {"OpenCL t\n{}\nP0 (global int* x) { B1: barrier(GLOBAL); }",
       "t.litmus:3:34: expected CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE, found 'GLOBAL'"},
      {"OpenCL t\n{}\nP0 (global int* x) { if (1 { } }",
       "t.litmus:3:28: expected ')' after the condition, found '{'"},
      {"OpenCL t\n{}\nP0 (global int* x) { *x = 1;",
       "t.litmus:3:29: expected '}' that closes the block of 3:20, found end of file"},
      {"OpenCL t\n{}\nP0 (global int* x) { 1 = 2; }",
       "t.litmus:3:22: expected a register or '*location' on the left of '='"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nP0 (global int* x) {}",
       "t.litmus:4:1: expected a new thread, found P0 again"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nscopeTree (device (work_group P1))",
       "t.litmus:4:31: expected a thread of this test, found P1"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nP1 (global int* x) {}\nscopeTree (device (work_group "
       "P0))\nexists (x=0)",
       "t.litmus:4:1: expected a place for P1 (scopeTree or @wg)"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nscopeTree (gpu (work_group P0))",
       "t.litmus:4:12: expected 'device', 'work_group' or 'sub_group' in the scope tree, found "
       "'gpu'"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nexists (z=0)",
       "t.litmus:4:9: expected a location of this test, found 'z'"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nexists (3:r0=0)",
       "t.litmus:4:11: expected the register of a thread of this test; there is no P3"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nexists (x)",
       "t.litmus:4:10: expected '=' in the condition, found ')'"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nexists (x=0",
       "t.litmus:4:12: expected ')' that closes this parenthesis, found end of file"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nmaybe (x=0)",
       "t.litmus:4:1: expected a thread, 'scopeTree', 'locations', 'filter', 'exists', '~exists' "
       "or 'forall', found 'maybe'"},
      {"OpenCL t\n{}\nP0 (global int* x) {}\nexists (x=0) exists (x=1)",
       "t.litmus:4:14: expected the end of the file after the condition, found 'exists'"},
      {"OpenCL t (* open\n{}", "t.litmus:1:10: expected '*)' that closes this comment"},
      {"OpenCL t\n{ x=0; # }", "t.litmus:2:8: expected a token, found the character '#'"},
  };
  for (const auto& [text, message] : kErrors) EXPECT_EQ(Message(text), message) << text;
}

// `call` in a thread of its own.
std::string Call(const std::string& call) {
  return "OpenCL t\n{}\nP0 (global atomic_int* x, global int* e) {\n  " + call + ";\n}";
}

TEST(Parser, OrdersThatOpenClForbids) {
  const std::pair<std::string, std::string> kErrors[] = {
      {"atomic_store_explicit(x, 1, memory_order_acquire)",
       "4:31: expected memory_order_relaxed, memory_order_release or memory_order_seq_cst for a store, found "
       "'memory_order_acquire'"},
      {"atomic_store_explicit_remote(x, 1, memory_order_acq_rel, memory_scope_device)",
       "4:38: expected memory_order_relaxed, memory_order_release or memory_order_seq_cst for a store, found "
       "'memory_order_acq_rel'"},
      {"int r = 1 + atomic_load_explicit(x, memory_order_release)",
       "4:39: expected memory_order_relaxed, memory_order_acquire or memory_order_seq_cst for a load, found "
       "'memory_order_release'"},
      {"atomic_load_explicit(x, mo_ar, s_wg)",
       "4:27: expected memory_order_relaxed, memory_order_acquire or memory_order_seq_cst for a load, found 'mo_ar'"},
      {"atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_acq_rel, memory_order_release)",
       "4:74: expected memory_order_relaxed or memory_order_acquire for a failure of a compare_exchange with "
       "memory_order_acq_rel, found 'memory_order_release'"},
      {"atomic_compare_exchange_weak_explicit(x, e, 1, memory_order_seq_cst, memory_order_acq_rel)",
       "4:72: expected memory_order_relaxed, memory_order_acquire or memory_order_seq_cst for a failure of a "
       "compare_exchange with memory_order_seq_cst, found 'memory_order_acq_rel'"},
      {"atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_relaxed, memory_order_acquire)",
       "4:74: expected memory_order_relaxed for a failure of a compare_exchange with memory_order_relaxed, found "
       "'memory_order_acquire'"},
      {"atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_acquire, memory_order_seq_cst)",
       "4:74: expected memory_order_relaxed or memory_order_acquire for a failure of a compare_exchange with "
       "memory_order_acquire, found 'memory_order_seq_cst'"},
  };
  for (const auto& [call, message] : kErrors) {
    EXPECT_EQ(Message(Call(call), /*strict=*/true), "t.litmus:" + message) << call;
    const auto test = Parse(Call(call), "t.litmus");
    ASSERT_TRUE(test.ok()) << call;
    EXPECT_THAT(test->warnings, testing::Contains(testing::StartsWith("t.litmus:" + message))) << call;
  }
  for (const char* call : {"atomic_exchange_explicit(x, 1, memory_order_acquire)",
                           "atomic_fetch_add_explicit(x, 1, memory_order_release)",
                           "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_relaxed, memory_scope_device)",
                           "atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_release, memory_order_acquire)",
                           "atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_seq_cst, memory_order_seq_cst)"}) {
    EXPECT_EQ(Message(Call(call), /*strict=*/true), "no error") << call;
  }
}

TEST(Parser, MissingBraces) {
  const std::string head = "OpenCL t\n{ x=0; }\nP0 (global int* x) {\n  ";
  const std::string open = "expected '}' that closes the block of 3:20, found ";
  const std::pair<std::string, std::string> kErrors[] = {
      {head + "*x = 1;\nP1 (global int* x) {}", "5:1: " + open + "'P1'"},
      {head + "*x = 1;\nP1@wg 0, dev 0 (global int* x) {}", "5:1: " + open + "'P1'"},
      {head + "if (*x == 1) {\n    *x = 2;\n}\nexists (x=1)", "7:1: " + open + "'exists'"},
      {head + "*x = 1;\n~exists (x=1)", "5:1: " + open + "'~'"},
      {head + "*x = 1;\nscopeTree (device (work_group P0))", "5:1: " + open + "'scopeTree'"},
      {head + "*x = 1;\nlocations [x;]\nforall (x=1)", "5:1: " + open + "'locations'"},
      {head + "if (*x == 1) {\n    *x = 2;\n  else\n    *x = 3;\n}", "6:3: expected '}' that closes the block of 4:16, found 'else'"},
      {"OpenCL t\n{}\nP0 (global int* x)\n  *x = 1;\n}", "4:3: expected '{' that opens the body of P0, found '*'"},
      {"OpenCL t\n{ x=0;\nP0 (global int* x) {}", "3:4: expected ';' or '}' in the initial state, found '('"},
      {"OpenCL t\n{ y[2] = {0, 1; }\nP0 (global int* y) {}", "2:15: expected ',' or '}' in the array's values, found ';'"},
      {head + "*x = 1; }\n}\nexists (x=1)", "5:1: expected a thread, 'scopeTree', 'locations', 'filter', 'exists', '~exists' or "
       "'forall', found '}'"},
  };
  for (const auto& [text, message] : kErrors) EXPECT_EQ(Message(text), "t.litmus:" + message) << text;
}

TEST(Parser, DeepNestingIsAnErrorNotACrash) {
  const std::string head = "OpenCL t\n{}\nP0 (global int* x) { int r0 = ";
  const auto deep = [&](const std::string& open) {
    std::string text = head;
    for (int i = 0; i < 100000; ++i) text += open;
    return Message(text + "1; }");
  };
  for (const char* open : {"(", "!", "- ", "*", "& ", "(int)"}) {
    EXPECT_NE(deep(open).find("levels of nesting"), std::string::npos) << open;
  }
  EXPECT_NE(deep("1+").find("at most 1000 operands"), std::string::npos);
  std::string blocks = "OpenCL t\n{}\nP0 (global int* x) { ",
              condition = "OpenCL t\n{}\nP0 (global int* x) {}\nexists ";
  for (int i = 0; i < 100000; ++i) {
    blocks += "{";
    condition += "~(";
  }
  EXPECT_NE(Message(blocks).find("levels of nesting"), std::string::npos);
  EXPECT_NE(Message(condition).find("levels of nesting"), std::string::npos);
}

TEST(Parser, MissingFile) {
  EXPECT_EQ(ParseFile("/nonexistent.litmus").status().code(), StatusCode::kNotFound);
  EXPECT_EQ(ParseFile("/").status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace lockstep::litmus
