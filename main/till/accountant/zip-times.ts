import { unzipSync, zipSync } from 'fflate';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';

/**
 * Returns the date for an entry of a ZIP file. Its times have no zone and fflate writes the local time, but the file
 * must be the same wherever it is made.
 */
export function zipTime(at: number): Date {
  const { date, time } = riyadhDateTime(at);
  return new Date(`${date}T${time}`);
}

/** Gives the entries of a workbook this time, since the library writes the present time. */
export function withTimes(workbook: Uint8Array, at: number): Uint8Array {
  const mtime = zipTime(at);
  return zipSync(unzipSync(workbook), { mtime });
}
