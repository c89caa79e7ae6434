import type { TillDevices } from '../devices/till-devices.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { openDrawer } from './open-drawer.ts';

export interface SoldOptions {
  readonly devices: Pick<TillDevices, 'sold'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with an error that happened after a document was issued. */
  readonly onError: (error: unknown) => void;
}

/** Returns a function that lets the devices follow a document that was issued at the screen. The sale does not wait. */
export function soldAtScreen(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { devices, clock, onError }: SoldOptions,
): (entry: LedgerEntry, caller: Caller) => void {
  async function follow({ icv, number, payable, currency }: LedgerEntry, caller: Caller): Promise<void> {
    const by = actorOf(caller);
    const detail = { why: 'sale', number } as const;
    await devices.sold({ payable, currency, payments: ledger.facts.payments(icv) }, (pulse) =>
      openDrawer({ ledger, clock, by, detail, pulse }),
    );
  }
  // The document is issued: an error here must not make it look otherwise.
  return (entry, caller) => void follow(entry, caller).catch(onError);
}
