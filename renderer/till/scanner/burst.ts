/*
 * Distinguishes a scanner from a person by speed only: pure functions from one key to the next. Times are milliseconds
 * on the clock of events, so that a busy screen does not look like slow keys.
 */

/** The meaning of a key; `other` is any key that no scanner sends, a held-down one included. */
export type Press =
  | { readonly kind: 'text'; readonly text: string; readonly at: number; readonly canLead: boolean }
  | { readonly kind: 'end' | 'other'; readonly at: number };

interface Stroke {
  readonly text: string;
  readonly at: number;
  /** True once the key was released before another was pressed; at that speed, a finger would still hold it down. */
  readonly isReleased?: boolean;
}

/** The characters that may be a scan, and the time at which the last scan ended. */
export interface Burst {
  readonly strokes: readonly Stroke[];
  readonly scannedAt?: number | undefined;
}

/**
 * The result of a burst: its first `typed` characters are from a person, and the others are a code, if there is one.
 */
export interface Settled {
  readonly typed: number;
  readonly code?: string | undefined;
}

/**
 * The decision on a key. `settled` comes first, and is about the characters before this key. `first` is a character
 * that may be from a person or a scanner; `hold` is one that came too fast to decide; `drop` is the end of a scan.
 */
export interface Decision {
  readonly burst: Burst;
  readonly key: 'pass' | 'first' | 'hold' | 'drop';
  readonly settled?: Settled | undefined;
}

/** The longest pause between two keys of a scanner, in milliseconds; slow scanners need this much. */
const nextWithin = 60;
/** The longest pause once it is certain that a scanner types, because radio links pause. */
const nextWithinScan = 150;
/** Fewest characters of a code; more are needed if the speed or a missing end leaves doubt. */
const fewest = 3;
const fewestVeryQuick = 2;
const fewestReleased = 1;
const fewestSlow = 8;
const fewestWithoutEnd = 6;
/** The longest average pause between keys, in milliseconds; a person cannot type a whole word at this speed. */
const quick = 35;
/** The longest average pause for two keys and Enter, which fingers may press almost together. */
const veryQuick = 12;
/**
 * The longest average pause for one or two keys that were released before the next was pressed; a finger holds a key
 * longer.
 */
const quickReleased = 25;
/**
 * The number of milliseconds after a scan in which Enter or Tab still belongs to it: scanners may send two, or one
 * late.
 */
const endsWithin = 200;
/**
 * If the first pause is this long, and this many times longer than any other, it is between a person's key and a
 * scanner's.
 */
const strangePause = 40;
const strangeTimes = 4;
/** The largest number of a person's keys that a scan may follow without a pause. */
const typedBefore = 2;

export const quiet: Burst = { strokes: [] };

/** Notes that the last key of a burst was released before any other was pressed. */
export function release({ strokes, ...burst }: Burst): Burst {
  const last = strokes.at(-1);
  if (last === undefined) return { ...burst, strokes };
  return { ...burst, strokes: [...strokes.slice(0, -1), { ...last, isReleased: true }] };
}

export function press(burst: Burst, key: Press): Decision {
  const last = burst.strokes.at(-1);
  const follows = last !== undefined && key.at >= last.at && key.at - last.at <= nextKeyWithin(burst);
  if (key.kind === 'text' && follows)
    return { burst: { strokes: [...burst.strokes, { text: key.text, at: key.at }] }, key: 'hold' };
  if (key.kind === 'end' && follows) {
    const settled = settle(burst.strokes, key.at);
    if (settled.code !== undefined) return { burst: scannedAt(key.at), key: 'drop', settled };
    return { burst: quiet, key: 'pass', settled };
  }
  const settled = last && settle(burst.strokes);
  const before = settled?.code === undefined ? burst.scannedAt : last?.at;
  if (key.kind === 'end' && before !== undefined && key.at >= before && key.at - before <= endsWithin)
    return { burst: scannedAt(before), key: 'drop', settled };
  if (key.kind === 'text' && key.canLead)
    return { burst: { strokes: [{ text: key.text, at: key.at }] }, key: 'first', settled };
  return { burst: quiet, key: 'pass', settled };
}

/**
 * Decides about a burst after which no key came for a while. A burst without a code is kept: a busy machine delivers
 * keys late, and later keys may show that a scan continued.
 */
export function silence(burst: Burst): { burst: Burst; settled: Settled | undefined } {
  const last = burst.strokes.at(-1);
  if (last === undefined) return { burst, settled: undefined };
  const settled = settle(burst.strokes);
  return { burst: settled.code === undefined ? burst : scannedAt(last.at), settled };
}

export function nextKeyWithin({ strokes }: Burst): number {
  return codeOf(strokes) === undefined ? nextWithin : nextWithinScan;
}

const scannedAt = (at: number): Burst => ({ strokes: [], scannedAt: at });

function settle(strokes: readonly Stroke[], endedAt?: number): Settled {
  const typed = typedBeforeScan(strokes, endedAt);
  const code = codeOf(strokes.slice(typed), endedAt);
  return code === undefined ? { typed: strokes.length } : { typed, code };
}

function codeOf(strokes: readonly Stroke[], endedAt?: number): string | undefined {
  const times = timesOf(strokes, endedAt);
  const first = times[0] ?? 0;
  const isWithin = (pause: number) => (times.at(-1) ?? 0) - first <= pause * (times.length - 1);
  const isQuick = isWithin(quick);
  // Keys of a single moment were delivered together, and reveal nothing about who typed them.
  const isSpread = times.at(-1) !== first;
  const isVeryQuick = isWithin(veryQuick) && isSpread;
  const isReleased =
    isWithin(quickReleased) && isSpread && strokes.every((stroke) => stroke.isReleased === true);
  const enough = endedAt === undefined ? fewestWithoutEnd : fewestAt({ isQuick, isVeryQuick, isReleased });
  if (strokes.length < enough || (endedAt === undefined && !isQuick)) return undefined;
  return strokes.map(({ text }) => text).join('');
}

function fewestAt({
  isQuick,
  isVeryQuick,
  isReleased,
}: Readonly<Record<'isQuick' | 'isVeryQuick' | 'isReleased', boolean>>): number {
  if (isReleased) return fewestReleased;
  if (isVeryQuick) return fewestVeryQuick;
  return isQuick ? fewest : fewestSlow;
}

/** Returns the number of initial characters that a person typed just before the scanner began. */
function typedBeforeScan(strokes: readonly Stroke[], endedAt: number | undefined): number {
  const times = timesOf(strokes, endedAt);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
  for (let typed = Math.min(typedBefore, strokes.length - fewestReleased); typed > 0; typed -= 1) {
    const pause = pauses[typed - 1] ?? 0;
    const isStrange = pause >= strangePause && pause >= strangeTimes * Math.max(...pauses.slice(typed));
    // One or two characters after the pause are a scan only if no hand is that fast; otherwise all of them may be one
    // scan.
    const isScan = strokes.length - typed >= fewest || codeOf(strokes.slice(typed), endedAt) !== undefined;
    if (isStrange && isScan) return typed;
  }
  return 0;
}

const timesOf = (strokes: readonly Stroke[], endedAt: number | undefined): number[] => [
  ...strokes.map(({ at }) => at),
  ...(endedAt === undefined ? [] : [endedAt]),
];
