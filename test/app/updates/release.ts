import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Here, Seen } from '../../../main/app/updates/check-manifest.ts';
import { type Manifest, manifestName, signatureName } from '../../../main/app/updates/manifest.ts';
import { makeKeyPair, signBytes } from '../../../main/app/updates/signature.ts';

/* Makes releases for tests, signed with separate keys. */

const passphrase = 'for tests alone';
export const releaseKey = makeKeyPair(passphrase);
export const offlineKey = makeKeyPair(passphrase);
export const strangeKey = makeKeyPair(passphrase);
export const keys = [
  { name: 'release', spki: releaseKey.spki },
  { name: 'offline', spki: offlineKey.spki },
];

const schemas = { reads: [0, 50] as [number, number], writes: 50 };

/** Returns a package that prints its version. `kilobytes` makes it large. */
export function packageOf(version: string, kilobytes = 1): Buffer {
  return Buffer.concat([Buffer.from(`${version}\n`), Buffer.alloc(kilobytes * 1024, version)]);
}

export function manifestOf(content: Buffer, change: Partial<Manifest> = {}): Manifest {
  return {
    product: 'khatm',
    ring: 'stable',
    version: '0.2.0',
    serial: 2,
    notBefore: '2026-11-01T00:00:00.000Z',
    expires: '2027-11-01T00:00:00.000Z',
    stage: 100,
    minimumVersion: '0.1.0',
    forms: { ledger: schemas, terminal: schemas, catalogue: schemas, integration: schemas },
    notes: { en: 'Better.', ar: 'أفضل.' },
    files: [
      {
        platform: 'linux',
        arch: 'x64',
        kind: 'appimage',
        name: 'Khatm.AppImage',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ],
    ...change,
  };
}

export const bytesOf = (manifest: unknown) => Buffer.from(JSON.stringify(manifest, null, 1));

export const signed = (bytes: Buffer, key = releaseKey) => ({
  bytes,
  signature: signBytes(bytes, key.pem, passphrase),
});

/** Writes a release as it is published: the manifest, its signature and the package. */
export function publishRelease(
  folder: string,
  {
    content = packageOf('0.2.0'),
    key = releaseKey,
    ...change
  }: Partial<Manifest> & { content?: Buffer; key?: typeof releaseKey } = {},
): Manifest {
  const manifest = manifestOf(content, change);
  const { bytes, signature } = signed(bytesOf(manifest), key);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, manifestName), bytes);
  writeFileSync(path.join(folder, signatureName), `${signature}\n`);
  for (const { name } of manifest.files) writeFileSync(path.join(folder, name), content);
  return manifest;
}

export const here = (change: Partial<Here> = {}): Here => ({
  version: '0.1.0',
  platform: 'linux',
  arch: 'x64',
  kind: 'appimage',
  ring: 'stable',
  place: 40,
  schemas: { ledger: 20, terminal: 4, catalogue: 3, integration: 5 },
  keys,
  ...change,
});

/** Creates a store of serials in memory. */
export function newSerials() {
  const seen = new Map<string, Seen>();
  return {
    last: (ring: string) => seen.get(ring),
    note: (ring: string, newest: Seen) => void seen.set(ring, newest),
  };
}
