import type { Issue } from '../../../../shared/failure.ts';
import type { VatCategory } from '../../../../shared/sale/vat.ts';
import type { AllowanceCharge, Invoice, InvoiceLine, PrepaymentLine } from '../invoice.ts';
import { type Breach, each, holds } from './rule.ts';

/* The origin of an invoice's field, in the sale or in the settings. */

type Path = Issue['path'];

/** On a self-billed sale the terminal's own company buys, and the sale names the seller. */
const isSelfBilled = ({ typeName }: Invoice) => typeName[6] === '1';

export function sellerPath(invoice: Invoice, ...field: Path): Path {
  return [isSelfBilled(invoice) ? 'supplier' : 'company', ...field];
}

export function buyerPath(invoice: Invoice, ...field: Path): Path {
  return [isSelfBilled(invoice) ? 'company' : 'buyer', ...field];
}

/** A sale has the first of several notes in a separate field. */
export function notePath(index: number): Path {
  return index === 0 ? ['note'] : ['notes', index - 1];
}

/** A discount or charge is divided among VAT rates, so allowances do not match the sale's one by one. */
export function adjustmentPath({ charge }: AllowanceCharge, ...field: Path): Path {
  return [charge ? 'charges' : 'discount', ...field];
}

/** The first statement of a category's VAT. */
export function vatPath(
  invoice: Invoice,
  category: VatCategory,
  field: 'rate' | 'reason' | 'reasonText',
): Path {
  const line = invoice.lines.findIndex(({ vat }) => vat.category === category);
  if (line >= 0) return ['lines', line, 'vat', field];
  const adjustment = invoice.allowanceCharges.find(({ vat }) => vat?.category === category);
  return adjustment === undefined ? [] : adjustmentPath(adjustment, 'vat', field);
}

/** A prepayment document with several rates has one line for each rate, all with the same reference. */
export function prepaymentPath({ prepayments }: Invoice, index: number, ...field: Path): Path {
  return ['prepayments', documentIndex(prepayments, index), ...field];
}

export function prepaymentAmountPath({ prepayments }: Invoice, index: number, ...field: Path): Path {
  const document = prepayments[index]?.document;
  const first = prepayments.findIndex((line) => line.document === document);
  return ['prepayments', documentIndex(prepayments, index), 'amounts', index - first, ...field];
}

function documentIndex(prepayments: readonly PrepaymentLine[], index: number): number {
  return new Set(prepayments.slice(0, index + 1).map(({ document }) => document)).size - 1;
}

/** Makes a breach for each line of the document that breaks a rule: first sales, then prepayment deductions. */
export function eachDocumentLine(
  invoice: Invoice,
  broken: (line: InvoiceLine | PrepaymentLine) => boolean,
  path: { readonly line: Path; readonly prepayment: Path },
  params?: Issue['params'],
): readonly Breach[] {
  const { lines, prepayments } = invoice;
  const sold = each(lines, broken, (_, index) => ['lines', index, ...path.line], params);
  if (prepayments.length === 0) return sold;
  const deducted = each(
    prepayments,
    broken,
    (_, index) => prepaymentPath(invoice, index, ...path.prepayment),
    params,
  );
  return deducted === holds ? sold : [...sold, ...deducted];
}
