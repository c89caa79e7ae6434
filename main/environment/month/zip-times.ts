import { unzipSync, zipSync } from 'fflate';
import { riyadhDateTime } from '../../platform/riyadh-time.ts';

/**
 * Returns the date for an entry of a ZIP file, whose times have no zone: fflate writes the local time, and the file
 * must be the same wherever it is made.
 */
export function zipTime(at: number): Date {
  const { date, time } = riyadhDateTime(at);
  return new Date(`${date}T${time}`);
}

/** Gives the entries of a workbook this time, since its writer takes the present one. */
export function withTimes(workbook: Uint8Array, at: number): Uint8Array {
  const mtime = zipTime(at);
  return zipSync(unzipSync(workbook), { mtime });
}
