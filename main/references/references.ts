import type { Sale } from '../../shared/sale.ts';
import type { SettleTax } from '../invoice/group-tax.ts';
import type { Invoice } from '../invoice/invoice.ts';
import { findAdvances, holdAdvances, settleVat } from './advances.ts';
import type { EarlierDocuments } from './earlier-documents.ts';
import { findInvoices, holdNote } from './hold-note.ts';
import { findReplaced, holdReissue } from './hold-reissue.ts';

/*
 * What a document says of earlier ones is held to them, whoever asks for it. Read inside the transaction that issues
 * it: between reading and issuing, another process must not say the same of them.
 */

/** The earlier documents that a sale names, as far as this terminal issued them. */
export interface References {
  /** The sale, with what the ledger knows and the till need not say. */
  readonly sale: Sale;
  readonly settle: SettleTax | undefined;
  /**
   * Holds what the sale comes to, to what is left of them.
   * @returns the invoice to issue
   * @throws FailureError `bad-input`
   */
  hold(invoice: Invoice): Invoice;
}

/**
 * @param replaced uuid of the rejected document that this one stands for, and that does not count
 * @throws FailureError `bad-input` where the sale does not fit the documents it names
 */
export function readReferences(asked: Sale, documents: EarlierDocuments, replaced?: string): References {
  const rejected = findReplaced(asked, documents, replaced);
  const advances = findAdvances(asked, documents, replaced);
  const sale = settleVat(asked, advances);
  const invoices = findInvoices(sale, documents, replaced);
  return {
    sale,
    settle: invoices?.settle,
    hold(invoice) {
      holdAdvances(sale, advances);
      if (rejected !== undefined) holdReissue(invoice, rejected);
      return invoices === undefined ? invoice : holdNote(sale, invoice, invoices);
    },
  };
}
