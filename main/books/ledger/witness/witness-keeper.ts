import { type Failure, FailureError } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../ledger.ts';
import { type Whereabouts, type WitnessStore, witnessOf } from './witness.ts';

/** Writes the witness after commits, without delaying them. */
export type WitnessKeeper = ReturnType<typeof createWitnessKeeper>;

export interface WitnessKeeperOptions {
  readonly ledger: Ledger;
  readonly store: WitnessStore;
  readonly here: Whereabouts;
  readonly clock: Clock;
  /** Called when the alarm begins or ends. */
  readonly onAlarm?: (alarm: Alarm | undefined) => void;
}

/** The failure of the last write, and the time of the first one that failed, in milliseconds since 1970. */
interface Alarm {
  readonly since: number;
  readonly failure: Failure;
}

/**
 * The number of milliseconds from a commit to its witness, since a write to a vault may take long, and a busy shop
 * makes many commits.
 */
const writeAfter = 1_000;
/** The number of milliseconds until a failed write is tried again: a vault is often locked for a moment only. */
const tryAgainAfter = 15_000;

export function createWitnessKeeper({ ledger, store, here, clock, onAlarm }: WitnessKeeperOptions) {
  let alarm: Alarm | undefined;
  let unwritten = false;
  let closed = false;
  let cancel: (() => void) | undefined;
  /** Writes run one at a time, so that an older head never follows a newer one. */
  let last: Promise<void> = Promise.resolve();

  function setAlarm(next: Alarm | undefined): void {
    const told = alarm === undefined && next === undefined;
    alarm = next && { ...next, since: alarm?.since ?? next.since };
    if (!told) onAlarm?.(alarm);
  }

  async function write(): Promise<void> {
    if (!unwritten) return;
    unwritten = false;
    try {
      const witness = witnessOf(ledger, here);
      await store.write(witness);
      setAlarm(undefined);
      // Another process may have written a later witness meanwhile, which this write has just replaced.
      if ((ledger.chain.head()?.icv ?? 0) === witness.icv) return;
      touch();
      if (closed) await write();
    } catch (error) {
      unwritten = true;
      const failure: Failure = error instanceof FailureError ? error.failure : { code: 'internal' };
      setAlarm({ since: clock.now(), failure });
      if (!closed) schedule(tryAgainAfter);
    }
  }

  function schedule(after: number): void {
    cancel ??= clock.after(after, () => {
      cancel = undefined;
      void flush();
    });
  }

  /** Schedules a write after a commit; one write covers all commits until then. Never throws. */
  function touch(): void {
    unwritten = true;
    if (!closed) schedule(writeAfter);
  }

  /** Writes the witness now if anything was committed since. Never rejects: see `alarm`. */
  function flush(): Promise<void> {
    last = last.then(write);
    return last;
  }

  return {
    touch,
    flush,
    /** Set while the last write has failed. Sales continue, and the write is tried again. */
    get alarm() {
      return alarm;
    },
    async close() {
      closed = true;
      cancel?.();
      await flush();
    },
  };
}
