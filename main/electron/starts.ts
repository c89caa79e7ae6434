import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SafeModeReason, safeModeReasons } from '../../shared/alarm.ts';
import { moveFileSync } from '../platform/move-file.ts';
import { type Boot, isSameBoot } from './boot.ts';

/*
 * The memory of starts and of stops by itself, in a file of its own: it is read before anything is opened that may have
 * been the cause. Every write may fail, since a full disk must not keep a till from starting; but a program that cannot
 * count its stops does not start again by itself.
 */

/** The causes of a stop by itself: an error that nothing caught, or a process of Chromium that came to its end. */
export const stopCauses = ['exception', 'page', 'gpu'] as const;
export type StopCause = (typeof stopCauses)[number];

export interface Stop {
  readonly cause: StopCause;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The stack of the error. */
  readonly stack?: string | undefined;
}

/** This start of the program. */
export interface Start {
  readonly safeMode: SafeModeReason | undefined;
  /** True when the picture is drawn without the graphics card, whose process stopped again and again. */
  readonly withoutGpu: boolean;
  /** The stop after which the program started again by itself; undefined if a person started it. */
  readonly after: Stop | undefined;
  /** Notes that this start succeeded, or that it ended in order. */
  succeeded(): void;
  /**
   * Notes a stop by itself.
   * @returns false when the program may not start again by itself: too often, or nobody could count how often
   */
  stops(cause: StopCause, error?: unknown): boolean;
}

interface Beginning {
  /** True when a person asks for safe mode. */
  readonly asked: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The present boot of the machine. */
  readonly boot: Boot;
}

interface Memory {
  /** True from a start until it succeeded. */
  readonly isStarting: boolean;
  /** The boot of the machine in which it was; unknown from a version that did not note it. */
  readonly boot: Boot | undefined;
  /** Starts in a row that did not succeed, without those that the machine ended. */
  readonly failed: number;
  /** Starts among these that the machine ended. */
  readonly cutOff: number;
  /** Times of the last stops by itself, oldest first. */
  readonly stops: readonly number[];
  /** Facts for the next start alone. */
  readonly next?: { readonly after: Stop; readonly safeMode?: SafeModeReason | undefined } | undefined;
}

/** Starts in a row that may fail before the next one is in safe mode. */
const failuresAllowed = 2;
/** The same, counting those that the machine ended: people turn off a machine whose program hangs. */
const unfinishedAllowed = 4;
/** Stops by itself within this many milliseconds before the program starts in safe mode, and before it stays closed. */
const [stopsAllowed, within] = [3, 10 * 60_000];
/** Characters of a stack. */
const longestStack = 4_000;

/**
 * Begins a start of the program; called once, by the one program of its folder.
 * @param file where the memory is
 */
export function beginStart(file: string, { asked, now, boot }: Beginning): Start {
  const before = read(file);
  const { failed, cutOff } = unfinishedStarts(before, boot);
  let memory: Memory = { isStarting: true, boot, failed, cutOff, stops: before.stops };
  /** Returns whether it is on the disk; if not, the next start knows less. */
  const write = (change: Partial<Memory>): boolean => {
    memory = { ...memory, ...change };
    return replace(file, JSON.stringify(memory));
  };
  write({});
  const { next } = before;
  const isFailing = failed >= failuresAllowed || failed + cutOff >= unfinishedAllowed;
  const safeMode = asked ? 'asked' : (next?.safeMode ?? (isFailing ? 'starts' : undefined));

  return {
    safeMode,
    withoutGpu: safeMode !== undefined || next?.after.cause === 'gpu',
    after: next?.after,
    succeeded() {
      if (memory.isStarting) write({ isStarting: false, failed: 0, cutOff: 0 });
    },
    stops(cause, error) {
      const at = now();
      const recent = memory.stops.filter((time) => time > at - within && time <= at);
      const isTooOften = recent.length >= stopsAllowed;
      if (isTooOften && safeMode !== undefined) {
        write({ isStarting: false, stops: recent });
        return false;
      }
      const after = { cause, at, stack: stackOf(error) };
      // In safe mode the stops are counted again.
      return write({
        stops: isTooOften ? [] : [...recent, at],
        next: { after, safeMode: isTooOften ? 'stops' : safeMode },
      });
    },
  };
}

/** Counts the starts that did not succeed; one of another boot may have ended with the power. */
function unfinishedStarts(before: Memory, boot: Boot): Pick<Memory, 'failed' | 'cutOff'> {
  const { isStarting, failed, cutOff, boot: then } = before;
  if (!isStarting) return { failed: 0, cutOff: 0 };
  const isCutOff = then !== undefined && !isSameBoot(then, boot);
  return isCutOff ? { failed, cutOff: cutOff + 1 } : { failed: failed + 1, cutOff };
}

/** Milliseconds to wait for a program that reads the file. */
const timeoutMs = 200;

/** Writes the file again; on a full disk the old content stays. */
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
      // The file is overwritten the next time.
    }
    return false;
  }
}

function stackOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return String((error instanceof Error && error.stack) || error).slice(0, longestStack);
}

/** Reads the memory; a file that is missing or damaged is an empty one. */
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
  const cause = stopCauses.find((known) => known === after?.cause);
  if (after === undefined || cause === undefined || typeof after.at !== 'number') return undefined;
  return {
    after: { cause, at: after.at, ...(typeof after.stack === 'string' && { stack: after.stack }) },
    safeMode: safeModeReasons.find((known) => known === safeMode),
  };
}
