import path from 'node:path';
import type { Backups } from '../../../../shared/contract/terminal/maintenance.ts';
import { type Failure, FailureError, fail } from '../../../../shared/failure.ts';
import {
  backupFailing,
  backupFolderSetting,
  type LastBackup,
  lastBackup,
} from '../../../../shared/stored/settings/environment.ts';
import type { BackupKey } from '../../../base/encrypted/backup-key.ts';
import { lookAtOwn } from '../../../base/platform/files/own-files.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import { backUp } from '../../../books/backup/back-up.ts';
import { encryptedSince } from '../../../books/backup/backup-encryption.ts';
import { besidesOf } from '../../../books/backup/beside.ts';
import {
  type NewerBackup,
  newerBackups,
  type ProofOptions,
  provesOlder,
} from '../../../books/backup/newer-backup.ts';
import type { DocumentReaders } from '../../../books/ledger/check/check-chain.ts';
import type { EnvironmentContext } from '../context.ts';
import { backupAlarms } from '../guards/ledger-alarms.ts';

export interface DailyBackupsOptions extends Pick<EnvironmentContext, 'ledger' | 'clock'> {
  /** The ledger's settings under the policy; by default without a policy. */
  readonly settings?: Settings | undefined;
  readonly vatNumber: () => string | undefined;
  /** Returns the key of encrypted backups; they are not encrypted if this function is missing or returns undefined. */
  readonly encryptionKey?: (() => Promise<BackupKey | undefined>) | undefined;
  readonly readers: DocumentReaders;
  /** The folder of the ledger and of the databases beside it, in the data folder. */
  readonly folder: string;
  /** Returns the key in the vault that an encrypted backup needs; by default none is known. */
  readonly keyOf?: ProofOptions['keyOf'] | undefined;
  readonly failureOf: (error: unknown) => Failure;
  /** Called when a backup began, ended or failed, or the folder for backups changed. */
  readonly onChange: () => void;
}

const day = 24 * 60 * 60 * 1000;
/** A backup is made each day; one day is missed when the shop is closed. */
const oldAfterMs = 2 * day;
/** The number of milliseconds between two checks for a backup that is due, and after a failed one. */
const pollIntervalMs = 10 * 60_000;
/** Backups of two weeks are kept, because a problem may go unnoticed for that long. */
const keep = 14;

/** The failure of backups. Its begin survives a restart: a missing drive may have been missing before the restart. */
function createFailing(settings: Settings, clock: DailyBackupsOptions['clock']) {
  let why: Failure | undefined;
  const from = () => settings.read(backupFailing) ?? undefined;

  function setFrom(at: number | undefined): void {
    if (at !== from()) settings.write(backupFailing, at ?? null);
  }

  return {
    get why() {
      return why;
    },
    get from() {
      return from();
    },
    note(failure: Failure): void {
      why = failure;
      setFrom(from() ?? clock.now());
    },
    end(): void {
      why = undefined;
      setFrom(undefined);
    },
  };
}

/** A backup dated in the future was made before the clock was corrected; it must not delay the next one. */
function isDue(last: number, now: number): boolean {
  const since = now - last;
  return since >= day || since < 0;
}

/** The most files that are examined: anybody who may write in the folder can fill it. */
const mostExamined = 5;

/**
 * The backups that by their names go beyond the ledger. A proven one shows that the ledger is an older copy. Anything
 * else with such a name must not stop sales.
 */
function createStrangeBackups(
  { ledger, readers, folder: scratch, keyOf = async () => undefined, onChange }: DailyBackupsOptions,
  folderSet: () => string | undefined,
) {
  let name: string | undefined;
  return {
    get name() {
      return name;
    },
    async look(): Promise<NewerBackup | undefined> {
      const folder = folderSet();
      const icv = ledger.chain.head()?.icv ?? 0;
      const found = folder === undefined ? [] : await newerBackups({ id: ledger.id, icv }, folder);
      let proven: NewerBackup | undefined;
      for (const each of found.slice(0, mostExamined))
        if (await provesOlder(each.file, { ledger, readers, scratch, keyOf })) {
          proven = each;
          break;
        }
      const strange = proven === undefined ? found[0]?.file : undefined;
      if (strange !== name) {
        name = strange;
        onChange();
      }
      return proven;
    },
  };
}

