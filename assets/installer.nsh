; The links atelier:// on Windows: electron-builder's `protocols` reaches macOS and Linux alone (electron-builder#4582).
; SHELL_CONTEXT is the user's own part of the registry, or the machine's where it was installed for everybody.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier" "" "URL:Atelier"
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ; An update removes the old version before it puts the new one in: the links stay.
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\atelier"
  ${endIf}
!macroend
