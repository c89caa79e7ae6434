import type { Alarm } from '../../../../shared/alarm.ts';
import type { Limits } from '../../../../shared/values/limits.ts';
import type { RecentRemarks } from '../../../books/ledger/documents/remarks.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { closedOf } from '../../../till/shift/drawer.ts';

/* The alarms for the owner of a shop beside those of documents: cash, prices, and the authority's remarks. */

export interface ShopAlarmSources {
  readonly ledger: {
    readonly shifts: Pick<Ledger['shifts'], 'countOutside' | 'reports'>;
    readonly documents: Pick<Ledger['documents'], 'remarks'>;
  };
  /** Returns true while a cashier is on the list of people. */
  readonly hasCashier?: (() => boolean) | undefined;
  readonly limits?: (() => Limits) | undefined;
}

const day = 24 * 3_600_000;
/** A shift is of interest until a day after it was closed, sales outside of one for a week. */
const shiftMs = day;
const outsideMs = 7 * day;
/** Less is lost in coins that nobody has, halalas. */
const leastShort = 1_00;

export function shopAlarms({ ledger, hasCashier, limits }: ShopAlarmSources, now: number): Alarm[] {
  const remarks = ledger.documents.remarks();
  const [last] = ledger.shifts.reports({ limit: 1 });
  const alarms = remarks === undefined ? [] : [remarksAlarm(remarks)];
  if (hasCashier?.() === true) {
    const count = ledger.shifts.countOutside(Math.max(last?.closedAt ?? 0, now - outsideMs));
    if (count > 0) alarms.push({ kind: 'outside-shift', level: 'amber', count });
  }
  if (last === undefined || now - last.closedAt > shiftMs) return alarms;
  const { number, report } = closedOf(last);
  const { beside, cash } = report;
  const short = -(cash.difference ?? 0);
  if (short >= leastShort)
    alarms.push({ kind: 'drawer-short', level: 'amber', amount: short, shift: number });
  // Where a manager agrees to each other price, all of them are known.
  const cut = -beside.overrides.difference;
  if (cut > 0 && limits?.().asks.includes('price') !== true)
    alarms.push({ kind: 'prices-cut', level: 'amber', amount: cut, shift: number });
  return alarms;
}

/**
 * The codes of remarks that mean the stamp or the certificate: invalid-digital-signature, certificate-permissions,
 * certificate-issuer-name, signed-properties-hashing, invalid-invoice-hash and QRCODE_INVALID were seen at the gateway.
 * The authority publishes no list of them.
 */
const ofStamp = /sign(ature|ed)|certificate|hash|qrcode/i;

function remarksAlarm({ messages, ...remarks }: RecentRemarks): Alarm {
  const isOfStamp = messages.some(({ code = '' }) => ofStamp.test(code));
  return {
    kind: 'remarks',
    level: isOfStamp ? 'red' : 'amber',
    why: isOfStamp ? 'stamp' : 'content',
    ...remarks,
    messages: messages.map(({ code, message }) => ({ code, message: message?.slice(0, 300) })),
  };
}
