import type { Invoice } from '../invoice/invoice.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { readDocument } from '../stamp/read-document.ts';
import { specials, titles, type Words } from './words.ts';

/** A document for printing: read from its own bytes, never recomputed from its sale by today's rules. */
export interface PrintedDocument {
  readonly title: Words;
  /** Special properties; usually none. */
  readonly specials: readonly Words[];
  readonly number: string;
  readonly uuid: string;
  /** Riyadh, `2026-11-20` and `17:41:08`. */
  readonly date: string;
  readonly time: string;
  readonly simplified: boolean;
  readonly isNote: boolean;
  /** Base64 of the QR's bytes, as the image encodes them. */
  readonly qr?: string | undefined;
  readonly invoice: Invoice;
}

/**
 * @param xml as sealed, or the authority's own copy
 * @throws FailureError `bad-input` when it is no invoice or incomplete
 */
export function readPrintedDocument(xml: Uint8Array): PrintedDocument {
  const { number, uuid, issuedAt, simplified, typeName, qr } = readDocument(xml);
  const invoice = readInvoice(xml);
  const [date = '', time = ''] = issuedAt.split('T');
  return {
    title: titles[invoice.typeCode][simplified ? 'simplified' : 'standard'],
    specials: specials.filter((_, index) => typeName[2 + index] === '1'),
    number,
    uuid,
    date,
    time,
    simplified,
    isNote: invoice.typeCode === '381' || invoice.typeCode === '383',
    qr,
    invoice,
  };
}
