import type { Issue } from '../../../../shared/failure.ts';
import type { Sale, SalePrepayment } from '../../../../shared/sale/sale.ts';
import { type Halalas, halalasToText, roundToHalalas } from '../../../../shared/values/money.ts';
import type { PrepaymentLine, VatRate } from '../invoice.ts';
import { exemption, vatOn, vatRate, withoutVat } from './vat-breakdown.ts';

type Deduction = SalePrepayment['amounts'][number];

/**
 * Makes the lines by which a final invoice deducts advances: one for each document and rate.
 * @param sold the rates of the sale: VAT on an advance may be deducted only from sales of its category (BR-S-01)
 * @param issues collects `prepayment-category`, `vat-differs`
 */
export function prepaymentLines(sale: Sale, sold: readonly VatRate[], issues: Issue[]): PrepaymentLine[] {
  const lines: PrepaymentLine[] = [];
  for (const [index, { amounts, name, otherSystem: _, ...document }] of (sale.prepayments ?? []).entries()) {
    for (const [position, stated] of amounts.entries()) {
      const path = ['prepayments', index, 'amounts', position];
      const vat = vatRate(stated.vat);
      if (!sold.some(({ category }) => category === vat.category))
        issues.push({
          path: [...path, 'vat', 'category'],
          code: 'prepayment-category',
          message: 'must be a category of this sale',
        });
      lines.push({
        id: String(sale.lines.length + lines.length + 1),
        name,
        document,
        vat,
        ...amountsOf(stated, vat, sale.prices, path, issues),
        ...exemption(stated.vat),
      });
    }
  }
  return lines;
}

/**
 * Returns the amount that is deducted at one rate. The prepayment document's own VAT is used if stated: both documents
 * must state the same.
 */
export function taxOfDeduction(
  { amount, vatAmount: statedVat }: Pick<Deduction, 'amount' | 'vatAmount'>,
  rate: VatRate,
  prices: Sale['prices'],
): { taxable: Halalas; vatAmount: Halalas } {
  const rounded = roundToHalalas(amount);
  const includeVat = prices === 'includeVat';
  const computed = includeVat ? rounded - withoutVat(rounded, rate) : vatOn(rounded, rate);
  const vatAmount = statedVat === undefined ? computed : roundToHalalas(statedVat);
  return { taxable: includeVat ? rounded - vatAmount : rounded, vatAmount };
}

/**
 * Returns true when the VAT of a deduction is close enough to its rate's (BR-KSA-79): within a hundredth, and equal if
 * no VAT is charged.
 */
export function isVatOfRate(
  { taxable, vatAmount }: { taxable: Halalas; vatAmount: Halalas },
  rate: VatRate,
): boolean {
  return Math.abs(vatAmount - vatOn(taxable, rate)) <= (Number(rate.rate) === 0 ? 0 : 1);
}

function amountsOf(
  stated: Deduction,
  rate: VatRate,
  prices: Sale['prices'],
  path: Issue['path'],
  issues: Issue[],
): { taxable: Halalas; vatAmount: Halalas } {
  const tax = taxOfDeduction(stated, rate, prices);
  if (!isVatOfRate(tax, rate)) {
    const value = halalasToText(taxOfDeduction({ amount: stated.amount }, rate, prices).vatAmount);
    issues.push({
      path: [...path, 'vatAmount'],
      code: 'vat-differs',
      message: `must be ${value}, or a hundredth more or less where VAT is charged`,
      params: { value },
    });
  }
  return tax;
}
