import { rename } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { DropFolderStatus, RefusedFile } from '../../../shared/contract/integration.ts';
import { type FailureCode, FailureError, fail } from '../../../shared/failure.ts';
import type { Database } from '../../ledger/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { riyadhDateTime, riyadhInstant } from '../../platform/riyadh-time.ts';
import type { Settings } from '../../platform/settings.ts';
import { createBatches, type FinishedBatch } from './batches.ts';
import { createDroppedFiles } from './dropped-files.ts';
import { exists, foldersOf, isSame, makeFolders, type Sighting, saleFilesIn } from './folder-files.ts';
import { createRefusedFiles } from './refused-files.ts';
import { type FileWork, processFile, tell } from './take-file.ts';

/*
 * For programs that cannot speak HTTP. A sale comes as one JSON file in `in/`; its document and status go to `out/`, a
 * refused file to `refused/` with its reason.
 *
 * How to write a sale: under a name that does not end with .json or begins with a dot, then rename it to its final
 * name. A file that comes otherwise is left alone until two looks have found it unchanged, and one that is then no
 * whole JSON for some looks more: no half-written file is ever issued or refused in haste.
 *
 * What is one sale: a `saleId` is one sale whatever file it comes in. Without one, a file is one sale by its name, its
 * time of writing and its content together; the same content written again later is another sale.
 */

export interface DropFolderOptions extends Pick<FileWork, 'ledger' | 'issue' | 'intake'> {
  readonly database: Database;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Where the folders are unless the manager says otherwise. */
  readonly defaultFolder: string;
  /** All files that were there have come to their end. Told again after a crash. */
  readonly onBatch: (batch: FinishedBatch) => void;
  /** It looked through the folder, or could not, or was turned on or off. */
  readonly onChange: () => void;
  /** Hears of what nobody at the screen is told. */
  readonly onError: (error: unknown) => void;
}

export interface DropFolder {
  status(): DropFolderStatus;
  /** What was set aside last, newest first. */
  lastRefused(limit: number): RefusedFile[];
  /** Begins to look, where the manager has turned it on. */
  start(): Promise<DropFolderStatus>;
  set(change: { enabled: boolean; folder?: string | undefined }): Promise<DropFolderStatus>;
  /** A document's submission moved: what came from a file is told in out/. */
  invoiceChanged(uuid: string): void;
  /** Looks once, now, where it is turned on. Never rejects. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between two looks; a file is taken at the second that finds it unchanged. */
const lookEvery = 1_000;

const settingsSchema = z.object({ enabled: z.boolean().default(false), folder: z.string().optional() });
const settingsKey = 'dropFolder';

export function createDropFolder(options: DropFolderOptions): DropFolder {
  const { clock, defaultFolder, onChange, onError } = options;
  const files = createDroppedFiles(options.database);
  const refused = createRefusedFiles(options.database);
  const batches = createBatches({ settings: options.settings, files, refused, onBatch: options.onBatch });
  const broken: FileWork['broken'] = new Map();
  let seen = new Map<string, Sighting>();
  let waiting = 0;
  let failure: FailureCode | undefined;
  let lookedAt: number | undefined;
  let running = false;
  let cancel: (() => void) | undefined;
  /** One thing at a time. */
  let queue: Promise<unknown> = Promise.resolve();

  const settings = () => settingsSchema.parse(options.settings.get(settingsKey) ?? {});

  function work(): FileWork {
    const folders = foldersOf(settings().folder ?? defaultFolder);
    return { ...options, folders, files, refused, broken, now: () => clock.now() };
  }

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = queue.then(task);
    queue = done.catch(() => undefined);
    return done;
  }

  const status = (): DropFolderStatus => {
    const { enabled, folder = defaultFolder } = settings();
    const midnight = riyadhInstant(`${riyadhDateTime(clock.now()).date}T00:00:00`);
    const [last] = refused.last(1);
    return {
      enabled,
      folder,
      waiting,
      today: { issued: files.countIssuedSince(midnight), refused: refused.countSince(midnight) },
      ...(last !== undefined && { lastRefused: last }),
      ...(lookedAt !== undefined && { lookedAt: new Date(lookedAt).toISOString() }),
      ...(failure !== undefined && { failure }),
    };
  };

