import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/*
 * Tests our part of the installer for Windows, and the file of the command line that it installs. Debian's makensis
 * compiles it for 64 bits in a script that replaces electron-builder's, and Wine runs it. The tests are skipped if one
 * of these programs is missing.
 */

/** Writes the installer's script with its texts, as every packaging does. */
const writeScripts = (folder: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { writeScripts } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../.scripts/package/words.mjs'))};
       writeScripts(${JSON.stringify(folder)});`,
    ],
    { encoding: 'utf8' },
  );
const windows = path.resolve(import.meta.dirname, '../../.scripts/package/windows');
const has = (program: string) => spawnSync('which', [program]).status === 0;
const canRun = has('makensis') && has('wine') && existsSync('/usr/share/nsis/Stubs/zlib-amd64-unicode');

const header = `Unicode true
Target amd64-unicode
Name "Khatm"
RequestExecutionLevel user
!include LogicLib.nsh
!include FileFunc.nsh
`;
/** Prints its arguments, and exits with 7. With \`wait\` it keeps running. */
const program = `${header}OutFile "Khatm.exe"
SilentInstall silent
Section
  \${GetParameters} $0
  StrLen $3 "$0$\\r$\\n"
  System::Call 'kernel32::GetStdHandle(i -11)p.r1'
  System::Call 'kernel32::WriteFile(p r1, m "$0$\\r$\\n", i r3, *i .r2, p 0)'
  \${If} $0 == "wait"
    Sleep 120000
  \${EndIf}
  SetErrorLevel 7
SectionEnd
`;
const installer = `${header}OutFile "Setup.exe"
InstallDir "C:\\Program Files\\Khatm"
!define APP_EXECUTABLE_FILENAME "Khatm.exe"
!define isUpdated '"" != ""'
!include "installer.nsh"
Section
  !insertmacro customCheckAppRunning
  SetOutPath $INSTDIR
  File "Khatm.exe"
  File "${path.join(windows, 'khatm.cmd')}"
  WriteUninstaller "$INSTDIR\\Uninstall Khatm.exe"
  !insertmacro customInstall
SectionEnd
Function un.onInit
  !insertmacro customCheckAppRunning
FunctionEnd
Section "un.Uninstall"
  !insertmacro customUnInstall
  Delete "$INSTDIR\\Khatm.exe"
SectionEnd
`;

describe.skipIf(!canRun)('the installer for Windows', () => {
  let folder = '';
  let drive = '';
  let env: NodeJS.ProcessEnv = {};
  const run = (...args: string[]) => spawnSync('wine', args, { cwd: folder, env, encoding: 'utf8' });
  const setup = () => run('Setup.exe', '/S').status;
  /**
   * The call is in a file, because the installer accepts its own folder only without quotes. The file also waits until
   * the installer has ended.
   */
  const uninstall = () => run('cmd', '/c', 'uninstall.cmd').status;
  const installed = (...names: string[]) => existsSync(path.join(drive, 'Program Files', 'Khatm', ...names));

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'khatm-nsis-'));
    const prefix = path.join(folder, 'prefix');
    drive = path.join(prefix, 'drive_c');
    env = {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/lib/wine`,
      WINEPREFIX: prefix,
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      WINEDLLOVERRIDES: 'winemenubuilder.exe=d;mscoree=d;mshtml=d;winedbg.exe=d',
    };
    expect(writeScripts(folder)).toMatchObject({ status: 0, stderr: '' });
    for (const [name, script] of Object.entries({ program, installer })) {
      writeFileSync(path.join(folder, `${name}.nsi`), script);
      const made = spawnSync('makensis', ['-V2', `${name}.nsi`], { cwd: folder, encoding: 'utf8' });
      if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    }
    const line = '"C:\\Program Files\\Khatm\\Uninstall Khatm.exe" /S _?=C:\\Program Files\\Khatm';
    writeFileSync(path.join(folder, 'uninstall.cmd'), `@${line}\r\n@exit /b %ERRORLEVEL%\r\n`);
    expect(run('wineboot', '--init').status).toBe(0);
  }, 180_000);
  afterAll(() => {
    spawnSync('wineserver', ['--kill'], { env });
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });

  test('installs silently, never over a till that is open, and removes no books', async () => {
    expect(setup()).toBe(0);
    expect(installed('khatm.cmd')).toBe(true);
    // The folder of the policy and of a till for several users.
    const shared = path.join(drive, 'ProgramData', 'Khatm');
    expect(existsSync(shared)).toBe(true);
    mkdirSync(path.join(shared, 'till'));
    writeFileSync(path.join(shared, 'till', 'ledger.db'), 'books');

    const till = spawn('wine', ['C:\\Program Files\\Khatm\\Khatm.exe', 'wait'], { cwd: folder, env });
    const exited = once(till, 'exit');
    const [output] = await once(till.stdout, 'data');
    expect(String(output).trim()).toBe('wait');
    // This is the code for "try again later" in deployment tools. A Linux shell sees only its last byte.
    expect(setup()).toBe(1618 % 256);
    expect(uninstall()).toBe(1618 % 256);
    expect(installed('Khatm.exe')).toBe(true);
    run('taskkill', '/F', '/IM', 'Khatm.exe');
    await exited;

    expect(setup()).toBe(0);
    expect(uninstall()).toBe(0);
    expect(installed('Khatm.exe')).toBe(false);
    expect(readFileSync(path.join(shared, 'till', 'ledger.db'), 'utf8')).toBe('books');
  }, 180_000);

  test('its command line passes on arguments, output and exit code', () => {
    expect(setup()).toBe(0);
    const { status, stdout } = run(
      ...['cmd', '/c', 'C:\\Program Files\\Khatm\\khatm.cmd', 'ledger', 'check', '--data', 'C:\\books'],
    );
    expect(stdout.trim()).toBe('--log-level=3 -- ledger check --data C:\\books');
    expect(status).toBe(7);
  }, 120_000);
});
