// For builds with the address sanitizer: what fontconfig keeps of the fonts that cairo asked for until the program ends
// is no leak of ours.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
