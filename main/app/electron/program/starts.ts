import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Starts, type Stop, startsForm } from '../../../../shared/stored/program/program.ts';
import { makeFolders } from '../../../base/platform/files/make-folder.ts';
import { moveFileSync } from '../../../base/platform/files/move-file.ts';
import { type Boot, isSameBoot } from './boot.ts';

/*
 * A record of the program's starts and crashes, in a file of its own: it is read before anything is opened that may
 * have been the cause. Every write may fail, since a full disk must not keep a till from starting; but a program that
 * cannot count its crashes does not restart by itself.
 */

export type StopCause = Stop['cause'];

interface Beginning {
  /** True when a person asks for safe mode. */
  readonly wantsSafeMode: boolean;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly boot: Boot;
}

/** The number of successive starts that may fail before the next one is in safe mode. */
const failuresAllowed = 2;
/** The same limit if cut-off starts are counted too: people turn off a machine whose program hangs. */
const unfinishedAllowed = 4;
/** Crashes count for these milliseconds: after the first number it starts in safe mode, then not at all. */
const [stopsAllowed, within] = [3, 10 * 60_000];
/** The number of characters kept of a stack. */
const longestStack = 4_000;

/** Begins a start; called once, by the only program of its folder. @param file the file with the record */
export function beginStart(file: string, { wantsSafeMode, now, boot }: Beginning) {
  const before = read(file);
  const { failed, cutOff } = unfinishedStarts(before, boot);
  let memory: Starts = { isStarting: true, boot, failed, cutOff, stops: before.stops };
  /** Returns true when the record is on the disk; if not, the next start knows less. */
  const write = (change: Partial<Starts>): boolean => {
    memory = { ...memory, ...change };
    return replace(file, startsForm.write(memory));
  };
  write({});
  const { next } = before;
  const isFailing = failed >= failuresAllowed || failed + cutOff >= unfinishedAllowed;
  const safeMode = wantsSafeMode ? 'asked' : (next?.safeMode ?? (isFailing ? 'starts' : undefined));

  return {
    safeMode,
    /** True when pages are drawn without the graphics card, because its process stopped repeatedly. */
    withoutGpu: safeMode !== undefined || next?.after.cause === 'gpu',
    /** The crash after which the program restarted by itself; undefined if a person started it. */
    after: next?.after,
    /** Notes that this start succeeded, or that it ended normally. */
    succeeded() {
      if (memory.isStarting) write({ isStarting: false, failed: 0, cutOff: 0 });
    },
    /**
     * Notes a crash.
     * @returns false when the program may not restart by itself: it has done so too often, or could not count
     */
    stops(cause: StopCause, error?: unknown) {
      const at = now();
      const recent = memory.stops.filter((time) => time > at - within && time <= at);
      const isTooOften = recent.length >= stopsAllowed;
      if (isTooOften && safeMode !== undefined) {
        write({ isStarting: false, stops: recent });
        return false;
      }
      const after = { cause, at, stack: stackOf(error) };
      // In safe mode the crashes are counted from zero.
      return write({
        stops: isTooOften ? [] : [...recent, at],
        next: { after, safeMode: isTooOften ? 'stops' : safeMode },
      });
    },
  };
}

export type Start = ReturnType<typeof beginStart>;

/** Counts the starts that did not succeed; a start during another boot may have ended with a power cut. */
function unfinishedStarts(before: Starts, boot: Boot): Pick<Starts, 'failed' | 'cutOff'> {
  const { isStarting, failed, cutOff, boot: then } = before;
  if (!isStarting) return { failed: 0, cutOff: 0 };
  const isCutOff = then !== undefined && !isSameBoot(then, boot);
  return isCutOff ? { failed, cutOff: cutOff + 1 } : { failed: failed + 1, cutOff };
}

/** The number of milliseconds to wait for a program that reads the file. */
const timeoutMs = 200;

/** Replaces the file; on a full disk the old content stays. */
function replace(file: string, text: string): boolean {
  const coming = `${file}.coming`;
  try {
    makeFolders(path.dirname(file));
    writeFileSync(coming, text);
    moveFileSync(coming, file, timeoutMs);
    return true;
  } catch {
    try {
      rmSync(coming, { force: true });
    } catch {
      // The leftover file is overwritten the next time.
    }
    return false;
  }
}

function stackOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return String((error instanceof Error && error.stack) || error).slice(0, longestStack);
}

/** Reads the record; one that is missing or cannot be read counts as empty, since a till must start. */
function read(file: string): Starts {
  const nothing: Starts = { isStarting: false, boot: undefined, failed: 0, cutOff: 0, stops: [] };
  try {
    const found = startsForm.read(readFileSync(file, 'utf8'));
    return found.ok ? found.value : nothing;
  } catch {
    return nothing;
  }
}
