import type { TillDevices } from '../devices/till-devices.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller } from '../platform/dispatch.ts';

/** Returns a function that lets the devices follow a document that was issued at the screen. The sale does not wait. */
export function soldAtScreen(
  { ledger, drawer }: Pick<OpenEnvironment, 'ledger' | 'drawer'>,
  devices: Pick<TillDevices, 'sold'>,
  clock: Pick<Clock, 'now'>,
): (entry: LedgerEntry, caller: Caller) => void {
  async function follow(
    { icv, number, payable, currency }: LedgerEntry,
    { name: actor }: Caller,
  ): Promise<void> {
    const isOpened = await devices.sold({ payable, currency, payments: ledger.facts.payments(icv) });
    if (!isOpened) return;
    const detail = { why: 'sale', number, shift: drawer.now().shift?.number };
    ledger.audit.write({ at: clock.now(), actor, action: 'drawer-opened', detail });
  }
  // The document is issued: nothing that goes wrong here may say otherwise.
  return (entry, caller) => void follow(entry, caller).catch(() => undefined);
}
