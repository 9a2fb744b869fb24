#include "runtime/report/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/base/utf8.h"
#include "runtime/report/finding_picture.h"
#include "runtime/report/html_finding.h"
#include "runtime/report/html_markdown.h"
#include "runtime/report/html_text.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/page_parts.h"
#include "tests/unit/runtime/report/full_report.h"

namespace lockstep {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kHostile[] = "\"'><script>alert(1)</script><b onclick=x>&\x1b[31m\xff\xe2\x80\xae";

size_t Times(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// What a page says of its report: not how it looks, and not what docs/rules says.
std::string BodyOf(const std::string& page) {
  const size_t from = page.find("<body>"), to = page.find("<section id=\"kinds\"");
  return page.substr(from, std::min(to, page.find("<footer class=\"end\">")) - from);
}

// A race by two writes of 4 bytes, of which nothing else is known.
Mistake PlainRace() {
  Mistake mistake;
  mistake.id = "0123456789ab";
  Finding& finding = mistake.forms.emplace_back();
  finding.kind = "write-write";
  finding.kernel = "k";
  finding.region = "global";
  finding.launch = FakeLaunch();
  finding.memory.emplace();
  finding.memory->size = 4096;
  finding.memory->bytes = 4;
  finding.memory->offset = 400;
  for (FindingAccess& access : finding.accesses) {
    access.op = "write";
    access.site.op = SiteOp::kWrite;
    access.site.position = {"k.cl", 3, 5, "k"};
    access.work_item = WorkItem{};
    access.group = Id3{};
  }
  finding.accesses[1].work_item->global = finding.accesses[1].work_item->local = {1, 0, 0};
  return mistake;
}

Mistake OutOfBounds(int64_t position, uint64_t bounds) {
  Mistake mistake = PlainRace();
  Finding& finding = mistake.forms[0];
  finding.rule = Rule::kOutOfBounds;
  finding.kind = "out-of-bounds";
  finding.memory->bytes = 0;
  finding.position = position;
  finding.bounds = bounds;
  for (FindingAccess& access : finding.accesses) access.site.bytes = 4;
  return mistake;
}

TEST(HtmlReport, Golden) {
  Options options;
  options.same_value = SameValue::kReport;
  const std::string body = BodyOf(HtmlReport(FullReport(options)));
  const std::string path = std::string(GOLDEN_DIRECTORY) + "/full.body.html";
  if (std::getenv("LOCKSTEP_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(WriteFile(path, body).ok());
  }
  const auto golden = ReadFile(path);
  ASSERT_TRUE(golden.ok()) << golden.status().message();
  EXPECT_EQ(body, *golden);
}

TEST(HtmlReport, TextFromOutsideIsNeverMarkup) {
  Options options;
  options.same_value = SameValue::kReport;
  Report report = FullReport(options);
  const std::string hostile = kHostile;
  report.version = report.process.start = report.process.end = report.process.host = report.process.rank = hostile;
  report.process.test = report.project_file = hostile;
  report.command = {hostile, hostile};
  report.devices = {{hostile, hostile, hostile, hostile, 1}};
  for (Mistake& mistake : report.findings) {
    mistake.id = mistake.repaired_with = mistake.repair = hostile;
    mistake.seen_by = {{1, hostile, hostile, hostile, hostile}};
    for (Finding& form : mistake.forms) {
      form.kind = form.kernel = form.region = form.why = form.repair = hostile;
      if (form.memory) form.memory->name = form.memory->label = hostile;
      form.barriers = {form.accesses[0].site};
      form.barriers[0].flags = hostile;
      form.missing_order.changes = {{form.accesses[0].site, hostile, hostile}};
      form.missing_order.store = form.missing_order.load = form.accesses[0].site;
      for (FindingAccess& access : form.accesses) {
        access.op = access.snippet = access.macro_offset = access.site.macro = access.site.flags = hostile;
        access.before = access.after = {hostile};
        access.site.position.file = access.site.position.function = access.site.macro_definition.file = hostile;
        access.site.inlined_at = {{hostile, 1, 1, hostile}};
        access.loops = {{{hostile, 0, 0, hostile}, 3}};
      }
    }
  }
  report.known = report.gone = {report.findings[0]};
  report.suppressed = {{report.findings[0], hostile}};
  report.unused = {hostile};
  report.not_instrumented = {{hostile, hostile, 1}};
  report.incomplete = {{hostile, hostile, 1}};
  report.left_out.launches = 1;
  report.left_out.by_launch[hostile] = 1;
  for (CheckedKernel& kernel : report.kernels) {
    kernel.name = kernel.file = kernel.transform_reason = hostile;
    kernel.notes = kernel.unchecked_arguments = {hostile};
  }
  report.timed_out = {{hostile, nullptr, 3, TimedOut::End::kByItself, {}}};
  report.interrupted = InterruptedReport().interrupted;
  report.interrupted->under_way[0].what = hostile;
  report.processes = {{report.process, {hostile}, report.interrupted}};
  const std::string page = HtmlReport(report);
  EXPECT_EQ(MakeUtf8(page), page);
  EXPECT_EQ(Times(page, "<script"), 1);
  EXPECT_EQ(Times(page, "</script"), 1);
  EXPECT_THAT(page, Not(HasSubstr("<b ")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_GT(Times(page, "&lt;script&gt;alert(1)&lt;/script&gt;"), 200);
  EXPECT_EQ(MakeUtf8(FindingPictureFile(report.findings[0])), FindingPictureFile(report.findings[0]));
}

TEST(HtmlReport, SaysWhatTheRunMeans) {
  Report report;
  EXPECT_THAT(HtmlReport(report), HasSubstr("<h1>Nothing was checked</h1>"));
  report.launches = report.checked_launches = 3;
  const std::string clean = HtmlReport(report);
  EXPECT_THAT(clean, HasSubstr("<header class=\"top good\">\n<p class=\"tool\">lockstep</p>\n<h1>No findings</h1>"));
  EXPECT_THAT(clean, Not(HasSubstr("id=\"filters\"")));
  EXPECT_THAT(clean, Not(HasSubstr("id=\"not-checked\"")));
  report.incomplete = {{"k", "events lost", 7}};
  EXPECT_THAT(HtmlReport(report), HasSubstr("<h1>No findings in what was checked</h1>"));
  EXPECT_THAT(HtmlReport(report), HasSubstr("<code>k</code>: events lost: 7"));
  EXPECT_THAT(HtmlReport(report), HasSubstr("incomplete, see below"));
  report.incomplete.clear();
  report.launches = 4;
  CountUnchecked(&report);
  EXPECT_THAT(HtmlReport(report), HasSubstr("<h1>No findings in what was checked</h1>"));
}

TEST(HtmlReport, ManyFindingsHavePlacesOfTheirOwn) {
  Report report;
  report.launches = report.checked_launches = 1;
  for (int i = 0; i < 500; ++i) report.findings.push_back(PlainRace());
  report.findings[7].id = "A B\"C";
  report.findings[8].id = "";
  report.findings[9].repaired_with = "0123456789ab";
  const std::string page = HtmlReport(report);
  EXPECT_EQ(Times(page, "<article class=\"finding error\""), 500);
  for (const char* place : {"f-0123456789ab", "f-0123456789ab--2", "f-0123456789ab--498", "f-", "f---2"}) {
    EXPECT_EQ(Times(page, StrCat(" id=\"", place, "\"")), 1) << place;
  }
  EXPECT_THAT(page, Not(HasSubstr("id=\"f-0123456789ab--499\"")));
  EXPECT_EQ(Times(page, "Repaired also with"), 1);
  EXPECT_LT(page.size(), 4'000'000);
}

TEST(HtmlReport, AFormThatItDoesNotKnowIsShownAsText) {
  Mistake mistake = PlainRace();
  mistake.forms[0].kind = "of-tomorrow";
  for (FindingAccess& access : mistake.forms[0].accesses) access = FindingAccess();
  mistake.forms[0].why = "two commands touch it";
  Report report;
  report.findings = {mistake};
  const std::string page = HtmlReport(report);
  EXPECT_THAT(page, HasSubstr("data race: of-tomorrow"));
  EXPECT_THAT(page, HasSubstr(StrCat("<pre class=\"text\">", HtmlLines(MistakeText(mistake, {}, false)), "</pre>")));
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
  EXPECT_THAT(page, Not(HasSubstr("id=\"kinds\"")));
}

TEST(HtmlReport, CommandsStandInTheirQueues) {
  Mistake mistake = PlainRace();
  Finding& finding = mistake.forms[0];
  finding.rule = Rule::kCommandRace;
  finding.kind = "unordered-commands";
  finding.kernel = "";
  CommandSide write, launch;
  write.call = "clEnqueueWriteBuffer";
  write.number = 3;
  write.queue = write.in_queue = 1;
  launch.call = "clEnqueueNDRangeKernel";
  launch.number = 4;
  launch.queue = 2;
  launch.in_order = false;
  launch.kernel = "sum<b>";
  launch.launch = 9;
  launch.lines = {{"k.cl", 3, 5, ""}, {"k.cl", 8, 1, ""}};
  finding.commands = {write, launch};
  for (FindingAccess& access : finding.accesses) access.work_item.reset();
  finding.accesses[0].site.position = {};
  finding.accesses[1].snippet = "  a[i] = 1;";
  Report report;
  report.findings = {mistake};
  const std::string page = HtmlReport(report);
  EXPECT_THAT(page, HasSubstr("command 3, clEnqueueWriteBuffer, number 1 in queue 1</p>"));
  EXPECT_THAT(page, HasSubstr("also at <code>k.cl:8:1</code>"));
  EXPECT_THAT(page, HasSubstr("<mark>i</mark>] = 1;"));
  EXPECT_THAT(page, Not(HasSubstr("unknown work-item")));
  EXPECT_THAT(page, Not(HasSubstr("source line is not known")));
  EXPECT_THAT(page, Not(HasSubstr("<dt>kernel</dt>")));
  const std::string picture = FindingPicture(mistake);
  EXPECT_THAT(picture, HasSubstr(">A: clEnqueueWriteBuffer</text>"));
  EXPECT_THAT(picture, HasSubstr(">command 4, launch 9 of &#39;sum&lt;b&gt;&#39;</text>"));
  EXPECT_THAT(picture, HasSubstr(">queue 2 (out of order), number 0</text>"));
  EXPECT_EQ(Times(picture, "class=\"cell\""), 16);
  (*finding.commands)[1].number = 0;  // no command, but a call
  EXPECT_THAT(FindingPicture(mistake), HasSubstr(">B: clEnqueueNDRangeKernel"));
  (*finding.commands)[1].call = "host";
  EXPECT_THAT(FindingPicture(mistake), HasSubstr(">B: the host program</text>"));
}

TEST(HtmlReport, SourceLinesStandWithThoseAroundThemAndWithWhatIsMeantMarked) {
  Mistake mistake = PlainRace();
  FindingAccess& access = mistake.forms[0].accesses[0];
  access.snippet = "\tif (x<y) tile[l] = 1;";
  access.site.position.line = 2;
  access.site.position.column = 11;
  access.before = {"not shown: there is no line 0", "first"};
  access.after = {"", "fourth"};
  const std::string card = FindingCard({&mistake, "f-1"}, {});
  EXPECT_THAT(
      card,
      HasSubstr("<pre class=\"code\"><span class=\"line\"><span class=\"n\">1</span>first\n</span>"
                "<span class=\"line it\"><span class=\"n\">2</span>\tif (x&lt;y) <mark>tile</mark>[l] = 1;\n</span>"
                "<span class=\"line\"><span class=\"n\">3</span> \n</span>"
                "<span class=\"line\"><span class=\"n\">4</span>fourth\n</span></pre>"));
  access.snippet = std::string(100'000, 'a') + " caf\xc3\xa9" + std::string(100'000, '\xff');
  access.site.position.column = 100'002;
  const std::string cut = FindingCard({&mistake, "f-1"}, {});
  EXPECT_THAT(cut, HasSubstr("aaa <mark>caf"));
  EXPECT_LT(cut.size(), 20'000);
}

TEST(HtmlMarkdown, HasWhatThePagesAreWrittenIn) {
  EXPECT_EQ(
      HtmlOfMarkdown("# A `<b>`\n\none *two* 2 * 3\nthree [four](https://x.org/?a=\"&b) [five](../six.md)\n\n"
                     "- a\n  b\n- c\n\n```c\na < b *c*;\n```\n## Z\n",
                     3),
      "<h3>A <code>&lt;b&gt;</code></h3>\n"
      "<p>one <em>two</em> 2 * 3 three <a href=\"https://x.org/?a=&quot;&amp;b\" rel=\"noreferrer\">four</a> five</p>\n"
      "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n<pre class=\"code\">a &lt; b *c*;\n</pre>\n<h4>Z</h4>\n");
  EXPECT_EQ(HtmlOfMarkdown("a `b [c](d *e", 1), "<p>a `b [c](d *e</p>\n");
}

TEST(HtmlText, IsCutBetweenCharacters) {
  EXPECT_EQ(Shortened("caf\xc3\xa9s", 4), "caf\xc3\xa9…");
  EXPECT_EQ(Shortened("caf\xc3\xa9", 4), "caf\xc3\xa9");
  EXPECT_EQ(HtmlSource("a\tb\r\v<"), "a\tb  &lt;");
  EXPECT_EQ(HtmlLines("a<\n\x01"), "a&lt;\n\\x01");
}

TEST(PageParts, DoNotEndTheElementsThatTheyStandIn) {
  for (const char* part : {PageStyle(), PageScript(), PictureStyle()}) EXPECT_THAT(part, Not(HasSubstr("</")));
}

TEST(FindingPicture, ShowsTheCellsAroundWhatBothTouched) {
  const std::string picture = FindingPicture(PlainRace());
  EXPECT_THAT(picture, HasSubstr("class=\"number middle strong\""));
  EXPECT_THAT(picture, HasSubstr(">400</text>"));
  EXPECT_EQ(Times(picture, "class=\"cell\""), 16);
  EXPECT_THAT(picture, HasSubstr("class=\"fill a\""));
  EXPECT_THAT(picture, HasSubstr("class=\"fill b\""));
  EXPECT_THAT(picture, HasSubstr("class=\"whole\""));
  Mistake small = PlainRace();
  small.forms[0].memory->size = 13;  // three cells and a quarter
  small.forms[0].memory->offset = 4;
  EXPECT_EQ(Times(FindingPicture(small), "class=\"cell\""), 4);
  EXPECT_THAT(FindingPicture(small), Not(HasSubstr("class=\"whole\"")));
  small.forms[0].memory->offset = 12;  // beyond: somebody else wrote the report
  EXPECT_THAT(FindingPicture(small), Not(HasSubstr("class=\"cell\"")));
}

TEST(FindingPicture, ShowsWhatOtherFormsTouchedOfTheSameObject) {
  Mistake mistake = PlainRace();
  mistake.forms.push_back(mistake.forms[0]);
  mistake.forms[1].memory->offset = 412;
  mistake.forms.push_back(mistake.forms[0]);
  mistake.forms[2].memory->name = "another";
  const std::string picture = FindingPicture(mistake);
  EXPECT_EQ(Times(picture, "class=\"fill a other\""), 1);
  EXPECT_EQ(Times(picture, "<title>A: work-item 0 (local 0, group 0): write; B: work-item 1 (local 1, group 0): write"),
            2);
}

TEST(FindingPicture, ShowsIntervalsAndTheBarrierBetween) {
  Mistake mistake = PlainRace();
  Finding& finding = mistake.forms[0];
  EXPECT_THAT(FindingPicture(mistake), Not(HasSubstr("interval")));
  finding.accesses[0].interval = finding.accesses[1].interval = 2;
  const std::string one = FindingPicture(mistake);
  EXPECT_THAT(one, HasSubstr(">work-group 0, interval 2</text>"));
  finding.accesses[1].interval = 3;
  finding.barriers = {finding.accesses[0].site};
  finding.barriers[0].flags = "local";
  const std::string two = FindingPicture(mistake);
  EXPECT_THAT(two, HasSubstr(">work-group 0, interval 3</text>"));
  EXPECT_THAT(two, HasSubstr(">barrier between: k.cl:3:5 with CLK_LOCAL_MEM_FENCE</text>"));
  finding.reach = Reach::kInterGroup;
  EXPECT_THAT(FindingPicture(mistake), HasSubstr("class=\"parted\""));
}

TEST(FindingPicture, ShowsTheEdgeThatAnAccessLeft) {
  const std::string beside = FindingPicture(OutOfBounds(64, 64));
  EXPECT_EQ(Times(beside, "class=\"cell\""), 4);
  EXPECT_EQ(Times(beside, "class=\"beyond\""), 6);
  EXPECT_THAT(beside, Not(HasSubstr("fill b")));
  EXPECT_THAT(FindingPicture(OutOfBounds(4000, 64)), HasSubstr(">…</text>"));
  EXPECT_THAT(FindingPicture(OutOfBounds(-4000, 64)), HasSubstr(">-4000</text>"));
  EXPECT_EQ(Times(FindingPicture(OutOfBounds(62, 64)), "class=\"edge\""), 1);
  EXPECT_THAT(FindingPicture(OutOfBounds(0, 0)), HasSubstr("class=\"fill a\""));
}

TEST(FindingPicture, TakesAnyNumbers) {
  const uint64_t numbers[] = {
      0, 1, 3, 1u << 20, uint64_t{1} << 40, uint64_t{1} << 60, uint64_t{1} << 63, std::numeric_limits<uint64_t>::max()};
  for (const uint64_t a : numbers) {
    for (const uint64_t b : numbers) {
      for (const uint64_t c : numbers) {
        Mistake mistake = PlainRace();
        mistake.forms[0].memory->size = a;
        mistake.forms[0].memory->offset = b;
        mistake.forms[0].memory->bytes = c;
        EXPECT_THAT(FindingPicture(mistake), HasSubstr("</svg>"));
        Mistake outside = OutOfBounds(static_cast<int64_t>(a), b);
        outside.forms[0].accesses[0].site.bytes = c;
        EXPECT_THAT(FindingPicture(outside), HasSubstr("</svg>"));
        outside.forms[0].position = -static_cast<int64_t>(a / 2);
        EXPECT_THAT(FindingPicture(outside), HasSubstr("</svg>"));
      }
    }
  }
}

TEST(FindingPicture, OfItsOwnFileHasItsStyle) {
  EXPECT_THAT(FindingPictureFile(PlainRace()), HasSubstr("xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(FindingPictureFile(PlainRace()), HasSubstr("<style>"));
  EXPECT_THAT(FindingPicture(PlainRace()), Not(HasSubstr("<style>")));
  Mistake unknown = PlainRace();
  for (FindingAccess& access : unknown.forms[0].accesses) access = FindingAccess();
  EXPECT_EQ(FindingPictureFile(unknown), "");
}

}  // namespace
}  // namespace lockstep
