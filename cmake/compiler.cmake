# Warnings, sanitizers and instruction set, as one interface target that every target of ours links.
add_library(galet_compiler INTERFACE)

target_compile_options(galet_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion
  # GCC 12 sees these in the inside of std::string and of fmt, where they are not.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds>
  # No fused multiply-adds behind our back: the same expression gives the same bits wherever it is compiled.
  -ffp-contract=off)
if(GALET_WERROR)
  target_compile_options(galet_compiler INTERFACE -Werror)
endif()

if(GALET_ARCH STREQUAL "auto")
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v3")
  check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
                        GALET_HAS_X86_64_V3)
  unset(CMAKE_REQUIRED_FLAGS)
  if(GALET_HAS_X86_64_V3)
    target_compile_options(galet_compiler INTERFACE -march=x86-64-v3)
  endif()
elseif(GALET_ARCH)
  target_compile_options(galet_compiler INTERFACE -march=${GALET_ARCH})
endif()

if(GALET_SANITIZE)
  # A finding ends the program: none passes as a line in a log.
  target_compile_options(galet_compiler INTERFACE -fsanitize=${GALET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(galet_compiler INTERFACE -fsanitize=${GALET_SANITIZE})
endif()
