import path from 'node:path';
import type { Mark, UpdateState } from '../../../shared/stored/program/updates.ts';
import type { UpdateTrouble, UpdateWait } from '../../../shared/update.ts';
import { digestOfFile } from '../../base/outside/outside-folder.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { namesInOwn, removeOwn } from '../../base/platform/files/own-files.ts';
import { becomeQuiet, lastingWait, type QuietOptions } from './become-quiet.ts';
import {
  checkManifest,
  type Here,
  type Published,
  productName,
  readPublished,
  type Seen,
  type Verdict,
} from './check-manifest.ts';
import { type DownloadOptions, download, isFile } from './download.ts';
import type { Installer } from './installer.ts';
import { keepManifest, manifestOf, pruneManifests, readKept } from './kept-manifest.ts';
import { type Manifest, type Schemas, sha256Of } from './manifest.ts';
import type { Source } from './source.ts';
import { changeState, readState } from './state.ts';

/** The events of an update, for the audit log. */
export type UpdateEvent =
  | {
      readonly is: 'offered';
      readonly version: string;
      readonly serial: number;
      readonly folder?: string | undefined;
    }
  | { readonly is: 'installing'; readonly version: string; readonly from: string; readonly by: string }
  | { readonly is: 'installed'; readonly version: string; readonly from: string }
  | { readonly is: 'failed'; readonly version: string; readonly why: UpdateTrouble };

export interface UpdaterOptions extends Pick<DownloadOptions, 'freeBytes'>, QuietOptions {
  readonly folder: string;
  readonly here: () => Here;
  /** The newest schema of each database that this version reads. */
  readonly schemasRead: Schemas;
  readonly serials: {
    last(ring: string): Seen | undefined;
    note(ring: string, seen: Seen): void;
  };
  readonly installer: Installer | undefined;
  readonly clock: Clock;
  /** Makes a backup and checks the chain of every ledger; returns the end of each. */
  readonly prepare: () => Promise<readonly Mark[] | UpdateTrouble>;
  readonly onEvent: (event: UpdateEvent) => void;
  readonly onError: (error: unknown) => void;
  readonly onStep?: (step: string) => void;
}

/** Resolves to true when everything is unchanged since the installation began. */
export type Health = (installing: NonNullable<UpdateState['installing']>) => Promise<boolean>;

export function createUpdater(options: UpdaterOptions) {
  const { folder, here, serials, clock, onEvent, onStep = () => undefined } = options;
  const keptIn = (serial: number) => path.join(folder, String(serial));
  const verdictOf = (published: Published, ring: string) =>
    checkManifest(published, here(), serials.last(ring), clock.now());

  /** Checks the kept manifest again: it may have expired, or another version may be installed. */
  async function offer(): Promise<Extract<Verdict, { is: 'offered' }> | undefined> {
    const { offer: kept, installing } = readState(folder);
    // An installed version waits for the program to start again.
    const isInstalled = installing !== undefined && installing.version !== here().version;
    if (kept === undefined || isInstalled) return undefined;
    const published = await readKept(keptIn(kept.serial));
    const verdict = published && verdictOf(published, kept.ring);
    return verdict?.is === 'offered' ? verdict : undefined;
  }

  async function fetchOffer(
    source: Source,
    signal?: AbortSignal,
  ): Promise<{ path: string; version: string } | UpdateTrouble> {
    const verdict = await offer();
    if (verdict === undefined) return 'missing';
    const { file, manifest } = verdict;
    const got = await download({
      clock,
      freeBytes: options.freeBytes,
      source,
      file,
      folder: keptIn(manifest.serial),
      signal,
    });
    return typeof got === 'string' ? got : { ...got, version: manifest.version };
  }

  return {
    get state() {
      return readState(folder);
    },
    offer,
    /** Looks for an update and keeps its manifest. @param from the folder of the source, if it is a folder */
    async look(source: Source, from?: string) {
      const published = await source.manifest();
      const verdict: Verdict =
        typeof published === 'string' ? { is: 'refused', why: published } : verdictOf(published, here().ring);
      const looked = { at: clock.now(), ...(verdict.is === 'refused' && { why: verdict.why }) };
      changeState(folder, { looked });
      if (typeof published === 'string') return verdict;
      noteSerial(published, here(), serials);
      if (verdict.is === 'offered') {
        const isNew = await keepOffer(options, published, verdict, from);
        if (isNew)
          onEvent({
            is: 'offered',
            version: verdict.manifest.version,
            serial: verdict.manifest.serial,
            folder: from,
          });
      } else if (isWithdrawn(verdict)) await dropOffer(folder);
      return verdict;
    },
    /** Fetches the offered package; one that was fetched before is only checked. */
    fetch: fetchOffer,
    /**
     * Installs the offer.
     * @param isOver true once the program stops
     * @returns what remains to be done once the terminal is closed, or the reason why it is not installed
     */
    install: (source: Source, by: string, isOver?: () => boolean) =>
      install(options, { offer, fetch: () => fetchOffer(source), by, isOver, onStep }),
    /** Ends an installation that an earlier start began. @param health only the new version runs it */
    settle: (health: Health) => settle(options, health),
  };
}

