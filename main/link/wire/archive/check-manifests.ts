import { createHash, createPublicKey, verify } from 'node:crypto';
import path from 'node:path';
import type {
  ArchiveCheck,
  ArchiveFailure,
  ArchiveResult,
} from '../../../../shared/office/wire/archive-checks.ts';
import type { OrderKey } from '../../../../shared/office/wire/orders.ts';
import { digestOfFile, inFolder } from '../../../base/outside/outside-folder.ts';
import { riyadhDayEnd } from '../../../base/platform/riyadh-time.ts';
import {
  baseOf,
  isManifestName,
  manifestName,
  manifestOfObject,
  objectName,
  signatureName,
  sumsName,
  sumsOf,
} from './file-names.ts';
import { type Manifest, manifestFormat, manifestSchema } from './manifest.ts';

/*
 * Checks the manifests of archives, and the files beside them, without the office that made them: with the key that a
 * manifest names, the manifest before it, and the checksums in it.
 */

/** The most bytes of a manifest; one of five thousand tills has two million. */
const mostManifestBytes = 64 * 1024 ** 2;
/** The most bytes of a signature or of checksums. */
const mostSmallBytes = 4096;

interface Found {
  readonly name: string;
  readonly sha256: string;
  readonly manifest: Manifest | undefined;
}

export interface CheckManifestsOptions {
  readonly now: number;
  /** The head office's key that the caller trusts: the `x` of its JWK. */
  readonly key?: string | undefined;
  /** True if the folder must contain whole chains; otherwise a previous manifest may be elsewhere. */
  readonly isWhole: boolean;
}

const ok = (name: ArchiveCheck): ArchiveResult => ({ name, ok: true });
const failed = (name: ArchiveCheck, code: ArchiveFailure, facts = {}): ArchiveResult => ({
  ...{ name, ok: false, code, facts },
});

/** Reads and checks all manifests of a folder. @throws OutsideError or NodeJS.ErrnoException when one cannot be read */
export async function readManifests(folder: string, options: CheckManifestsOptions) {
  const files = await inFolder(folder, {}, (place) => place.names());
  const found: Found[] = [];
  // One after another, since a folder of years may have thousands; their bytes are not kept.
  for (const name of files.filter(isManifestName)) found.push((await readFound(folder, name)).found);
  const order = ({ manifest }: Found) => [manifest?.vatNumber ?? '', manifest?.number ?? 0] as const;
  const all = found.toSorted((a, b) => {
    const [[vat, number], [otherVat, other]] = [order(a), order(b)];
    return vat.localeCompare(otherVat) || number - other || a.name.localeCompare(b.name);
  });
  return {
    /** The names of the manifests, in the order of their chains. */
    names: all.map(({ name }) => name),
    check: async (name: string): Promise<ArchiveResult[]> =>
      checkOne(folder, await readFound(folder, name), all, options),
    /** Returns the archives without a manifest, and the last manifest of each chain, each with the name of its file. */
    checkWhole: async (): Promise<{ readonly name: string; readonly result: ArchiveResult }[]> => [
      ...files
        .map((name) => ({ name, manifest: manifestOfObject(name) }))
        .filter(({ manifest }) => manifest !== undefined && !files.includes(manifest))
        .map(({ name, manifest }) => ({
          name,
          result: failed('unlisted', 'manifest-missing', { name: manifest }),
        })),
      ...lastOf(all).map(({ name, number }) => ({
        name,
        result: { name: 'end', ok: null, code: 'end-unknown', facts: { number } } as const,
      })),
    ],
  };
}

