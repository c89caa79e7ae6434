import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Document, Placement, Seller } from '../../../main/document/invoice/invoice.ts';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { writeDocument } from '../../../main/document/invoice/writing/write-document.ts';
import { FailureError, type Issue } from '../../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';

export const seller: Seller = {
  name: 'Tom & Sons LTD',
  vatNumber: '399999999900003',
  identification: { scheme: 'CRN', value: '1010010000' },
  address: {
    street: 'Prince Sultan',
    building: '2322',
    district: 'Al-Murabba',
    city: 'Riyadh',
    postalCode: '23333',
    country: 'SA',
  },
};

export const buyer = {
  name: 'شركة نماذج فاتورة | Fatoora Samples LTD',
  vatNumber: '399999999800003',
  address: {
    street: 'Salah Al-Din',
    building: '1111',
    district: 'Al-Murooj',
    city: 'Riyadh',
    postalCode: '12222',
  },
};

export const placement: Placement = {
  number: 'INV-1',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  issuedAt: Date.parse('2026-11-01T17:41:08+03:00'),
  icv: 10,
  // The previous hash of the very first document, which is the Base64 of the hex text of SHA-256("0").
  previousHash: Buffer.from(createHash('sha256').update('0').digest('hex')).toString('base64'),
};

/** Makes an invoice from a sale in the form that a till sends. */
export function invoiceOf(sale: SaleInput) {
  return makeInvoice(saleSchema.parse(sale), seller);
}

export function documentOf(sale: SaleInput, at: Partial<Placement> = {}): Document {
  return writeDocument(invoiceOf(sale), { ...placement, ...at });
}

export function textOf(document: Document): string {
  return document.head + document.opening + document.rest;
}

/** Returns the problems of a refusal, as `path code`. */
export function refusal(action: () => unknown): string[] {
  try {
    action();
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'bad-input')
      return (error.failure.issues ?? []).map((issue: Issue) => `${issue.path.join('.')} ${issue.code}`);
    throw error;
  }
  return [];
}
