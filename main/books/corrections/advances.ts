import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../../shared/failure.ts';
import type { Sale, SalePrepayment } from '../../../shared/sale/sale.ts';
import { halalasToText, roundToHalalas } from '../../../shared/values/money.ts';
import type { Tax } from '../../document/invoice/amounts/group-tax.ts';
import { isVatOfRate, taxOfDeduction } from '../../document/invoice/amounts/prepayments.ts';
import { vatRate } from '../../document/invoice/amounts/vat-breakdown.ts';
import type { VatRate } from '../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import { findNamed, type OwnDocuments, refuseUnissued } from './earlier-documents.ts';
import { isRejected } from './law/history.ts';
import { type Left, whatIsLeft } from './law/money-left.ts';
import { refuse } from './law/refuse.ts';
import { refuseOtherCustomer } from './law/same-terms.ts';
import { settleTax } from './law/settle-tax.ts';
import type { TaxBalance } from './law/tax-balance.ts';
import { readHistory } from './read-history.ts';

/** An advance of this terminal that a final invoice deducts, and its remainder before that. */
export interface NamedAdvance {
  readonly entry: LedgerEntry;
  readonly left: Left;
}

/** Advances by their positions in the sale's `prepayments`. */
export type NamedAdvances = ReadonlyMap<number, NamedAdvance>;

/**
 * Finds the advances of this terminal that a sale deducts.
 * @param replaced uuid of the rejected document that this one replaces
 * @throws FailureError `bad-input` `not-an-advance`, `advance-replaced`, `corrects-rejected`, `corrects-unknown`, or
 * another issue if they do not belong together
 */
export function findAdvances(sale: Sale, documents: OwnDocuments, replaced?: string): NamedAdvances {
  const found = new Map<number, NamedAdvance>();
  for (const [index, prepayment] of sale.prepayments?.entries() ?? []) {
    const entry = findNamed(prepayment, ['prepayments', index], documents);
    if (entry === undefined) {
      refuseUnissued(prepayment, ['prepayments', index], documents);
      continue;
    }
    const path = ['prepayments', index, 'number'];
    if (entry.kind !== 'prepayment') refuse(path, 'not-an-advance', 'is no prepayment invoice');
    const history = readHistory(entry, documents, replaced);
    const { number } = history.replacedBy ?? {};
    if (number !== undefined) refuse(path, 'advance-replaced', `was issued again as ${number}`, { number });
    if (isRejected(history) && !documents.isReserved(entry.number))
      refuse(path, 'corrects-rejected', 'was rejected by the authority: issue it again first', {
        number: entry.number,
      });
    // The sale's own kind may be the right one: a buyer with a VAT number needs a tax invoice from 1,000.00 SAR on.
    refuseOtherCustomer(sale, entry, 'advance-customer-differs');
    found.set(index, { entry, left: whatIsLeft([history]) });
  }
  return found;
}

/**
 * States the VAT of each deduction that omits it, so that all deductions of an advance together deduct exactly its
 * stated VAT. If prices include VAT, nothing else changes.
 * @returns the sale itself if no VAT is missing
 */
export function settleVat(sale: Sale, advances: NamedAdvances): Sale {
  if (advances.size === 0) return sale;
  const balances = balancesOf(advances);
  const prepayments = sale.prepayments?.map((prepayment, index) => {
    const balance = balances.get(index);
    if (balance === undefined) return prepayment;
    const amounts = prepayment.amounts.map((stated) => {
      const rate = vatRate(stated.vat);
      const settled = settle(stated, balance.of(rate), rate, sale.prices);
      balance.add([{ ...rate, ...taxOfDeduction(settled, rate, sale.prices) }], -1);
      return settled;
    });
    return { ...prepayment, amounts };
  });
  return isDeepStrictEqual(prepayments, sale.prepayments) ? sale : { ...sale, prepayments };
}

type Deduction = SalePrepayment['amounts'][number];

function settle(stated: Deduction, left: Tax, rate: VatRate, prices: Sale['prices']): Deduction {
  if (stated.vatAmount !== undefined) return stated;
  const byRate = taxOfDeduction(stated, rate, prices);
  const amount = roundToHalalas(stated.amount);
  const { taxable, vatAmount } = settleTax({ amount, prices, rate, byRate, tolerance: 1 }, left);
  // The VAT must not exceed that of the rate if this would raise the sum, because the prepaid amount must not exceed
  // the invoice's total.
  const isMore = vatAmount > byRate.vatAmount && prices === 'excludeVat';
  if (vatAmount === byRate.vatAmount || isMore) return stated;
  const settled = { ...stated, vatAmount: halalasToText(vatAmount) };
  return isVatOfRate({ taxable, vatAmount }, rate) ? settled : stated;
}

/**
 * Checks an invoice's deductions against the remainder of each advance of this terminal, per VAT category and rate.
 * @throws FailureError `bad-input` `advance-deducted`, `advance-credited`, `advance-exceeded`
 */
export function limitAdvances(sale: Sale, advances: NamedAdvances): void {
  const balances = balancesOf(advances);
  for (const [index, advance] of advances) {
    const balance = balances.get(index);
    const amounts = sale.prepayments?.[index]?.amounts ?? [];
    for (const [position, stated] of amounts.entries()) {
      const rate = vatRate(stated.vat);
      const tax = taxOfDeduction(stated, rate, sale.prices);
      const left = balance?.of(rate) ?? { taxable: 0, vatAmount: 0 };
      if (tax.taxable > left.taxable || tax.vatAmount > left.vatAmount)
        refuseExcess(['prepayments', index, 'amounts', position], tax, { sale, left, advance });
      balance?.add([{ ...rate, ...tax }], -1);
    }
  }
}

function refuseExcess(
  path: (string | number)[],
  { taxable }: Tax,
  { sale, left, advance }: { sale: Sale; left: Tax; advance: NamedAdvance },
): never {
  const includeVat = sale.prices === 'includeVat';
  const isVatAlone = !includeVat && taxable <= left.taxable;
  const most = isVatAlone ? left.vatAmount : left.taxable + (includeVat ? left.vatAmount : 0);
  const limit = halalasToText(Math.max(0, most));
  const field = [...path, isVatAlone ? 'vatAmount' : 'amount'];
  const [deduction] = advance.left.deductions;
  if (deduction !== undefined) return refuseDeducted(field, deduction.number, limit);
  const [credit] = advance.left.credits;
  if (credit !== undefined)
    refuse(field, 'advance-credited', `was paid back by ${credit.number}: at most ${limit} is left of it`, {
      number: credit.number,
      limit,
    });
  return refuse(field, 'advance-exceeded', `must be at most ${limit}, what was paid in advance`, { limit });
}

/** Refuses to change a deducted advance. @throws FailureError `bad-input` `advance-deducted` */
export function refuseDeducted(path: Issue['path'], number: string, limit: string): never {
  return refuse(path, 'advance-deducted', `was deducted by ${number}: at most ${limit} is left of it`, {
    number,
    limit,
  });
}

/** Returns a mutable balance of the advance at each position; an advance that is named twice has one balance. */
function balancesOf(advances: NamedAdvances): ReadonlyMap<number, TaxBalance> {
  const copies = new Map<string, TaxBalance>();
  return new Map(
    [...advances].map(([index, { entry, left }]) => {
      const balance = copies.get(entry.uuid) ?? left.taxes.copy();
      copies.set(entry.uuid, balance);
      return [index, balance];
    }),
  );
}
