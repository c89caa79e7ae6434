import type { Issue } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { AdvancedField, DraftAdvanced } from '../../../shared/stored/basket/advanced.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { inOneText } from '../../../shared/words/both.ts';
import { documentTexts } from '../../../shared/words/document-texts.ts';
import { has, isNote } from './draft-advanced.ts';

export function saleOfAdvanced(advanced: DraftAdvanced): Partial<SaleInput> {
  const special = specialOf(advanced);
  const number = (text: string) => withLatinNumbers(text).trim();
  const hasPeriod = has(advanced, 'summary') || has(advanced, 'supplyDate');
  return {
    kind: advanced.kind,
    prices: has(advanced, 'netPrices') ? 'excludeVat' : 'includeVat',
    ...(special && { special }),
    ...(isNote(advanced) && {
      ...(advanced.correctsNumber.trim() !== '' && {
        corrects: [
          {
            number: number(advanced.correctsNumber),
            ...filled({ issueDate: number(advanced.correctsDate) }),
          },
        ],
      }),
      ...filled({ reason: advanced.reason }),
    }),
    ...(hasPeriod &&
      filled({ supplyDate: number(advanced.supplyDate), supplyEndDate: number(advanced.supplyEndDate) })),
    ...(has(advanced, 'currency') && {
      currency: advanced.currency.trim().toUpperCase(),
      ...filled({ exchangeRate: number(advanced.exchangeRate) }),
    }),
    ...(has(advanced, 'charge') && { charges: [chargeOf(advanced)] }),
    ...(has(advanced, 'advance') &&
      advanced.kind === 'invoice' &&
      advanced.advances.length > 0 && {
        prepayments: advanced.advances.map(({ payable: _, uuid, ...advance }) => ({
          ...advance,
          ...(uuid !== '' && { uuid }),
        })),
      }),
    ...(has(advanced, 'notes') &&
      filled({
        note: advanced.note,
        orderReference: advanced.orderReference,
        contractReference: advanced.contractReference,
      })),
    ...(has(advanced, 'rounding') && filled({ payableRounding: number(advanced.rounding) })),
  };
}

/** Returns the details of the payment. Credit and debit notes have their reason in place of the instruction. */
export function paymentOfAdvanced(advanced: DraftAdvanced): { instruction?: string; terms?: string } {
  if (!has(advanced, 'notes')) return {};
  return filled({ ...(!isNote(advanced) && { instruction: advanced.instruction }), terms: advanced.terms });
}

/** Returns the field of the panel to which an issue of the sale belongs. */
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

function specialOf(advanced: DraftAdvanced): SaleInput['special'] {
  const flags = ['thirdParty', 'nominal', 'export', 'summary', 'selfBilled'] as const;
  const on = flags.filter((flag) => has(advanced, flag));
  return on.length === 0 ? undefined : Object.fromEntries(on.map((flag) => [flag, true]));
}

function chargeOf({ chargeCode, chargeKind, charge, chargeReason }: DraftAdvanced) {
  return {
    reasonCode: chargeCode,
    reason: chargeReason.trim() === '' ? inOneText(documentTexts.charges[chargeCode]) : chargeReason,
    [chargeKind]: withLatinNumbers(charge).trim(),
  };
}

function filled<T extends Record<string, string>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>;
}
