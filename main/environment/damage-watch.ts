import * as z from 'zod';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { settingKey } from '../platform/settings.ts';

/*
 * A disk may damage the ledger while the terminal is at work. SQLite then says so at whatever reads the page next. From the
 * first such failure that a check of the whole file confirms, nothing is issued: what is written into a damaged file may
 * be lost. Reading and sending go on as far as they can.
 */

export interface DamageWatch {
  /** Returns `ledger-broken` once damage was found. */
  failure(): Failure | undefined;
  /** Takes in that work failed in a way of which the ledger may be the cause, or a database beside it. */
  suspect(): void;
  /** Checks the file. Resolves when it is known whether it is damaged; damage noted before that is gone is forgotten. */
  check(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Kept as a row of the damaged file itself, which a restart would open: a backup in its place has none. */
const damageSetting = settingKey(
  'ledger.damage',
  z.object({ at: z.number(), found: z.string() }).nullish().catch(undefined),
);

/** The failures that may come from a damaged file. */
const suspicious: readonly FailureCode[] = ['ledger-broken', 'document-damaged'];
/** True for a failure that a damaged ledger may be the cause of. */
export const mayBeDamage = ({ code }: Failure): boolean => suspicious.includes(code);

/** Milliseconds between two checks of a file that was found sound: something else fails, and reading all of it takes a while. */
const checkAgainAfter = 10 * 60_000;

export function createDamageWatch(options: {
  readonly ledger: Pick<Ledger, 'checkInUse' | 'settings'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Called when damage was found, or is gone. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}): DamageWatch {
  const { ledger, clock, onChange, onError } = options;
  const ending = new AbortController();
  let found = noted();
  let checking: Promise<void> | undefined;
  let soundAt: number | undefined;

  /** The row itself may be on a damaged page. */
  function noted(): string | undefined {
    try {
      return ledger.settings.read(damageSetting)?.found;
    } catch {
      return undefined;
    }
  }

  function note(damage: string | undefined): void {
    if (damage === undefined) soundAt = clock.monotonic();
    if (damage === found) return;
    found = damage;
    try {
      const now = damage === undefined ? null : { at: clock.now(), found: damage };
      ledger.settings.write(damageSetting, now);
    } catch (error) {
      // The next start finds the damage as this one did.
      onError(error);
    }
    onChange();
  }

  function check(): Promise<void> {
    checking ??= ledger
      .checkInUse(ending.signal)
      .then(([damage]) => note(damage))
      .finally(() => {
        checking = undefined;
      });
    return checking;
  }

  const checkAlone = () => void check().catch((error) => ending.signal.aborted || onError(error));

  return {
    failure: () =>
      found === undefined ? undefined : { code: 'ledger-broken', detail: { found: found.slice(0, 200) } },
    suspect() {
      const isSoundLately = soundAt !== undefined && clock.monotonic() - soundAt < checkAgainAfter;
      if (found === undefined && !isSoundLately && !ending.signal.aborted) checkAlone();
    },
    check,
    start() {
      // Somebody may have mended the file since.
      if (found !== undefined) checkAlone();
    },
    async stop() {
      ending.abort();
      await checking?.catch(() => undefined);
    },
  };
}
