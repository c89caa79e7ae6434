import { refuseInput } from '../../../shared/failure.ts';

/*
 * Memory that the thread for files shares with the terminal: a thread at work reads no messages. It holds the rows that
 * are done, the rows in all, and whether somebody stopped it.
 */

const [done, of, stopped] = [0, 1, 2];

export type ProgressCells = Int32Array<SharedArrayBuffer>;

export const newProgress = (): ProgressCells => new Int32Array(new SharedArrayBuffer(3 * 4));

/** Returns the rows that are done and the rows in all; both are 0 before the first row. */
export const progressIn = (cells: ProgressCells) => ({
  done: Atomics.load(cells, done),
  of: Atomics.load(cells, of),
});

/** Ends the work at the next row. */
export const stop = (cells: ProgressCells): void => void Atomics.store(cells, stopped, 1);

/** Prepares the memory for another piece of work. */
export const clear = (cells: ProgressCells): void => void cells.fill(0);

/** Counts a row. */
export type Step = () => void;

/**
 * Returns the function that the work calls for each row.
 * @param passes how often the work goes through all rows
 * @throws FailureError `bad-input`, from that function, once somebody stopped the work
 */
export function createStep(cells: ProgressCells, rows: number, passes = 1): Step {
  let steps = 0;
  Atomics.store(cells, done, 0);
  Atomics.store(cells, of, rows);
  return () => {
    steps += 1;
    Atomics.store(cells, done, Math.floor(steps / passes));
    if (Atomics.load(cells, stopped) === 1) refuseInput(['file'], 'import-stopped', 'was stopped');
  };
}