  /**
   * Files that were unchanged since the last look come into our own folder, where nobody can take them back.
   * @returns why one of them could not be moved: another program may hold it, and must not hold up the others
   */
  async function takeIn({ folders }: FileWork): Promise<unknown> {
    let defect: unknown;
    const found = await saleFilesIn(folders.in);
    const ready = found.filter((file) => isSame(seen.get(file.name), file));
    seen = new Map(found.map((file) => [file.name, file]));
    for (const { name } of ready) {
      // One of this name is not done yet: this one waits for it.
      if (await exists(path.join(folders.taken, name))) continue;
      try {
        await rename(path.join(folders.in, name), path.join(folders.taken, name));
        seen.delete(name);
      } catch (error) {
        defect ??= error;
      }
    }
    return defect;
  }

  async function lookNow(): Promise<void> {
    const doing = work();
    await makeFolders(doing.folders);
    batches.begin();
    let defect = await takeIn(doing);
    const taken = await saleFilesIn(doing.folders.taken);
    waiting = taken.length + seen.size;
    for (const { name } of taken) {
      try {
        if (await processFile(name, doing)) waiting -= 1;
      } catch (error) {
        // What holds for the terminal holds for every file; what broke at one file must not hold up the others.
        if (error instanceof FailureError) throw error;
        defect ??= error;
      }
    }
    if (defect !== undefined) throw defect;
    if (waiting === 0) batches.finish();
  }

  async function look(): Promise<void> {
    try {
      await lookNow();
      failure = undefined;
      lookedAt = clock.now();
    } catch (error) {
      fails(error);
    }
    onChange();
  }

  /** Says so once, not at each look. */
  function fails(error: unknown): void {
    const code = error instanceof FailureError ? error.failure.code : codeOf(error);
    if (code !== failure) onError(error);
    failure = code;
  }

  function schedule(): void {
    cancel?.();
    cancel = clock.after(lookEvery, () => {
      void inTurn(look).then(() => {
        if (running) schedule();
      });
    });
  }

  async function tellChanges(rows: ReturnType<typeof files.open>): Promise<void> {
    const doing = work();
    await makeFolders(doing.folders);
    for (const row of rows) {
      const entry = options.ledger.documents.get(row.uuid ?? '');
      if (entry === undefined || entry.submission.state === row.told) continue;
      // A call under way is no news.
      if (entry.submission.state !== 'sending') await tell(row, entry, doing);
    }
  }

  async function begin(): Promise<DropFolderStatus> {
    await end();
    if (!settings().enabled) {
      onChange();
      return status();
    }
    running = true;
    try {
      // What the authority said while nobody was looking.
      await tellChanges(files.open());
    } catch (error) {
      fails(error);
    }
    await look();
    schedule();
    return status();
  }

  async function end(): Promise<void> {
    running = false;
    cancel?.();
    failure = undefined;
    lookedAt = undefined;
    waiting = 0;
    seen = new Map();
  }

  return {
    status,
    lastRefused: refused.last,
    start: () => inTurn(begin),
    set: ({ enabled, folder }) =>
      inTurn(() => {
        if (folder !== undefined && !path.isAbsolute(folder)) refuseFolder();
        options.settings.set(settingsKey, { enabled, ...(folder !== undefined && { folder }) });
        return begin();
      }),
    invoiceChanged(uuid) {
      if (running) inTurn(() => tellChanges(files.byDocument(uuid))).catch(fails);
    },
    look: () => inTurn(async () => (running ? look() : undefined)),
    stop: () => inTurn(end),
  };
}

function refuseFolder(): never {
  const message = 'must be the whole path of a folder';
  return fail('bad-input', { issues: [{ path: ['folder'], code: 'folder-path', message }] });
}

/** What a file system says, as far as a person can do something about it. */
function codeOf(error: unknown): FailureCode {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'disk-full';
  return code.startsWith('E') && !code.startsWith('ERR_') ? 'folder-unusable' : 'internal';
}
