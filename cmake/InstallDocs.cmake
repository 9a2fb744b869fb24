# What `cmake --install` puts beside the programs: documents, the manual page, completions of three shells, what CI takes.
set(man ${CMAKE_BINARY_DIR}/share/lockstep.1)
set(bash ${CMAKE_BINARY_DIR}/share/lockstep)
set(zsh ${CMAKE_BINARY_DIR}/share/_lockstep)
set(fish ${CMAKE_BINARY_DIR}/share/lockstep.fish)
add_custom_command(OUTPUT ${man} ${bash} ${zsh} ${fish}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share
  COMMAND lockstep_cli --man > ${man}
  COMMAND lockstep_cli --completions=bash > ${bash}
  COMMAND lockstep_cli --completions=zsh > ${zsh}
  COMMAND lockstep_cli --completions=fish > ${fish}
  DEPENDS lockstep_cli COMMENT "Making the manual page and completions")
add_custom_target(made-docs ALL DEPENDS ${man})

install(FILES ${man} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${bash} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${fish} DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md examples/first_look.cl DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(lockstep), in lib/ on every distribution, as it names the program from there; the pytest plug-in.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/share/lockstep-config-version.cmake
  COMPATIBILITY AnyNewerVersion ARCH_INDEPENDENT)
install(FILES cmake/lockstep-config.cmake ${CMAKE_BINARY_DIR}/share/lockstep-config-version.cmake
  DESTINATION lib/cmake/lockstep)
install(FILES host/python/lockstep_pytest.py DESTINATION share/lockstep/python)
