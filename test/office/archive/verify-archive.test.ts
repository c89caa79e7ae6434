import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { baseOf, sumsOf } from '../../../main/link/wire/archive/file-names.ts';
import { khatm, newFolder } from '../../support/khatm.ts';

/*
 * An outsider checks archives with `khatm verify`: each file that was changed, and each month that is missing, is
 * named. `archive-month.test.ts` gives it what an office makes.
 */

const { vatNumber } = trainingCompany;
const [october, november, supplement] = [
  { period: '2026-10', part: 0 },
  { period: '2026-11', part: 0 },
  { period: '2026-10', part: 1 },
].map((each) => baseOf({ vatNumber, ...each })) as [string, string, string];
const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Key {
  readonly privateKey: KeyObject;
  readonly x: string;
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, x: publicKey.export({ format: 'jwk' }).x ?? '' };
}

/** Writes the files of an archive; returns the manifest's hash. @param more fields of the manifest */
function writeArchive(folder: string, base: string, key: Key, more: object): string {
  const put = (end: string, text: string) => writeFileSync(path.join(folder, base + end), text);
  const object = `the documents of ${base}`;
  const [, period, part = 0] = /_(\d{4}-\d{2})(?:-supplement-(\d+))?$/.exec(base) ?? [];
  const manifest = {
    ...{ format: 1, vatNumber, period, part: Number(part), retainUntil: '2099-12-31' },
    object: { name: `${base}.tar.zst`, bytes: object.length, sha256: digestOf(object), documents: 1 },
    key: { kty: 'OKP', crv: 'Ed25519', x: key.x },
    ...more,
  };
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  put('.tar.zst', object);
  put('.manifest.json', text);
  put('.manifest.json.sig', sign(null, Buffer.from(text), key.privateKey).toString('base64'));
  put('.sha256', sumsOf(base, { object: digestOf(object), sha256: digestOf(text) }));
  return digestOf(text);
}

const ownKey = newKey();

/** Makes a chain of three manifests. */
function newArchives(): string {
  const folder = newFolder('manifests');
  const first = writeArchive(folder, october, ownKey, { number: 1, previous: null });
  const second = writeArchive(folder, november, ownKey, { number: 2, previous: first });
  writeArchive(folder, supplement, ownKey, { number: 3, previous: second });
  return folder;
}

const whole = newArchives();

function changed(change: (file: (name: string) => string) => void): string {
  const folder = newFolder('changed');
  cpSync(whole, folder, { recursive: true });
  change((name) => path.join(folder, name));
  return folder;
}

function flip(file: string, at = -3): void {
  const bytes = readFileSync(file);
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

interface Check {
  name: string;
  ok: boolean | null;
  code?: string;
  detail?: string;
}

async function verify(...args: string[]) {
  const run = await khatm('verify', '--json', ...args);
  const files = run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) as {
    file: string;
    checks: Check[];
  }[];
  /** Returns the failed checks of a folder, each as file and code. */
  const failures = (folder: string) =>
    files
      .filter(({ file }) => path.dirname(file) === folder)
      .flatMap(({ file, checks }) =>
        checks.flatMap(({ ok, code }) => (ok === false ? [`${path.basename(file)} ${code}`] : [])),
      );
  return { ...run, files, failures };
}

test('whole archives pass, and what is not checked is said', async () => {
  const { code, stderr, files } = await verify(whole, '--key', ownKey.x);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(files.map(({ file }) => path.basename(file, '.manifest.json'))).toEqual([
    october,
    november,
    supplement,
    supplement,
  ]);
  const unchecked = ['documents-packed', 'other-witness'];
  const codes = files.map(({ checks }) => checks.flatMap((each) => each.code ?? []));
  expect(codes).toEqual([unchecked, unchecked, unchecked, ['end-unknown']]);

  // Without the key, and with one manifest alone, less is known.
  const [alone, newest] = [newFolder('alone'), newFolder('newest')];
  for (const base of [october, supplement])
    for (const end of ['.tar.zst', '.sha256', '.manifest.json', '.manifest.json.sig'])
      cpSync(path.join(whole, base + end), path.join(base === october ? alone : newest, base + end));
  const less = await verify(
    path.join(alone, `${october}.manifest.json`),
    path.join(newest, `${supplement}.manifest.json`),
  );
  expect(less.code).toBe(0);
  expect(less.files.map(({ checks }) => checks.flatMap((each) => each.code ?? []))).toEqual([
    ['key-not-given', ...unchecked],
    ['key-not-given', 'previous-elsewhere', ...unchecked],
  ]);
  expect(less.files[1]?.checks.find(({ code: each }) => each === 'key-not-given')?.detail).toContain(
    ownKey.x,
  );
});

