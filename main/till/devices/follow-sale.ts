import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { AccountPayment } from '../../books/ledger/accounts/account-payments.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { openDrawer } from './open-drawer.ts';
import type { TillDevices } from './till-devices.ts';

export interface FollowOptions {
  readonly devices: Pick<TillDevices, 'sold'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with an error that occurred after a document was issued or a payment was received. */
  readonly onError: (error: unknown) => void;
}

/** Returns a function that lets the devices follow a document that was issued at the screen. The sale does not wait. */
export function createFollowSale(
  { ledger }: { readonly ledger: Pick<Ledger, 'facts' | 'tillActions'> },
  { devices, clock, onError }: FollowOptions,
): (entry: LedgerEntry, caller: Caller) => void {
  async function follow({ icv, number, payable, currency }: LedgerEntry, caller: Caller): Promise<void> {
    const by = actorOf(caller);
    const detail = { why: 'sale', number } as const;
    await devices.sold({ payable, currency, payments: ledger.facts.payments(icv) }, (pulse) =>
      openDrawer({ ledger, clock, by, detail, pulse }),
    );
  }
  // The document is issued: an error here must not make the sale look failed.
  return (entry, caller) => void follow(entry, caller).catch(onError);
}

/** Returns a function that opens the drawer after a cash payment on account; a failure does not undo the payment. */
export function createFollowPayment(
  { ledger }: { readonly ledger: Pick<Ledger, 'tillActions'> },
  { devices, clock, onError }: FollowOptions,
): (payment: AccountPayment, caller: Caller) => void {
  return ({ number, amount, means }, caller) => {
    const detail = { why: 'payment', voucher: number } as const;
    const cash = {
      payable: Math.abs(amount),
      currency: 'SAR',
      payments: [{ means, amount: Math.abs(amount) }],
    };
    void devices
      .sold(cash, (pulse) => openDrawer({ ledger, clock, by: actorOf(caller), detail, pulse }))
      .catch(onError);
  };
}
