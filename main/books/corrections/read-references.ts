import type { Sale } from '../../../shared/sale/sale.ts';
import type { SettleTax } from '../../document/invoice/amounts/group-tax.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';
import { findAdvances, limitAdvances, settleVat } from './advances.ts';
import { type CustomerSale, completeCustomer, completeParties } from './complete-parties.ts';
import type { OwnDocuments } from './earlier-documents.ts';
import { followReplaced } from './follow-replaced.ts';
import { findInvoices, limitNote, originalsOf } from './limit-note.ts';
import { checkReplaces, findReplaced, limitReissue } from './limit-reissue.ts';
import { keepDeclarations, limitDeclared, limitDeclaredAdvances } from './other-systems.ts';
import { stateDates } from './state-dates.ts';

/*
 * Checks of a document's references to earlier ones, for every caller. They run inside the transaction that issues the
 * document, so that no other process can use the same amounts in between.
 */

/** The earlier documents of this terminal that a sale names. */
export interface References {
  /** The sale with values that the ledger knows and the till may omit, and with dates that it can state. */
  readonly sale: CustomerSale;
  readonly settle: SettleTax | undefined;
  /**
   * Checks the sale's amounts against the remainder of the earlier documents.
   * @returns the invoice to issue
   * @throws FailureError `bad-input`
   */
  limit(invoice: Invoice): Invoice;
}

/**
 * Checks the references of a sale.
 * @param issuedAt the time at which it is issued, in milliseconds since 1970
 * @param replaced uuid of the rejected document that this one replaces, which does not count
 * @throws FailureError `bad-input` if the sale does not agree with the documents it names
 */
export function readReferences(
  named: Sale,
  documents: OwnDocuments,
  issuedAt: number,
  replaced?: string,
): References {
  checkReplaces(named, documents);
  const before = replaced === undefined ? undefined : documents.get(replaced);
  const declared =
    before === undefined ? named : followReplaced(keepDeclarations(named, before.sale), documents);
  const rejected = findReplaced(declared, documents, replaced);
  const advances = findAdvances(declared, documents, replaced);
  const histories = originalsOf(declared, documents, replaced);
  const originals = histories.map(({ document }) => document);
  const complete = completeParties(completeCustomer(settleVat(declared, advances), documents), originals);
  const sale = stateDates(complete, { originals, advances }, issuedAt);
  const invoices = findInvoices(sale, histories);
  return {
    sale,
    settle: invoices?.settle,
    limit(invoice) {
      limitAdvances(sale, advances);
      limitDeclaredAdvances(sale, documents, replaced);
      if (rejected !== undefined) limitReissue(invoice, rejected);
      limitDeclared(sale, invoice, documents, replaced);
      return invoices === undefined ? invoice : limitNote(sale, invoice, invoices);
    },
  };
}
