import type { Halalas } from '../../shared/money.ts';
import type { VatCategory } from '../../shared/vat.ts';
import type { Database } from './database.ts';

/** A row of a document's VAT breakdown. */
export interface BookedVat {
  readonly category: VatCategory;
  /** Percent with two decimals. */
  readonly rate: string;
  readonly taxable: Halalas;
  readonly vat: Halalas;
}

/** The facts that accounting asks of a document besides its totals; kept with it, since its XML takes long to read. */
export interface Booking {
  /** The caller's own reference. */
  readonly ownReference?: string | undefined;
  /** In the currency of the document, as are `prepaid` and the breakdown. */
  readonly taxInclusive: Halalas;
  readonly prepaid: Halalas;
  readonly vatInSar: Halalas;
  readonly breakdown: readonly BookedVat[];
}

export function createInsertBooking(database: Database): (icv: number, booking: Booking) => void {
  const insert = database.prepare(
    `INSERT INTO booking (icv, own_reference, vat_in_sar, tax_inclusive, prepaid, breakdown)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return (icv, { ownReference, vatInSar, taxInclusive, prepaid, breakdown }) => {
    insert.run(icv, ownReference ?? null, vatInSar, taxInclusive, prepaid, JSON.stringify(breakdown));
  };
}

interface Row {
  vatInSar: number;
  taxInclusive: number;
  prepaid: number;
  breakdown: string;
}

/** Returns a function that reads a document's booking; undefined for documents of earlier versions. */
export function createBookingOf(
  database: Database,
): (icv: number) => Omit<Booking, 'ownReference'> | undefined {
  const select = database.prepare<[number], Row>(
    `SELECT vat_in_sar AS vatInSar, tax_inclusive AS taxInclusive, prepaid, breakdown FROM booking WHERE icv = ?`,
  );
  return (icv) => {
    const row = select.get(icv);
    return row && { ...row, breakdown: JSON.parse(row.breakdown) };
  };
}
