import type { DiscountSaid, InvoiceDetail, invoices } from '../../shared/contract/invoices.ts';
import { fail } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Discount } from '../../shared/sale-line.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { saidDiscounts } from '../invoice/adjustments.ts';
import { documentFileName } from '../invoice/document-file-name.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { type LedgerEntry, toInvoiceRow } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { findDocument } from './find-document.ts';
import { issuersOf } from './issuers.ts';

/** The commands about documents that were issued in one environment. */
export function invoiceCommands({
  ledger,
  submitter,
  company,
}: OpenEnvironment): Pick<Handlers, keyof typeof invoices> {
  const xmlOf = (uuid: string) => ledger.documents.issuedXml(uuid) ?? fail('not-found');
  const entryOf = (uuid: string) => ledger.documents.get(uuid) ?? fail('not-found');
  const seller = () => company() ?? fail('no-company');

  function detail(entry: LedgerEntry): InvoiceDetail {
    const sale = entry.sale as Sale;
    return {
      ...toInvoiceRow(entry),
      hash: entry.hash,
      previousHash: entry.previousHash,
      qr: entry.submission.clearedQr ?? entry.qr,
      taxExclusive: entry.taxExclusive,
      vat: entry.vat,
      rounding: entry.rounding,
      ...(sale.note !== undefined && { note: sale.note }),
      ...(sale.buyer && { buyer: { name: sale.buyer.name, vatNumber: sale.buyer.vatNumber } }),
      prices: sale.prices,
      discounts: discountsSaid(sale),
      lines: linesOf(xmlOf(entry.uuid), sale),
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

  return {
    'invoice.list': (query) => ledger.search.list(query),
    'invoice.sums': (query) => ({ sums: ledger.search.sums(query) }),
    'invoice.issuers': () => ({ issuers: issuersOf(ledger) }),
    'invoice.get': ({ uuid }) => detail(entryOf(uuid)),
    'invoice.answers': ({ uuid }) => ({ answers: ledger.documents.answers(entryOf(uuid).uuid) }),
    'invoice.find': ({ text }) =>
      toInvoiceRow(
        findDocument(ledger.documents, text, company()?.terminal.numberPrefix) ?? fail('not-found'),
      ),
    'invoice.sale': ({ uuid }) => entryOf(uuid).sale as Sale,
    'invoice.xml': ({ uuid, which }) => {
      const entry = entryOf(uuid);
      const xml = which === 'cleared' ? ledger.documents.clearedXml(uuid) : ledger.documents.issuedXml(uuid);
      if (xml === undefined) return fail('not-found');
      return { fileName: documentFileName(seller().vatNumber, entry), xml: xml.toString('utf8') };
    },
    'invoice.sendParked': () => ({ sent: submitter.resendParked() }),
    'invoice.tryNow': () => {
      submitter.wake('network');
      return {};
    },
    'invoice.send': async ({ uuid }) => {
      entryOf(uuid);
      await submitter.sendNow(uuid);
      return toInvoiceRow(entryOf(uuid));
    },
  };
}

/**
 * Reads the sealed document: today's rules might make another one of its sale. Unit prices and discounts are the sale's,
 * as the customer knows them.
 */
function linesOf(xml: Buffer, sale: Sale): InvoiceDetail['lines'] {
  return readInvoice(xml).lines.map(({ name, quantity, unit, price, gross, net, vatAmount, vat }, index) => {
    const said = sale.lines[index];
    return {
      name,
      quantity,
      unit,
      gross,
      net,
      vat: vatAmount,
      category: vat.category,
      rate: vat.rate,
      unitPrice: said?.unitPrice ?? price,
      discounts: said === undefined ? [] : discountsSaid(said),
    };
  });
}

function discountsSaid(of: Pick<Sale | Sale['lines'][number], 'discount' | 'discounts'>): DiscountSaid[] {
  return saidDiscounts<Discount>(of, []).map(({ what: { amount, percent, reason } }) => ({
    ...(amount !== undefined && { amount }),
    ...(percent !== undefined && { percent }),
    ...(reason !== undefined && { reason }),
  }));
}

function printsOf(ledger: Pick<Ledger, 'deeds'>, uuid: string): InvoiceDetail['prints'] {
  return ledger.deeds.prints(uuid).map(({ at, actor, detail }) => ({
    at: new Date(at).toISOString(),
    by: actor,
    copy: (detail as { copy?: boolean }).copy === true,
  }));
}

const namesOf = (entry: LedgerEntry | undefined) => entry && { uuid: entry.uuid, number: entry.number };
