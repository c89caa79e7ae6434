import type { DropFolderStatus } from '../../../shared/contract/programs/integration.ts';
import { FailureError } from '../../../shared/failure.ts';
import { OutsideError } from '../../base/outside/outside-error.ts';
import { type OutsideFolder, removeUnfinished } from '../../base/outside/outside-folder.ts';
import type { Batches } from './batches.ts';
import {
  countSaleFiles,
  type DropPlace,
  exists,
  isSame,
  type Sighting,
  saleFilesIn,
  withFolders,
} from './folder-files.ts';
import { type FileWork, processFile } from './process-file.ts';

export interface FolderScanOptions {
  /** Returns the things needed to process a file now; the folder may change between two scans. */
  readonly work: () => { readonly place: DropPlace } & Omit<FileWork, 'broken' | 'folders'>;
  readonly batches: Batches;
}

export type FolderState = Pick<DropFolderStatus, 'waiting' | 'misplaced' | 'isOpenToAll'>;

/** The number of scans from one count of misplaced files to the next: there may be thousands, on a slow share. */
const scansBetweenCounts = 30;

/** A folder that does not answer fails each of its files. */
const isOfFolder = (error: unknown) => error instanceof OutsideError && error.failure.code === 'place-silent';

/**
 * Moves files that have not changed since the last scan into our own folder, where nobody can take them back.
 * @param seen the files as the last scan saw them
 * @returns the files that are left, and the reason why one of them could not be moved; another program may hold it,
 * which must not delay the others
 */
async function acceptFiles({ folders }: Pick<FileWork, 'folders'>, seen: ReadonlyMap<string, Sighting>) {
  let defect: unknown;
  const found = await saleFilesIn(folders.in);
  const left = new Map(found.map((file) => [file.name, file]));
  for (const { name } of found.filter((file) => isSame(seen.get(file.name), file))) {
    try {
      // A file must wait while an earlier file of the same name is still being processed.
      if (await exists(folders.taken, name)) continue;
      await folders.in.move(name, folders.taken, name);
      left.delete(name);
    } catch (error) {
      if (isOfFolder(error)) throw error;
      defect ??= error;
    }
  }
  return { left, defect };
}

export function createFolderScan({ work, batches }: FolderScanOptions) {
  const broken: FileWork['broken'] = new Map();
  let seen: ReadonlyMap<string, Sighting> = new Map();
  let [waiting, misplaced, scansToCount] = [0, 0, 0];
  let isOpenToAll = false;

  /**
   * Counts misplaced files and removes what a killed program left. The count is only displayed: if the folder cannot be
   * listed, sales must still be issued.
   */
  async function countMisplaced({ folders, now }: FileWork, isAsked: boolean): Promise<void> {
    scansToCount -= 1;
    if (scansToCount > 0 && !isAsked) return;
    scansToCount = scansBetweenCounts;
    misplaced = await countSaleFiles(folders.root).catch(() => 0);
    for (const folder of [folders.out, folders.refused]) await removeUnfinished(folder, now());
  }

  async function lookInto(current: FileWork, isAsked: boolean): Promise<void> {
    isOpenToAll = Object.values<OutsideFolder>({ ...current.folders }).some((each) => each.isOpenToAll);
    const accepted = await acceptFiles(current, seen);
    seen = accepted.left;
    let { defect } = accepted;
    const taken = await saleFilesIn(current.folders.taken);
    waiting = taken.length + seen.size;
    for (const { name } of taken) {
      try {
        if (await processFile(name, current)) waiting -= 1;
      } catch (error) {
        // A failure of the terminal affects every file; a fault of one file must not delay the others.
        if (isOfFolder(error) || (error instanceof FailureError && !(error instanceof OutsideError)))
          throw error;
        defect ??= error;
      }
    }
    await countMisplaced(current, isAsked);
    if (defect !== undefined) throw defect;
    if (waiting === 0) batches.finish();
  }

  return {
    get state(): FolderState {
      return { waiting, misplaced, isOpenToAll };
    },
    /**
     * Accepts the files that are complete and processes them. Rejects with the obstacle.
     * @param isAsked true when somebody waits for the result; then misplaced files are always counted
     */
    async run(isAsked: boolean = false) {
      const { place, ...rest } = work();
      await withFolders(place, (folders) => lookInto({ ...rest, folders, broken }, isAsked));
    },
    /** Forgets earlier sightings: the folder may be another one. */
    reset() {
      [waiting, misplaced, scansToCount] = [0, 0, 0];
      isOpenToAll = false;
      seen = new Map();
    },
  };
}
