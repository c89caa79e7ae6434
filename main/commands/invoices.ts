import type { CommandOutput } from '../../shared/contract/index.ts';
import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import { fail } from '../../shared/failure.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import { isSpecialSale } from '../../shared/special-sale.ts';
import type { Role } from '../../shared/status.ts';
import { refuseUncertified } from '../credential/certified-customers.ts';
import { sellerOf } from '../credential/seller.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { documentFileName } from '../invoice/document-file-name.ts';
import { typedNumbers } from '../invoice/parse-document-number.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { holdSale, tryOut } from '../issue/issue-sale.ts';
import { type LedgerEntry, toInvoiceRow } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { saleDigest } from '../ledger/sale-digest.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { riyadhInstant } from '../platform/riyadh-time.ts';
import { decodeQr } from '../stamp/qr.ts';
import { returnCommands } from './returns.ts';

/** Selling, and what was sold, in one environment. */
export function invoiceCommands(
  { ledger, submitter, company, issue, credentials }: OpenEnvironment,
  clock: Clock,
): HandlersOf<'sale.' | 'item.' | 'invoice.'> {
  const xmlOf = (uuid: string) => ledger.documents.issuedXml(uuid) ?? fail('not-found');
  const entryOf = (uuid: string) => ledger.documents.get(uuid) ?? fail('not-found');
  const seller = () => company() ?? fail('no-company');

  function issued(entry: LedgerEntry): CommandOutput<'sale.issue'> {
    const { qr, hash, taxExclusive, vat } = entry;
    return { ...toInvoiceRow(entry), qr, hash, taxExclusive, vat };
  }

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
      // From the sealed document, whatever today's rules would make of its sale.
      lines: readInvoice(xmlOf(entry.uuid)).lines.map(
        ({ name, quantity, unit, gross, net, vatAmount, vat }) => ({
          name,
          quantity,
          unit,
          gross,
          net,
          vat: vatAmount,
          category: vat.category,
          rate: vat.rate,
        }),
      ),
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

  /** Asked again, a sale is answered with the document that was made then, which by now may be in its own way. */
  function issuedInvoice(sale: Sale, replaces: string | undefined) {
    const before = ledger.chain.issuedBefore({ saleId: sale.saleId, saleDigest: saleDigest(sale), replaces });
    return before && { invoice: readInvoice(xmlOf(before.uuid)), cautions: [] };
  }

  function nextInvoice(sale: Sale, replaces: string | undefined) {
    refuseUncertified(sale, credentials.certificate());
    const now = clock.now();
    const held = holdSale(sale, { seller: sellerOf(seller()), documents: ledger.documents, now, replaces });
    tryOut(held.invoice, now);
    return held;
  }

  function price(sale: Sale, role: Role, replaces?: string): CommandOutput<'sale.price'> {
    refuseSpecial(sale, role, ledger);
    const { invoice, cautions } = issuedInvoice(sale, replaces) ?? nextInvoice(sale, replaces);
    const { lines, totals } = invoice;
    return {
      lines: lines.map(({ gross, net, vatAmount }) => ({ gross, net, vat: vatAmount })),
      taxExclusive: totals.taxExclusive,
      vat: totals.vat,
      // Off the basket, in the sense of its prices: with VAT where they include it. Never below nothing: charges,
      // prepayments and roundings are no discount.
      discount: Math.max(
        0,
        sale.prices === 'includeVat'
          ? sumHalalas(lines.map(({ gross }) => gross)) - totals.taxInclusive - (totals.rounding ?? 0)
          : (totals.allowances ?? 0),
      ),
      payable: totals.payable,
      cautions,
    };
  }

  return {
    ...returnCommands(ledger.documents),

    'sale.price': (sale, { role }) => price(sale, role),
    'sale.priceCorrection': ({ rejected, sale }, { role }) => price(sale, role, rejected),
    'sale.issue': (sale, { role }) => {
      refuseSpecial(sale, role, ledger);
      return issued(issue(sale));
    },
    'sale.correct': ({ rejected, sale }, { role }) => {
      refuseSpecial(sale, role, ledger);
      return issued(issue(sale, rejected));
    },

    'item.find': ({ text }) => ({ items: ledger.items.find(text) }),

    'invoice.list': (query) => ledger.search.list(query),
    'invoice.get': ({ uuid }) => detail(entryOf(uuid)),
    'invoice.answers': ({ uuid }) => ({ answers: ledger.documents.answers(entryOf(uuid).uuid) }),
    'invoice.find': ({ text }) =>
      toInvoiceRow(find(ledger, text, company()?.terminal.numberPrefix) ?? fail('not-found')),
    'invoice.sale': ({ uuid }) => entryOf(uuid).sale as Sale,
    'invoice.xml': ({ uuid, which }) => {
      const entry = entryOf(uuid);
      const xml = which === 'cleared' ? ledger.documents.clearedXml(uuid) : ledger.documents.issuedXml(uuid);
      if (xml === undefined) return fail('not-found');
      return { fileName: documentFileName(seller().vatNumber, entry), xml: xml.toString('utf8') };
    },
    'invoice.sendParked': () => ({ sent: submitter.resendParked() }),
    'invoice.send': async ({ uuid }) => {
      entryOf(uuid);
      await submitter.sendNow(uuid);
      return toInvoiceRow(entryOf(uuid));
    },
  };
}

/** The special kinds are the manager's, whatever a screen shows. */
function refuseSpecial(sale: Sale, role: Role, ledger: Pick<Ledger, 'documents'>): void {
  if (role !== 'manager' && (isSpecialSale(sale) || !knowsWhatItCorrects(sale, ledger))) fail('not-allowed');
}

/**
 * Of another system's documents nothing is known, and at a rate of the cashier's own nothing would bound what is paid
 * back; advances, and what was paid by them, are paid back by a manager.
 */
function knowsWhatItCorrects(sale: Sale, ledger: Pick<Ledger, 'documents'>): boolean {
  return (sale.corrects ?? []).every(({ number }) => {
    const original = ledger.documents.getByNumber(number);
    if (original?.kind !== 'invoice') return false;
    const { exchangeRate, prepayments } = original.sale as Sale;
    const hasItsRate = original.currency === (sale.currency ?? 'SAR') && exchangeRate === sale.exchangeRate;
    return hasItsRate && prepayments === undefined;
  });
}

const namesOf = (entry: LedgerEntry | undefined) => entry && { uuid: entry.uuid, number: entry.number };

/** By number, or by the hash and time in the text of a QR (ours or the authority's copy: both have the same). */
function find(ledger: Ledger, text: string, prefix: string | undefined): LedgerEntry | undefined {
  const fields = decodeQr(text);
  if (fields === undefined) {
    for (const number of typedNumbers(text, prefix)) {
      const entry = ledger.documents.getByNumber(number);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
  const [, , issuedAt, , , hash] = fields.map(String);
  return ledger.documents.getByHash(hash ?? '', riyadhInstant(issuedAt ?? ''));
}
