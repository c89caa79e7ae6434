import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { logFolderOf, makeLogFolder } from '../../../main/base/platform/folders/log-folder.ts';
import { openLog } from '../../../main/base/platform/log.ts';
import { newFolder } from '../../support/khatm.ts';

/* Tests that the log is in the platform's folder for logs. */

test('each platform has its own place, and a folder that somebody named keeps its log', () => {
  const home = homedir();
  const linux = { XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s' };
  expect(logFolderOf('/d/khatm/data', linux, 'linux')).toBe(path.join('/s', 'khatm', 'logs'));
  expect(logFolderOf(path.join(home, '.local/share/khatm/data'), {}, 'linux')).toBe(
    path.join(home, '.local', 'state', 'khatm', 'logs'),
  );
  const mac = path.join(home, 'Library', 'Application Support', 'Khatm', 'data');
  expect(logFolderOf(mac, {}, 'darwin')).toBe(path.join(home, 'Library', 'Logs', 'Khatm'));
  const local = path.resolve('/local');
  expect(logFolderOf(path.join(local, 'Khatm', 'data'), { LOCALAPPDATA: local }, 'win32')).toBe(
    path.join(local, 'Khatm', 'Logs'),
  );
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(logFolderOf('/mnt/till', linux, platform)).toBe('/mnt/till');
});

test('its folder is made for this user alone', () => {
  const data = newFolder('log-data');
  const logs = path.join(newFolder('log-state'), 'khatm', 'logs');
  expect(makeLogFolder(data, logs)).toBe(logs);
  if (process.platform !== 'win32') expect(statSync(logs).mode & 0o777).toBe(0o700);
  openLog(logs).info('start');
  expect(readFileSync(path.join(logs, 'khatm.log'), 'utf8')).toContain('"msg":"start"');
});

test('where the place cannot be used, the log stays with the data', () => {
  const data = newFolder('log-data');
  const blocked = path.join(newFolder('log-blocked'), 'file');
  writeFileSync(blocked, '');
  expect(makeLogFolder(data, path.join(blocked, 'logs'))).toBe(data);
  expect(makeLogFolder(data, data)).toBe(data);
});
