import { FailureError, fail } from '../../../../shared/failure.ts';
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

/** The experience with a printer in earlier prints. */
export interface PrinterMemory {
  /** True once the printer has answered a question: if it no longer does, it is out of order. */
  answers: boolean;
}

/** The number of rows in one command, small enough for the memory of a small printer. */
const bandHeight = 128;
/** The time limit of a status request in milliseconds, and the longer one of a printer that is known to answer. */
const statusTimeoutMs = 600;
const knownTimeoutMs = 2_000;
/** The number of milliseconds between two requests during printing. */
const askEvery = 1_000;
/** The number of milliseconds in which a printer that answers must have printed its data. */
const printTimeoutMs = 60_000;

/**
 * Prints a picture. Resolves when the printer reports that the picture is on paper; if it has never answered, when it
 * has taken the data and keeps the line open.
 * @throws FailureError `printer-gone`, `printer-no-paper`, `printer-cover-open` before anything was printed;
 * `print-cut-off`
 */
export async function printPicture(
  line: DeviceLine,
  { width, bits }: Bitmap,
  {
    cut,
    clock,
    memory,
  }: { readonly cut: boolean; readonly clock: Pick<Clock, 'monotonic'>; readonly memory: PrinterMemory },
): Promise<void> {
  await refuseObstacle(line, memory);
  await line.write(initialise).catch(isGone);
  try {
    const bytesPerRow = width / 8;
    const rows = withoutCommands(bits);
    for (let at = 0; at < rows.length; at += bandHeight * bytesPerRow)
      await line.write(raster(rows.subarray(at, at + bandHeight * bytesPerRow), bytesPerRow));
    await line.write(cut ? feedAndCut : feedToEdge);
    await (memory.answers ? untilDone(line, clock) : line.sent());
  } catch (cause) {
    if (cause instanceof FailureError) throw cause;
    fail('print-cut-off', { detail: { why: messageOf(cause) } }, cause);
  }
}

/** Asks for paper and cover. A printer that does not answer one question does not answer the other. */
async function refuseObstacle(line: DeviceLine, memory: PrinterMemory): Promise<void> {
  const paper = await statusOf(line, 'paper', memory);
  if (paper === undefined) return memory.answers ? isGone(new Error('no answer')) : undefined;
  memory.answers = true;
  const offline = (await statusOf(line, 'offline', memory)) ?? isGone(new Error('no answer'));
  if (isCoverOpen(offline)) fail('printer-cover-open');
  if (isPaperOut(paper) || isStoppedForPaper(offline)) fail('printer-no-paper');
}

async function statusOf(
  line: DeviceLine,
  kind: 'paper' | 'offline',
  { answers }: PrinterMemory,
): Promise<number | undefined> {
  await line.write(askStatus(kind)).catch(isGone);
  return line.read(answers ? knownTimeoutMs : statusTimeoutMs, isStatus);
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : 'unknown');
const isGone = (cause: unknown): never => fail('printer-gone', { detail: { why: messageOf(cause) } }, cause);

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