async function readFound(folder: string, name: string): Promise<{ found: Found; bytes: Buffer }> {
  const bytes = (await readSmall(folder, name, mostManifestBytes)) ?? Buffer.alloc(0);
  const parsed = manifestSchema.safeParse(jsonOf(bytes));
  return { found: { name, sha256: digestOf(bytes), manifest: parsed.data }, bytes };
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function lastOf(all: readonly Found[]) {
  const last = new Map<string, { name: string; number: number }>();
  for (const { name, manifest } of all)
    if (manifest !== undefined) last.set(manifest.vatNumber, { name, number: manifest.number });
  return [...last.values()];
}

async function checkOne(
  folder: string,
  { found: ownFound, bytes }: { found: Found; bytes: Buffer },
  all: readonly Found[],
  options: CheckManifestsOptions,
): Promise<ArchiveResult[]> {
  const { manifest, sha256 } = ownFound;
  if (manifest === undefined) return [unreadable(bytes)];
  const base = baseOf(manifest);
  return [
    ownFound.name === manifestName(base)
      ? ok('form')
      : failed('form', 'manifest-misnamed', { name: manifestName(base) }),
    // The files beside it are found by the manifest's own name.
    await checkSignature(folder, { base, bytes }, manifest.key.x),
    checkKey(manifest, options.key),
    checkChain(ownFound, manifest, all, options),
    await checkObject(folder, base, manifest, options.now),
    await checkSums(folder, base, { object: manifest.object.sha256, sha256 }),
    { name: 'documents', ok: null, code: 'documents-packed', facts: { name: objectName(base) } },
    { name: 'witness', ok: null, code: 'other-witness', facts: { sha256 } },
  ];
}

function unreadable(bytes: Buffer): ArchiveResult {
  const { format } = (jsonOf(bytes) ?? {}) as { format?: unknown };
  const isNewer = typeof format === 'number' && format > manifestFormat;
  return failed('form', isNewer ? 'manifest-newer' : 'manifest-unreadable');
}

async function checkSignature(
  folder: string,
  { base, bytes }: { base: string; bytes: Buffer },
  key: string,
): Promise<ArchiveResult> {
  const file = signatureName(base);
  const text = await readSmall(folder, file, mostSmallBytes);
  if (text === undefined) return failed('signature', 'signature-missing', { name: file });
  const isSigned = isSignedBy(key, bytes, text.toString('latin1'));
  return isSigned ? ok('signature') : failed('signature', 'signature-wrong');
}

function isSignedBy(x: string, bytes: Buffer, signature: string): boolean {
  const jwk: OrderKey = { kty: 'OKP', crv: 'Ed25519', x };
  try {
    return verify(
      null,
      bytes,
      createPublicKey({ key: { ...jwk }, format: 'jwk' }),
      Buffer.from(signature, 'base64'),
    );
  } catch {
    // Not every 32 bytes are a key.
    return false;
  }
}

function checkKey({ key: { x } }: Manifest, given: string | undefined): ArchiveResult {
  if (given === undefined) return { name: 'key', ok: null, code: 'key-not-given', facts: { key: x } };
  return x === given ? ok('key') : failed('key', 'key-other', { key: x });
}

function checkChain(
  { name, sha256 }: Found,
  manifest: Manifest,
  all: readonly Found[],
  { isWhole }: CheckManifestsOptions,
): ArchiveResult {
  const { vatNumber, number, previous } = manifest;
  const ownManifests = all.filter((each) => each.manifest?.vatNumber === vatNumber);
  const twin = ownManifests.find((each) => each.manifest?.number === number && each.sha256 !== sha256);
  if (twin !== undefined) return failed('chain', 'chain-forked', { name: twin.name, number });
  if (previous === null && number === 1) return ok('chain');
  const before = ownManifests.find((each) => each.sha256 === previous && each.name !== name)?.manifest;
  const facts = { number: number - 1, sha256: previous ?? '' };
  if (before === undefined) {
    const isOther = previous === null || ownManifests.some((each) => each.manifest?.number === number - 1);
    if (isOther) return failed('chain', 'chain-broken', facts);
    if (isWhole) return failed('chain', 'chain-missing', facts);
    return { name: 'chain', ok: null, code: 'previous-elsewhere', facts };
  }
  if (before.number !== number - 1) return failed('chain', 'chain-broken', facts);
  return before.key.x === manifest.key.x ? ok('chain') : failed('chain', 'chain-other-key', facts);
}

async function checkObject(
  folder: string,
  base: string,
  { object, retainUntil }: Manifest,
  now: number,
): Promise<ArchiveResult> {
  const name = objectName(base);
  const { sha256 } = (await digestOfFile(path.join(folder, name)).catch(absent)) ?? {};
  if (sha256 === object.sha256) return ok('archive');
  if (sha256 !== undefined) return failed('archive', 'archive-differs', { name });
  if (now < riyadhDayEnd(retainUntil)) return failed('archive', 'archive-missing', { name });
  return { name: 'archive', ok: null, code: 'archive-over', facts: { name, until: retainUntil } };
}

async function checkSums(
  folder: string,
  base: string,
  digests: Parameters<typeof sumsOf>[1],
): Promise<ArchiveResult> {
  const name = sumsName(base);
  const text = await readSmall(folder, name, mostSmallBytes);
  if (text === undefined) return failed('sums', 'sums-missing', { name });
  return text.toString('utf8') === sumsOf(base, digests)
    ? ok('sums')
    : failed('sums', 'sums-differ', { name });
}

/** Returns the bytes; undefined if there is no file, and no bytes of one that is too large. */
async function readSmall(folder: string, name: string, most: number): Promise<Buffer | undefined> {
  try {
    return await inFolder(folder, {}, (place) => place.read(name, most));
  } catch (error) {
    return error instanceof RangeError ? Buffer.alloc(0) : absent(error);
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
}
