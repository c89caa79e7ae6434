import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  defaultDataFolder,
  stateFolderOf,
  windowFolder,
} from '../../../main/base/platform/folders/data-folder.ts';
import { newFolder } from '../../support/khatm.ts';

test.skipIf(process.platform === 'win32')('what the machine keeps is never inside the data folder', () => {
  const home = homedir();
  expect(stateFolderOf('/shop', {}, 'linux')).toBe(path.join(home, '.local', 'state', 'khatm'));
  expect(stateFolderOf('/shop', { XDG_STATE_HOME: '/state' }, 'linux')).toBe('/state/khatm');
  expect(stateFolderOf('/shop', { KHATM_STATE: '/of/its/own' }, 'linux')).toBe('/of/its/own');
  expect(stateFolderOf('/shop', { LOCALAPPDATA: '/local' }, 'win32')).toBe('/local/Khatm/state');

  const data = newFolder('state');
  const inside = path.join(data, 'state');
  expect(stateFolderOf(data, { XDG_STATE_HOME: inside }, 'linux')).toBe(path.join(home, '.khatm-state'));
  expect(stateFolderOf(data, { KHATM_STATE: data, XDG_STATE_HOME: '/state' }, 'linux')).toBe('/state/khatm');
  // In this case the data folder is the home folder itself.
  expect(stateFolderOf(home, {}, 'linux')).toBe(`${home}.state`);
});

test.skipIf(process.platform === 'win32')('the books lie where data belongs, not where settings do', () => {
  const home = homedir();
  const windows = { LOCALAPPDATA: '/local', APPDATA: '/roaming' };
  expect(defaultDataFolder(windows, 'win32')).toBe('/local/Khatm/data');
  expect(windowFolder(windows, 'win32')).toBe('/local/Khatm/window');
  expect(defaultDataFolder({}, 'linux')).toBe(path.join(home, '.local', 'share', 'khatm', 'data'));
  expect(defaultDataFolder({ XDG_DATA_HOME: '/share' }, 'linux')).toBe('/share/khatm/data');
  expect(windowFolder({}, 'linux')).toBeUndefined();
  expect(defaultDataFolder({}, 'darwin')).toBe(
    path.join(home, 'Library', 'Application Support', 'Khatm', 'data'),
  );
  for (const platform of ['win32', 'linux', 'darwin'] as const) {
    expect(defaultDataFolder({ KHATM_DATA: '/shop' }, platform)).toBe('/shop');
    expect(windowFolder({ KHATM_DATA: '/shop' }, platform)).toBe('/shop/window');
  }
});

test.runIf(process.platform === 'win32')(
  'on Windows the books neither roam nor lie beside the settings',
  () => {
    const { LOCALAPPDATA: local = '' } = process.env;
    expect(defaultDataFolder({ ...process.env, KHATM_DATA: '' })).toBe(path.join(local, 'Khatm', 'data'));
  },
);
