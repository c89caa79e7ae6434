import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { manifestName, signatureName } from '../../../main/app/updates/manifest.ts';
import { folderSource } from '../../../main/app/updates/source.ts';
import { newFolder } from '../../support/khatm.ts';

/* A folder with an update, which may be on anybody's stick or share. */

const onUnix = test.skipIf(process.platform === 'win32');

test('a manifest is read up to its limit, and neither through a link nor where it is missing', async () => {
  const folder = newFolder('update');
  expect(await folderSource(folder).manifest()).toBe('missing');
  writeFileSync(path.join(folder, signatureName), 'signature');
  writeFileSync(path.join(folder, manifestName), '{}');
  expect(await folderSource(folder).manifest()).toMatchObject({ signature: 'signature' });
  truncateSync(path.join(folder, manifestName), 5_000_000_000);
  expect(await folderSource(folder).manifest()).toBe('malformed');
});

onUnix('a device without an end, a pipe and a link are no manifest and no package', async () => {
  const folder = newFolder('update');
  symlinkSync('/dev/zero', path.join(folder, manifestName));
  expect(await folderSource(folder).manifest()).toBe('unreachable');
  expect(await folderSource(folder).open(manifestName, 0)).toBe('unreachable');
  execFileSync('mkfifo', [path.join(folder, 'khatm.AppImage')]);
  for (let times = 0; times < 6; times += 1)
    expect(await folderSource(folder).open('khatm.AppImage', 0)).toBe('unreachable');
  writeFileSync(path.join(folder, 'whole.AppImage'), 'bytes');
  const opened = await folderSource(folder).open('whole.AppImage', 2);
  const pieces: Uint8Array[] = [];
  if (typeof opened !== 'string') for await (const piece of opened.body) pieces.push(piece);
  expect(String(Buffer.concat(pieces))).toBe('tes');
});
