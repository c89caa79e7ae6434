import type { AllowanceCharge, Invoice } from '../invoice.ts';
import { breach, type Check, error, holds, type Rule, warning } from './rule.ts';

/*
 * Rules on the totals. They are added up again here, independently of the module that made them, so that an arithmetic
 * error of the program stops a document before the authority does. No field of a sale can cause one.
 */

function agree(holdsFor: (invoice: Invoice) => boolean): Check {
  return (invoice) => (holdsFor(invoice) ? holds : breach([]));
}

function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += amountOf(item);
  return total;
}

/** Checks a total that must be present exactly if there is something to add. */
function isSumOf(
  total: number | undefined,
  adjustments: readonly AllowanceCharge[],
  charge: boolean,
): boolean {
  const added = adjustments.filter((each) => each.charge === charge);
  return total === undefined ? added.length === 0 : total === sum(added, ({ amount }) => amount);
}

const hasRows = ({ vatBreakdown }: Invoice) => vatBreakdown.length > 0;
const vatOf = ({ vatBreakdown }: Invoice) => sum(vatBreakdown, ({ vatAmount }) => vatAmount);
const netsOf = ({ lines }: Invoice) => sum(lines, ({ net }) => net);

export const totalRules: readonly Rule[] = [
  warning(
    'BR-CO-10',
    agree((invoice) => invoice.totals.lines === netsOf(invoice)),
  ),
  error(
    'BR-CO-11',
    agree(({ totals, allowanceCharges }) => isSumOf(totals.allowances, allowanceCharges, false)),
  ),
  error(
    'BR-CO-12',
    agree(({ totals, allowanceCharges }) => isSumOf(totals.charges, allowanceCharges, true)),
  ),
  warning(
    'BR-CO-13',
    agree((invoice) => {
      const { lines, taxExclusive, allowances, charges } = invoice.totals;
      // If both are missing, the rule compares two totals instead of adding up the lines.
      if (allowances === undefined && charges === undefined) return taxExclusive === lines;
      return taxExclusive === netsOf(invoice) + (charges ?? 0) - (allowances ?? 0);
    }),
  ),
  error(
    'BR-CO-14',
    agree((invoice) => invoice.vatBreakdown.length === 0 || invoice.totals.vat === vatOf(invoice)),
  ),
  error(
    'BR-CO-15',
    agree((invoice) => invoice.totals.taxInclusive === invoice.totals.taxExclusive + vatOf(invoice)),
  ),
  warning(
    'BR-CO-16',
    agree(
      ({ totals: { payable, taxInclusive, prepaid = 0, rounding = 0 } }) =>
        payable === taxInclusive - prepaid + rounding,
    ),
  ),
  warning('BR-KSA-EN16931-08', agree(hasRows)),
  // Without rows, the total in the document's currency looks like a second one in riyals.
  warning('BR-KSA-EN16931-09', agree(hasRows)),
  warning(
    'BR-53',
    agree((invoice) => hasRows(invoice) || invoice.currency === 'SAR'),
  ),
  warning('BR-KSA-97', ({ currency, vatBreakdown, totals: { vat, vatInSar } }) =>
    currency !== '' && currency !== 'SAR' && vatBreakdown.length > 0 && vat > 0 && vat === vatInSar
      ? breach(['exchangeRate'])
      : holds,
  ),
];
