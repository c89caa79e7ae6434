import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appImageInstaller } from '../../../main/app/updates/appimage.ts';
import type { Here } from '../../../main/app/updates/check-manifest.ts';
import { findInstaller } from '../../../main/app/updates/find-installer.ts';
import { checkFormer, formerToOffer, noteStart } from '../../../main/app/updates/former.ts';
import { systemInstaller } from '../../../main/app/updates/installer.ts';
import { sha256Of } from '../../../main/app/updates/manifest.ts';
import { isNight } from '../../../main/app/updates/night.ts';
import { nsisInstaller } from '../../../main/app/updates/nsis.ts';
import { folderSource } from '../../../main/app/updates/source.ts';
import { changeState, readState } from '../../../main/app/updates/state.ts';
import { createUpdater, type UpdateEvent, type UpdaterOptions } from '../../../main/app/updates/updater.ts';
import { canMountSmallDisk, mountSmallDisk } from '../../crash/small-disk.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { here, newSerials, packageOf, publishRelease, strangeKey } from './release.ts';

const schemas = { ledger: 20, terminal: 4, catalogue: 3, integration: 5 };
let root: string;
let dist: string;
let folder: string;
let program: string;
let events: UpdateEvent[];
let clock: FakeClock;
let serials: ReturnType<typeof newSerials>;

beforeEach(() => {
  root = newFolder('updater');
  dist = path.join(root, 'dist');
  folder = path.join(root, 'data', 'updates');
  program = path.join(root, 'Khatm.AppImage');
  writeFileSync(program, packageOf('0.1.0'), { mode: 0o755 });
  events = [];
  clock = new FakeClock();
  serials = newSerials();
});
afterEach(() => rmSync(root, { recursive: true }));

const source = () => folderSource(dist);
const versionThere = () => readFileSync(program, 'utf8').split('\n', 1)[0];
const mark = { environment: 'training' as const, id: 'a', icv: 3, hash: 'h' };

function updater(change: Partial<UpdaterOptions> = {}, place: Partial<Here> = {}) {
  return createUpdater({
    folder,
    here: () => here(place),
    schemasRead: schemas,
    serials,
    installer: appImageInstaller(program, () => undefined),
    clock,
    waits: () => undefined,
    pauseSending: () => ({ keepsBuyer: () => false, end: () => undefined }),
    sendingEndsMs: 35_000,
    prepare: async () => [mark],
    onEvent: (event) => events.push(event),
    onError: () => undefined,
    ...change,
  });
}

test('an update is offered once, installed, and found healthy by the version that it brought', async () => {
  publishRelease(dist);
  const before = updater();
  expect(await before.look(source())).toMatchObject({ is: 'offered' });
  expect(await before.look(source())).toMatchObject({ is: 'offered' });
  expect(typeof (await before.install(source(), 'Huda'))).toBe('function');
  expect(versionThere()).toBe('0.2.0');
  expect(readState(folder)).toMatchObject({
    installing: { version: '0.2.0', from: '0.1.0', by: 'Huda', marks: [mark] },
    former: { version: '0.1.0', forms: schemas },
  });

  noteStart(folder, '0.2.0');
  const after = updater({}, { version: '0.2.0' });
  await after.settle(async ({ marks }) => marks.length === 1);
  expect(after.state).toMatchObject({ last: { version: '0.2.0' }, former: { version: '0.1.0' } });
  expect(after.state.installing).toBeUndefined();
  expect(after.state.offer).toBeUndefined();
  expect(readdirSync(folder).toSorted()).toEqual(['former', 'state.json']);
  expect(events.map(({ is }) => is)).toEqual(['offered', 'installing', 'installed']);
  expect(await after.look(source())).toMatchObject({ is: 'current' });
});

test('a stick that was put aside is a replay once a newer manifest was seen, also after a restart', async () => {
  publishRelease(dist, { serial: 9 });
  await updater().look(source());
  publishRelease(dist, { serial: 8 });
  expect(await updater().look(source())).toMatchObject({ is: 'refused', why: 'replayed' });
  // The newest offer is unchanged.
  expect(readState(folder).offer).toMatchObject({ serial: 9 });
});

test('a manifest that is signed but not for today is remembered, and one of a stranger is not', async () => {
  publishRelease(dist, { serial: 7, stage: 0 });
  expect(await updater().look(source())).toMatchObject({ why: 'other-stage' });
  publishRelease(dist, { serial: 6 });
  expect(await updater().look(source())).toMatchObject({ why: 'replayed' });
  publishRelease(dist, { serial: 90, key: strangeKey });
  expect(await updater().look(source())).toMatchObject({ why: 'bad-signature' });
  publishRelease(dist, { serial: 91, ring: 'early' });
  expect(await updater().look(source())).toMatchObject({ why: 'wrong-ring' });
  publishRelease(dist, { serial: 8 });
  expect(await updater().look(source())).toMatchObject({ is: 'offered' });
});

