import { toldBatches } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { DroppedFiles } from './dropped-files.ts';
import type { RefusedFiles } from './refused-files.ts';

/** The files of the drop folder from the first one taken until the folder was empty. */
export interface FinishedBatch {
  /** The id of the batch, which stays the same if the batch is reported again after a crash. */
  readonly id: string;
  /** The number of files that became documents, and of files that were set aside. */
  readonly issued: number;
  readonly refused: number;
}

export interface BatchesOptions {
  readonly settings: Settings;
  readonly files: Pick<DroppedFiles, 'issuedAfter'>;
  readonly refused: Pick<RefusedFiles, 'refusedAfter'>;
  readonly onBatch: (batch: FinishedBatch) => void;
}

export function createBatches({ settings, files, refused, onBatch }: BatchesOptions) {
  return {
    /** Called when no file is left: announces the files finished since the last batch, if any. */
    finish() {
      const from = settings.read(toldBatches);
      const [made, aside] = [files.issuedAfter(from.issued), refused.refusedAfter(from.refused)];
      if (made.count + aside.count === 0) return;
      onBatch({ id: `${from.issued}:${from.refused}`, issued: made.count, refused: aside.count });
      settings.write(toldBatches, { issued: made.last, refused: aside.last });
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
