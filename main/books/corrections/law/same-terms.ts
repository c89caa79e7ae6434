import { foldNumber } from '../../../../shared/sale/document-number.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { Exact } from '../../../../shared/values/money.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { refuse } from './refuse.ts';

type Party = { readonly name: string } & Pick<NonNullable<Sale['buyer']>, 'vatNumber' | 'identification'>;

/**
 * Refuses an advance for another customer, or in another currency, than the invoice that deducts it.
 * @param code of a refusal of the kind of customer
 * @throws FailureError `bad-input` `code`, `supply-differs`, `party-differs`, `differs-from-document`
 */
export function refuseOtherCustomer(sale: Sale, entry: LedgerEntry, code = 'customer-differs'): void {
  const { number } = entry;
  if (sale.customer !== entry.customer)
    refuse(['customer'], code, `must be ${entry.customer}, as on ${number}`, { number });
  refuseOtherSupply('selfBilled', sale, entry);
  if ((sale.currency ?? 'SAR') !== entry.currency) differs(['currency'], entry, entry.currency);
  refuseOtherParty('buyer', sale, entry);
  refuseOtherParty('supplier', sale, entry);
}

/**
 * Refuses a note whose customer, kind of supply, currency or rate differs from its invoice's. Flags for a third party's
 * document, or one that sums up a period, are about its origin, so a note need not repeat them.
 * @throws FailureError `bad-input` `customer-differs`, `supply-differs`, `party-differs`, `differs-from-document`
 */
export function refuseOtherTerms(note: Sale, entry: LedgerEntry): void {
  refuseOtherCustomer(note, entry);
  for (const flag of ['nominal', 'export'] as const) refuseOtherSupply(flag, note, entry);
  refuseOtherCurrency(note, entry);
}

/** Refuses a different currency or exchange rate. @throws FailureError `bad-input` `differs-from-document` */
function refuseOtherCurrency(sale: Sale, entry: LedgerEntry): void {
  if ((sale.currency ?? 'SAR') !== entry.currency) differs(['currency'], entry, entry.currency);
  const rate = entry.sale.exchangeRate ?? '1';
  if (!new Exact(sale.exchangeRate ?? '1').equals(rate)) differs(['exchangeRate'], entry, rate);
}

type Flag = keyof NonNullable<Sale['special']>;

function refuseOtherSupply(flag: Flag, sale: Sale, entry: LedgerEntry): void {
  const isOn = ({ special }: Sale) => special?.[flag] === true;
  const { number } = entry;
  if (isOn(sale) !== isOn(entry.sale))
    refuse(['special', flag], 'supply-differs', `must be as on ${number}`, { number });
}

/** Compares parties named on both: by VAT number, otherwise by their other identification. */
function refuseOtherParty(field: 'buyer' | 'supplier', sale: Sale, entry: LedgerEntry): void {
  const stated: Party | undefined = sale[field];
  const recorded: Party | undefined = entry.sale[field];
  if (stated === undefined || recorded === undefined) return;
  if (stated.vatNumber !== undefined && recorded.vatNumber !== undefined) {
    if (stated.vatNumber !== recorded.vatNumber) refuseParty([field, 'vatNumber'], entry, recorded.vatNumber);
  } else if (stated.identification !== undefined && recorded.identification !== undefined) {
    if (textOf(stated.identification) !== textOf(recorded.identification))
      refuseParty([field, 'identification'], entry, recorded.identification.value);
  } else if (sale.customer === 'business') {
    // If they have different kinds of numbers, nothing proves that they are the same party.
    if (recorded.vatNumber !== undefined) refuseParty([field, 'vatNumber'], entry, recorded.vatNumber);
    refuseParty([field, 'identification'], entry, recorded.identification?.value ?? '');
  }
}

const textOf = ({ scheme, value }: NonNullable<Party['identification']>) => `${scheme} ${foldNumber(value)}`;

function refuseParty(path: string[], { number }: LedgerEntry, value: string): never {
  return refuse(path, 'party-differs', `must be ${value}, as on ${number}`, { number, value });
}

function differs(path: string[], { number }: LedgerEntry, value: string): never {
  return refuse(path, 'differs-from-document', `must be ${value}, as on ${number}`, { number, value });
}
