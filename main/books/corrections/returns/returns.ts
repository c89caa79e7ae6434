import type { Returnable, returnRefusals } from '../../../../shared/contract/till/returns.ts';
import { FailureError, fail, type Issue, parseOrFail } from '../../../../shared/failure.ts';
import { type PaymentMeans, paymentMeans, type Sale, saleSchema } from '../../../../shared/sale/sale.ts';
import type { CashCoin } from '../../../../shared/values/cash-rounding.ts';
import { Exact, type Halalas, halalasToText, roundToHalalas } from '../../../../shared/values/money.ts';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import { vatOn } from '../../../document/invoice/amounts/vat-breakdown.ts';
import type { Documents } from '../../ledger/documents/documents.ts';
import { type LedgerEntry, toInvoiceRow } from '../../ledger/documents/entry.ts';
import { coinOfSale, roundReturn } from '../law/coins.ts';
import type { Remaining } from '../law/goods-left.ts';
import { whatIsLeft } from '../law/money-left.ts';
import { returnNote } from '../law/return-note.ts';
import { millionths, ownAmount, quantityText, roundingOf, soldGoods } from '../law/sold-goods.ts';
import { findInvoices, limitDraft } from '../limit-note.ts';
import { type NoteDocuments, readHistory } from '../read-history.ts';
import { returnableItems } from './returnable-items.ts';

/** The goods that come back, and the texts of their credit note. */
export interface ReturnedGoods {
  readonly saleId?: string | undefined;
  /** Lines of the document, from 1, with decimal quantities; everything that is left when undefined. */
  readonly lines: readonly { readonly line: number; readonly quantity: string }[] | undefined;
  readonly reason: string;
  /** The means of repayment; cash if neither this nor `payments` is given. */
  readonly payment?: PaymentMeans | undefined;
  /** Several means of repayment with their amounts, in place of the single one. */
  readonly payments?: readonly { readonly means: PaymentMeans; readonly amount: string }[] | undefined;
}

/** Returns the remaining goods of a document, and the reason if none can be returned. */
export function returnableOf(entry: LedgerEntry, documents: NoteDocuments): Returnable {
  const sale = entry.sale;
  const { refusal, remaining } = returnableItems(readHistory(entry, documents));
  return {
    invoice: toInvoiceRow(entry),
    ...(refusal !== undefined && { refusal }),
    lines: remaining === undefined ? [] : linesOf(sale, remaining),
    ...(entry.prepaid > 0 && { prepaid: entry.prepaid }),
    payment: repaidBy(sale),
  };
}

/** A buyer who owes a part of the sale owes less, before any money is paid back. */
function repaidBy({ payments }: Sale): PaymentMeans {
  const paid = payments.map(({ means }) => means);
  if (paid.includes('onAccount')) return 'onAccount';
  return paymentMeans.find((means) => means === paid[0]) ?? 'cash';
}

/**
 * Makes the credit note for goods of a document.
 * @param shopCoin the coin to which the shop rounds cash, if it does
 * @param replaced uuid of the rejected note that is issued again
 * @throws FailureError `bad-input` with one of `returnRefusals`, `returned-too-much` with the remainder as `limit`, or
 * `cash-in-coins`
 */
export function noteFor(
  entry: LedgerEntry,
  goods: ReturnedGoods,
  documents: NoteDocuments,
  shopCoin?: CashCoin,
  replaced?: string,
): Sale {
  const sale = entry.sale;
  const history = readHistory(entry, documents, replaced);
  const { refusal, remaining } = returnableItems(history);
  const { number, uuid, issuedAt, reissuedAs } = entry;
  if (refusal !== undefined || remaining === undefined)
    return refuse([], refusal ?? 'returned-all', { number: reissuedAs ?? number });
  const made = returnNote(sale, remaining, quantitiesOf(remaining, goods), {
    ...(goods.saleId !== undefined && { saleId: goods.saleId }),
    corrects: { number, uuid, issueDate: riyadhDateTime(issuedAt).date },
    reason: goods.reason,
    payments: repayments(sale, goods),
  });
  const note = parseOrFail(saleSchema, made);
  const { worth: most } = whatIsLeft([history]);
  const settleOf = (one: Sale) => findInvoices(one, [history])?.settle;
  const isCash = entry.currency === 'SAR' && note.payments.some(({ means }) => means === 'cash');
  const coin =
    entry.currency === 'SAR' ? (coinOfSale(entry, shopCoin) ?? (isCash ? shopCoin : undefined)) : undefined;
  if (coin !== undefined) refuseParts(note, coin);
  const rounded = roundReturn(note, remaining, { coin, isCash, most, settleOf });
  const invoices = findInvoices(rounded, [history]);
  if (invoices !== undefined) limitDraft(rounded, invoices);
  return rounded;
}

