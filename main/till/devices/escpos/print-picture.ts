import { type FailureCode, FailureError, fail } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { DeviceLine } from '../line/device-line.ts';
import { type Bitmap, withoutCommands } from './bitmap.ts';
import {
  askStatus,
  askWhenDone,
  feedAndCut,
  feedToEdge,
  initialise,
  isCoverOpen,
  isDone,
  isPaperOut,
  isStatus,
  isStoppedForPaper,
  raster,
} from './commands.ts';

/** The number of rows in one command, small enough for the memory of a small printer. */
const bandHeight = 128;
/** The time limit of a status request in milliseconds, and the time between two requests during printing. */
const statusTimeoutMs = 600;
const askEvery = 1_000;
/** The number of milliseconds in which a printer that answers must have printed its data. */
const printTimeoutMs = 60_000;

/**
 * Prints a picture. Resolves when the printer reports that the picture is on paper; if it never answers, when it has
 * received the data.
 * @throws FailureError `printer-no-paper`, `printer-cover-open` before anything was printed; `print-cut-off`
 */
export async function printPicture(
  line: DeviceLine,
  { width, bits }: Bitmap,
  { cut, clock }: { readonly cut: boolean; readonly clock: Pick<Clock, 'monotonic'> },
): Promise<void> {
  const obstacle = await findObstacle(line);
  if (obstacle.failure !== undefined) fail(obstacle.failure);
  try {
    await line.write(initialise);
    const bytesPerRow = width / 8;
    const rows = withoutCommands(bits);
    for (let at = 0; at < rows.length; at += bandHeight * bytesPerRow)
      await line.write(raster(rows.subarray(at, at + bandHeight * bytesPerRow), bytesPerRow));
    await line.write(cut ? feedAndCut : feedToEdge);
    if (obstacle.answers) await untilDone(line, clock);
  } catch (cause) {
    if (cause instanceof FailureError) throw cause;
    const why = cause instanceof Error ? cause.message : 'unknown';
    fail('print-cut-off', { detail: { why } }, cause);
  }
}

interface Obstacle {
  readonly failure?: FailureCode;
  /** True when the printer answers questions about its status. */
  readonly answers: boolean;
}

async function findObstacle(line: DeviceLine): Promise<Obstacle> {
  const paper = await statusOf(line, 'paper');
  // A printer that does not answer one question does not answer the other.
  const offline = paper === undefined ? undefined : await statusOf(line, 'offline');
  const answers = paper !== undefined;
  if (offline !== undefined && isCoverOpen(offline)) return { failure: 'printer-cover-open', answers };
  if (paper !== undefined && isPaperOut(paper)) return { failure: 'printer-no-paper', answers };
  if (offline !== undefined && isStoppedForPaper(offline)) return { failure: 'printer-no-paper', answers };
  return { answers };
}

async function statusOf(line: DeviceLine, kind: 'paper' | 'offline'): Promise<number | undefined> {
  try {
    await line.write(askStatus(kind));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown';
    return fail('printer-gone', { detail: { why } }, cause);
  }
  return line.read(statusTimeoutMs, isStatus);
}

/** Waits for the answer that follows the print; a printer that has stopped reports why in the meantime. */
async function untilDone(line: DeviceLine, clock: Pick<Clock, 'monotonic'>): Promise<void> {
  const since = clock.monotonic();
  await line.write(askWhenDone);
  while (clock.monotonic() - since < printTimeoutMs) {
    if ((await line.read(askEvery, isDone)) !== undefined) return;
    await line.write(askStatus('offline'));
    const answer = await line.read(statusTimeoutMs, (byte) => isStatus(byte) || isDone(byte));
    // The printer answered before, but no longer.
    if (answer === undefined) return cutOff('no answer');
    if (isDone(answer)) return;
    if (isCoverOpen(answer)) cutOff('printer-cover-open');
    if (isStoppedForPaper(answer)) cutOff('printer-no-paper');
  }
  cutOff('too slow');
}

const cutOff = (why: string): never => fail('print-cut-off', { detail: { why } });
