import type { DraftAdvanced } from '../../../shared/stored/basket/advanced.ts';
import type { Draft, DraftBuyer, DraftLine } from '../../../shared/stored/basket/draft.ts';
import { type DraftMeans, type DraftPayment, draftPayments } from '../../../shared/stored/basket/payment.ts';
import { has, plainAdvanced } from './draft-advanced.ts';
import { cashPayment } from './payment.ts';

/* Changes of the basket in the form are pure functions. */

export function newLine(): DraftLine {
  return {
    key: crypto.randomUUID(),
    name: '',
    quantity: '1',
    price: '',
    exemption: '',
    exemptionText: '',
    rate: '15',
  };
}

export function newDraft(): Draft {
  return {
    saleId: crypto.randomUUID(),
    customer: 'consumer',
    lines: [newLine()],
    discount: { kind: 'amount', value: '' },
    payment: cashPayment,
    buyer: {
      name: '',
      idKind: 'vatNumber',
      id: '',
      registration: '',
      country: '',
      street: '',
      building: '',
      district: '',
      city: '',
      postalCode: '',
    },
    advanced: plainAdvanced,
  };
}

/**
 * Returns the basket with a kind of customer that the terminal's certificate allows: its own if possible, otherwise the
 * first allowed kind.
 */
export function forCertified(draft: Draft, customers: readonly Draft['customer'][] = []): Draft {
  const [first = draft.customer] = customers;
  return customers.includes(draft.customer) ? draft : { ...draft, customer: first };
}

export function isBlank(line: DraftLine): boolean {
  // A scanned line counts even without a name: the customer already holds the item.
  return line.name.trim() === '' && line.price.trim() === '' && line.barcode === undefined;
}

export const hasOpenAmount = ({ openAmount = '' }: Draft): boolean => openAmount.trim() !== '';

export function changeLine(draft: Draft, key: string, change: Partial<DraftLine>): Draft {
  return { ...draft, lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)) };
}

export function changeBuyer(draft: Draft, change: Partial<DraftBuyer>): Draft {
  return { ...draft, buyer: { ...draft.buyer, ...change } };
}

export function changeAdvanced(draft: Draft, change: Partial<DraftAdvanced>): Draft {
  return { ...draft, advanced: { ...draft.advanced, ...change } };
}

export function changePayment(draft: Draft, change: Partial<DraftPayment>): Draft {
  return { ...draft, payment: { ...draft.payment, ...change } };
}

/**
 * Returns the basket with a question to the card terminal in progress.
 * @param part the key of the part to be paid, which becomes the id; if omitted, the whole payment
 */
export function askCard(draft: Draft, id: string, part?: string): Draft {
  const parts = draft.payment.parts.map((one) => (one.key === part ? { ...one, key: id } : one));
  return changePayment(draft, { asked: id, parts });
}

/** Returns the means by which this basket can be paid; only a business, whose name is known, can pay on account. */
export function meansOffered({ customer }: Draft): readonly DraftMeans[] {
  return draftPayments.filter((means) => means !== 'onAccount' || customer === 'business');
}

/** Returns the payment with means that are offered; the customer may have changed since they were chosen. */
export function paymentOf(draft: Draft): DraftPayment {
  const { payment } = draft;
  const offered: readonly string[] = meansOffered(draft);
  const parts = payment.parts.filter(({ means }) => offered.includes(means));
  const isOffered =
    payment.means === 'several' || payment.means === 'asBefore' || offered.includes(payment.means);
  return { ...payment, parts, means: isOffered ? payment.means : 'cash' };
}

/** Returns the typed currency once its code is complete; riyals until then. */
export function currencyOf({ advanced }: Draft): string {
  const code = advanced.currency.trim().toUpperCase();
  return has(advanced, 'currency') && /^[A-Z]{3}$/.test(code) ? code : 'SAR';
}

/** The exemptions of citizens: the sale names the citizen with a national ID (rule BR-KSA-49). */
const citizenReasons = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

/**
 * Returns the party that the sale names: the buyer, the supplier of a self-billed sale, a citizen with an ID, or
 * nobody.
 */
export function partyOf({ customer, advanced, lines }: Draft): 'buyer' | 'supplier' | 'citizen' | undefined {
  if (has(advanced, 'selfBilled')) return 'supplier';
  if (customer === 'business' || has(advanced, 'summary') || has(advanced, 'export')) return 'buyer';
  return lines.some(({ exemption }) => citizenReasons.includes(exemption)) ? 'citizen' : undefined;
}

export function addLine(draft: Draft, line: DraftLine): Draft {
  return { ...draft, lines: [...draft.lines, line] };
}
