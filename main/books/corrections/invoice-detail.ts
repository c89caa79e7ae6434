import type { InvoiceDetail, StatedDiscount } from '../../../shared/contract/till/invoices.ts';
import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Discount } from '../../../shared/sale/sale-line.ts';
import { statedDiscounts } from '../../document/invoice/amounts/adjustments.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { warningsOf } from '../../document/invoice/rules/warnings-of.ts';
import { type LedgerEntry, toInvoiceRow } from '../ledger/documents/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** Returns everything about a document, with the related earlier and later documents. */
export function invoiceDetail(
  entry: LedgerEntry,
  ledger: Pick<Ledger, 'documents' | 'facts' | 'tillActions'>,
): InvoiceDetail {
  const sale = entry.sale;
  const xml = ledger.documents.issuedXml(entry.uuid) ?? fail('not-found');
  return {
    ...toInvoiceRow(entry),
    hash: entry.hash,
    previousHash: entry.previousHash,
    qr: ledger.documents.qr(entry.uuid),
    taxExclusive: entry.taxExclusive,
    vat: entry.vat,
    rounding: entry.rounding,
    prepaid: entry.prepaid,
    ...(sale.note !== undefined && { note: sale.note }),
    ...(sale.buyer && { buyer: { name: sale.buyer.name, vatNumber: sale.buyer.vatNumber } }),
    prices: sale.prices,
    discounts: discountsOf(sale),
    lines: linesOf(xml, sale),
    cautions: warningsOf(xml, entry.issuedAt),
    issuedBy: ledger.facts.issuedBy(entry.icv),
    prints: printsOf(ledger, entry.uuid),
    payments: ledger.facts.payments(entry.icv),
    corrects: (sale.corrects ?? []).map(({ number }) => ({
      number,
      uuid: ledger.documents.getByNumber(number)?.uuid,
    })),
    correctedBy: ledger.documents
      .correctionsOf(entry.number)
      .map(({ uuid, number, kind, payable }) => ({ uuid, number, kind, payable })),
    replaces: namesOf(ledger.documents.replaces(entry.uuid)),
    replacedBy: namesOf(ledger.documents.replacedBy(entry.uuid)),
    timeline: ledger.documents.timeline(entry.uuid),
    cleared: entry.submission.cleared,
  };
}

/**
 * Reads the issued document, because today's rules might make a different one from its sale. Unit prices and discounts
 * are those of the sale, which the customer knows.
 */
function linesOf(xml: Buffer, sale: Sale): InvoiceDetail['lines'] {
  return readInvoice(xml).lines.map(({ name, quantity, unit, price, gross, net, vatAmount, vat }, index) => {
    const saleLine = sale.lines[index];
    return {
      name,
      quantity,
      unit,
      gross,
      net,
      vat: vatAmount,
      category: vat.category,
      rate: vat.rate,
      unitPrice: saleLine?.unitPrice ?? price,
      discounts: saleLine === undefined ? [] : discountsOf(saleLine),
    };
  });
}

function discountsOf(of: Pick<Sale | Sale['lines'][number], 'discount' | 'discounts'>): StatedDiscount[] {
  return statedDiscounts<Discount>(of, []).map(({ what: { amount, percent, reason } }) => ({
    ...(amount !== undefined && { amount }),
    ...(percent !== undefined && { percent }),
    ...(reason !== undefined && { reason }),
  }));
}

function printsOf(ledger: Pick<Ledger, 'tillActions'>, uuid: string): InvoiceDetail['prints'] {
  return ledger.tillActions.prints(uuid).map(({ at, actor, detail }) => ({
    at: new Date(at).toISOString(),
    by: actor,
    copy: (detail as { copy?: boolean }).copy === true,
  }));
}

const namesOf = (entry: LedgerEntry | undefined) => entry && { uuid: entry.uuid, number: entry.number };