test('an offer ends when it is withdrawn, expires, or its kept manifest is changed', async () => {
  publishRelease(dist, { serial: 2 });
  const one = updater();
  await one.look(source());
  await one.fetch(source());
  publishRelease(dist, { serial: 3, stage: 10 });
  await one.look(source());
  expect(one.state.offer).toBeUndefined();
  expect(existsSync(path.join(folder, '2'))).toBe(false);

  publishRelease(dist, { serial: 4, expires: '2026-11-20T11:00:00.000Z' });
  await one.look(source());
  expect(await one.offer()).toBeDefined();
  await clock.advance(3_600_000);
  expect(await one.offer()).toBeUndefined();
  expect(await one.install(source(), 'Huda')).toBe('missing');

  publishRelease(dist, { serial: 5 });
  await one.look(source());
  const kept = path.join(folder, '5', 'khatm-update.json');
  writeFileSync(kept, readFileSync(kept, 'utf8').replace('0.2.0', '0.9.0'));
  expect(await one.offer()).toBeUndefined();
  expect(versionThere()).toBe('0.1.0');
});

test('an older version is offered to a manager, and installed over books that it reads', async () => {
  publishRelease(dist, { version: '0.0.9', minimumVersion: '0.0.1', content: packageOf('0.0.9') });
  expect(await updater().look(source())).toMatchObject({ is: 'offered', isOlder: true });
  expect(typeof (await updater().install(source(), 'Huda'))).toBe('function');
  expect(versionThere()).toBe('0.0.9');
});

describe('nothing is installed', () => {
  beforeEach(async () => {
    publishRelease(dist);
    await updater().look(source());
  });
  const kept = (result: unknown, expected: unknown) => {
    expect(result).toEqual(expected);
    expect(versionThere()).toBe('0.1.0');
    expect(readState(folder).installing).toBeUndefined();
  };

  test.each(['basket', 'card', 'programs'] as const)('while there is: %s', async (wait) => {
    kept(await updater({ waits: () => wait }).install(source(), 'night'), { wait });
    expect(events.map(({ is }) => is)).toEqual(['offered']);
  });

  test('when a sale begins while the backup is made', async () => {
    let isSelling = false;
    const prepare = async () => {
      isSelling = true;
      return [];
    };
    const waits = () => (isSelling ? ('basket' as const) : undefined);
    kept(await updater({ prepare, waits }).install(source(), 'night'), { wait: 'basket' });
  });

  test.each(['backup-failed', 'books-broken'] as const)('when its preparation says: %s', async (why) => {
    kept(await updater({ prepare: async () => why }).install(source(), 'Huda'), why);
    expect(events.at(-1)).toEqual({ is: 'failed', version: '0.2.0', why });
    expect(readState(folder).last).toMatchObject({ version: '0.2.0', why });
  });

  test('when the package is changed while the backup is made', async () => {
    const prepare = async () => {
      writeFileSync(path.join(folder, '2', 'Khatm.AppImage'), packageOf('0.6.6'));
      return [];
    };
    kept(await updater({ prepare }).install(source(), 'Huda'), 'file-differs');
  });

  test('when the program cannot be replaced', async () => {
    const gone = appImageInstaller(path.join(root, 'gone', 'Khatm.AppImage'), () => undefined);
    kept(await updater({ installer: gone }).install(source(), 'Huda'), 'install-failed');
    kept(await updater({ installer: undefined }).install(source(), 'Huda'), 'not-installable');
    const byApt = systemInstaller('deb', 'sudo apt install khatm');
    kept(await updater({ installer: byApt }).install(source(), 'Huda'), 'not-installable');
  });
});

describe.skipIf(!canMountSmallDisk())('on a disk that is full', () => {
  test('an installation gives the room back at once, and goes through later', async () => {
    const data = path.dirname(folder);
    const disk = mountSmallDisk(data);
    try {
      // The copy of this version needs more than the free space.
      writeFileSync(program, packageOf('0.1.0', 4_000));
      publishRelease(dist);
      const installer = updater({ freeBytes: () => 2 ** 40 });
      await installer.look(source());
      await installer.fetch(source());
      const free = () => statfsSync(data).bavail * statfsSync(data).bsize;
      disk?.fill(1_000_000);
      const before = free();
      expect(before).toBeLessThan(statSync(program).size);
      expect(await installer.install(source(), 'Huda')).toBe('disk-full');
      expect(free()).toBeGreaterThan(before - 20_000);
      expect(versionThere()).toBe('0.1.0');
      expect(readState(folder)).toMatchObject({ last: { why: 'disk-full' } });
      expect(readState(folder).installing).toBeUndefined();
      disk?.empty();
      expect(await installer.install(source(), 'Huda')).toBeTypeOf('function');
      expect(versionThere()).toBe('0.2.0');
    } finally {
      disk?.unmount(false);
    }
  });
});

