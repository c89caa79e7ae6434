import { isDeepStrictEqual } from 'node:util';
import type { DropFolderStatus } from '../../../shared/contract/programs/integration.ts';
import { dropFolderReported, dropFolderRequests } from '../../../shared/stored/settings/integration.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime, riyadhInstant } from '../../base/platform/riyadh-time.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSharedSettings } from '../store/shared-settings.ts';
import { createBatches, type FinishedBatch } from './batches.ts';
import { createDropFolderSettings, type DropFolderChange } from './drop-folder-settings.ts';
import { createDroppedFiles } from './dropped-files.ts';
import type { FolderScanOptions } from './folder-scan.ts';
import { createFolderWatch, type WatchState } from './folder-watch.ts';
import type { FileWork } from './process-file.ts';
import { createRefusedFiles } from './refused-files.ts';

/*
 * For programs that cannot speak HTTP. A sale comes as one JSON file in `in/`; its document and status go to `out/`, a
 * refused file to `refused/` with its reason.
 *
 * How to write a sale: write it under a name that does not end with .json, or that begins with a dot, and then rename
 * it. A file that is not renamed is left alone until two scans have found it unchanged, and for some more scans if it
 * is not complete JSON by then. So no half-written file is issued or refused.
 *
 * What counts as one sale: a `saleId` is one sale, in any number of files. Without a `saleId`, a file is identified by
 * its name, its time of writing and its content together; the same content written again later is another sale.
 */

export interface DropFolderOptions extends Pick<FileWork, 'ledger' | 'issue' | 'intake'> {
  readonly database: Database;
  readonly settings: Settings;
  readonly clock: Clock;
  /** The folder, unless the manager chooses another one. */
  readonly defaultFolder: string;
  /** The folder of the terminal's own files, in which no other drop folder may be. */
  readonly dataFolder: string;
  /** Called when all files have been processed; called again after a crash. */
  readonly onBatch: (batch: FinishedBatch) => void;
  /** Called when the folder was searched, could not be searched, or was turned on or off. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** Returns false while another program leads the folder, which then scans it. */
  readonly leads?: (() => boolean) | undefined;
}

const forms = { requests: dropFolderRequests, reported: dropFolderReported };

export function createDropFolder(options: DropFolderOptions) {
  const { database, settings: stored, ledger, issue, intake, clock, onError, leads = () => true } = options;
  const shared = { settings: stored, clock, leads, onError };
  const between = createSharedSettings(forms, shared);
  const files = createDroppedFiles(database);
  const refused = createRefusedFiles(database);
  const settings = createDropFolderSettings(stored, options.defaultFolder);
  const batches = createBatches({ settings: stored, files, refused, onBatch: options.onBatch });
  const watch = createFolderWatch({ work, batches, clock, onChange: changed, onError });
  const { run: inOrder } = createSerialQueue();

  function work(): ReturnType<FolderScanOptions['work']> {
    const { folder, otherSystems } = settings.get();
    // The folder that is used without a choice is the one place for it among the terminal's own files.
    const place = { folder, ownFolder: folder === options.defaultFolder ? undefined : options.dataFolder };
    return { ledger, issue, intake, place, otherSystems, files, refused, now: () => clock.now() };
  }

  /** Reports its state to the other programs on the data folder when it has changed. */
  function changed(): void {
    try {
      const now = watch.state;
      if (between.leads && !isDeepStrictEqual(now, between.reported())) between.say(now);
    } catch (error) {
      onError(error);
    }
    options.onChange();
  }

  function status(): DropFolderStatus {
    const midnight = riyadhInstant(`${riyadhDateTime(clock.now()).date}T00:00:00`);
    const [last] = refused.last(1);
    const { lookedAt } = watch;
    const state = between.leads ? watch.state : (between.reported() ?? unwatched);
    return {
      ...settings.get(),
      ...state,
      today: { issued: files.countIssuedSince(midnight), refused: refused.countSince(midnight) },
      ...(last !== undefined && { lastRefused: last }),
      ...(lookedAt !== undefined && { lookedAt: new Date(lookedAt).toISOString() }),
    };
  }

  async function restart(): Promise<DropFolderStatus> {
    await between.work(async () => {
      await watch.stop();
      // The answers that came while the folder was not watched are written first.
      if (settings.get().enabled) await watch.start(files.open);
      else options.onChange();
      return watch.state;
    });
    return status();
  }

  async function apply(): Promise<DropFolderStatus> {
    if (between.leads) return restart();
    const answer = await between.ask();
    // Without an answer the settings are saved, but not in use yet.
    return { ...status(), ...(answer ?? { failure: 'terminal-busy' }) };
  }

  return {
    status,
    lastRefused: refused.last,
    /** Begins to watch the folder if the manager has turned it on; resolves after the first scan. */
    start: () => inOrder(restart),
    set: (change: DropFolderChange) =>
      inOrder(() => {
        settings.set(change);
        return apply();
      }),
    invoiceChanged(uuid: string) {
      if (watch.isRunning) void watch.notify(() => files.byDocument(uuid));
    },
    /** Scans the folder once, now, if it is turned on. Never rejects. */
    look: () => inOrder(async () => (watch.isRunning ? watch.look() : undefined)),
    applyChanges: () => inOrder(() => between.applyChanges(restart)),
    stop: () => inOrder(watch.stop),
  };
}

const unwatched: WatchState = { waiting: 0, misplaced: 0, isOpenToAll: false };
