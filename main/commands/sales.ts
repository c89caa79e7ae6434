import type { CommandOutput } from '../../shared/contract/index.ts';
import type { sales } from '../../shared/contract/sales.ts';
import { fail } from '../../shared/failure.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import { isSpecialSale } from '../../shared/special-sale.ts';
import type { Role } from '../../shared/status.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import { refuseUncertified } from '../credential/certified-customers.ts';
import { sellerOf } from '../credential/seller.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { checkWithEarlier, tryOut } from '../issue/issue-sale.ts';
import { type LedgerEntry, toInvoiceRow } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { saleDigest } from '../ledger/sale-digest.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller, Handlers } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { createExchange, refuseExchangeMeans } from './exchange.ts';
import { refuseOwnVat, type VatOptions } from './given-vat.ts';
import { overridesOf } from './price-overrides.ts';
import { actorWithinLimits, type LimitOptions } from './within-limits.ts';

export interface SaleCommandsOptions extends LimitOptions, Pick<VatOptions, 'catalogue'> {
  readonly clock: Clock;
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  /** Called once for each document that a person issued at the screen. */
  readonly onSold?: (entry: LedgerEntry, caller: Caller) => void;
}

/** The commands that price and issue a sale. */
export function saleCommands(
  { ledger, company, issue, issueTogether, credentials, drawer }: OpenEnvironment,
  options: SaleCommandsOptions,
): Pick<Handlers, keyof typeof sales> {
  const { clock, approvals, catalogue } = options;
  const seller = () => company() ?? fail('no-company');

  function issued(entry: LedgerEntry): CommandOutput<'sale.issue'> {
    const { qr, hash, taxExclusive, vat } = entry;
    return { ...toInvoiceRow(entry), qr, hash, taxExclusive, vat };
  }

  /** A sale that is asked for again is answered with its document, which may have moved on since. */
  function issuedInvoice(sale: Sale, replaces: string | undefined) {
    const before = ledger.chain.issuedBefore(sale, replaces);
    return (
      before && {
        invoice: readInvoice(ledger.documents.issuedXml(before.uuid) ?? fail('not-found')),
        cautions: [],
      }
    );
  }

  function nextInvoice(sale: Sale, replaces: string | undefined) {
    refuseUncertified(sale, credentials.certificate());
    const now = clock.now();
    const checked = checkWithEarlier(sale, {
      seller: sellerOf(seller()),
      documents: ledger.documents,
      now,
      replaces,
    });
    tryOut(checked.invoice, now);
    return checked;
  }

  function price(sale: Sale, role: Role, replaces?: string): CommandOutput<'sale.price'> {
    refuseSpecial(sale, role, ledger);
    refuseOwnVat(sale, role, { catalogue, ledger, rejected: replaces });
    const { invoice, cautions } = issuedInvoice(sale, replaces) ?? nextInvoice(sale, replaces);
    const { lines, totals } = invoice;
    return {
      lines: lines.map(({ gross, net, vatAmount }) => ({ gross, net, vat: vatAmount })),
      taxExclusive: totals.taxExclusive,
      vat: totals.vat,
      // The discount of the basket in the sense of its prices: with VAT if they include it. Never below zero:
      // charges, prepayments and roundings are no discount.
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

  function issueFor(sale: Sale, caller: Caller, rejected?: string): CommandOutput<'sale.issue'> {
    refuseSpecial(sale, caller.role, ledger);
    // An issued document stays issued, whatever stands in the way now.
    if (ledger.chain.issuedBefore(sale, rejected) !== undefined)
      return issued(issue(sale, actorOf(caller), { replaces: rejected }));
    refuseOwnVat(sale, caller.role, { catalogue, ledger, rejected });
    // A correction keeps the payments of its document.
    if (rejected === undefined) refuseExchangeMeans(sale);
    drawer.refuseWithout(actorOf(caller));
    const payable = () => nextInvoice(sale, rejected).invoice.totals.payable;
    const overrides = overridesOf(sale, options.catalogue.ifOpen());
    const actor = actorWithinLimits(sale, caller, ledger.documents, { ...options, payable, overrides });
    const entry = issue(sale, actor, { replaces: rejected, overrides });
    approvals.spend(saleDigest(sale));
    // A correction moves no money.
    if (rejected === undefined) options.onSold?.(entry, caller);
    return issued(entry);
  }

  const exchange = createExchange({
    ...options,
    documents: ledger.documents,
    refuseSpecial: (sale, role) => refuseSpecial(sale, role, ledger),
    refuseOwnVat: (sale, role) => refuseOwnVat(sale, role, { catalogue, ledger }),
    refuseWithoutShift: (caller) => drawer.refuseWithout(actorOf(caller)),
    payableOf: (sale) => nextInvoice(sale, undefined).invoice.totals.payable,
    issueTogether,
  });

  return {
    'sale.price': (sale, { role }) => price(sale, role),
    'sale.priceCorrection': ({ rejected, sale }, { role }) => price(sale, role, rejected),
    'sale.issue': (sale, caller) => issueFor(sale, caller),
    'sale.correct': ({ rejected, sale }, caller) => issueFor(sale, caller, rejected),
    'sale.exchange': (asked, caller) => {
      const { note, sale } = exchange(asked, caller);
      return { note: issued(note), sale: issued(sale) };
    },
  };
}

/** Only a manager issues the special kinds, whatever a screen shows. */
function refuseSpecial(sale: Sale, role: Role, ledger: Pick<Ledger, 'documents'>): void {
  if (role !== 'manager' && (isSpecialSale(sale) || !knowsWhatItCorrects(sale, ledger))) fail('not-allowed');
}

/**
 * Documents of another system are unknown here, and with a rate of the cashier's own nothing would limit the refund.
 * Advances, and invoices paid with them, are refunded by a manager.
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
