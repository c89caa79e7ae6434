import { createReceiptReturns } from '../../../main/books/corrections/returns/receipt-returns.ts';
import type { IssuedEntry } from '../../../main/books/ledger/documents/entry.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { decodeQr } from '../../../main/document/stamp/qr.ts';
import {
  checkWithEarlier,
  documentForNextLink,
  type IssueOptions,
  issueSale,
} from '../../../main/till/issue/issue-sale.ts';
import type { Actor } from '../../../shared/actor.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { type Sale, type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { cashRounding } from '../../../shared/stored/settings/environment.ts';
import type { CashCoin } from '../../../shared/values/cash-rounding.ts';
import { seller } from '../../document/invoice/fixtures.ts';
import { makeTraining } from '../../document/stamp/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { byCashier } from '../../support/run/callers.ts';
import { rejected, reported } from '../../support/run/outcomes.ts';

const { stamper } = makeTraining();

/** Makes a till with a real ledger, which issues the given sales. The authority rejects the chosen ones. */
export function makeShop(ledger: Ledger, coin?: CashCoin) {
  const clock = new FakeClock();
  const within = { clearance: 1, reporting: 1 };
  const till = { ledger, seller, numberPrefix: 'T1', stamper, clock, within };
  const issueParsed = (
    sale: Sale,
    more: Partial<Pick<IssueOptions, 'by' | 'replaces' | 'prepared' | 'early' | 'overrides' | 'seller'>> = {},
  ) => issueSale(sale, { by: byCashier, ...till, ...more }).entry;
  /** Makes the document of a large sale before it is issued, as for another program. */
  const makeEarly = (sale: Sale) => documentForNextLink(sale, till);
  const issue = (sale: SaleInput, replaces?: string, by: Actor = byCashier) =>
    issueParsed(parseOrFail(saleSchema, sale), { by, replaces });
  /** Prices a sale as the till does before issuing it. */
  const price = (sale: SaleInput, replaces?: string) =>
    checkWithEarlier(parseOrFail(saleSchema, sale), {
      seller,
      numberPrefix: 'T1',
      ledger,
      now: clock.now(),
      replaces,
    }).invoice;
  /** Rejects a waiting document, as the authority would. */
  const reject = ({ uuid }: { uuid: string }) => {
    const claimed = ledger.queue.claim(uuid, clock.now(), 1);
    if (claimed === undefined) throw new Error('it does not wait');
    ledger.queue.settle(claimed, rejected, { state: 'rejected' }, clock.now());
  };
  /** Accepts a waiting document, as the authority would. */
  const accept = ({ uuid }: { uuid: string }) => {
    const claimed = ledger.queue.claim(uuid, clock.now(), 1);
    if (claimed === undefined) throw new Error('it does not wait');
    ledger.queue.settle(claimed, reported, { state: 'accepted' }, clock.now());
  };
  const { documents } = ledger;
  const returns = createReceiptReturns({
    documents,
    ofQr: () => undefined,
    onMade: () => {},
    shopCoin: () => coin ?? ledger.settings.read(cashRounding),
  });
  /** Returns the terminal's own credit note for quantities of lines. Lines are counted from 1. */
  const noteFor = (uuid: string, ...lines: [line: number, quantity: string][]) =>
    returns.note({
      uuid,
      lines: lines.map(([line, quantity]) => ({ line, quantity })),
      reason: 'إرجاع | Returned',
      payment: 'cash',
    });
  const look = (uuid: string) => returns.returnable({ uuid });
  return { ledger, clock, issue, issueParsed, makeEarly, price, reject, accept, noteFor, look };
}

export type Shop = ReturnType<typeof makeShop>;

/** Returns the VAT that a document states in riyals, in halalas. */
export function vatInSarOf({ qr }: IssuedEntry): number {
  const stated = decodeQr(qr)?.[4]?.toString() ?? '';
  return Math.round(Number(stated) * 100);
}
