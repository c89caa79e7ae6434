import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import { exemptionReason, type VatCategory } from '../../../../shared/sale/vat.ts';
import { distance, divideHalfEven, readDecimal } from '../amounts/decimals.ts';
import type { AllowanceCharge, Exemption, Invoice, VatRate, VatSubtotal } from '../invoice.ts';
import { adjustmentPath, eachDocumentLine, vatPath } from './places.ts';
import { breach, type Check, each, error, holds, type Rule, warning } from './rule.ts';
import { isBlank, isEmptyOrLonger } from './texts.ts';

type Row = VatSubtotal;

function rows(
  broken: (row: Row, invoice: Invoice) => boolean,
  field: 'rate' | 'reason' | 'reasonText' | undefined,
): Check {
  return (invoice) =>
    each(
      invoice.vatBreakdown,
      (row) => broken(row, invoice),
      ({ category }) => (field === undefined ? [] : vatPath(invoice, category, field)),
      { limit: saleLimits.text },
    );
}

/** Returns the sales of a category: line nets and charges less allowances; undefined if nothing names it. */
function taxableOf(invoice: Invoice, category: VatCategory): number | undefined {
  let named = invoice.prepayments.some(({ vat }) => vat.category === category);
  let sum = 0;
  for (const { vat, net } of invoice.lines) {
    if (vat.category !== category) continue;
    named = true;
    sum += net;
  }
  for (const { vat, charge, amount } of invoice.allowanceCharges) {
    if (vat?.category !== category) continue;
    named = true;
    sum += charge ? amount : -amount;
  }
  return named ? sum : undefined;
}

/** Makes BR-S-01 and similar rules: a category with sales must have a row. */
function hasRow(category: VatCategory): Check {
  const isOfCategory = ({ vat }: { readonly vat?: VatRate | undefined }) => vat?.category === category;
  return (invoice) => {
    if (invoice.vatBreakdown.some((row) => row.category === category)) return holds;
    const { lines, prepayments, allowanceCharges } = invoice;
    if (lines.some(isOfCategory)) return breach(vatPath(invoice, category, 'rate'));
    if (prepayments.some(isOfCategory)) return breach(['prepayments']);
    const adjustment = allowanceCharges.find(isOfCategory);
    return adjustment === undefined ? holds : breach(adjustmentPath(adjustment, 'vat'));
  };
}

/** Checks the rows of category S together, because the rule does not separate the rates 15 and 5. */
const standardTaxable: Check = (invoice) => {
  const standard = invoice.vatBreakdown.filter(({ category }) => category === 'S');
  if (standard.length === 0) return holds;
  const sum = standard.reduce((total, { taxable }) => total + taxable, 0);
  return sum === taxableOf(invoice, 'S') ? holds : breach([]);
};

/** Checks each row by itself: two rows of one category are both wrong. */
function taxable(category: VatCategory): Check {
  return rows(
    (row, invoice) => row.category === category && row.taxable !== taxableOf(invoice, category),
    undefined,
  );
}

/** The VAT may differ by one hundredth for each line of the document (rules BR-CO-17 and BR-S-09). */
function isVatWrong({ taxable, vatAmount, rate }: Row, { lines, prepayments }: Invoice): boolean {
  const percent = readDecimal(rate);
  if (percent === undefined) return true;
  const expected = divideHalfEven(BigInt(taxable) * percent.digits, 100n * 10n ** BigInt(percent.scale));
  return distance(expected, BigInt(vatAmount)) > BigInt(lines.length + prepayments.length);
}

const isVatFree = ({ category }: Row) => category !== 'S';

/** The rule truncates decimals, so 15.00 to 15.99 pass. */
function isNoStandardRate({ category, rate }: VatRate): boolean {
  return category === 'S' && Math.floor(Number(rate)) !== 15 && Number(rate) !== 5;
}

const standardRate: Check = (invoice, context) => [
  ...eachDocumentLine(invoice, ({ vat }) => isNoStandardRate(vat), {
    line: ['vat', 'rate'],
    prepayment: ['amounts'],
  }),
  ...each(
    invoice.allowanceCharges,
    ({ vat }: AllowanceCharge) => vat !== undefined && isNoStandardRate(vat),
    (adjustment) => adjustmentPath(adjustment, 'vat', 'rate'),
  ),
  ...rows(isNoStandardRate, 'rate')(invoice, context),
];

const hasVat = (category: VatCategory) =>
  rows((row) => row.category === category && row.vatAmount !== 0, undefined);

const hasNoReason = (category: VatCategory) =>
  rows((row) => row.category === category && isBlank(row.exemptionCode), 'reason');

function isOfOtherCategory({ category, exemptionCode }: Exemption & { category: VatCategory }): boolean {
  const code = exemptionCode?.trim() ?? '';
  return code !== '' && exemptionReason(code)?.category !== category;
}

export const vatBreakdownRules: readonly Rule[] = [
  error('BR-CO-18', ({ vatBreakdown }) => (vatBreakdown.length === 0 ? breach(['lines']) : holds)),
  warning('BR-CO-17', rows(isVatWrong, undefined)),
  warning('BR-S-01', hasRow('S')),
  warning('BR-Z-01', hasRow('Z')),
  warning('BR-E-01', hasRow('E')),
  warning('BR-O-01', hasRow('O')),
  warning('BR-S-08', standardTaxable),
  warning('BR-Z-08', taxable('Z')),
  warning('BR-E-08', taxable('E')),
  warning('BR-O-08', taxable('O')),
  warning(
    'BR-S-09',
    rows((row, invoice) => row.category === 'S' && isVatWrong(row, invoice), undefined),
  ),
  error('BR-Z-09', hasVat('Z')),
  error('BR-E-09', hasVat('E')),
  error('BR-O-09', hasVat('O')),
  warning(
    'BR-S-10',
    rows(
      ({ category, exemptionCode, exemptionText }) =>
        category === 'S' && (exemptionCode !== undefined || exemptionText !== undefined),
      'reason',
    ),
  ),
  error('BR-KSA-84', standardRate),
  warning('BR-KSA-69', hasNoReason('Z')),
  warning('BR-KSA-23', hasNoReason('E')),
  warning('BR-KSA-24', hasNoReason('O')),
  warning(
    'BR-KSA-83',
    rows(
      (row) => isVatFree(row) && row.exemptionCode !== undefined && isBlank(row.exemptionText),
      'reasonText',
    ),
  ),
  warning(
    'BR-KSA-CL-04',
    rows((row) => isVatFree(row) && isOfOtherCategory(row), 'reason'),
  ),
  warning(
    'BR-KSA-F-06-C16',
    rows((row) => isVatFree(row) && isEmptyOrLonger(row.exemptionText, saleLimits.text), 'reasonText'),
  ),
];
