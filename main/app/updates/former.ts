import path from 'node:path';
import type { UpdateState } from '../../../shared/stored/program/updates.ts';
import { databaseNames } from '../../../shared/update.ts';
import { productName, readPublished } from './check-manifest.ts';
import { isFile } from './download.ts';
import type { Installer } from './installer.ts';
import { manifestOf, readKept } from './kept-manifest.ts';
import type { ManifestFile, Schemas } from './manifest.ts';
import type { TrustedKey } from './signature.ts';
import { changeState, readState } from './state.ts';

/** The number of starts of a new version that may fail before the former one is offered. */
const startsAllowed = 2;

/** Notes a start before anything is opened: one that fails leaves no other trace. @param folder of the updates */
export function noteStart(folder: string, version: string): UpdateState {
  const state = readState(folder);
  const { installing } = state;
  if (installing?.version !== version) return state;
  return changeState(folder, { installing: { ...installing, starts: installing.starts + 1 } });
}

/**
 * Returns the former version if it should be offered because the new one does not start. Returns undefined while the
 * new one may still start, or if a database has a schema that the former version cannot read.
 * @param folder where updates are kept
 * @param schemas reads the present schemas of the databases
 * @returns the version with the path of its package
 */
export function formerToOffer(
  folder: string,
  { installing, former }: UpdateState,
  version: string,
  schemas: () => Schemas,
): UpdateState['former'] {
  if (installing?.version !== version || installing.starts <= startsAllowed) return undefined;
  if (former === undefined || former.version !== installing.from) return undefined;
  const present = schemas();
  if (databaseNames.some((name) => present[name] > former.forms[name])) return undefined;
  return { ...former, file: path.join(folder, former.file) };
}

/** The size and hash that the package of the former version must have. */
type Expected = Pick<ManifestFile, 'size' | 'sha256'>;

/**
 * Checks the package of the former version. Any program of the user could change the state and the package. So if an
 * administrator has to approve the package, it must be the one in the manifest with which it came.
 * @returns its size and hash; undefined if it is not the right package
 */
export async function checkFormer(
  folder: string,
  former: NonNullable<UpdateState['former']>,
  { kind, isElevated }: Pick<Installer, 'kind' | 'isElevated'>,
  here: { readonly platform: string; readonly arch: string; readonly keys: readonly TrustedKey[] },
): Promise<Expected | undefined> {
  const expected = isElevated ? await signedFor(folder, former.version, { ...here, kind }) : former;
  return expected !== undefined && (await isFile(former.file, expected)) ? expected : undefined;
}

async function signedFor(
  folder: string,
  version: string,
  here: Pick<ManifestFile, 'kind'> & Parameters<typeof checkFormer>[3],
): Promise<Expected | undefined> {
  const published = await readKept(manifestOf(folder, version));
  const manifest = published && readPublished(published, here.keys);
  if (manifest === undefined || typeof manifest === 'string') return undefined;
  if (manifest.product !== productName || manifest.version !== version) return undefined;
  return manifest.files.find(
    ({ platform, arch, kind }) => platform === here.platform && arch === here.arch && kind === here.kind,
  );
}