export type Updater = ReturnType<typeof createUpdater>;

/** A newer manifest that offers nothing ends an earlier offer; a manifest that cannot be trusted changes nothing. */
function isWithdrawn(verdict: Verdict): boolean {
  if (verdict.is === 'current') return true;
  const passing: readonly UpdateTrouble[] = [
    'other-stage',
    'not-yet',
    'older-books',
    'too-old-here',
    'expired',
  ];
  return verdict.is === 'refused' && passing.includes(verdict.why);
}

/** Remembers the serial of a signed manifest for this ring, even if something else is wrong with the manifest. */
function noteSerial(published: Published, { keys, ring }: Here, serials: UpdaterOptions['serials']): void {
  const manifest = readPublished(published, keys);
  if (typeof manifest === 'string' || manifest.product !== productName || manifest.ring !== ring) return;
  const last = serials.last(ring);
  if (last === undefined || manifest.serial > last.serial)
    serials.note(ring, { serial: manifest.serial, digest: sha256Of(published.bytes) });
}

/** Stores the manifest of an offer. @returns false when the same manifest was stored before */
async function keepOffer(
  { folder, clock }: UpdaterOptions,
  published: Published,
  { manifest }: Extract<Verdict, { is: 'offered' }>,
  from: string | undefined,
): Promise<boolean> {
  const { ring, serial, version } = manifest;
  const { offer: before } = readState(folder);
  const isSame = before?.serial === serial && before.ring === ring;
  await keepManifest(path.join(folder, String(serial)), published);
  const isSameVersion = before?.version === version;
  changeState(folder, {
    offer: {
      ring,
      serial,
      version,
      folder: from,
      since: isSameVersion ? before.since : clock.now(),
      tonight: isSameVersion && before.tonight,
    },
  });
  removeOthers(folder, serial);
  return !isSame;
}

async function dropOffer(folder: string): Promise<void> {
  changeState(folder, { offer: undefined });
  removeOthers(folder, undefined);
}

/** Removes the manifests and packages of offers that are over. */
function removeOthers(folder: string, serial: number | undefined): void {
  for (const name of namesInOwn(folder))
    if (/^\d+$/.test(name) && name !== String(serial)) removeOwn(path.join(folder, name));
}

interface Installation {
  readonly offer: Updater['offer'];
  readonly fetch: () => Promise<{ path: string } | UpdateTrouble>;
  readonly by: string;
  readonly isOver?: (() => boolean) | undefined;
  readonly onStep: (step: string) => void;
}

