import type { Failure, FailureCode } from '../../../../shared/failure.ts';
import type { EnvironmentContext } from '../context.ts';

export interface ReadinessOptions extends Pick<EnvironmentContext, 'clock'> {
  /** Returns a failure as a value; any other error is a defect, which it logs. */
  readonly failureOf: (error: unknown) => Failure;
  /** The number of milliseconds until the next automatic attempt; undefined for none. */
  readonly againAfter?: number | undefined;
  readonly onFailure: () => void;
}

/** The failures after which trying again cannot help: a person must act first. */
const hopeless: readonly FailureCode[] = [
  'vault-unavailable',
  'vault-locked',
  'ledger-broken',
  'ledger-lost',
  'ledger-old',
  'ledger-forked',
  'ledger-copied',
  'seller-differs',
  'internal',
];

/** Knows if an environment can sell, and if not, why. */
export function createReadiness(options: ReadinessOptions) {
  const { failureOf, clock, againAfter, onFailure } = options;
  let make: (passphrase: string | undefined) => Promise<void> = () => Promise.resolve();
  let failure: Failure | undefined;
  let stopped = false;
  let cancel = () => {};
  let last: Promise<void> = Promise.resolve();

  async function attempt(passphrase?: string): Promise<void> {
    cancel();
    try {
      await make(passphrase);
      failure = undefined;
    } catch (error) {
      failure = failureOf(error);
      onFailure();
      if (!stopped && againAfter !== undefined && !hopeless.includes(failure.code))
        cancel = clock.after(againAfter, () => void again());
      throw error;
    }
  }

  /** Makes another attempt, for instance with a passphrase. */
  function again(passphrase?: string): Promise<void> {
    last = attempt(passphrase);
    // A caller that waits for `ready` sees the failure; if there is none, the log and the screen show it.
    last.catch(() => undefined);
    return last;
  }

  return {
    /** Begins the first attempt. @param make takes all necessary steps, in order */
    begin(work: (passphrase: string | undefined) => Promise<void>) {
      make = work;
      void again();
    },
    /** The last attempt: it resolves when all steps succeeded, and rejects with the reason for a failure. */
    ready: () => last,
    again,
    /** The reason why it cannot sell; undefined while it can, or before that is known. */
    get failure() {
      return failure;
    },
    /** Stops trying, and waits for the attempt in progress. */
    async stop() {
      stopped = true;
      cancel();
      await last.catch(() => undefined);
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;
