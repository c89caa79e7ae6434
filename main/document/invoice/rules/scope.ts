import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import type { Invoice, VatRate } from '../invoice.ts';
import type { RuleContext } from './rule.ts';

/** The flag may be anywhere in the name: so a name with nine positions may count as both simplified and nominal. */
export function isStandard({ typeName }: Invoice): boolean {
  return /01\d{5}/.test(typeName);
}

export function isSimplified({ typeName }: Invoice): boolean {
  return /02\d{5}/.test(typeName);
}

export function isSimplifiedSummary({ typeName }: Invoice): boolean {
  return /02\d{3}1\d/.test(typeName);
}

export function isNote({ typeCode }: Invoice): boolean {
  return typeCode === '381' || typeCode === '383';
}

/** Returns true for a rate of category S that is not above zero, or one of another category that is not zero. */
export function isWrongRate({ category, rate }: VatRate): boolean {
  return category === 'S' ? !(Number(rate) > 0) : Number(rate) !== 0;
}

/** Returns the supply date that the document will state: for a tax invoice by default the day of issue. */
export function writtenSupplyDate(invoice: Invoice, { issuedAt }: RuleContext): string | undefined {
  const saysDayOfIssue = invoice.typeName.startsWith('01') && invoice.typeCode === '388';
  return invoice.supplyDate ?? (saysDayOfIssue ? riyadhDateTime(issuedAt).date : undefined);
}
