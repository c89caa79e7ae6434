@echo off
rem khatm: the window, or with a command the same program without one. A program with a window has no console on Windows,
rem so that its lines are kept in two files, printed when it ends, and removed.
setlocal
if "%~1"=="" (
  start "" "%~dp0Khatm.exe"
  exit /b 0
)
if /i "%~1"=="--safe-mode" (
  start "" "%~dp0Khatm.exe" --safe-mode
  exit /b 0
)
set "KHATM_OUT=%TEMP%\khatm-%RANDOM%%RANDOM%"
"%~dp0Khatm.exe" --log-level=3 -- %* >"%KHATM_OUT%.out" 2>"%KHATM_OUT%.err"
set "KHATM_CODE=%ERRORLEVEL%"
type "%KHATM_OUT%.err" >&2
type "%KHATM_OUT%.out"
del "%KHATM_OUT%.out" "%KHATM_OUT%.err"
exit /b %KHATM_CODE%
