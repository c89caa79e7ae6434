import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { display, home, installedFolder, person } from './till.ts';

/*
 * Runs the files of the installed program where a test can inspect them. The installed program itself lets nobody
 * inspect it, which other tests prove. So its archive, addons and signed list run here, byte for byte, in the same
 * Electron before its fuses were blown.
 */

const folder = path.join(home, 'opened');

/**
 * This program starts before the archive, and removes the switches of the test so that the archive does not see them.
 */
const front = `import { createRequire } from 'node:module';
import path from 'node:path';
import { app } from 'electron';
const resources = path.join(path.dirname(process.execPath), 'installed');
Object.defineProperty(process, 'resourcesPath', { value: resources });
const archive = path.join(resources, 'app.asar');
const { main, version } = createRequire(import.meta.url)(path.join(archive, 'package.json'));
process.argv = process.argv.filter((text) => !/^--(inspect|remote-debugging-port)=/.test(text));
app.setAppPath(archive);
app.setVersion(version);
await import(path.join(archive, main));
`;

/**
 * Starts the installed program's files as an ordinary person, in Chromium's sandbox.
 * @param electron the folder of the Electron that was packaged
 * @param data the data folder
 */
export async function openInstalled(electron: string, data: string): Promise<ElectronApplication> {
  removeOpened();
  cpSync(installedFolder, folder, { recursive: true, preserveTimestamps: true, mode: 0 });
  rmSync(path.join(folder, 'khatm'));
  cpSync(path.join(electron, 'electron'), path.join(folder, 'khatm'));
  // Electron would prefer the archive to this folder.
  renameSync(path.join(folder, 'resources'), path.join(folder, 'installed'));
  const app = path.join(folder, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, 'package.json'), '{ "name": "khatm", "type": "module", "main": "front.js" }');
  writeFileSync(path.join(app, 'front.js'), front);
  const start = path.join(folder, 'start.sh');
  const variables = `HOME=${home} PATH=/usr/bin:/bin LANG=C.UTF-8 DISPLAY=${display} KHATM_DATA=${data}`;
  const as = `setpriv --reuid=${person} --regid=${person} --init-groups`;
  writeFileSync(start, `#!/bin/sh\ncd /\nexec ${as} env -i ${variables} ${folder}/khatm "$@"\n`, {
    mode: 0o755,
  });
  return _electron.launch({ executablePath: start, args: ['--lang=en-GB'], chromiumSandbox: true });
}

/** Removes the copy. */
export function removeOpened(): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
}

/** Returns all of the program's own code as text. */
export const installedArchive = (): string =>
  readFileSync(path.join(installedFolder, 'resources', 'app.asar'), 'latin1');
