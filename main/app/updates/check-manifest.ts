import type { UpdateTrouble } from '../../../shared/update.ts';
import { databaseNames } from '../../../shared/update.ts';
import {
  type Manifest,
  type ManifestFile,
  type PackageKind,
  readManifest,
  type Schemas,
  sha256Of,
} from './manifest.ts';
import { signerOf, type TrustedKey } from './signature.ts';
import { compareVersions } from './version.ts';

/** A manifest and its signature as received, from any source. */
export interface Published {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

/** The newest manifest of a ring that this terminal has seen. */
export interface Seen {
  readonly serial: number;
  /** SHA-256 of the manifest's bytes. */
  readonly digest: string;
}

/** The installation that an update would replace. */
export interface Here {
  readonly version: string;
  readonly platform: string;
  readonly arch: string;
  readonly kind: PackageKind;
  readonly ring: string;
  /** The place in each stage, see `placeInStage`. */
  readonly place: number;
  /** The schemas in which this version has written its databases. */
  readonly schemas: Schemas;
  readonly keys: readonly TrustedKey[];
}

export type Verdict =
  | {
      readonly is: 'offered';
      readonly manifest: Manifest;
      readonly file: ManifestFile;
      /** True for an older version, which only a manager may choose. */
      readonly isOlder: boolean;
    }
  | { readonly is: 'current'; readonly manifest: Manifest }
  /** The manifest is refused; `manifest` is present if its signature is valid and it can be read. */
  | { readonly is: 'refused'; readonly why: UpdateTrouble; readonly manifest?: Manifest };

export const productName = 'khatm';

/** Reads a manifest. The signature is checked first, so that nothing unsigned is parsed. */
export function readPublished(
  { bytes, signature }: Published,
  keys: readonly TrustedKey[],
): Manifest | UpdateTrouble {
  if (keys.length === 0) return 'no-keys';
  if (signerOf(bytes, signature, keys) === undefined) return 'bad-signature';
  return readManifest(bytes) ?? 'malformed';
}

/**
 * Checks a manifest.
 * @param seen the newest manifest of this ring that was seen before
 * @param now milliseconds since 1970
 */
export function checkManifest(
  published: Published,
  here: Here,
  seen: Seen | undefined,
  now: number,
): Verdict {
  const manifest = readPublished(published, here.keys);
  if (typeof manifest === 'string') return { is: 'refused', why: manifest };
  const file = manifest.files.find(
    ({ platform, arch, kind }) => platform === here.platform && arch === here.arch && kind === here.kind,
  );
  const difference = compareVersions(manifest.version, here.version);
  const why = refusalOf(manifest, here, isReplayed(manifest, sha256Of(published.bytes), seen), now);
  if (why !== undefined) return { is: 'refused', why, manifest };
  if (difference === 0) return { is: 'current', manifest };
  const later = laterRefusalOf(manifest, here, file);
  if (later !== undefined || file === undefined)
    return { is: 'refused', why: later ?? 'wrong-platform', manifest };
  return { is: 'offered', manifest, file, isOlder: difference < 0 };
}

function isReplayed({ serial }: Manifest, digest: string, seen: Seen | undefined): boolean {
  if (seen === undefined) return false;
  return serial < seen.serial || (serial === seen.serial && digest !== seen.digest);
}

/** Returns the reason why the manifest does not apply to this terminal today. */
function refusalOf(
  manifest: Manifest,
  here: Here,
  replayed: boolean,
  now: number,
): UpdateTrouble | undefined {
  if (manifest.product !== productName) return 'wrong-product';
  if (manifest.ring !== here.ring) return 'wrong-ring';
  if (replayed) return 'replayed';
  if (now >= Date.parse(manifest.expires)) return 'expired';
  if (now < Date.parse(manifest.notBefore)) return 'not-yet';
  return undefined;
}

/** Returns the reason why the manifest's version cannot replace the present one. */
function laterRefusalOf(
  manifest: Manifest,
  here: Here,
  file: ManifestFile | undefined,
): UpdateTrouble | undefined {
  if (here.place >= manifest.stage) return 'other-stage';
  if (file === undefined) return 'wrong-platform';
  if (compareVersions(here.version, manifest.minimumVersion) < 0) return 'too-old-here';
  return canRead(manifest, here.schemas) ? undefined : 'older-books';
}

/** Returns true when a version can read every database in its present schema; it creates missing databases itself. */
export function canRead({ forms }: Pick<Manifest, 'forms'>, present: Schemas): boolean {
  return databaseNames.every((name) => {
    const [oldest, newest] = forms[name].reads;
    return present[name] === 0 || (present[name] >= oldest && present[name] <= newest);
  });
}
