import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stateFolderOf } from '../../main/platform/data-folder.ts';
import { newFolder } from '../support/khatm.ts';

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
  // The data folder is the whole home folder.
  expect(stateFolderOf(home, {}, 'linux')).toBe(`${home}.state`);
});