/** The backups of one environment's ledger: made automatically each day, and when a person asks. */
export function createDailyBackups(options: DailyBackupsOptions) {
  const { ledger, settings = ledger.settings, clock, failureOf, onChange } = options;
  const failing = createFailing(ledger.settings, clock);
  const strange = createStrangeBackups(options, () => folderSet());
  let running: Promise<void> | undefined;
  let ending = new AbortController();
  let giveUp = () => {};
  let cancel = () => {};

  const folderSet = () => settings.read(backupFolderSetting) ?? undefined;
  const lastMade = () => ledger.settings.read(lastBackup);
  const isOld = createAge(ledger, lastMade);

  function make({ isByItself }: { isByItself: boolean }): Promise<void> {
    const folder = folderSet();
    if (folder === undefined) return Promise.resolve();
    if (running !== undefined) return running;
    // If the drive was pulled out, a new folder would be created on the disk of the books.
    const mustExist = isByItself && isIn(lastMade()?.file, folder);
    const givenUp = new AbortController();
    giveUp = () => givenUp.abort();
    const signal = AbortSignal.any([ending.signal, givenUp.signal]);
    running = makeBackup(options, { folder, mustExist }, signal)
      .then((made) => ledger.settings.write(lastBackup, made))
      .then(
        () => failing.end(),
        (error: unknown) => {
          if (signal.aborted) return;
          failing.note(failureOf(error));
          throw error;
        },
      )
      .finally(() => {
        running = undefined;
        onChange();
      });
    onChange();
    return running;
  }

  function look(): void {
    cancel = clock.after(pollIntervalMs, look);
    if (strange.name !== undefined) void strange.look();
    if (failing.why !== undefined || isDue(lastMade()?.at ?? 0, clock.now()))
      make({ isByItself: true }).catch(() => undefined);
  }

  return {
    view: () => viewOf(ledger.settings, failing, { folder: folderSet(), running: running !== undefined }),
    /** Sets the folder for daily backups; undefined ends them. @throws FailureError `set-by-policy` */
    setFolder(folder: string | undefined) {
      settings.write(backupFolderSetting, folder ?? null);
      failing.end();
      onChange();
    },
    /** Makes a backup. @throws FailureError `backup-broken`, `document-damaged`, `disk-full`, `folder-unusable` */
    run: () => make({ isByItself: false }),
    /** Does the same as `run` under the present settings: a backup that began under others is abandoned. */
    async runAnew() {
      giveUp();
      await running?.catch(() => undefined);
      if (!ending.signal.aborted) await make({ isByItself: false });
    },
    alarms: (now: number) =>
      backupAlarms(failing.why, strange.name, folderSet() === undefined ? undefined : lastMade(), isOld(now)),
    /** Returns a backup that proves the ledger to be an older copy; others with such names are named in an alarm. */
    proofOfOlder: strange.look,
    start() {
      ending = new AbortController();
      look();
    },
    async stop() {
      cancel();
      ending.abort();
      await running?.catch(() => undefined);
    },
  };
}

/** Returns a function that is true when real documents have had no new backup for days, a chosen folder or not. */
function createAge(ledger: DailyBackupsOptions['ledger'], lastMade: () => LastBackup | undefined) {
  let first: number | undefined;
  const firstAt = () => {
    if (first === undefined)
      for (const { issuedAt } of ledger.documents.inOrder({ first: 1, last: 1 })) first = issuedAt;
    return first;
  };
  return (now: number): boolean => {
    if (ledger.environment !== 'production') return false;
    const since = lastMade()?.at ?? firstAt();
    return since !== undefined && now - since > oldAfterMs;
  };
}

function viewOf(
  settings: Pick<Settings, 'read'>,
  failing: Pick<ReturnType<typeof createFailing>, 'why' | 'from'>,
  now: Pick<Backups, 'folder' | 'running'>,
): Backups {
  const { why, from } = failing;
  const last = settings.read(lastBackup);
  const encrypted = shownEncryption(settings);
  return {
    ...now,
    ...(encrypted !== undefined && { encryptedSince: new Date(encrypted).toISOString() }),
    failure: why,
    ...(from !== undefined && { failingSince: new Date(from).toISOString() }),
    ...(last && { last: lastView(last) }),
  };
}

/** Leaves it to the next backup to fail, and to say why, if the setting cannot be read. */
function shownEncryption(settings: Pick<Settings, 'read'>): number | undefined {
  try {
    return encryptedSince(settings);
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}

const lastView = ({ at, isOpenToAll: _, ...last }: LastBackup) => ({
  ...last,
  at: new Date(at).toISOString(),
});

const isIn = (file: string | undefined, folder: string): boolean =>
  file !== undefined && path.dirname(path.resolve(file)) === path.resolve(folder);

async function makeBackup(
  options: DailyBackupsOptions,
  where: { folder: string; mustExist: boolean },
  signal: AbortSignal,
): Promise<LastBackup> {
  const { ledger, vatNumber, readers, clock, folder: ownFolder } = options;
  const now = clock.now();
  const key = await options.encryptionKey?.();
  const { file, head, bytes, disk, isOpenToAll } = await backUp({
    ledger,
    ...where,
    vatNumber: vatNumber() ?? fail('no-company'),
    now,
    readers,
    besides: besidesOf(ownFolder),
    key,
    scratch: ownFolder,
    ownFolder: path.dirname(ownFolder),
    keep,
    signal,
  });
  const sameDisk = disk === lookAtOwn(ownFolder)?.dev;
  return {
    at: now,
    file,
    documents: head?.icv ?? 0,
    bytes,
    ...(sameDisk && { sameDisk }),
    ...(isOpenToAll && { isOpenToAll }),
    ...(key && { isEncrypted: true }),
  };
}
