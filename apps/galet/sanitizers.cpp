// For builds with sanitizers: what is not ours, and why it is no fault.

// What fontconfig keeps of the fonts that cairo asked for until the program ends is no leak of ours.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }

// cpp-httplib's static sets are made under a guard that the sanitizer cannot see, because Debian's library is built
// without it.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:libcpp-httplib"; }
