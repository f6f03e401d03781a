# Writes OUTPUT, a C++ file that holds every file below the folder PAGE, byte by byte; none without PAGE.
set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_json "application/json")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_ico "image/x-icon")
set(type_woff2 "font/woff2")

set(files)
if(PAGE)
  file(GLOB_RECURSE files RELATIVE ${PAGE} ${PAGE}/*)
endif()

set(number 0)
set(bytes "")
set(names "")
set(entries "")
foreach(name ${files})
  string(REGEX REPLACE "^.*\\." "" extension ${name})
  if(NOT DEFINED type_${extension})
    message(FATAL_ERROR "${PAGE}/${name}: no content type is known for this kind of file (cmake/embed_page.cmake)")
  endif()
  set(symbol galet_page_${number})
  string(APPEND bytes "asm(\".section .rodata\\n.global ${symbol}\\n.hidden ${symbol}\\n${symbol}:\\n.incbin \\\"${PAGE}/${name}\\\"\\n\"\n"
    "    \".global ${symbol}_end\\n.hidden ${symbol}_end\\n${symbol}_end:\\n.byte 0\\n.previous\");\n")
  string(APPEND names "extern const char ${symbol}[], ${symbol}_end[];\n")
  string(APPEND entries "        PageFile{\"${name}\", \"${type_${extension}}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
  math(EXPR number "${number} + 1")
endforeach()

string(CONCAT text "#include \"view/page.hpp\"\n\n#include <array>\n\n${bytes}\nextern \"C\" {\n${names}}\n\nnamespace galet::app {\n\n"
  "std::span<const PageFile> page_files() {\n    static const std::array<PageFile, ${number}> all = {\n${entries}    };\n"
  "    return all;\n}\n\n}  // namespace galet::app\n")
file(WRITE ${OUTPUT} "${text}")
