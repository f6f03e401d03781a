# Writes OUTPUT, a C++ file that holds the texts of SCENES by name.
set(text "#include \"galet/scene/examples.hpp\"\n\nnamespace galet {\n\nconst std::vector<Example>& examples() {\n    static const std::vector<Example> all = {\n")
foreach(scene ${SCENES})
  get_filename_component(name ${scene} NAME_WE)
  file(READ ${scene} content)
  string(APPEND text "        {\"${name}\", R\"galet_scene(${content})galet_scene\"},\n")
endforeach()
string(APPEND text "    };\n    return all;\n}\n\n}  // namespace galet\n")
file(WRITE ${OUTPUT} "${text}")
