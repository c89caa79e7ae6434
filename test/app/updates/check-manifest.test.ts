import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkManifest, type Here } from '../../../main/app/updates/check-manifest.ts';
import { type Manifest, sha256Of } from '../../../main/app/updates/manifest.ts';
import { placeInStage } from '../../../main/app/updates/stage.ts';
import { compareVersions } from '../../../main/app/updates/version.ts';
import { bytesOf, here, keys, manifestOf, offlineKey, packageOf, signed, strangeKey } from './release.ts';

const now = Date.UTC(2026, 10, 20, 10);
const content = packageOf('0.2.0');
const publish = (change: Partial<Manifest> = {}) => signed(bytesOf(manifestOf(content, change)));
const check = (change: Partial<Manifest> = {}, place = here(), seen?: Parameters<typeof checkManifest>[2]) =>
  checkManifest(publish(change), place, seen, now);
const refused = (why: string) => expect.objectContaining({ is: 'refused', why });

describe('a signature', () => {
  test('of either key is accepted, and says so with the file for this machine', () => {
    expect(check()).toMatchObject({ is: 'offered', isOlder: false, file: { name: 'Khatm.AppImage' } });
    const offline = signed(bytesOf(manifestOf(content)), offlineKey);
    expect(checkManifest(offline, here(), undefined, now)).toMatchObject({ is: 'offered' });
  });

  test('of another key, for other bytes, or that is none is refused', () => {
    const bytes = bytesOf(manifestOf(content));
    const { signature } = signed(bytes);
    const strange = signed(bytes, strangeKey);
    for (const published of [
      strange,
      { bytes: Buffer.concat([bytes, Buffer.from(' ')]), signature },
      { bytes, signature: '' },
      { bytes, signature: signature.replace(/=+$/, '') },
      { bytes, signature: `${signature}AAAA` },
    ])
      expect(checkManifest(published, here(), undefined, now)).toEqual(refused('bad-signature'));
  });

  test('does not survive the change of any single bit of the manifest', () => {
    const { bytes, signature } = publish();
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const verdict = checkManifest({ bytes: changed, signature }, here(), undefined, now);
        expect(verdict).toEqual(refused('bad-signature'));
      }),
    );
  });

  test('cannot be asked for where no key is trusted', () => {
    expect(check({}, here({ keys: [] }))).toEqual(refused('no-keys'));
  });
});

test.each([
  ['wrong-product', { product: 'other' }],
  ['wrong-ring', { ring: 'early' }],
  ['expired', { expires: '2026-11-20T10:00:00.000Z' }],
  ['not-yet', { notBefore: '2026-11-20T10:00:00.001Z' }],
  ['other-stage', { stage: 40 }],
  ['too-old-here', { minimumVersion: '0.1.1' }],
] as const)('%s', (why, change) => {
  expect(check(change)).toEqual(refused(why));
});

test('it begins and ends at its very times, and its stage takes in the places below it', () => {
  expect(check({ notBefore: '2026-11-20T10:00:00.000Z', stage: 41 })).toMatchObject({ is: 'offered' });
  expect(check({ expires: '2026-11-20T10:00:00.001Z' })).toMatchObject({ is: 'offered' });
});

test('a manifest is for machines that it has a package for', () => {
  for (const change of [{ arch: 'arm64' }, { platform: 'win32' }, { kind: 'nsis' as const }])
    expect(check({}, here(change))).toEqual(refused('wrong-platform'));
});

test('an older serial, and another manifest with the same one, are replays', () => {
  const { bytes } = publish();
  const digest = sha256Of(bytes);
  expect(check({}, here(), { serial: 3, digest })).toEqual(refused('replayed'));
  expect(check({}, here(), { serial: 2, digest: 'other' })).toEqual(refused('replayed'));
  expect(check({}, here(), { serial: 2, digest })).toMatchObject({ is: 'offered' });
  expect(check({}, here(), { serial: 1, digest: 'other' })).toMatchObject({ is: 'offered' });
});

test('the version here is current; an older one is offered only where it reads the books', () => {
  expect(check({ version: '0.1.0' })).toMatchObject({ is: 'current' });
  expect(check({ version: '0.1.0', stage: 0 })).toMatchObject({ is: 'current' });
  const older = { version: '0.0.9', minimumVersion: '0.0.1' };
  expect(check(older)).toMatchObject({ is: 'offered', isOlder: true });
  for (const name of ['ledger', 'terminal', 'catalogue', 'integration'] as const) {
    const forms = { ...manifestOf(content).forms, [name]: { reads: [0, 2], writes: 2 } };
    expect(check({ ...older, forms } as Partial<Manifest>)).toEqual(refused('older-books'));
  }
});

test('a version that reads no old schemas is for a till without that database too', () => {
  const late = { reads: [10, 50] as [number, number], writes: 50 };
  const change = { forms: { ledger: late, terminal: late, catalogue: late, integration: late } };
  const current = { ledger: 12, terminal: 12, catalogue: 12, integration: 12 };
  const hereWith = (schemas: Partial<Here['schemas']>) => here({ schemas: { ...current, ...schemas } });
  expect(check(change, hereWith({ catalogue: 0, integration: 0 }))).toMatchObject({ is: 'offered' });
  expect(check(change, hereWith({ catalogue: 9 }))).toEqual(refused('older-books'));
});

test('a signed text that is no manifest is refused as such', () => {
  const whole = manifestOf(content);
  const file = whole.files[0];
  for (const wrong of [
    '{',
    'null',
    { ...whole, more: 1 },
    { ...whole, serial: 0 },
    { ...whole, stage: 101 },
    { ...whole, version: '0.2' },
    { ...whole, files: [{ ...file, name: '../Khatm.AppImage' }] },
    { ...whole, files: [{ ...file, name: '..' }] },
    { ...whole, files: [{ ...file, sha256: 'AB' }] },
  ]) {
    const bytes = typeof wrong === 'string' ? Buffer.from(wrong) : bytesOf(wrong);
    expect(checkManifest(signed(bytes), here(), undefined, now)).toEqual(refused('malformed'));
  }
});

test('a raised stage only adds terminals, and takes about its part of them', () => {
  const ids = Array.from({ length: 4000 }, () => randomUUID());
  const within = (percent: number) => ids.filter((id) => placeInStage(id) < percent);
  expect(within(10)).toEqual(expect.arrayContaining(within(5)));
  expect(within(100)).toHaveLength(ids.length);
  expect(within(0)).toHaveLength(0);
  expect(within(25).length / ids.length).toBeGreaterThan(0.2);
  expect(within(25).length / ids.length).toBeLessThan(0.3);
});

test('versions are compared number by number', () => {
  const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));
  fc.assert(
    fc.property(version, version, (one, other) => {
      const first = one.findIndex((number, index) => number !== other[index]);
      const expected = first < 0 ? 0 : (one[first] ?? 0) - (other[first] ?? 0);
      expect(Math.sign(compareVersions(one.join('.'), other.join('.')))).toBe(Math.sign(expected));
    }),
  );
});

test('trusted keys are Ed25519', () => {
  expect(keys).toHaveLength(2);
  const rsa = { name: 'other', spki: Buffer.from('no key').toString('base64') };
  expect(() => check({}, here({ keys: [rsa] }))).toThrow();
});
