import type { Actor } from '../../../shared/actor.ts';
import { FailureError } from '../../../shared/failure.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { type AgreementOptions, agreementTo, spendAgreement } from '../people/agreement.ts';

interface OpenDrawerOptions {
  readonly ledger: Pick<Ledger, 'tillActions'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly by: Actor;
  /** The reason why the drawer opens: by hand, after a sale or a payment on account, or as a test. */
  readonly detail: { readonly why: 'hand' | 'sale' | 'payment' | 'trial' } & Readonly<
    Record<string, unknown>
  >;
  readonly pulse: () => Promise<void>;
}

/**
 * Opens the drawer between two lines of the audit log: it never opens without the first, and the second records the
 * result. If the second is missing, the program ended in between and the drawer may have opened.
 * @throws FailureError `drawer-failed`, or those of the ledger
 */
export async function openDrawer({ ledger, clock, by, detail, pulse }: OpenDrawerOptions): Promise<void> {
  const request = ledger.tillActions.write({ at: clock.now(), by, action: 'drawer-asked', detail });
  const answer = (action: 'drawer-opened' | 'drawer-failed', more: object = {}) =>
    ledger.tillActions.write({
      at: clock.now(),
      by: { name: by.name, role: by.role },
      action,
      detail: { ...detail, ...more, asked: request },
    });
  try {
    await pulse();
  } catch (error) {
    answer('drawer-failed', { failure: error instanceof FailureError ? error.failure.code : 'internal' });
    throw error;
  }
  answer('drawer-opened');
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
  }: Omit<OpenDrawerOptions, 'by' | 'detail'> & { readonly agreements: AgreementOptions },
): Promise<void> {
  const approval = agreementTo('drawer', reason, caller, agreements);
  // This happens before the drawer opens: of two presses at once, only one uses the agreement.
  spendAgreement('drawer', reason, caller, agreements);
  const by = { ...actorOf(caller), approval };
  await openDrawer({ ledger, clock, pulse, by, detail: { why: 'hand', reason } });
}