test('a changed byte, a missing file and a missing month are each named', async () => {
  const other = newKey();
  const folders = {
    archive: changed((file) => flip(file(`${november}.tar.zst`))),
    signature: changed((file) => flip(file(`${november}.manifest.json.sig`), 5)),
    sums: changed((file) => flip(file(`${november}.sha256`), 5)),
    // A digit of a figure that the reader does not need.
    manifest: changed((file) => {
      const text = readFileSync(file(`${november}.manifest.json`), 'utf8');
      writeFileSync(file(`${november}.manifest.json`), text.replace('"documents": 1', '"documents": 2'));
    }),
    month: changed((file) => {
      for (const end of ['.tar.zst', '.sha256', '.manifest.json', '.manifest.json.sig'])
        rmSync(file(november + end));
    }),
    first: changed((file) => {
      for (const end of ['.sha256', '.manifest.json', '.manifest.json.sig']) rmSync(file(october + end));
    }),
    files: changed((file) => {
      for (const end of ['.tar.zst', '.sha256', '.manifest.json.sig']) rmSync(file(november + end));
    }),
    named: changed((file) =>
      renameSync(file(`${november}.manifest.json`), file(`${vatNumber}_2026-12.manifest.json`)),
    ),
    // Somebody who writes the end of the chain anew has to sign it with another key.
    rewritten: changed((file) => {
      const previous = digestOf(readFileSync(file(`${november}.manifest.json`)));
      writeArchive(path.dirname(file('x')), supplement, other, { number: 3, previous });
    }),
    forked: changed((file) => {
      const previous = digestOf(readFileSync(file(`${october}.manifest.json`)));
      writeArchive(path.dirname(file('x')), `${vatNumber}_2026-12`, ownKey, { number: 2, previous });
    }),
    later: changed((file) => writeArchive(path.dirname(file('x')), november, ownKey, { format: 2 })),
    none: changed((file) => writeFileSync(file(`${november}.manifest.json`), '{"format": 1')),
    over: changed((file) => {
      writeArchive(path.dirname(file('x')), october, ownKey, {
        ...{ number: 1, previous: null, retainUntil: '2026-01-01' },
      });
      rmSync(file(`${october}.tar.zst`));
    }),
  };
  const { code, files, failures } = await verify(...Object.values(folders));
  expect(code).toBe(1);
  const found = Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => [name, failures(folder)] as const),
  );
  const of = (base: string, ...codes: string[]) => codes.map((each) => `${base}.manifest.json ${each}`);
  expect(found).toEqual({
    archive: of(november, 'archive-differs'),
    signature: of(november, 'signature-wrong'),
    sums: of(november, 'sums-differ'),
    manifest: [...of(november, 'signature-wrong', 'sums-differ'), ...of(supplement, 'chain-broken')],
    month: of(supplement, 'chain-missing'),
    first: [...of(november, 'chain-missing'), `${october}.tar.zst manifest-missing`],
    files: of(november, 'signature-missing', 'archive-missing', 'sums-missing'),
    named: [...of(`${vatNumber}_2026-12`, 'manifest-misnamed'), `${november}.tar.zst manifest-missing`],
    rewritten: of(supplement, 'chain-other-key'),
    forked: [...of(november, 'chain-forked'), ...of(`${vatNumber}_2026-12`, 'chain-forked')],
    later: [...of(november, 'manifest-newer'), ...of(supplement, 'chain-missing')],
    none: [...of(november, 'manifest-unreadable'), ...of(supplement, 'chain-missing')],
    // The first is another one than the second names; its own archive may be gone.
    over: of(november, 'chain-broken'),
  });
  const missing = files
    .filter(({ file }) => path.dirname(file) === folders.month)
    .flatMap(({ checks }) => checks.find((each) => each.code === 'chain-missing') ?? []);
  const sha256 = digestOf(readFileSync(path.join(whole, `${november}.manifest.json`)));
  expect(missing).toMatchObject([{ detail: expect.stringContaining(`number 2, SHA-256 ${sha256}`) }]);
});

test('another key, an unreadable file and a wrong option are told by words and exit codes', async () => {
  const stranger = await verify(whole, '--key', newKey().x);
  expect(stranger.code).toBe(1);
  expect(stranger.failures(whole)).toEqual([
    `${october}.manifest.json key-other`,
    `${november}.manifest.json key-other`,
    `${supplement}.manifest.json key-other`,
  ]);
  const gone = path.join(whole, `${vatNumber}_2027-01.manifest.json`);
  const empty = newFolder('empty');
  const unread = await khatm('verify', gone, empty, whole);
  expect(unread).toMatchObject({
    code: 2,
    stderr: `khatm: ${gone}: no such file or folder\nkhatm: ${empty}: is a folder without archives of a head office\n`,
  });
  expect(unread.stdout).toContain(`${november}.manifest.json: chain: ok\n`);
  expect(unread.stdout).toContain(
    `.manifest.json: key: not checked: Ask the head office whether ${ownKey.x}`,
  );
  expect(await khatm('verify', '--key', 'short', whole)).toMatchObject({ code: 2, stdout: '' });
  const arabic = await khatm(
    'verify',
    '--language',
    'ar',
    changed((file) => flip(file(`${november}.tar.zst`))),
  );
  expect(arabic.stdout).toMatch(/archive: FAILED \(الملف .* ليس الأرشيف الموقّع\.\)/);
});
