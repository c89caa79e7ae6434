import type { Actor } from '../../../shared/actor.ts';
import { FailureError } from '../../../shared/failure.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { type AgreementOptions, agreementTo, spendAgreement } from '../people/agreement.ts';

export interface Opening {
  readonly ledger: Pick<Ledger, 'tillActions'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly by: Actor;
  /** The reason why the drawer opens: by hand, as a test, or because cash changes hands in one of these ways. */
  readonly detail: {
    readonly why: 'hand' | 'trial' | 'sale' | 'payment' | 'float' | 'in' | 'out' | 'count';
  } & Readonly<Record<string, unknown>>;
}

type Pulse = () => Promise<void>;

/**
 * Writes in the audit log that the drawer is about to open: it never opens without this line. A second line has the
 * result. If it is missing, the program ended in between and the drawer may have opened.
 * @throws those of the ledger
 */
export function askDrawer({ ledger, clock, by, detail }: Opening) {
  const request = ledger.tillActions.write({ at: clock.now(), by, action: 'drawer-asked', detail });
  const answer = (action: 'drawer-opened' | 'drawer-failed', more: object = {}) =>
    ledger.tillActions.write({
      at: clock.now(),
      by: { name: by.name, role: by.role },
      action,
      detail: { ...detail, ...more, asked: request },
    });
  return {
    /** Opens it and writes the result. @throws FailureError `drawer-failed`, or those of the ledger */
    async open(pulse: Pulse): Promise<void> {
      try {
        await pulse();
      } catch (error) {
        const { code: failure, detail: { pulse: sent } = {} } =
          error instanceof FailureError ? error.failure : ({ code: 'internal' } as const);
        answer('drawer-failed', { failure, ...(sent === 'sent' && { mayBeOpen: true }) });
        throw error;
      }
      answer('drawer-opened');
    },
    /** Writes that the drawer stays shut, because nothing happened for which it should open. */
    giveUp: () => void answer('drawer-failed'),
  };
}

/**
 * Opens the drawer by hand, for which a cashier may need a manager's agreement.
 * @throws FailureError `approval-needed`, `drawer-failed`
 */
export async function openByHand(
  reason: string,
  caller: Caller,
  {
    ledger,
    clock,
    pulse,
    agreements,
  }: Pick<Opening, 'ledger' | 'clock'> & { readonly pulse: Pulse; readonly agreements: AgreementOptions },
): Promise<void> {
  const approval = agreementTo('drawer', reason, caller, agreements);
  // This happens before the drawer opens: of two presses at once, only one uses the agreement.
  spendAgreement('drawer', reason, caller, agreements);
  const by = { ...actorOf(caller), approval };
  await askDrawer({ ledger, clock, by, detail: { why: 'hand', reason } }).open(pulse);
}