async function install(
  options: UpdaterOptions,
  { offer, fetch, by, isOver, onStep }: Installation,
): Promise<(() => void) | UpdateTrouble | { wait: UpdateWait }> {
  const { folder, installer, clock, waits, prepare, here, onEvent, onError } = options;
  const { version: from } = here();
  if (installer === undefined || installer.command !== undefined) return 'not-installable';
  onStep('fetch');
  const got = await fetch();
  if (typeof got === 'string') return got;
  onStep('prepare');
  const early = lastingWait(waits);
  if (early !== undefined) return { wait: early };
  const marks = await prepare();
  if (typeof marks === 'string') return failed(options, (await offer())?.manifest.version ?? from, marks);
  // Both steps may have taken minutes, so the offer and the package are checked once more.
  const verdict = await offer();
  if (verdict === undefined) return 'missing';
  const { version } = verdict.manifest;
  if (!(await isFile(got.path, verdict.file))) return failed(options, version, 'file-differs');
  try {
    onStep('keep former');
    const former = await keepFormer(options, installer, from);
    if (installer.isElevated) await keepSigned(folder, verdict.manifest, from);
    const quiet = await becomeQuiet(options, isOver);
    if (typeof quiet === 'string') return { wait: quiet };
    try {
      onStep('note');
      const installing = { version, from, at: clock.now(), by, marks: [...marks], starts: 0 };
      changeState(folder, { installing, former });
      onEvent({ is: 'installing', version, from, by });
      onStep('install');
      const finish = await installer.install(got.path, version, verdict.file.sha256);
      onStep('installed');
      return finish;
    } finally {
      quiet();
    }
  } catch (error) {
    onError(error);
    changeState(folder, { installing: undefined });
    const { code } = error as NodeJS.ErrnoException;
    return failed(options, version, code === 'ENOSPC' ? 'disk-full' : 'install-failed');
  }
}

function failed(
  { folder, clock, onEvent }: UpdaterOptions,
  version: string,
  why: UpdateTrouble,
): UpdateTrouble {
  const { offer } = readState(folder);
  // A failed update is not repeated the next night unless a person asks for it.
  changeState(folder, {
    last: { version, at: clock.now(), why },
    ...(offer && { offer: { ...offer, tonight: false } }),
  });
  onEvent({ is: 'failed', version, why });
  return why;
}

async function keepFormer(
  { folder, schemasRead }: UpdaterOptions,
  installer: Installer,
  version: string,
): Promise<UpdateState['former']> {
  const file = await installer.keepFormer(path.join(folder, 'former'), version);
  if (file === undefined) return undefined;
  const digest = await digestOfFile(file);
  return { version, file: path.relative(folder, file), ...digest, forms: schemasRead };
}

/** Going back to the version that is installed now uses the signed package, even if the state was changed meanwhile. */
async function keepSigned(folder: string, { serial, version }: Manifest, from: string): Promise<void> {
  const published = await readKept(path.join(folder, String(serial)));
  if (published !== undefined) await keepManifest(manifestOf(folder, version), published);
  await pruneManifests(folder, [version, from]);
}

async function settle(options: UpdaterOptions, health: Health): Promise<void> {
  const { folder, here, clock, onEvent } = options;
  const { installing } = readState(folder);
  if (installing === undefined) return;
  const { version } = here();
  if (version !== installing.version) {
    // The installer did not finish, or the former version was restored.
    changeState(folder, { installing: undefined });
    failed(options, installing.version, installing.starts > 0 ? 'not-healthy' : 'install-failed');
    return;
  }
  if (!(await health(installing))) {
    const { last } = readState(folder);
    if (last?.version !== version || last.why !== 'not-healthy') failed(options, version, 'not-healthy');
    return;
  }
  changeState(folder, { installing: undefined, offer: undefined, last: { version, at: clock.now() } });
  removeOthers(folder, undefined);
  onEvent({ is: 'installed', version, from: installing.from });
}
