# What `cmake --install` puts beside the programs: documents, the manual page, and completions of three shells.
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
