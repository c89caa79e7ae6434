import { returnCommands } from '../../../main/app/commands/till/returns.ts';
import { documentTaxes } from '../../../main/books/corrections/law/document-taxes.ts';
import { countReturns } from '../../../main/books/corrections/law/goods-left.ts';
import { settleReturn } from '../../../main/books/corrections/law/settle-return.ts';
import { createReceiptReturns } from '../../../main/books/corrections/returns/receipt-returns.ts';
import type { LedgerEntry } from '../../../main/books/ledger/documents/entry.ts';
import type { SettleTax } from '../../../main/document/invoice/amounts/group-tax.ts';
import { fail } from '../../../shared/failure.ts';
import { type Sale, saleSchema } from '../../../shared/sale/sale.ts';
import { halalasToExact } from '../../../shared/values/money.ts';
import { breakdownOf, hashOf, priceOf, type Stored } from './fake-documents.ts';

/** Returns the sale of a document. For an initial document of the fake ledger it is a sale with the same lines. */
export function saleOf({ lines }: Stored): Sale {
  return saleSchema.parse({
    lines: lines.map(({ name, quantity, unit, gross }) => ({
      name,
      unit,
      quantity,
      unitPrice: halalasToExact(gross).dividedBy(quantity).toDecimalPlaces(6).toFixed(),
    })),
  });
}

/** Counts returns in the fake ledger with the product's own code. */
export function createFakeReturns(ledger: readonly Stored[], sales: ReadonlyMap<string, Sale>) {
  const entryOf = (stored: Stored): LedgerEntry => {
    const sale = sales.get(stored.uuid) ?? saleOf(stored);
    const settle = settleOf(stored, sale);
    const { payable, vat, taxExclusive } = priceOf(sale, settle);
    return {
      ...stored,
      issuedAt: Date.parse(stored.issuedAt),
      trueAt: undefined,
      payable,
      vat,
      taxExclusive,
      taxInclusive: taxExclusive + vat,
      vatInSar: vat,
      prepaid: 0,
      breakdown: breakdownOf(sale, settle),
      by: 'Sami',
      rounding: payable - vat - taxExclusive,
      sale,
      saleDigest: '',
      hash: hashOf(stored.icv),
      previousHash: hashOf(stored.icv - 1),
      submission: {
        state: stored.state,
        mode: stored.mode,
        dueAt: Date.parse(stored.dueAt),
        attempts: stored.attempts,
        warnings: stored.warnings,
        isLate: false,
        cleared: false,
      },
    };
  };
  /**
   * Returns the tax that the product would state in a note, so that the remaining tax of the sale stays for later
   * notes.
   */
  function settleOf({ icv }: Stored, note: Sale): SettleTax | undefined {
    const [number] = note.corrects ?? [];
    const sold = ledger.find((entry) => entry.number === number?.number);
    if (number === undefined || sold === undefined || note.kind !== 'creditNote') return undefined;
    const before = correcting(number.number)
      .filter((entry) => entry.icv < icv)
      .map(entryOf)
      .map((entry) => ({
        sale: entry.sale,
        taxes: documentTaxes(entry),
      }));
    const original = sales.get(sold.uuid) ?? saleOf(sold);
    const remaining = countReturns(original, before);
    return settleReturn(note, original, remaining);
  }
  const correcting = (number: string) =>
    ledger.filter(({ uuid }) => sales.get(uuid)?.corrects?.some((document) => document.number === number));
  return {
    correcting,
    handlers: returnCommands({
      environment: undefined,
      terminal: undefined,
      till: {
        returns: createReceiptReturns({
          shopCoin: () => undefined,
          documents: {
            get(uuid) {
              const stored = ledger.find((entry) => entry.uuid === uuid) ?? fail('not-found');
              return entryOf(stored);
            },
            replaces: () => undefined,
            replacedBy: () => undefined,
            deductionsOf: () => [],
            correctionsOf: (number) => correcting(number).map(entryOf),
          },
          ofQr: () => undefined,
          onMade: () => {},
        }),
      },
    }),
  };
}
