import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { download } from '../../../main/app/updates/download.ts';
import { folderSource, type Source, serverSource } from '../../../main/app/updates/source.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { canMountSmallDisk, mountSmallDisk } from '../../crash/small-disk.ts';
import { newFolder } from '../../support/khatm.ts';
import { packageOf, publishRelease } from './release.ts';
import { serveUpdates, type UpdateServer } from './server.ts';

const content = packageOf('0.2.0', 300);
let server: UpdateServer;
let root: string;
let dist: string;
let kept: string;

beforeEach(async () => {
  root = newFolder('download');
  dist = path.join(root, 'dist');
  kept = path.join(root, 'kept');
  publishRelease(dist, { content });
  server = await serveUpdates(dist);
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const file = () => {
  const [first] = publishRelease(path.join(root, 'same'), { content }).files;
  if (first === undefined) throw new Error('no file');
  return first;
};
const fromServer = () => serverSource(server.address, 'stable', fetch);
const get = (source: Source = fromServer(), more: Partial<Parameters<typeof download>[0]> = {}) =>
  download({ source, file: file(), folder: kept, clock: systemClock, ...more });
const whole = () => path.join(kept, 'Khatm.AppImage');
const parts = () => readdirSync(kept).filter((name) => name.endsWith('.part'));

test('a manifest and its file come from the folder of the ring', async () => {
  expect(await fromServer().manifest()).toMatchObject({ bytes: expect.any(Buffer) });
  expect(await get()).toEqual({ path: whole() });
  expect(readFileSync(whole())).toEqual(content);
  expect(server.requests).toEqual([
    '/stable/khatm-update.json',
    '/stable/khatm-update.json.sig',
    '/stable/Khatm.AppImage',
  ]);
  expect(parts()).toEqual([]);
  // A complete file is not fetched again.
  expect(await get()).toEqual({ path: whole() });
  expect(server.requests).toHaveLength(3);
});

test('a cut connection is taken up where it ended, also by a later attempt', async () => {
  server.cutAfter = 40_000;
  expect(await get(undefined, { signal: AbortSignal.abort() })).toBe('cut');
  expect(await get()).toEqual({ path: whole() });
  expect(readFileSync(whole())).toEqual(content);
  const ranges = server.requests.filter((one) => one.includes('bytes='));
  expect(ranges.length).toBeGreaterThan(5);
  expect(new Set(ranges).size).toBe(ranges.length);

  rmSync(whole());
  server.cutAfter = 1_000;
  expect(await get()).toBe('cut');
  const [part = ''] = parts();
  const begun = statSync(path.join(kept, part)).size;
  expect(begun).toBeGreaterThan(0);
  server.cutAfter = undefined;
  expect(await get()).toEqual({ path: whole() });
  expect(server.requests.at(-1)).toBe(`/stable/Khatm.AppImage bytes=${begun}-`);
});

test('a server that knows no parts sends the whole again', async () => {
  mkdirSync(kept);
  server.cutAfter = 5_000;
  await get(undefined);
  server.cutAfter = undefined;
  server.ignoresRanges = true;
  expect(await get()).toEqual({ path: whole() });
  expect(readFileSync(whole())).toEqual(content);
});

test('another file than the manifest names is refused, and nothing of it stays', async () => {
  const tampered = Buffer.from(content);
  tampered[1000] = (tampered[1000] ?? 0) ^ 1;
  for (const other of [tampered, Buffer.concat([content, Buffer.from('x')])]) {
    writeFileSync(path.join(dist, 'Khatm.AppImage'), other);
    expect(await get()).toBe('file-differs');
    expect(readdirSync(kept)).toEqual([]);
  }
  writeFileSync(path.join(dist, 'Khatm.AppImage'), content.subarray(0, 900));
  expect(await get()).toBe('cut');
  rmSync(path.join(dist, 'Khatm.AppImage'));
  expect(await get()).toBe('missing');
});

test('a part that was spoiled on the disk does not pass', async () => {
  server.cutAfter = 1_000;
  await get();
  const [part = ''] = parts();
  appendFileSync(path.join(kept, part), 'spoiled');
  server.cutAfter = undefined;
  expect(await get()).toBe('file-differs');
  expect(await get()).toEqual({ path: whole() });
});

test('a file whose kept copy was changed is fetched anew', async () => {
  await get();
  writeFileSync(whole(), packageOf('0.9.9', 300));
  expect(await get()).toEqual({ path: whole() });
  expect(readFileSync(whole())).toEqual(content);
});

test('a folder serves as well as a server', async () => {
  expect(await folderSource(dist).manifest()).toMatchObject({ signature: expect.any(String) });
  expect(await get(folderSource(dist))).toEqual({ path: whole() });
  expect(await folderSource(path.join(root, 'gone')).manifest()).toBe('missing');
  rmSync(path.join(dist, 'khatm-update.json.sig'));
  expect(await folderSource(dist).manifest()).toBe('missing');
  expect(await fromServer().manifest()).toBe('missing');
  writeFileSync(path.join(dist, 'khatm-update.json'), Buffer.alloc(300_000));
  expect(await folderSource(dist).manifest()).toBe('malformed');
  expect(await fromServer().manifest()).toBe('malformed');
});

test('a server that is not there is told apart from a file that is not', async () => {
  const source = serverSource('http://127.0.0.1:1', 'stable', fetch);
  expect(await source.manifest()).toBe('unreachable');
  expect(await get(source)).toBe('cut');
});

test('it is not begun where the disk could not hold it and its installation', async () => {
  const freeBytes = () => 100 * 1024 * 1024 + content.length;
  expect(await get(undefined, { freeBytes })).toBe('no-room');
  expect(server.requests).toEqual([]);
});

describe.skipIf(!canMountSmallDisk())('on a disk that is full', () => {
  test('it fails as such, gives the space back, and goes through once there is room', async () => {
    const disk = mountSmallDisk(kept);
    try {
      disk?.fill(100_000);
      const freeBytes = () => 2 ** 40;
      expect(await get(undefined, { freeBytes })).toBe('disk-full');
      expect(parts()).toEqual([]);
      disk?.empty();
      expect(await get(undefined, { freeBytes })).toEqual({ path: whole() });
      expect(existsSync(whole())).toBe(true);
    } finally {
      disk?.unmount(false);
    }
  });
});
