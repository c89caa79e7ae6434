import { meansOfCode } from '../../../shared/sale/payment-code.ts';
import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { AccountPayment } from '../../books/ledger/accounts/account-payments.ts';
import type { Payment } from '../../books/ledger/documents/document-facts.ts';
import type { IssuedEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { askDrawer, type Opening } from './open-drawer.ts';
import type { TillDevices } from './till-devices.ts';

export interface FollowOptions {
  readonly devices: Pick<TillDevices, 'opensWithCash' | 'openForCash' | 'display'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with an error that occurred after the cash was booked. */
  readonly onError: (error: unknown) => void;
}

type Earlier = Pick<IssuedEntry, 'icv' | 'payable' | 'currency'>;

export type FollowCash = ReturnType<typeof createFollowCash>;

/**
 * The drawer follows the cash: it opens when cash changes hands, and only then. Nothing that is booked waits for it or
 * fails with it.
 */
export function createFollowCash(
  { ledger }: { readonly ledger: Pick<Ledger, 'facts' | 'tillActions'> },
  { devices, clock, onError }: FollowOptions,
) {
  /** Writes that the drawer is about to open, in the shift that is open now; undefined if it stays shut. */
  function ask(cash: Halalas, detail: Opening['detail'], caller: Caller) {
    if (cash === 0 || !devices.opensWithCash()) return undefined;
    const opening = (() => {
      try {
        return askDrawer({ ledger, clock, by: actorOf(caller), detail });
      } catch (error) {
        // Without its line the drawer stays shut, which is an alarm.
        return { open: () => Promise.reject(error), giveUp: () => undefined };
      }
    })();
    return {
      open: () => void devices.openForCash(opening.open).catch(onError),
      giveUp: opening.giveUp,
    };
  }

  const cashOf = ({ icv, payable }: Pick<IssuedEntry, 'icv' | 'payable'>) =>
    cashIn(ledger.facts.payments(icv), payable);

  return {
    /**
     * Opens the drawer after a sale that a person issued at the screen, and shows the change.
     * @param before the rejected document that it replaces: only a difference in cash moves
     * @param note the note of its exchange: only what the two do not settle moves
     */
    sold(
      entry: IssuedEntry,
      caller: Caller,
      { before, note }: { before?: Earlier | undefined; note?: Earlier } = {},
    ) {
      const { icv, number, payable, currency } = entry;
      const change = sumHalalas(
        ledger.facts.payments(icv).map(({ amount = 0, tendered = amount }) => tendered - amount),
      );
      // The display shows riyals only, and what moves now.
      if (currency === 'SAR' && before?.payable !== payable)
        devices.display.show({ what: 'paid', total: payable, change });
      const earlier = before ?? note;
      const cash = [cashOf(entry), earlier === undefined ? 0 : cashOf(earlier)] as const;
      const isSameCurrency = earlier === undefined || earlier.currency === currency;
      ask(isSameCurrency ? cash[0] - cash[1] : Math.max(...cash), { why: 'sale', number }, caller)?.open();
    },
    /** Opens the drawer after a cash payment on account. */
    paid({ number, amount, means }: AccountPayment, caller: Caller) {
      devices.display.show({ what: 'paid', total: Math.abs(amount), change: 0 });
      ask(cashIn([{ means, amount }], amount), { why: 'payment', voucher: number }, caller)?.open();
    },
    /** Opens the drawer for cash that belongs to no document: the float, cash paid in or out, the count at closing. */
    moved(cash: Halalas, why: 'float' | 'in' | 'out' | 'count', caller: Caller) {
      return ask(cash, { why }, caller);
    },
  };
}

/** Returns the part that is paid, or paid back, in cash; all of it if the parts of several means are unknown. */
function cashIn(payments: readonly Payment[], payable: Halalas): Halalas {
  const cash = payments.filter(({ means }) => meansOfCode(means) === 'cash');
  return sumHalalas(cash.map(({ amount = payable }) => amount));
}
