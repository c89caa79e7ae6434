import type { Failure, FailureCode } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { DamageNote } from './damage-note.ts';

/*
 * A disk may damage the ledger while the terminal is running. SQLite then reports it to whatever reads the page next.
 * Once a check of the whole file confirms the damage, nothing more is issued: rows written into a damaged file may be
 * lost. Reading and sending continue as far as possible. Damage found by one program stops every program on the folder.
 */

/** The failures that may come from a damaged file. */
const suspicious: readonly FailureCode[] = ['ledger-broken', 'document-damaged'];
/** Returns true for a failure that a damaged ledger may have caused. */
export const mayBeDamage = ({ code }: Failure): boolean => suspicious.includes(code);

/** The milliseconds between two checks of a sound file: reading all of it takes a while. */
const checkAgainAfter = 10 * 60_000;

export function createDamageWatch(options: {
  readonly ledger: Pick<Ledger, 'checkInUse'>;
  readonly note: DamageNote;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}) {
  const { ledger, note, clock, onChange, onError } = options;
  const ending = new AbortController();
  /** Damage found here that could not be noted where a restart or another program would read it. */
  let unnoted: string | undefined;
  let noted = note.read();
  let checking: Promise<void> | undefined;
  let soundAt: number | undefined;

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
      .checkInUse(ending.signal)
      .then(([damage]) => take(damage))
      .finally(() => {
        checking = undefined;
      });
    return checking;
  }

  const checkAlone = () => void check().catch((error) => ending.signal.aborted || onError(error));

  return {
    failure(): Failure | undefined {
      const damage = found();
      return damage === undefined
        ? undefined
        : { code: 'ledger-broken', detail: { found: damage.slice(0, 200) } };
    },
    /** Takes note of failed work that the ledger, or a database beside it, may have caused. */
    suspect() {
      const isSoundLately = soundAt !== undefined && clock.monotonic() - soundAt < checkAgainAfter;
      if (found() === undefined && !isSoundLately && !ending.signal.aborted) checkAlone();
    },
    check,
    start() {
      // Somebody may have fixed the file since.
      if (found() !== undefined) checkAlone();
    },
    async stop() {
      ending.abort();
      await checking?.catch(() => undefined);
      // The disk may have space again, so this tries to write the note: without it, the next start would go on selling.
      if (unnoted !== undefined) tryToNote();
    },
  };
}

export type DamageWatch = ReturnType<typeof createDamageWatch>;
