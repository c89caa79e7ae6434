import type { Sale } from '../../../../shared/sale/sale.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { type TaxRow, taxOf } from '../../../document/invoice/amounts/group-tax.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { documentTaxes, keyOf } from './document-taxes.ts';
import { effectiveNotes, type NoteDocuments } from './effective-notes.ts';
import type { Remaining } from './return-note.ts';
import { millionths, payableOf, stockOf, take } from './stock.ts';

/** The parts of a note that counting needs. */
export interface IssuedNote {
  readonly sale: Sale;
  /** The amount due, in halalas. */
  readonly payable: number;
  /** The VAT breakdown stated on it. */
  readonly taxes: readonly TaxRow[];
}

/**
 * Returns the effective credit notes of a document, oldest first.
 * @param replaced uuid of a note that is about to be issued again
 */
export function issuedNotes(
  original: Pick<LedgerEntry, 'uuid' | 'number'>,
  documents: NoteDocuments,
  replaced?: string,
): IssuedNote[] {
  return effectiveNotes(original, documents, replaced)
    .filter(({ kind }) => kind === 'creditNote')
    .map((note) => ({
      sale: note.sale,
      payable: note.payable,
      taxes: documentTaxes(note, documents),
    }));
}

/**
 * Computes the goods of a sale that were not returned yet.
 * @param notes its credit notes, oldest first
 * @returns undefined if a note cannot be counted: it corrects more than this sale, names goods that were not sold, or
 * refunds an amount other than the value of its goods, as an accountant's note may
 */
export function countReturns(sale: Sale, notes: readonly IssuedNote[]): Remaining | undefined {
  let remaining: Remaining = {
    stock: stockOf(sale),
    taxes: readBasket(sale).map((group) => taxOf(sale, group)),
  };
  for (const note of notes) {
    const next = takeNote(sale, remaining, note);
    if (next === undefined) return undefined;
    remaining = next;
  }
  return remaining;
}

function takeNote(sale: Sale, remaining: Remaining, note: IssuedNote): Remaining | undefined {
  const { stock, taxes } = remaining;
  if (note.sale.corrects?.length !== 1) return undefined;
  const quantities = quantitiesOf(sale, stock.lines, note.sale);
  if (quantities === undefined) return undefined;
  const { taken, left } = take(stock, quantities);
  const noted = readBasket(note.sale).map((group) => {
    // Without VAT only the sum of the goods is stated, for each reason.
    const stated =
      group.rate.category === 'S' ? note.taxes.find((row) => keyOf(row) === keyOf(group.rate)) : undefined;
    return { key: group.key, tax: stated ?? taxOf(note.sale, group) };
  });
  if (payableOf(taken) !== note.payable) return undefined;
  const rest = stock.groups.map(({ key }, index) => {
    const before = taxes[index];
    const part = noted.find((each) => each.key === key)?.tax;
    return {
      taxable: (before?.taxable ?? 0) - (part?.taxable ?? 0),
      vatAmount: (before?.vatAmount ?? 0) - (part?.vatAmount ?? 0),
    };
  });
  if (rest.some(({ taxable, vatAmount }) => taxable < 0 || vatAmount < 0)) return undefined;
  return { stock: left, taxes: rest };
}

/**
 * Returns the quantities that a note takes of each line: of the line it names, otherwise of the first equal line with
 * enough left.
 */
export function quantitiesOf(
  sale: Sale,
  stock: Remaining['stock']['lines'],
  note: Sale,
): readonly bigint[] | undefined {
  const quantities = sale.lines.map(() => 0n);
  for (const line of note.lines) {
    const quantity = millionths(line.quantity);
    const fits = (index: number) => (quantities[index] ?? 0n) + quantity <= (stock[index]?.quantity ?? 0n);
    const index =
      line.correctsLine === undefined
        ? sale.lines.findIndex((sold, position) => isSame(sold, line) && fits(position))
        : line.correctsLine - 1;
    if (index < 0 || !fits(index)) return undefined;
    quantities[index] = (quantities[index] ?? 0n) + quantity;
  }
  return quantities;
}

function isSame(sold: Sale['lines'][number], line: Sale['lines'][number]): boolean {
  return (
    sold.name === line.name &&
    sold.unit === line.unit &&
    sold.unitPrice === line.unitPrice &&
    sold.vat.category === line.vat.category &&
    sold.vat.rate === line.vat.rate &&
    sold.barcode === line.barcode &&
    sold.sellerItemId === line.sellerItemId
  );
}
