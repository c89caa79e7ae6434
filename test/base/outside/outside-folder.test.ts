import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ask } from '../../../main/base/outside/ask.ts';
import { inFolder, type OutsideFolder, removeUnfinished } from '../../../main/base/outside/outside-folder.ts';
import { newFolder } from '../../support/khatm.ts';

/* A folder that others may write in, and what they may have put there. */

const onUnix = test.skipIf(process.platform === 'win32');
const onLinux = test.skipIf(process.platform !== 'linux');

let ownFolder: string;
let root: string;
const inRoot = (...parts: string[]) => path.join(root, ...parts);
const secret = () => path.join(ownFolder, 'vault.json');
beforeEach(() => {
  ownFolder = newFolder('own');
  root = newFolder('outside');
  writeFileSync(secret(), 'secret');
});

const within = <T>(work: (folder: OutsideFolder) => Promise<T>, folder = root) =>
  inFolder(folder, { ownFolder }, work);
const code = (fault: string, name?: string) => ({
  failure: { code: fault, ...(name !== undefined && { detail: { name } }) },
});

describe('a file is read', () => {
  test('whole, or not at all when it is too long or missing', async () => {
    writeFileSync(inRoot('a'), 'content');
    await within(async (folder) => {
      expect(String(await folder.read('a', 7))).toBe('content');
      await expect(folder.read('a', 6)).rejects.toBeInstanceOf(RangeError);
      expect(await folder.read('b', 7)).toBeUndefined();
    });
  });

  test('not through a link', async () => {
    symlinkSync(secret(), inRoot('a'));
    mkdirSync(inRoot('inner'));
    symlinkSync(ownFolder, inRoot('inner', 'deep'), 'junction');
    await within(async (folder) => {
      await expect(folder.read('a', 100)).rejects.toMatchObject(code('place-link', inRoot('a')));
      const inner = await folder.folder('inner');
      await expect(inner.folder('deep')).rejects.toMatchObject(code('place-link', inRoot('inner', 'deep')));
    });
  });

  onUnix('not from a pipe, without waiting for its other end', async () => {
    execFileSync('mkfifo', [inRoot('a')]);
    await within((folder) =>
      expect(folder.read('a', 100)).rejects.toMatchObject(code('place-not-plain', inRoot('a'))),
    );
  });

  onUnix('not from a device without an end', async () => {
    await expect(inFolder('/dev', {}, (folder) => folder.read('zero', 100))).rejects.toMatchObject(
      code('place-not-plain'),
    );
  });

  test('up to the size that it had when it was opened', async () => {
    writeFileSync(inRoot('a'), 'content');
    await within(async (folder) => {
      const file = await folder.open('a');
      truncateSync(inRoot('a'), 4);
      expect(String(await file?.read(0, 100))).toBe('cont');
      truncateSync(inRoot('a'), 1_000_000);
      expect((await file?.read(0, 2_000_000))?.length).toBe(7);
      await file?.close();
    });
  });
});

describe('a file is written', () => {
  test('in place of a link, and what the link leads to stays as it is', async () => {
    symlinkSync(secret(), inRoot('a'));
    linkSync(secret(), inRoot('b'));
    await within(async (folder) => {
      await folder.write('a', 'new');
      await folder.write('b', 'new');
    });
    expect([readFileSync(inRoot('a'), 'utf8'), readFileSync(inRoot('b'), 'utf8')]).toEqual(['new', 'new']);
    expect(readFileSync(secret(), 'utf8')).toBe('secret');
    expect(readdirSync(root).toSorted()).toEqual(['a', 'b']);
  });

  test('and nothing of it stays when the work fails', async () => {
    await within(async (folder) => {
      const file = await folder.begin();
      await file.write(Buffer.from('half'));
      expect(readdirSync(root)).toEqual([expect.stringMatching(/^\.khatm-[0-9a-f-]{36}\.part$/)]);
      await file.end();
    });
    expect(readdirSync(root)).toEqual([]);
  });

  onLinux('into the folder that was opened, wherever its path leads by then', async () => {
    mkdirSync(inRoot('out'));
    await within(async (folder) => {
      const out = await folder.folder('out');
      execFileSync('mv', [inRoot('out'), inRoot('moved')]);
      symlinkSync(ownFolder, inRoot('out'));
      await out.write('vault.json', 'overwritten');
    });
    expect(readFileSync(secret(), 'utf8')).toBe('secret');
    expect(readdirSync(inRoot('moved'))).toEqual(['vault.json']);
  });

  test('under a name of its ownFolder, never one that leads elsewhere', async () => {
    await within(async (folder) => {
      for (const name of ['', '.', '..', '../a', 'a/b', 'a\0'])
        await expect(folder.write(name, 'x')).rejects.toBeInstanceOf(TypeError);
    });
  });

  test('for this user alone, unless it is meant for others', async () => {
    if (process.platform === 'win32') return;
    await within(async (folder) => {
      await folder.write('a', 'x');
      await folder.write('b', 'x', 0o644);
    });
    expect([statSync(inRoot('a')).mode & 0o777, statSync(inRoot('b')).mode & 0o777]).toEqual([0o600, 0o644]);
  });

  test('what a killed program left is removed after a day, and nothing else', async () => {
    const left = inRoot('.khatm-0b0f6f0e-6f6f-4a52-9d43-1f1d0a3f4c11.part');
    for (const file of [left, inRoot('.other.part')]) writeFileSync(file, 'x');
    const now = Date.now();
    await within((folder) => removeUnfinished(folder, now));
    expect(existsSync(left)).toBe(true);
    const before = new Date(now - 25 * 60 * 60_000);
    for (const file of [left, inRoot('.other.part')]) utimesSync(file, before, before);
    await within((folder) => removeUnfinished(folder, now));
    expect(readdirSync(root)).toEqual(['.other.part']);
  });
});

