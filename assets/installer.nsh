; The links atelier:// on Windows: electron-builder's `protocols` reaches macOS and Linux alone (electron-builder#4582).
; SHELL_CONTEXT is the user's own part of the registry, or the machine's where it was installed for everybody.

; Adds the folder of the program for terminals and agents to PATH (EDIT: add), or takes it away (remove). The user's own PATH, or the
; machine's where Atelier was installed for everybody. PowerShell does it, because NSIS cuts long texts off; the value is read and written
; with its own variables in it. Where PowerShell may not run, PATH stays as it is.
!include WinMessages.nsh

!macro changePath EDIT
  Push $0
  Push $1
  System::Call 'kernel32::SetEnvironmentVariable(t "ATELIER_BIN", t "$INSTDIR\resources\bin")'
  StrCpy $0 "CurrentUser"
  StrCpy $1 "Environment"
  ${if} $installMode == "all"
    StrCpy $0 "LocalMachine"
    StrCpy $1 "SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
  ${endIf}
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -Command "\
    $$key = [Microsoft.Win32.Registry]::$0.OpenSubKey('$1', $$true); \
    $$path = [string]$$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames'); \
    $$parts = @($$path -split ';' | Where-Object { $$_ -and $$_.TrimEnd('\') -ne $$env:ATELIER_BIN }); \
    if ('${EDIT}' -eq 'add') { $$parts += $$env:ATELIER_BIN }; \
    $$new = $$parts -join ';'; \
    if ($$new -ne $$path) { $$key.SetValue('Path', $$new, 'ExpandString') }"`
  Pop $0
  ; Programs that are started from now on have it.
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
  Pop $1
  Pop $0
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier" "" "URL:Atelier"
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\atelier\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro changePath add
!macroend

!macro customUnInstall
  ; An update removes the old version before it puts the new one in: the links stay.
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\atelier"
    !insertmacro changePath remove
  ${endIf}
!macroend
