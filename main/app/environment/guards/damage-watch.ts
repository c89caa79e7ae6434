import type { Failure, FailureCode } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { CopyProgress } from '../../../books/ledger/copy.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { DamageNote } from './damage-note.ts';

/*
 * A disk may damage the ledger while the terminal is running. SQLite then reports it to whatever reads the page next.
 * Once a check of the whole file confirms the damage, nothing more is issued: rows written into a damaged file may be
 * lost. Reading and sending continue as far as possible. Damage found by one program stops every program on the folder.
 *
 * Rows that somebody altered are damage, too: each opening compares the newest with the audit log, and a thread all of
 * them while the terminal works.
 */

/** The failures that may come from a damaged file. */
const suspicious: readonly FailureCode[] = ['ledger-broken', 'document-damaged'];
/** Returns true for a failure that a damaged ledger may have caused. */
export const mayBeDamage = ({ code }: Failure): boolean => suspicious.includes(code);

/** The milliseconds between two checks of a sound file: reading all of it takes a while. */
const checkAgainAfter = 10 * 60_000;
/**
 * The milliseconds from an opening until the whole ledger is compared with its log, when the first queue is over, and
 * from one such comparison to the next.
 */
const firstWhole = 10 * 60_000;
const nextWhole = 24 * 60 * 60_000;

/** The progress of the comparison of the whole ledger that this program makes. */
export interface Comparison {
  readonly done?: number | undefined;
  readonly of?: number | undefined;
  /** The end of the last one, in milliseconds since 1970. */
  readonly at?: number | undefined;
}

interface DamageWatchOptions {
  readonly ledger: Pick<Ledger, 'checkInUse' | 'checkNewest'>;
  readonly note: DamageNote;
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export function createDamageWatch(options: DamageWatchOptions) {
  const { ledger, note, clock, onChange, onError } = options;
  const ending = new AbortController();
  /** Damage found here that could not be noted where a restart or another program would read it. */
  let unnoted: string | undefined;
  let noted = note.read();
  let checking: Promise<void> | undefined;
  let soundAt = Number.NEGATIVE_INFINITY;
  const progress = createProgress(clock);

  /** The note is read each time, since another program may have found damage, or found that it is gone. */
  function found(): string | undefined {
    const now = unnoted ?? note.read();
    if (now !== noted) {
      noted = now;
      onChange();
    }
    return now;
  }

  function take(damage: string | undefined): void {
    if (damage === undefined) soundAt = clock.monotonic();
    progress.end();
    unnoted = damage;
    if (damage !== note.read()) tryToNote();
    else unnoted = undefined;
    found();
  }

  function tryToNote(): void {
    try {
      note.write(unnoted, clock.now());
      unnoted = undefined;
    } catch (error) {
      onError(error);
    }
  }

  /** Checks the file. Resolves when the answer is known; an earlier note of damage is removed if the damage is gone. */
  function check(): Promise<void> {
    checking ??= ledger
      .checkInUse({ signal: ending.signal, onProgress: progress.note })
      .then(([damage]) => take(damage))
      .finally(() => {
        checking = undefined;
        progress.callOff();
      });
    return checking;
  }

  const checkAlone = () => void check().catch((error) => ending.signal.aborted || onError(error));
  const comparisons = createComparisons(options, take, checkAlone);

  return {
    failure(): Failure | undefined {
      const damage = found();
      return damage === undefined
        ? undefined
        : { code: 'ledger-broken', detail: { found: damage.slice(0, 200) } };
    },
    /** Takes note of failed work that the ledger, or a database beside it, may have caused. */
    suspect() {
      if (clock.monotonic() - soundAt < checkAgainAfter || ending.signal.aborted) return;
      if (found() === undefined) checkAlone();
    },
    check,
    comparison: progress.read,
    /** Somebody may have fixed a damaged file since. */
    start: () => (found() === undefined ? comparisons.newest() : checkAlone()),
    /** Compares all rows with the log now and then; one program does it for the folder. */
    daily: { start: comparisons.startWhole, stop: comparisons.stop },
    async stop() {
      ending.abort();
      await checking?.catch(() => undefined);
      // The disk may have space again, so this tries to write the note: without it, the next start would go on selling.
      if (unnoted !== undefined) tryToNote();
    },
  };
}

function createProgress(clock: Clock) {
  let now: Comparison = {};
  return {
    read: () => now,
    note({ done, of }: CopyProgress) {
      now = { at: now.at, done, of };
    },
    end() {
      now = { at: clock.now() };
    },
    callOff() {
      now = { at: now.at };
    },
  };
}

/** Compares rows with the audit log: the newest at each opening, and all of them while the terminal works. */
function createComparisons(
  { ledger, clock, onError }: Pick<DamageWatchOptions, 'ledger' | 'clock' | 'onError'>,
  take: (damage: string) => void,
  checkAll: () => void,
) {
  let callOff: () => void = () => undefined;
  function whole(after: number): void {
    callOff = clock.after(after, () => {
      checkAll();
      whole(nextWhole);
    });
  }
  return {
    /** Compares the newest documents at once, before the chain continues from them. */
    newest(): void {
      try {
        const altered = ledger.checkNewest();
        if (altered !== undefined) take(altered);
      } catch (error) {
        onError(error);
        checkAll();
      }
    },
    startWhole: () => whole(firstWhole),
    stop: () => callOff(),
  };
}

export type DamageWatch = ReturnType<typeof createDamageWatch>;
