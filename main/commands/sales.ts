import type { CommandOutput } from '../../shared/contract/index.ts';
import type { sales } from '../../shared/contract/sales.ts';
import { fail } from '../../shared/failure.ts';
import { roundToHalalas, sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Role } from '../../shared/status.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { issuedAnswer } from './issued-answer.ts';
import type { Issuing } from './issuing.ts';

/** The commands that price and issue a sale. */
export function saleCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  issuing: Issuing,
): Pick<Handlers, keyof typeof sales> {
  /** A repeated request is answered with the document of the sale, which may have changed its status since. */
  function issuedInvoice(sale: Sale, replaces: string | undefined) {
    const before = ledger.chain.issuedBefore(sale, replaces);
    return (
      before && {
        invoice: readInvoice(ledger.documents.issuedXml(before.uuid) ?? fail('not-found')),
        cautions: [],
      }
    );
  }

  function price(sale: Sale, role: Role, replaces?: string): CommandOutput<'sale.price'> {
    issuing.refuseOwn(sale, role, replaces);
    const { invoice, cautions } = issuedInvoice(sale, replaces) ?? issuing.nextInvoice(sale, replaces);
    const { lines, totals } = invoice;
    /** The difference, by rounding, between VAT computed from the total and VAT within the prices. */
    const vatRounding = (totals.rounding ?? 0) - roundToHalalas(sale.payableRounding ?? 0);
    return {
      lines: lines.map(({ gross, net, vatAmount }) => ({ gross, net, vat: vatAmount })),
      taxExclusive: totals.taxExclusive,
      vat: totals.vat,
      // The discount of the basket in the sense of its prices: with VAT if they include it. Never negative:
      // charges, prepayments and roundings are no discount.
      discount: Math.max(
        0,
        sale.prices === 'includeVat'
          ? sumHalalas(lines.map(({ gross }) => gross)) - totals.taxInclusive - vatRounding
          : (totals.allowances ?? 0),
      ),
      payable: totals.payable,
      cautions,
    };
  }

  return {
    'sale.price': (sale, { role }) => price(sale, role),
    'sale.priceCorrection': ({ rejected, sale }, { role }) => price(sale, role, rejected),
    'sale.issue': (sale, caller) => issuedAnswer(issuing.issue(sale, caller)),
    'sale.correct': ({ rejected, sale }, caller) => issuedAnswer(issuing.issue(sale, caller, rejected)),
    'sale.issueAll': ({ sales }, caller) => ({
      results: issuing
        .issueAll(sales, caller)
        .map((result) =>
          'failure' in result ? result : { issued: issuedAnswer(result.entry), existed: result.existed },
        ),
    }),
    'sale.exchange': (asked, caller) => {
      const { note, sale } = issuing.exchange(asked, caller);
      return { note: issuedAnswer(note), sale: issuedAnswer(sale) };
    },
  };
}
