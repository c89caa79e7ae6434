import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import { exemptionReason, type VatCategory } from '../../../../shared/sale/vat.ts';
import { floorDivide, readDecimal } from '../amounts/decimals.ts';
import type { Invoice, PrepaymentLine } from '../invoice.ts';
import { prepaymentAmountPath, prepaymentPath } from './places.ts';
import { breach, type Check, each, error, holds, type Rule, warning } from './rule.ts';
import { isNote } from './scope.ts';
import { isBlank, isEmptyOrLonger, limitOf } from './texts.ts';

function deducted(broken: (line: PrepaymentLine) => boolean, ...field: string[]): Check {
  return (invoice) =>
    each(invoice.prepayments, broken, (_, index) => prepaymentAmountPath(invoice, index, ...field), {
      limit: saleLimits.text,
    });
}

/** Checks the rate; the rule applies only if the document states a prepaid amount. */
function rateOf(category: VatCategory): Check {
  const check = deducted(({ vat }) => vat.category === category && Number(vat.rate) !== 0, 'vat', 'rate');
  return (invoice, context) => ((invoice.totals.prepaid ?? 0) > 0 ? check(invoice, context) : holds);
}

/** The rules on reasons of deducted lines apply only to a document that contains category S. */
function besideStandard(check: Check): Check {
  return (invoice, context) =>
    invoice.prepayments.length > 0 && namesStandard(invoice) ? check(invoice, context) : holds;
}

function namesStandard({ lines, prepayments, allowanceCharges, vatBreakdown }: Invoice): boolean {
  return (
    vatBreakdown.some(({ category }) => category === 'S') ||
    [...lines, ...prepayments, ...allowanceCharges].some(({ vat }) => vat?.category === 'S')
  );
}

function correctedNumber(broken: (number: string) => boolean, limit?: number): Check {
  return ({ corrects }) =>
    each(
      corrects,
      ({ number }) => broken(number),
      (_, index) => ['corrects', index, 'number'],
      limitOf(limit),
    );
}

const hasNoNumber = correctedNumber((number) => number === '');
const hasLongNumber = correctedNumber(
  (number) => isEmptyOrLonger(number, saleLimits.correctedNumber),
  saleLimits.correctedNumber,
);

const hasNoReason = (category: VatCategory) =>
  besideStandard(
    deducted((line) => line.vat.category === category && isBlank(line.exemptionCode), 'vat', 'reason'),
  );

/** Newer codes that the rule on lines does not include yet. */
const unknownOnLines: readonly string[] = ['VATEX-SA-ROYALDECREE', 'VATEX-SA-32(bis)'];

function isOfOtherCategory({ vat, exemptionCode }: PrepaymentLine): boolean {
  const code = exemptionCode?.trim() ?? '';
  if (vat.category === 'S' || code === '') return false;
  return exemptionReason(code)?.category !== vat.category || unknownOnLines.includes(code);
}

/** Checks BR-KSA-79: the VAT is taxable × rate within a hundredth, and exactly zero for Z and E. */
function isVatWrong({ vat, taxable, vatAmount }: PrepaymentLine): boolean {
  const percent = readDecimal(vat.rate);
  if (percent === undefined) return true;
  if (vat.category === 'Z' || vat.category === 'E') return vatAmount !== 0 || percent.digits !== 0n;
  const divisor = 100n * 10n ** BigInt(percent.scale);
  // Halves are rounded up, and so are values a hundredth of a halala below, because the rule adds that much before it
  // rounds.
  const exact = BigInt(taxable) * percent.digits * 100n;
  const expected = floorDivide(exact + 51n * divisor, divisor * 100n);
  return Math.abs(Number(expected) - vatAmount) > 1;
}

export const referenceRules: readonly Rule[] = [
  error('BR-55', hasNoNumber),
  warning('BR-KSA-56', (invoice, context) => {
    if (!isNote(invoice)) return holds;
    return invoice.corrects.length === 0 ? breach(['corrects']) : hasNoNumber(invoice, context);
  }),
  error('BR-KSA-F-06-C22', (invoice, context) => (isNote(invoice) ? hasLongNumber(invoice, context) : holds)),
  error('BR-KSA-17', (invoice) => {
    if (!isNote(invoice)) return holds;
    const { payments } = invoice;
    const hasReason = payments.length > 0 && payments.every(({ instruction }) => instruction !== undefined);
    return hasReason ? holds : breach(['reason']);
  }),
  warning('BR-KSA-F-06-C13', (invoice) => {
    if (!isNote(invoice)) return holds;
    const isBroken = invoice.payments.some(({ instruction }) =>
      isEmptyOrLonger(instruction, saleLimits.text),
    );
    return isBroken ? breach(['reason'], { limit: saleLimits.text }) : holds;
  }),

  warning('BR-KSA-73', ({ totals: { prepaid = 0 }, lines, prepayments }) =>
    prepaid > 0 && lines.length > 0 && prepayments.length === 0 ? breach(['prepayments']) : holds,
  ),
  warning('BR-KSA-80', ({ totals: { prepaid = 0 }, prepayments }) => {
    const sum = prepayments.reduce((total, { taxable, vatAmount }) => total + taxable + vatAmount, 0);
    const isMissing = prepaid === 0 && prepayments.length > 0;
    return isMissing || prepaid !== sum ? breach(['prepayments']) : holds;
  }),
  warning('BR-KSA-79', deducted(isVatWrong, 'vatAmount')),
  warning('BR-KSA-76', rateOf('Z')),
  warning('BR-KSA-77', rateOf('E')),
  warning('BR-KSA-78', rateOf('O')),
  warning('BR-KSA-93', hasNoReason('Z')),
  warning('BR-KSA-94', hasNoReason('E')),
  warning('BR-KSA-95', hasNoReason('O')),
  warning(
    'BR-KSA-96',
    besideStandard(
      deducted(
        ({ vat, exemptionCode, exemptionText }) =>
          vat.category !== 'S' && exemptionCode !== undefined && isBlank(exemptionText),
        'vat',
        'reasonText',
      ),
    ),
  ),
  warning('BR-KSA-CL-07', besideStandard(deducted(isOfOtherCategory, 'vat', 'reason'))),
  warning(
    'BR-KSA-F-06-C39',
    besideStandard(
      deducted(
        ({ vat, exemptionText }) => vat.category !== 'S' && isEmptyOrLonger(exemptionText, saleLimits.text),
        'vat',
        'reasonText',
      ),
    ),
  ),
  warning('BR-KSA-F-05', (invoice) =>
    each(
      invoice.prepayments,
      ({ document }) => !isXmlTime(document.issueTime),
      (_, index) => prepaymentPath(invoice, index, 'issueTime'),
    ),
  ),
];

/** Returns true for `xs:time`, which may have fractions of a second and a time zone. */
function isXmlTime(text: string): boolean {
  return /^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?|24:00:00(\.0+)?)(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/.test(
    text.trim(),
  );
}