test('an installation that did not come to its end is told by the version that starts again', async () => {
  publishRelease(dist);
  const one = updater();
  await one.look(source());
  const installer = { ...appImageInstaller(program, () => undefined), install: async () => () => undefined };
  await updater({ installer }).install(source(), 'Huda');
  await one.settle(async () => true);
  expect(one.state).toMatchObject({ last: { version: '0.2.0', why: 'install-failed' } });
  // The installation may be tried again.
  expect(await one.offer()).toBeDefined();
});

test('what is not as it was is told once, and looked at again at the next start', async () => {
  publishRelease(dist);
  await updater().look(source());
  await updater().install(source(), 'Huda');
  const after = updater({}, { version: '0.2.0' });
  await after.settle(async () => false);
  await after.settle(async () => false);
  expect(events.filter(({ is }) => is === 'failed')).toHaveLength(1);
  expect(after.state).toMatchObject({ installing: {}, last: { why: 'not-healthy' } });
  await after.settle(async () => true);
  expect(after.state.last?.why).toBeUndefined();
});

describe('after two starts that failed', () => {
  beforeEach(async () => {
    publishRelease(dist);
    await updater().look(source());
    await updater().install(source(), 'Huda');
  });
  const start = () => formerToOffer(folder, noteStart(folder, '0.2.0'), '0.2.0', () => schemas);

  test('the third offers the former version, whose package can be put back', async () => {
    expect([start(), start()]).toEqual([undefined, undefined]);
    const former = start();
    expect(former).toMatchObject({ version: '0.1.0' });
    await appImageInstaller(program, () => undefined).install(
      former?.file ?? '',
      '0.1.0',
      former?.sha256 ?? '',
    );
    expect(versionThere()).toBe('0.1.0');
    const back = updater();
    await back.settle(async () => true);
    expect(back.state).toMatchObject({ last: { version: '0.2.0', why: 'not-healthy' } });
  });

  test.each(['ledger', 'terminal', 'catalogue', 'integration'] as const)(
    'it does not once a newer schema of this was written: %s',
    (name) => {
      const newer = { ...schemas, [name]: schemas[name] + 1 };
      for (let count = 0; count < 4; count++)
        expect(formerToOffer(folder, noteStart(folder, '0.2.0'), '0.2.0', () => newer)).toBeUndefined();
    },
  );

  test('its package is found although the data folder has moved', () => {
    const moved = path.join(root, 'moved');
    renameSync(folder, moved);
    const starts = [1, 2, 3].map(() =>
      formerToOffer(moved, noteStart(moved, '0.2.0'), '0.2.0', () => schemas),
    );
    expect(starts[2]?.file).toBe(path.join(moved, 'former', 'former.AppImage'));
    renameSync(moved, folder);
  });

  test('another version does not count them', () => {
    for (let count = 0; count < 4; count++) noteStart(folder, '0.1.0');
    expect(readState(folder).installing?.starts).toBe(0);
  });
});

test('a damaged state is an empty one', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'state.json'), '{"offer": 5');
  expect(readState(folder)).toEqual({});
  expect(changeState(folder, { looked: { at: 1 } })).toEqual({ looked: { at: 1 } });
});

test('the night may go beyond midnight, in Riyadh', () => {
  const at = (time: string) => Date.parse(`2026-11-20T${time}:00+03:00`);
  const hours = (night: { from: string; to: string }) =>
    ['01:59', '02:00', '04:59', '05:00', '23:00'].filter((time) => isNight(night, at(time)));
  expect(hours({ from: '02:00', to: '05:00' })).toEqual(['02:00', '04:59']);
  expect(hours({ from: '22:30', to: '02:00' })).toEqual(['01:59', '23:00']);
  expect(hours({ from: '02:00', to: '02:00' })).toEqual([]);
});

