import { riyadhDateTime } from '../../platform/riyadh-time.ts';
import type { Invoice } from '../invoice.ts';
import type { RuleContext } from './rule.ts';

/* The scope of a rule, decided by the type's name (KSA-2) as the rules decide it. */

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

/** Returns true for credit and debit notes. */
export function isNote({ typeCode }: Invoice): boolean {
  return typeCode === '381' || typeCode === '383';
}

/** Returns the supply date that the document will state: for a tax invoice by default the day of issue. */
export function writtenSupplyDate(invoice: Invoice, { issuedAt }: RuleContext): string | undefined {
  const saysDayOfIssue = invoice.typeName.startsWith('01') && invoice.typeCode === '388';
  return invoice.supplyDate ?? (saysDayOfIssue ? riyadhDateTime(issuedAt).date : undefined);
}