describe('a folder', () => {
  test('is refused among the program’s own files, also through a link to them', async () => {
    symlinkSync(ownFolder, inRoot('link'), 'junction');
    mkdirSync(path.join(ownFolder, 'inner'));
    const nothing = async () => undefined;
    for (const folder of [ownFolder, path.join(ownFolder, 'inner'), inRoot('link'), inRoot('link', 'inner')])
      await expect(within(nothing, folder)).rejects.toMatchObject(code('place-own', folder));
    await within(nothing, `${ownFolder}-not`).catch((error) =>
      expect(error).toMatchObject({ code: 'ENOENT' }),
    );
    // A folder above the program’s own is no place among them, but they are no part of it either.
    const above = path.dirname(ownFolder);
    await within(async (folder) => {
      await expect(folder.folder(path.basename(ownFolder))).rejects.toMatchObject(
        code('place-own', ownFolder),
      );
    }, above);
  });

  test('may be reached through a link that the person named', async () => {
    symlinkSync(root, path.join(ownFolder, '..', `${path.basename(root)}-link`), 'junction');
    const link = path.join(path.dirname(ownFolder), `${path.basename(root)}-link`);
    await within((folder) => folder.write('a', 'x'), link);
    expect(readdirSync(root)).toEqual(['a']);
    rmSync(link);
  });

  test('is made where the folder above it is there, and nowhere else', async () => {
    const make = { ownFolder, make: 0o700 };
    await inFolder(inRoot('new'), make, async (folder) => {
      await folder.folder('inner', { make: 0o700 });
    });
    expect(readdirSync(inRoot('new'))).toEqual(['inner']);
    await expect(inFolder(inRoot('no', 'new'), make, async () => undefined)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(existsSync(inRoot('no'))).toBe(false);
  });

  onLinux('that the system refuses to make, as on a share that is offline, fails at once', async () => {
    for (const folder of ['/proc/offline', '/proc/offline/shop/drop'])
      await expect(inFolder(folder, { make: 0o700 }, async () => undefined)).rejects.toMatchObject({
        code: 'ENOENT',
      });
  });

  test('in the place of which a file lies is no folder', async () => {
    writeFileSync(inRoot('a'), 'x');
    await within((folder) =>
      expect(folder.folder('a', { make: 0o700 })).rejects.toMatchObject(code('place-not-plain', inRoot('a'))),
    );
  });

  test('says when everybody may write in it; one that protects each user’s files, and any on Windows, does not', async () => {
    const isOpen = () => within(async (folder) => folder.isOpenToAll);
    expect(await isOpen()).toBe(false);
    if (process.platform === 'win32') return;
    chmodSync(root, 0o777);
    expect(await isOpen()).toBe(true);
    chmodSync(root, 0o1777);
    expect(await isOpen()).toBe(false);
  });
});

describe('a place that does not answer', () => {
  const never = () => Promise.withResolvers<void>();

  test('fails what is asked of it, gets nothing further, and leaves other places alone', async () => {
    const one = never();
    const options = { name: '/share', root: '/share', timeoutMs: 20 };
    const results: string[] = [];
    const first = ask(() => one.promise.then(() => 'late'), {
      ...options,
      onLate: (result) => results.push(result),
    });
    await expect(first).rejects.toMatchObject(code('place-silent', '/share'));
    let calls = 0;
    const count = async () => {
      calls += 1;
    };
    await expect(ask(count, options)).rejects.toMatchObject(code('place-silent'));
    expect(calls).toBe(0);
    expect(await ask(async () => 'here', { name: '/disk', root: '/disk' })).toBe('here');
    // When it answers again, it is asked again.
    one.resolve();
    await vi.waitFor(() => ask(count, options));
    expect([calls, results]).toEqual([1, ['late']]);
  });

  test('leaves one of the process’s threads free, however many there are', async () => {
    const stuck = Array.from({ length: 6 }, never);
    let begun = 0;
    const answers = stuck.map(({ promise }, index) =>
      ask(
        () => {
          begun += 1;
          return promise;
        },
        { name: `/${index}`, root: `/${index}`, timeoutMs: 20 },
      ),
    );
    for (const each of answers) await expect(each).rejects.toMatchObject(code('place-silent'));
    expect(begun).toBe(3);
    for (const { resolve } of stuck) resolve();
  });

  onUnix('does not keep the program from ending', () => {
    execFileSync('mkfifo', [inRoot('pipe')]);
    const module = new URL('../../../main/base/outside/ask.ts', import.meta.url);
    const program = `
      import { open } from 'node:fs/promises';
      import { ask } from ${JSON.stringify(module.href)};
      const options = { name: 'pipe', root: 'pipe', timeoutMs: 100 };
      ask(() => open(${JSON.stringify(inRoot('pipe'))}), options).catch(() => console.log('silent'));
      setTimeout(() => process.exit(0), 1_500);`;
    const { stdout, error } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([stdout, error]).toEqual(['silent\n', undefined]);
  });
});
