import { chargeReasonCodes } from '../../../../shared/sale/codes.ts';
import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import type { VatCategory } from '../../../../shared/sale/vat.ts';
import type { AllowanceCharge } from '../invoice.ts';
import { adjustmentPath } from './places.ts';
import { type Breach, breach, type Check, each, error, holds, type Rule, warning } from './rule.ts';
import { isWrongRate } from './scope.ts';
import { isBlank, isEmptyOrLonger } from './texts.ts';

type Broken = (each: AllowanceCharge) => boolean;

function ofDocument(charge: boolean, broken: Broken, ...field: string[]): Check {
  return ({ allowanceCharges }) =>
    each(
      allowanceCharges,
      (adjustment) => adjustment.charge === charge && broken(adjustment),
      (adjustment) => adjustmentPath(adjustment, ...field),
      { limit: saleLimits.text },
    );
}

function ofLines(charge: boolean, broken: Broken): Check {
  return ({ lines }) => {
    let breaches: Breach[] | undefined;
    for (let index = 0; index < lines.length; index += 1)
      for (const adjustment of lines[index]?.allowanceCharges ?? [])
        if (adjustment.charge === charge && broken(adjustment)) {
          breaches ??= [];
          breaches.push({
            path: ['lines', index, ...adjustmentPath(adjustment)],
            params: { limit: saleLimits.text },
          });
        }
    return breaches ?? holds;
  };
}

/** S requires a rate above zero, and every other category a rate of zero. */
function rateOf(charge: boolean, category: VatCategory): Check {
  return ofDocument(charge, ({ vat }) => vat?.category === category && isWrongRate(vat), 'vat', 'rate');
}

/** The rule applies to a charge of this category if no allowance or charge of any category is zero. */
function chargeWithoutZeroRate(category: VatCategory): Check {
  return ({ allowanceCharges }) => {
    const first = allowanceCharges.find(({ charge, vat }) => charge && vat?.category === category);
    if (first === undefined || allowanceCharges.some(({ vat }) => Number(vat?.rate) === 0)) return holds;
    return breach(adjustmentPath(first, 'vat', 'rate'));
  };
}

const hasNoVat: Broken = ({ vat }) => vat === undefined;
const hasNoReasonCode: Broken = ({ reasonCode }) => isBlank(reasonCode);
const hasNoReason: Broken = ({ reason }) => isBlank(reason);
const hasLongReason: Broken = ({ reason }) => isEmptyOrLonger(reason, saleLimits.text);
/** Compares the whole code; the authority also accepts parts of a code. */
const hasUnknownReasonCode: Broken = ({ reasonCode }) =>
  !isBlank(reasonCode) && !chargeReasonCodes.has(reasonCode ?? '');

export const allowanceChargeRules: readonly Rule[] = [
  error('BR-32', ofDocument(false, hasNoVat, 'vat')),
  warning('BR-37', ofDocument(true, hasNoVat, 'vat')),
  error('BR-S-06', rateOf(false, 'S')),
  error('BR-Z-06', rateOf(false, 'Z')),
  error('BR-E-06', rateOf(false, 'E')),
  warning('BR-KSA-12', rateOf(false, 'O')),
  warning('BR-S-07', rateOf(true, 'S')),
  error('BR-Z-07', chargeWithoutZeroRate('Z')),
  error('BR-E-07', chargeWithoutZeroRate('E')),
  warning('BR-KSA-13', rateOf(true, 'O')),
  warning('BR-KSA-19', ofDocument(true, hasNoReasonCode, 'reasonCode')),
  warning('BR-KSA-21', ofDocument(true, hasNoReason, 'reason')),
  warning('BR-KSA-20', ofLines(true, hasNoReasonCode)),
  warning('BR-KSA-22', ofLines(true, hasNoReason)),
  warning('BR-KSA-CL-06', (invoice, context) => [
    ...ofDocument(true, hasUnknownReasonCode, 'reasonCode')(invoice, context),
    ...ofLines(true, hasUnknownReasonCode)(invoice, context),
  ]),
  warning('BR-KSA-F-06-C33', ofDocument(true, hasLongReason, 'reason')),
  warning('BR-KSA-F-06-C34', ofLines(true, hasLongReason)),
  warning('BR-KSA-F-06-C35', ofDocument(false, hasLongReason, 'reason')),
  warning('BR-KSA-F-06-C36', ofLines(false, hasLongReason)),
];
