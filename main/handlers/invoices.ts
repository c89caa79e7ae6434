import type { CommandOutput } from '../../shared/contract/index.ts';
import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import { fail } from '../../shared/failure.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import { isSpecialSale } from '../../shared/special-sale.ts';
import type { Role } from '../../shared/status.ts';
import type { Clock } from '../clock.ts';
import type { HandlersOf } from '../commands.ts';
import { sellerOf } from '../credential/seller.ts';
import { documentFileName } from '../document-file-name.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { riyadhInstant } from '../invoice/riyadh-time.ts';
import { checkSale } from '../issue-sale.ts';
import { type LedgerEntry, toInvoiceRow } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createReturnHandlers } from '../returns/return-handlers.ts';
import { decodeQr } from '../stamp/qr.ts';
import { typedNumbers } from '../typed-number.ts';

/** Selling, and what was sold, in one environment. */
export function createInvoiceHandlers(
  { ledger, submitter, company, issue }: OpenEnvironment,
  clock: Clock,
): HandlersOf<'sale.' | 'item.' | 'invoice.'> {
  const xmlOf = (uuid: string) => ledger.documentXml(uuid) ?? fail('not-found');
  const entryOf = (uuid: string) => ledger.get(uuid) ?? fail('not-found');
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
        uuid: ledger.getByNumber(number)?.uuid,
      })),
      correctedBy: ledger
        .correctionsOf(entry.number)
        .map(({ uuid, number, kind, payable }) => ({ uuid, number, kind, payable })),
      replaces: namesOf(ledger.replaces(entry.uuid)),
      replacedBy: namesOf(ledger.replacedBy(entry.uuid)),
      timeline: ledger.timeline(entry.uuid),
      cleared: entry.submission.cleared,
    };
  }

  return {
    ...createReturnHandlers(ledger),

    'sale.price': (sale) => {
      const { invoice, cautions } = checkSale(sale, sellerOf(seller()), clock.now());
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
    },
    'sale.issue': (sale, { role }) => {
      refuseSpecial(sale, role, ledger);
      return issued(issue(sale));
    },
    'sale.correct': ({ rejected, sale }, { role }) => {
      refuseSpecial(sale, role, ledger);
      return issued(issue(sale, rejected));
    },

    'item.find': ({ text }) => ({ items: ledger.findItems(text) }),

    'invoice.list': (query) => ledger.list(query),
    'invoice.get': ({ uuid }) => detail(entryOf(uuid)),
    'invoice.find': ({ text }) =>
      toInvoiceRow(find(ledger, text, company()?.terminal.numberPrefix) ?? fail('not-found')),
    'invoice.sale': ({ uuid }) => entryOf(uuid).sale as Sale,
    'invoice.xml': ({ uuid, which }) => {
      const entry = entryOf(uuid);
      const xml = which === 'cleared' ? ledger.clearedXml(uuid) : ledger.documentXml(uuid);
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
function refuseSpecial(sale: Sale, role: Role, ledger: Pick<Ledger, 'getByNumber'>): void {
  if (role !== 'manager' && (isSpecialSale(sale) || !knowsWhatItCorrects(sale, ledger))) fail('not-allowed');
}

/** Of another system's documents, and at a rate of the cashier's own, nothing would bound what is paid back. */
function knowsWhatItCorrects(sale: Sale, ledger: Pick<Ledger, 'getByNumber'>): boolean {
  return (sale.corrects ?? []).every(({ number }) => {
    const original = ledger.getByNumber(number);
    if (original === undefined) return false;
    const { exchangeRate } = original.sale as Sale;
    return original.currency === (sale.currency ?? 'SAR') && exchangeRate === sale.exchangeRate;
  });
}

const namesOf = (entry: LedgerEntry | undefined) => entry && { uuid: entry.uuid, number: entry.number };

/** By number, or by the hash and time in the text of a QR (ours or the authority's copy: both have the same). */
function find(ledger: Ledger, text: string, prefix: string | undefined): LedgerEntry | undefined {
  const fields = decodeQr(text);
  if (fields === undefined) {
    for (const number of typedNumbers(text, prefix)) {
      const entry = ledger.getByNumber(number);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
  const [, , issuedAt, , , hash] = fields.map(String);
  return ledger.getByHash(hash ?? '', riyadhInstant(issuedAt ?? ''));
}