/** Returns the roundings that the terminal's own note for the goods of a note may have: for cash, and for other means. */
export function roundingsOfReturn(
  { corrects = [], lines: noted, reason = '' }: Sale,
  documents: NoteDocuments & Pick<Documents, 'getByNumber'>,
  shopCoin: CashCoin | undefined,
  replaced?: string,
): Halalas[] {
  const [entry, ...others] = corrects.map(({ number }) => documents.getByNumber(number));
  if (entry === undefined || others.length > 0) return [];
  const lines = noted.map(({ correctsLine = 0, quantity }) => ({ line: correctsLine, quantity }));
  return (['cash', 'other'] as const).flatMap((payment) => {
    const made = tried(() => noteFor(entry, { lines, reason, payment }, documents, shopCoin, replaced));
    return made === undefined ? [] : roundingOf(made);
  });
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}

/** Refuses parts in cash for which there are no coins. @throws FailureError `bad-input` `cash-in-coins` */
function refuseParts({ payments }: Sale, coin: CashCoin): void {
  const index = payments.findIndex(
    ({ means, amount }) =>
      means === 'cash' && amount !== undefined && roundToHalalas(new Exact(amount)) % coin !== 0,
  );
  if (index >= 0) refuse(['payments', index, 'amount'], 'cash-in-coins', { limit: halalasToText(coin) });
}

/**
 * Returns the payments of a return's credit note. Nothing was paid for a gift, so nothing is paid back.
 * @throws FailureError `bad-input` `gift-not-paid`
 */
export function repayments(
  { special }: Sale,
  { payment, payments }: Pick<ReturnedGoods, 'payment' | 'payments'>,
): { means: PaymentMeans; amount?: string }[] {
  if (!special?.nominal) return [...(payments ?? [{ means: payment ?? 'cash' }])];
  if (payments !== undefined) return refuse(['payments'], 'gift-not-paid');
  return payment === undefined ? [] : refuse(['payment'], 'gift-not-paid');
}

function quantitiesOf({ lines: left }: Remaining, { lines }: ReturnedGoods): bigint[] {
  if (lines === undefined) return left.map(({ quantity }) => quantity);
  const quantities = left.map(() => 0n);
  for (const [index, { line, quantity }] of lines.entries()) {
    const most = left[line - 1]?.quantity ?? 0n;
    const taken = (quantities[line - 1] ?? 0n) + millionths(quantity);
    if (taken > most)
      refuse(['lines', index, 'quantity'], 'returned-too-much', { limit: quantityText(most) });
    quantities[line - 1] = taken;
  }
  return quantities;
}

function linesOf(sale: Sale, { lines }: Remaining): Returnable['lines'] {
  const { lines: sold, groups } = soldGoods(sale);
  return sold.map((one, index) => {
    const { name, barcode, unit, quantity } = one.line;
    const amount = ownAmount(one);
    const rate = groups[one.group]?.rate;
    return {
      name,
      ...(barcode !== undefined && { barcode }),
      unit,
      sold: quantity,
      left: quantityText(lines[index]?.quantity ?? 0n),
      gross: sale.prices === 'includeVat' || rate === undefined ? amount : amount + vatOn(amount, rate),
    };
  });
}

type Refusal = (typeof returnRefusals)[number] | 'returned-too-much' | 'gift-not-paid' | 'cash-in-coins';

function refuse(path: Issue['path'], code: Refusal, params?: Issue['params']): never {
  return fail('bad-input', { issues: [{ path, code, message: code, ...(params && { params }) }] });
}
