import type { sales } from '../../../../shared/contract/till/sales.ts';
import { fail } from '../../../../shared/failure.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { findDocument } from '../../../books/corrections/find-document.ts';
import { refuseOtherStandIn } from '../../../books/corrections/stand-in.ts';
import { toInvoiceRow, toIssuedInvoice } from '../../../books/ledger/documents/entry.ts';
import { moneyMoved } from '../../../till/issue/refund-means.ts';
import type { CommandContext } from '../context.ts';

/** The number of milliseconds before the start in which a sale may have been cut off by a power failure. */
const lately = 30 * 60_000;

export function saleCommands({
  till: { checkout },
  environment: { ledger, drawer, company },
  terminal: { clock, startedAt, onStatus },
}: CommandContext): Pick<Handlers, keyof typeof sales> {
  return {
    'sale.setCashRounding': ({ coin }, caller) => {
      drawer.setRounding(coin, actorOf(caller));
      onStatus();
    },
    'sale.beforeStart': () => {
      const last = ledger.documents.lastOfPeople(startedAt - lately);
      return last !== undefined && last.issuedAt < startedAt ? { last: toInvoiceRow(last) } : {};
    },
    'sale.price': (sale, caller) => checkout.price(sale, caller),
    'sale.tryAll': ({ sales }, caller) => ({
      failures: checkout.tryAll(sales, caller).map((failure) => failure ?? null),
    }),
    'sale.priceCorrection': ({ rejected, sale }, caller) => checkout.price(sale, caller, rejected),
    'sale.issue': (sale, caller) => toIssuedInvoice(checkout.issue(sale, caller)),
    'sale.correct': ({ rejected, sale }, caller) => {
      const entry = checkout.issue(sale, caller, rejected);
      return {
        ...toIssuedInvoice(entry),
        moves: moneyMoved(entry, ledger.documents.get(rejected) ?? fail('not-found')),
      };
    },
    'sale.issueAll': ({ sales }, caller) => ({
      results: checkout
        .issueAll(sales, caller)
        .map((result) =>
          'failure' in result ? result : { issued: toIssuedInvoice(result.entry), existed: result.existed },
        ),
    }),
    'sale.reissue': ({ rejected }, caller) => ({
      results: checkout.reissueAll(rejected, caller).map((result) =>
        'failure' in result
          ? result
          : {
              rejected: result.rejected,
              issued: toInvoiceRow(result.entry),
              existed: result.existed,
            },
      ),
    }),
    'sale.standsFor': ({ rejected, accepted }, { name }) => {
      const { documents, standIns } = ledger;
      const now = clock.now();
      const { uuid } = standIns.say(() => {
        const prefix = company()?.terminal.numberPrefix;
        const entry = findDocument(documents, accepted, prefix) ?? fail('not-found');
        refuseOtherStandIn(entry, documents.get(rejected) ?? fail('not-found'), { documents, standIns, now });
        return { rejected, entry, actor: name, now };
      });
      onStatus();
      return toInvoiceRow(documents.get(uuid) ?? fail('not-found'));
    },
    'sale.exchange': (input, caller) => {
      const { note, sale } = checkout.exchange(input, caller);
      return { note: toIssuedInvoice(note), sale: toIssuedInvoice(sale) };
    },
  };
}