test('Windows’ installer is the one that was signed, runs at the very end, and the program starts again whatever becomes of it', async () => {
  const { files } = publishRelease(dist);
  const ran: [script: string, variables: Readonly<Record<string, string>>][] = [];
  const installers = path.join(folder, 'installers');
  const till = 'D:\\Tills & 100%\\Khatm\\khatm.exe';
  const installer = nsisInstaller({ program: till, folder: installers, run: (...how) => ran.push(how) });
  expect(installer.isSilent).toBe(false);
  expect(await installer.keepFormer(folder, '0.1.0')).toBeUndefined();
  const one = updater({ installer: { ...installer, kind: 'appimage' } });
  await one.look(source());
  const finish = await one.install(source(), 'Huda');
  expect(ran).toEqual([]);
  if (typeof finish === 'function') finish();
  const [[script = '', variables] = []] = ran;
  expect(variables).toEqual({
    KHATM_INSTALLER: path.join(installers, '0.2.0.exe'),
    KHATM_SHA256: files[0]?.sha256,
    KHATM_PROGRAM: till,
    KHATM_PROCESS: String(process.pid),
  });
  // The file is hashed and started while nobody else may write it. The till starts even if this fails.
  const steps = [
    "::Open($env:KHATM_INSTALLER, 'Open', 'Read', 'Read')",
    'ComputeHash($file)',
    "if ($found -ne $env:KHATM_SHA256) { throw 'another installer' }",
    'Start-Process -FilePath $env:KHATM_INSTALLER',
    'WaitForExit()',
    '} finally {',
    '$file.Close()',
    'Start-Process -FilePath $env:KHATM_PROGRAM }',
  ].map((step) => script.indexOf(step));
  expect(steps).toEqual(steps.filter((at) => at > 0).toSorted((a, b) => a - b));
  // The path is quoted for the shell.
  expect(script).not.toMatch(/["%\n]/);
  expect(await installer.keepFormer(folder, '0.2.0')).toBe(path.join(installers, '0.2.0.exe'));
});

test('Windows goes back to the installer that was signed, whatever a program of the user wrote', async () => {
  const windows = {
    ...nsisInstaller({ program: 'khatm.exe', folder: path.join(folder, 'installers'), run: () => undefined }),
    kind: 'appimage' as const,
  };
  for (const [from, version, serial] of [
    ['0.1.0', '0.2.0', 2],
    ['0.2.0', '0.3.0', 3],
  ] as const) {
    publishRelease(dist, { version, serial, content: packageOf(version) });
    const one = updater({ installer: windows }, { version: from });
    await one.look(source());
    expect(typeof (await one.install(source(), 'Huda'))).toBe('function');
  }
  const kept = path.join(folder, 'manifests');
  expect(readdirSync(kept)).toEqual(['0.2.0', '0.3.0']);
  const check = () => {
    for (let start = 0; start < 3; start++) noteStart(folder, '0.3.0');
    const former = formerToOffer(folder, readState(folder), '0.3.0', () => schemas);
    return former && checkFormer(folder, former, windows, here());
  };
  const good = packageOf('0.2.0');
  expect(await check()).toMatchObject({ size: good.length, sha256: sha256Of(good) });

  const evil = Buffer.from('an installer of a stranger');
  const { former } = readState(folder);
  if (former === undefined) throw new Error('no former version');
  writeFileSync(path.join(folder, former.file), evil);
  changeState(folder, { former: { ...former, sha256: sha256Of(evil), size: evil.length } });
  expect(await check()).toBeUndefined();
  publishRelease(path.join(kept, '0.2.0'), { content: evil, key: strangeKey });
  expect(await check()).toBeUndefined();
  // The release is signed, but it is another version.
  publishRelease(path.join(kept, '0.2.0'), { content: evil, version: '0.1.9' });
  expect(await check()).toBeUndefined();
  rmSync(kept, { recursive: true });
  expect(await check()).toBeUndefined();
});

test('the installers of two versions are kept', async () => {
  const setup = path.join(root, 'setup.exe');
  writeFileSync(setup, 'the installer');
  const installers = path.join(folder, 'installers');
  const installer = nsisInstaller({ program: 'khatm.exe', folder: installers, run: () => undefined });
  for (const version of ['0.2.0', '0.3.0', '0.4.0']) await installer.install(setup, version, 'hash');
  expect(readdirSync(installers)).toHaveLength(2);
});

test('how the program was installed is found out from what lies around it', () => {
  const resources = path.join(root, 'resources');
  mkdirSync(resources);
  const at = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) =>
    findInstaller({
      platform,
      env,
      execPath: path.join(root, 'khatm'),
      resources,
      folder,
      restart: () => undefined,
    });
  expect(at('linux')).toBeUndefined();
  expect(at('win32')).toBeUndefined();
  expect(at('linux', { APPIMAGE: program })).toMatchObject({ kind: 'appimage', isSilent: true });
  writeFileSync(path.join(resources, 'package-type'), 'deb\n');
  expect(at('linux')).toMatchObject({
    kind: 'deb',
    isSilent: false,
    command: expect.stringContaining('apt-get'),
  });
  writeFileSync(path.join(root, 'Uninstall Khatm.exe'), '');
  expect(at('win32')).toMatchObject({ kind: 'nsis', isSilent: false });
});
