import type { CredentialView, RefusalCause } from '../../shared/contract/credentials.ts';
import type { Clock } from '../clock.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import { refusalCause } from '../credential/refusal-cause.ts';
import type { RefusedCredential } from '../gateway/observe.ts';
import type { OutcomeKind } from '../gateway/outcome.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** The watch over 401 and 403 of one environment: counted in rows, told apart by what the terminal can check itself. */
export interface Refusals {
  /** The gateway refused the credential. */
  note(refused: RefusedCredential): void;
  /** What a submission came to: one that is let in ends a row of refusals. */
  heard(outcome: OutcomeKind): void;
  /** Another credential is in force: what was said of the one before it counts no more. */
  mended(): void;
  view(): CredentialView['refusals'];
}

const day = 24 * 60 * 60 * 1000;

export function createRefusals(options: {
  readonly ledger: Pick<Ledger, 'refusals'>;
  readonly keyRing: () => KeyRing;
  /** The certificate template of this environment. */
  readonly template: string;
  readonly clock: Clock;
}): Refusals {
  const { ledger, keyRing, template, clock } = options;
  let inARow = 0;
  /** Of the last refusal, by what was in force then; after a restart by what is in force now. */
  let cause: RefusalCause | undefined;

  function causeOf(httpStatus: number): RefusalCause {
    const used = keyRing().inForce();
    if (used === undefined) return 'pair-revoked';
    return refusalCause(httpStatus, used, { template, now: clock.now() });
  }

  return {
    note(refused) {
      inARow += 1;
      cause = causeOf(refused.httpStatus);
      ledger.refusals.note(refused);
    },
    heard(outcome) {
      if (outcome !== 'credential-refused' && outcome !== 'unknown') inARow = 0;
    },
    mended() {
      inARow = 0;
    },
    view() {
      const now = clock.now();
      const [last] = ledger.refusals.causesSince(now - day).sort((a, b) => b.lastAt - a.lastAt);
      return {
        lastDay: ledger.refusals.countSince(now - day),
        inARow,
        ...(last && {
          last: {
            at: new Date(last.lastAt).toISOString(),
            httpStatus: last.httpStatus,
            code: last.code,
            message: last.message,
            cause: cause ?? causeOf(last.httpStatus),
          },
        }),
      };
    },
  };
}
