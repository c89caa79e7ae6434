import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SafeModeReason, safeModeReasons } from '../../../../shared/alarm.ts';
import { moveFileSync } from '../../../base/platform/files/move-file.ts';
import { type Boot, isSameBoot } from './boot.ts';

/*
 * A record of the program's starts and crashes, in a file of its own: it is read before anything is opened that may
 * have been the cause. Every write may fail, since a full disk must not keep a till from starting; but a program that
 * cannot count its crashes does not restart by itself.
 */

/** The causes of a crash: an error that nothing caught, or a Chromium process that ended. */
export const stopCauses = ['exception', 'page', 'gpu'] as const;
export type StopCause = (typeof stopCauses)[number];

export interface Stop {
  readonly cause: StopCause;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  readonly stack?: string | undefined;
}

interface Beginning {
  /** True when a person asks for safe mode. */
  readonly wantsSafeMode: boolean;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly boot: Boot;
}

interface Memory {
  /** True from the beginning of a start until it has succeeded. */
  readonly isStarting: boolean;
  /** The boot of the machine during the last start; undefined before the first one. */
  readonly boot: Boot | undefined;
  /** The number of successive failed starts, except those cut off because the machine went down. */
  readonly failed: number;
  /** The number of successive starts that were cut off because the machine went down. */
  readonly cutOff: number;
  /** The times of the last crashes, oldest first. */
  readonly stops: readonly number[];
  /** The facts for the next start only. */
  readonly next?: { readonly after: Stop; readonly safeMode?: SafeModeReason | undefined } | undefined;
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
  let memory: Memory = { isStarting: true, boot, failed, cutOff, stops: before.stops };
  /** Returns true when the record is on the disk; if not, the next start knows less. */
  const write = (change: Partial<Memory>): boolean => {
    memory = { ...memory, ...change };
    return replace(file, JSON.stringify(memory));
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
function unfinishedStarts(before: Memory, boot: Boot): Pick<Memory, 'failed' | 'cutOff'> {
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
    mkdirSync(path.dirname(file), { recursive: true });
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

/** Reads the record; a missing or damaged file counts as empty. */
function read(file: string): Memory {
  const nothing: Memory = { isStarting: false, boot: undefined, failed: 0, cutOff: 0, stops: [] };
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Memory, unknown>>;
    const { isStarting, boot, failed, cutOff, stops, next } = found;
    return {
      isStarting: isStarting === true,
      boot: typeof boot === 'string' || typeof boot === 'number' ? boot : undefined,
      failed: typeof failed === 'number' ? failed : 0,
      cutOff: typeof cutOff === 'number' ? cutOff : 0,
      stops: Array.isArray(stops) ? stops.filter((time) => typeof time === 'number') : [],
      next: nextOf(next),
    };
  } catch {
    return nothing;
  }
}

function nextOf(found: unknown): Memory['next'] {
  const { after, safeMode } = (found ?? {}) as { after?: Partial<Stop>; safeMode?: unknown };
  const cause = stopCauses.find((each) => each === after?.cause);
  if (after === undefined || cause === undefined || typeof after.at !== 'number') return undefined;
  return {
    after: { cause, at: after.at, ...(typeof after.stack === 'string' && { stack: after.stack }) },
    safeMode: safeModeReasons.find((each) => each === safeMode),
  };
}
