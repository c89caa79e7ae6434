import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { VatRate } from '../invoice.ts';
import { vatOn, withoutVat } from './vat-breakdown.ts';
import type { VatGroup } from './vat-groups.ts';

/** Taxable amount and VAT of a VAT group, as the documents state them. */
export interface Tax {
  readonly taxable: Halalas;
  readonly vatAmount: Halalas;
}

export interface TaxRow extends VatRate, Tax {}

export function taxOf({ prices }: Pick<Sale, 'prices'>, { amount, rate }: VatGroup): Tax {
  const taxable = prices === 'includeVat' ? withoutVat(amount, rate) : amount;
  return { taxable, vatAmount: vatOn(taxable, rate) };
}

/** Says whether prices with VAT leave room for a taxable amount. A greater one would make a line's VAT negative. */
export const fitsPrice = (
  { prices }: Pick<Sale, 'prices'>,
  { amount }: Pick<VatGroup, 'amount'>,
  { taxable }: Tax,
): boolean => prices === 'excludeVat' || taxable <= amount;

/**
 * Sets a tax for a group that differs by some hundredths from the computed one: rules BR-CO-17 and BR-S-09 let the VAT
 * differ by one hundredth for each line. The taxable amount must be one that the net amounts of the lines can add up
 * to.
 */
export type SettleTax = (group: VatGroup, byRate: Tax) => Tax;
