import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  defaultDataFolder,
  formerDataFolder,
  placesOf,
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
  expect(formerDataFolder(windows, 'win32')).toBe('/roaming/Khatm/data');
  expect(windowFolder(windows, 'win32')).toBe('/local/Khatm/window');
  expect(defaultDataFolder({}, 'linux')).toBe(path.join(home, '.local', 'share', 'khatm', 'data'));
  expect(defaultDataFolder({ XDG_DATA_HOME: '/share' }, 'linux')).toBe('/share/khatm/data');
  expect(formerDataFolder({}, 'linux')).toBe(path.join(home, '.config', 'Khatm', 'data'));
  expect(windowFolder({}, 'linux')).toBeUndefined();
  expect(defaultDataFolder({}, 'darwin')).toBe(
    path.join(home, 'Library', 'Application Support', 'Khatm', 'data'),
  );
  expect(formerDataFolder({}, 'darwin')).toBeUndefined();
  for (const platform of ['win32', 'linux', 'darwin'] as const) {
    expect(defaultDataFolder({ KHATM_DATA: '/shop' }, platform)).toBe('/shop');
    expect(formerDataFolder({ KHATM_DATA: '/shop' }, platform)).toBeUndefined();
    expect(windowFolder({ KHATM_DATA: '/shop' }, platform)).toBe('/shop/window');
  }
});

test.skipIf(process.platform === 'win32')(
  'a ledger that the program moved is in its place, a copy is not',
  () => {
    const env = { XDG_DATA_HOME: newFolder('share'), XDG_CONFIG_HOME: newFolder('config') };
    const [data, former] = [
      path.join(env.XDG_DATA_HOME, 'khatm', 'data'),
      path.join(env.XDG_CONFIG_HOME, 'Khatm', 'data'),
    ];
    const places = (folder: string) => placesOf(path.join(folder, 'production'), env, 'linux');
    const moved = { place: path.join(data, 'production'), formerly: path.join(former, 'production') };
    mkdirSync(path.join(data, 'production'), { recursive: true });
    mkdirSync(path.dirname(former));
    expect(places(data)).toEqual(moved);
    expect(places('/elsewhere')).toEqual({ place: '/elsewhere/production' });
    expect(places(former)).toEqual({ place: path.join(former, 'production') });
    // The link that remains is another name for the same place.
    symlinkSync(data, former);
    writeFileSync(path.join(data, 'production', 'ledger.db'), '');
    expect(places(former)).toEqual(moved);
    expect(places(data)).toEqual(moved);
    const named = { ...env, KHATM_DATA: former };
    expect(placesOf(path.join(former, 'production'), named, 'linux')).toEqual(moved);

    // The old folder has a ledger as well, so one of the two is a copy.
    const copied = { ...env, XDG_CONFIG_HOME: newFolder('config') };
    mkdirSync(path.join(copied.XDG_CONFIG_HOME, 'Khatm', 'data', 'production'), { recursive: true });
    writeFileSync(path.join(copied.XDG_CONFIG_HOME, 'Khatm', 'data', 'production', 'ledger.db'), '');
    expect(placesOf(path.join(data, 'production'), copied, 'linux')).toEqual({ place: moved.place });
  },
);

test.runIf(process.platform === 'win32')(
  'on Windows the books neither roam nor lie beside the settings',
  () => {
    const [local = '', roaming = ''] = [process.env.LOCALAPPDATA, process.env.APPDATA];
    expect(defaultDataFolder({ ...process.env, KHATM_DATA: '' })).toBe(path.join(local, 'Khatm', 'data'));
    expect(formerDataFolder({ ...process.env, KHATM_DATA: '' })).toBe(path.join(roaming, 'Khatm', 'data'));
    const production = path.join(local, 'Khatm', 'data', 'production');
    expect(placesOf(production)).toEqual({
      place: production,
      formerly: path.join(roaming, 'Khatm', 'data', 'production'),
    });
  },
);
