; Parts of the installer for Windows; electron-builder's own script includes them. The texts are put in by words.mjs.

; A till that sells is never ended by an installer or an uninstaller. A person is asked to close it; without a person (/S)
; the installer gives up with 1618, which deployment tools know as "try again later".
!macro customCheckAppRunning
  khatm_look:
  ; The outer quotes are cmd's own, which takes them away.
  nsExec::ExecToStack `"$SYSDIR\cmd.exe" /S /C ""$SYSDIR\tasklist.exe" /FI "IMAGENAME eq ${APP_EXECUTABLE_FILENAME}" /NH | "$SYSDIR\find.exe" /I "${APP_EXECUTABLE_FILENAME}""`
  Pop $R0
  Pop $R1
  ; Nobody writes to a program that runs, also where the list of processes is not to be had.
  ${If} $R0 != 0
  ${AndIf} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    ClearErrors
    FileOpen $R1 "$INSTDIR\${APP_EXECUTABLE_FILENAME}" a
    ${If} ${Errors}
      StrCpy $R0 0
    ${Else}
      FileClose $R1
    ${EndIf}
    ClearErrors
  ${EndIf}
  ${If} $R0 == 0
    ${If} ${Silent}
      SetErrorLevel 1618
      Quit
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "@en.isOpen@$\r$\n$\r$\n@ar.isOpen@" IDRETRY khatm_look
    SetErrorLevel 1602
    Quit
  ${EndIf}
!macroend

; The folder of the machine's policy. Users of the machine may read it; made beforehand, none of them makes it for all
; others. A folder that is there already is the administrator's, or a link to somewhere else: it is left as it is.
!macro customInstall
  SetShellVarContext all
  ${IfNot} ${FileExists} "$APPDATA\Khatm\*.*"
    CreateDirectory "$APPDATA\Khatm"
    nsExec::Exec `"$SYSDIR\icacls.exe" "$APPDATA\Khatm" /inheritance:r /grant *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX`
    Pop $R0
    nsExec::Exec `"$SYSDIR\icacls.exe" "$APPDATA\Khatm" /setowner *S-1-5-32-544`
    Pop $R1
    ; Better none than one with another list, which nobody would look at again.
    ${If} "$R0 $R1" != "0 0"
      DetailPrint "icacls: $R0 $R1"
      RMDir "$APPDATA\Khatm"
    ${EndIf}
  ${EndIf}
!macroend

; Says at the end of a removal where the records are. Nothing of them is touched.
!macro customUnInstall
  ${IfNot} ${Silent}
  ${AndIfNot} ${isUpdated}
    MessageBox MB_OK|MB_ICONINFORMATION "@en.removedFromWindows@$\r$\n$\r$\n@ar.removedFromWindows@"
  ${EndIf}
!macroend
