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
    for (const [position, said] of amounts.entries()) {
      const path = ['prepayments', index, 'amounts', position];
      const vat = vatRate(said.vat);
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
        ...amountsOf(said, vat, sale.prices, path, issues),
        ...exemption(said.vat),
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
  { amount, vatAmount: known }: Pick<Deduction, 'amount' | 'vatAmount'>,
  rate: VatRate,
  prices: Sale['prices'],
): { taxable: Halalas; vatAmount: Halalas } {
  const said = roundToHalalas(amount);
  const includeVat = prices === 'includeVat';
  const computed = includeVat ? said - withoutVat(said, rate) : vatOn(said, rate);
  const vatAmount = known === undefined ? computed : roundToHalalas(known);
  return { taxable: includeVat ? said - vatAmount : said, vatAmount };
}

/** Returns true when a deduction's VAT is within a hundredth of its rate's, or equal to 0 (BR-KSA-79). */
export function isVatOfRate(
  { taxable, vatAmount }: { taxable: Halalas; vatAmount: Halalas },
  rate: VatRate,
): boolean {
  return Math.abs(vatAmount - vatOn(taxable, rate)) <= (Number(rate.rate) === 0 ? 0 : 1);
}

function amountsOf(
  said: Deduction,
  rate: VatRate,
  prices: Sale['prices'],
  path: Issue['path'],
  issues: Issue[],
): { taxable: Halalas; vatAmount: Halalas } {
  const tax = taxOfDeduction(said, rate, prices);
  if (!isVatOfRate(tax, rate)) {
    const value = halalasToText(taxOfDeduction({ amount: said.amount }, rate, prices).vatAmount);
    issues.push({
      path: [...path, 'vatAmount'],
      code: 'vat-differs',
      message: `must be ${value}, or a hundredth more or less where VAT is charged`,
      params: { value },
    });
  }
  return tax;
}
