// What pages of findings look like and can do, whatever they tell: the files of runtime/report/page.
#ifndef LOCKSTEP_RUNTIME_REPORT_PAGE_PARTS_H_
#define LOCKSTEP_RUNTIME_REPORT_PAGE_PARTS_H_

namespace lockstep {

// page.css and page.js, for the page as a whole. Neither has a "</", which would end the element that it stands in.
const char* PageStyle();
const char* PageScript();

// picture.css, for pictures of findings, in a page and alone.
const char* PictureStyle();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_PAGE_PARTS_H_
