import type { Metadata } from '../../../../shared/sale/metadata.ts';
import type { VatCategory } from '../../../../shared/sale/vat.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';

export interface BookedVat {
  readonly category: VatCategory;
  /** The rate in percent with two decimals. */
  readonly rate: string;
  readonly taxable: Halalas;
  readonly vat: Halalas;
}

/** The facts that accounting needs besides a document's totals; stored with it: reading its XML takes long. */
export interface Booking {
  readonly ownReference?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Amounts are in the currency of the document, as are `prepaid` and the breakdown. */
  readonly taxInclusive: Halalas;
  readonly prepaid: Halalas;
  readonly vatInSar: Halalas;
  readonly breakdown: readonly BookedVat[];
}

/** The part that is also in a document's XML. */
export type BookedSums = Omit<Booking, 'ownReference' | 'metadata'>;

/** The facts by which a caller recognises its sale. */
export interface CallersOwn {
  readonly saleId?: string | undefined;
  readonly reference?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Returns a function that reads the facts of a document's caller; it does not read the sale, which may be long. */
export function createCallersOwn(database: Database): (uuid: string) => CallersOwn {
  const select = database.prepare<[string], Nulls<Omit<CallersOwn, 'metadata'> & { metadata?: string }>>(
    `SELECT d.sale_id AS saleId, b.own_reference AS reference, b.metadata
     FROM document AS d LEFT JOIN booking AS b USING (icv) WHERE d.uuid = ?`,
  );
  return (uuid) => {
    const row = select.get(uuid);
    if (row === undefined) return {};
    const { metadata, ...booking } = row;
    return {
      ...withoutNulls<CallersOwn>({ ...booking, metadata: null }),
      ...(metadata !== null && { metadata: JSON.parse(metadata) }),
    };
  };
}

export function createInsertBooking(database: Database): (icv: number, booking: Booking) => void {
  const insert = database.prepare(
    `INSERT INTO booking (icv, own_reference, metadata, vat_in_sar, tax_inclusive, prepaid, breakdown)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return (icv, { ownReference, metadata, vatInSar, taxInclusive, prepaid, breakdown }) => {
    const kept = metadata && JSON.stringify(metadata);
    const sums = [vatInSar, taxInclusive, prepaid, JSON.stringify(breakdown)];
    insert.run(icv, ownReference ?? null, kept ?? null, ...sums);
  };
}

interface Row {
  vatInSar: number;
  taxInclusive: number;
  prepaid: number;
  breakdown: string;
}

/** Returns a function that reads a document's booking; undefined for documents of earlier versions. */
export function createBookingOf(database: Database): (icv: number) => BookedSums | undefined {
  const select = database.prepare<[number], Row>(
    `SELECT vat_in_sar AS vatInSar, tax_inclusive AS taxInclusive, prepaid, breakdown FROM booking WHERE icv = ?`,
  );
  return (icv) => {
    const row = select.get(icv);
    return row && { ...row, breakdown: JSON.parse(row.breakdown) };
  };
}
