import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { openFolderSink } from '../../../main/office/archive/folder-sink.ts';
import { filesOf, partSuffix } from '../../../main/office/archive/sink.ts';
import { newFolder } from '../../support/khatm.ts';

/* The folder for archives, and what others put there. */

const onUnix = test.skipIf(process.platform === 'win32');
const base = '399999999900003_2026-10';
const files = filesOf(base);

let folder: string;
let secret: string;
beforeEach(() => {
  folder = newFolder('archive');
  secret = path.join(newFolder('office'), 'order-key.json');
  writeFileSync(secret, 'the private half');
});

describe('a person downloads', () => {
  test('a file that is there, and neither what a link leads to nor another name of a file', async () => {
    const sink = openFolderSink(folder);
    writeFileSync(path.join(folder, 'a'), 'sums');
    symlinkSync(secret, path.join(folder, 'b'));
    linkSync(secret, path.join(folder, 'c'));
    const file = await sink.open('a');
    expect(file?.bytes).toBe(4);
    expect(String(await buffer(file?.stream ?? Readable.from([])))).toBe('sums');
    for (const name of ['b', 'c', 'gone']) expect(await sink.open(name)).toBeUndefined();
  });

  onUnix('no pipe, however often it is asked for', async () => {
    execFileSync('mkfifo', [path.join(folder, 'a')]);
    const sink = openFolderSink(folder);
    for (let times = 0; times < 6; times += 1) expect(await sink.open('a')).toBeUndefined();
    writeFileSync(path.join(folder, 'b'), 'sums');
    expect(String(await buffer((await sink.open('b'))?.stream ?? Readable.from([])))).toBe('sums');
  });
});

describe('an archive', () => {
  test('takes the place of links, and what they lead to stays', async () => {
    for (const name of files) symlinkSync(secret, path.join(folder, name + partSuffix));
    const sink = openFolderSink(folder);
    const work = await sink.begin(base, '2036-10-31');
    for (const name of files) writeFileSync(path.join(work.folder, name + partSuffix), name);
    await work.take();
    await work.keep();
    await work.end();
    for (const name of files) expect(readFileSync(path.join(folder, name), 'utf8')).toBe(name);
    expect(readFileSync(secret, 'utf8')).toBe('the private half');
  });

  test('is not finished with a link in the place of a file', async () => {
    const sink = openFolderSink(folder);
    const work = await sink.begin(base, '2036-10-31');
    for (const name of files) writeFileSync(path.join(work.folder, name + partSuffix), name);
    await work.take();
    const [name = ''] = files;
    rmSync(path.join(folder, name + partSuffix));
    symlinkSync(secret, path.join(folder, name + partSuffix));
    await expect(work.keep()).rejects.toThrow('is no file of the office');
    await work.end();
  });

  onUnix('is not put where every user of the machine may write', async () => {
    chmodSync(folder, 0o777);
    await expect(openFolderSink(folder).begin(base, '2036-10-31')).rejects.toThrow(
      'every user of this machine',
    );
  });
});
