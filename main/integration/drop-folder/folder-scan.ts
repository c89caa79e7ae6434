import { rename } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import type { Batches } from './batches.ts';
import { countSaleFiles, exists, isSame, makeFolders, type Sighting, saleFilesIn } from './folder-files.ts';
import { type FileWork, processFile } from './process-file.ts';

export interface FolderScanOptions {
  /** Returns the things needed to process a file now; the folder may change between two scans. */
  readonly work: () => Omit<FileWork, 'broken'>;
  readonly batches: Batches;
}

/** The number of scans from one count of misplaced files to the next: there may be thousands, on a slow share. */
const scansBetweenCounts = 30;

export function createFolderScan({ work, batches }: FolderScanOptions) {
  const broken: FileWork['broken'] = new Map();
  let seen = new Map<string, Sighting>();
  let [waiting, misplaced, scansToCount] = [0, 0, 0];

  /**
   * Moves files that have not changed since the last scan into our own folder, if nobody can take them back.
   * @returns the reason why a file could not be moved; another program may hold it, which must not delay the other
   * files
   */
  async function acceptFiles({ folders }: Pick<FileWork, 'folders'>): Promise<unknown> {
    let defect: unknown;
    const found = await saleFilesIn(folders.in);
    const ready = found.filter((file) => isSame(seen.get(file.name), file));
    seen = new Map(found.map((file) => [file.name, file]));
    for (const { name } of ready) {
      // A file must wait while an earlier file of the same name is still being processed.
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

  /** The count is only displayed: if the folder cannot be listed, sales must still be issued. */
  async function countMisplaced({ root }: FileWork['folders'], isAsked: boolean): Promise<void> {
    scansToCount -= 1;
    if (scansToCount > 0 && !isAsked) return;
    scansToCount = scansBetweenCounts;
    misplaced = await countSaleFiles(root).catch(() => 0);
  }

  return {
    /** The number of files that are not completely processed. */
    get waiting(): number {
      return waiting;
    },
    /** The number of sale files that were put beside `in/` by mistake. */
    get misplaced(): number {
      return misplaced;
    },
    /**
     * Accepts the files that are complete and processes them. Rejects with the obstacle.
     * @param isAsked true when somebody waits for the result; then misplaced files are always counted
     */
    async run(isAsked: boolean = false) {
      const current: FileWork = { ...work(), broken };
      await makeFolders(current.folders);
      let defect = await acceptFiles(current);
      const taken = await saleFilesIn(current.folders.taken);
      waiting = taken.length + seen.size;
      for (const { name } of taken) {
        try {
          if (await processFile(name, current)) waiting -= 1;
        } catch (error) {
          // A failure of the terminal affects every file; a fault of one file must not delay the others.
          if (error instanceof FailureError) throw error;
          defect ??= error;
        }
      }
      await countMisplaced(current.folders, isAsked);
      if (defect !== undefined) throw defect;
      if (waiting === 0) batches.finish();
    },
    /** Forgets earlier sightings: the folder may be another one. */
    reset() {
      [waiting, misplaced, scansToCount] = [0, 0, 0];
      seen = new Map();
    },
  };
}
