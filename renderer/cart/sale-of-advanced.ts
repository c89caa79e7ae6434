import type { Issue } from '../../shared/failure.ts';
import type { SaleInput } from '../../shared/sale.ts';
import { inOneText } from '../../shared/words/both.ts';
import { latinDigits } from '../language/format.ts';
import { chargeReasons } from './charges.ts';
import { type AdvancedField, type DraftAdvanced, has, isNote } from './draft-advanced.ts';

/** Returns the parts of a sale that a manager's choices make. */
export function saleOfAdvanced(more: DraftAdvanced): Partial<SaleInput> {
  const special = specialOf(more);
  const number = (text: string) => latinDigits(text).trim();
  const hasPeriod = has(more, 'summary') || has(more, 'supplyDate');
  return {
    kind: more.kind,
    prices: has(more, 'netPrices') ? 'excludeVat' : 'includeVat',
    ...(special && { special }),
    ...(isNote(more) && {
      ...(more.correctsNumber.trim() !== '' && {
        corrects: [
          { number: number(more.correctsNumber), ...filled({ issueDate: number(more.correctsDate) }) },
        ],
      }),
      ...filled({ reason: more.reason }),
    }),
    ...(hasPeriod &&
      filled({ supplyDate: number(more.supplyDate), supplyEndDate: number(more.supplyEndDate) })),
    ...(has(more, 'currency') && {
      currency: more.currency.trim().toUpperCase(),
      ...filled({ exchangeRate: number(more.exchangeRate) }),
    }),
    ...(has(more, 'charge') && { charges: [chargeOf(more)] }),
    ...(has(more, 'advance') &&
      more.kind === 'invoice' &&
      more.advances.length > 0 && {
        prepayments: more.advances.map(({ payable: _, uuid, ...advance }) => ({
          ...advance,
          ...(uuid !== '' && { uuid }),
        })),
      }),
    ...(has(more, 'notes') &&
      filled({
        note: more.note,
        orderReference: more.orderReference,
        contractReference: more.contractReference,
      })),
    ...(has(more, 'rounding') && filled({ payableRounding: number(more.rounding) })),
  };
}

/** Returns the details of the payment. Credit and debit notes have their reason in place of the instruction. */
export function paymentOfAdvanced(more: DraftAdvanced): { instruction?: string; terms?: string } {
  if (!has(more, 'notes')) return {};
  return filled({ ...(!isNote(more) && { instruction: more.instruction }), terms: more.terms });
}

/** Returns the field of the panel where an issue of the sale belongs. */
export function advancedFieldOf([area, , third]: Issue['path']):
  | AdvancedField
  | 'extras'
  | 'advance'
  | undefined {
  switch (area) {
    case 'special':
      return 'extras';
    case 'corrects':
      return third === 'issueDate' ? 'correctsDate' : 'correctsNumber';
    case 'charges':
      return third === 'reason' ? 'chargeReason' : 'charge';
    case 'prepayments':
      return 'advance';
    case 'payableRounding':
      return 'rounding';
    case 'payments':
      return third === 'terms' || third === 'instruction' ? third : undefined;
    case 'notes':
      return 'note';
    case 'reason':
    case 'supplyDate':
    case 'supplyEndDate':
    case 'currency':
    case 'exchangeRate':
    case 'note':
    case 'orderReference':
    case 'contractReference':
      return area;
    default:
      return undefined;
  }
}

function specialOf(more: DraftAdvanced): SaleInput['special'] {
  const flags = ['thirdParty', 'nominal', 'export', 'summary', 'selfBilled'] as const;
  const on = flags.filter((flag) => has(more, flag));
  return on.length === 0 ? undefined : Object.fromEntries(on.map((flag) => [flag, true]));
}

function chargeOf({ chargeCode, chargeKind, charge, chargeReason }: DraftAdvanced) {
  return {
    reasonCode: chargeCode,
    reason: chargeReason.trim() === '' ? inOneText(chargeReasons[chargeCode]) : chargeReason,
    [chargeKind]: latinDigits(charge).trim(),
  };
}

/** Returns the texts that are not blank. */
function filled<T extends Record<string, string>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>;
}
