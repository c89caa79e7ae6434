import type { Issue } from '../../../../shared/failure.ts';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import type { Invoice } from '../invoice.ts';
import { adjustmentPath, eachDocumentLine, prepaymentAmountPath, prepaymentPath, vatPath } from './places.ts';
import { type Breach, breach, type Check, each, error, holds, type Rule, type RuleContext } from './rule.ts';
import { writtenSupplyDate } from './scope.ts';
import { isDate } from './texts.ts';

/* Rules on dates, percentages and amounts anywhere in the document. */

type Path = Issue['path'];

/** Returns the dates on the document with their places; it omits an end of supply without a start. */
function namedDates(invoice: Invoice, context: RuleContext): { text: string; path: Path }[] {
  const dates: { text: string; path: Path }[] = [];
  const add = (text: string | undefined, path: Path) => {
    if (text !== undefined) dates.push({ text, path });
  };
  add(invoice.supplyDate, ['supplyDate']);
  if (writtenSupplyDate(invoice, context) !== undefined) add(invoice.supplyEndDate, ['supplyEndDate']);
  for (const [index, { issueDate }] of invoice.corrects.entries())
    add(issueDate, ['corrects', index, 'issueDate']);
  for (const [index, { document }] of invoice.prepayments.entries())
    add(document.issueDate, prepaymentPath(invoice, index, 'issueDate'));
  return dates;
}

const dates: Check = (invoice, context) => [
  ...(isDate(riyadhDateTime(context.issuedAt).date) ? holds : breach([])),
  ...namedDates(invoice, context)
    .filter(({ text }) => !isDate(text))
    .map(({ path }) => ({ path })),
];

/** Referenced documents cannot have a later date; dates of supply can. */
const pastDates: Check = (invoice, context) => {
  if (invoice.corrects.length + invoice.prepayments.length === 0) return holds;
  const today = riyadhDateTime(context.issuedAt).date;
  return namedDates(invoice, context)
    .filter(({ text, path }) => path.at(-1) === 'issueDate' && isDate(text) && text > today)
    .map(({ path }) => ({ path, params: { limit: today } }));
};

/** Rule BR-KSA-DEC-02 allows 0 to 100 with at most two decimals. */
function isNoPercentage(rate: string): boolean {
  return rate !== '' && !(/^\+?\d+(\.\d{0,2})?$/.test(rate.trim()) && Number(rate) <= 100);
}

const percentages: Check = (invoice) => [
  ...eachDocumentLine(invoice, ({ vat }) => isNoPercentage(vat.rate), {
    line: ['vat', 'rate'],
    prepayment: ['amounts'],
  }),
  ...each(
    invoice.allowanceCharges,
    ({ vat }) => vat !== undefined && isNoPercentage(vat.rate),
    (adjustment) => adjustmentPath(adjustment, 'vat', 'rate'),
  ),
  ...each(
    invoice.vatBreakdown,
    ({ rate }) => isNoPercentage(rate),
    ({ category }) => vatPath(invoice, category, 'rate'),
  ),
];

/**
 * The amounts that may be negative: the payable amount, its rounding, a line's net and gross, and out-of-scope amounts.
 */
const signs: Check = (invoice) => {
  const breaches: Breach[] = [];
  const check = (amount: number, path: () => Path) => {
    if (amount < 0) breaches.push({ path: path() });
  };
  const { totals, lines, allowanceCharges, prepayments, vatBreakdown, exchangeRate } = invoice;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    check(line.vatAmount, () => ['lines', index]);
    check(signOf(line.price), () => ['lines', index, 'unitPrice']);
    check(signOf(line.quantity), () => ['lines', index, 'quantity']);
    for (const each of line.allowanceCharges)
      check(each.amount, () => ['lines', index, ...adjustmentPath(each)]);
  }
  for (const each of allowanceCharges) check(each.amount, () => adjustmentPath(each));
  for (const [index, { taxable, vatAmount }] of prepayments.entries())
    check(Math.min(taxable, vatAmount), () => prepaymentAmountPath(invoice, index, 'amount'));
  for (const { category, taxable, vatAmount } of vatBreakdown)
    check(category === 'O' ? vatAmount : Math.min(taxable, vatAmount), () => []);
  check(signOf(exchangeRate ?? ''), () => ['exchangeRate']);
  const { allowances = 0, charges = 0, prepaid = 0, taxExclusive, taxInclusive, vat, vatInSar } = totals;
  check(Math.min(totals.lines, allowances, charges, prepaid), () => []);
  check(Math.min(taxExclusive, taxInclusive, vat, vatInSar), () => []);
  return breaches.length === 0 ? holds : breaches;
};

/** Returns -1 for a negative number; `-0.00` is zero. */
function signOf(decimal: string): number {
  return /^\s*-.*[1-9]/.test(decimal) ? -1 : 0;
}

export const formatRules: readonly Rule[] = [
  error('BR-KSA-F-01', dates),
  error('BR-KSA-04', pastDates),
  error('BR-KSA-DEC-02', percentages),
  error('BR-KSA-F-04', signs),
];
