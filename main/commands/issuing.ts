import type { CommandParsed } from '../../shared/contract/index.ts';
import type { Exchange } from '../../shared/contract/sales.ts';
import { type Failure, type FailureCode, FailureError, fail } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import { isSpecialSale } from '../../shared/special-sale.ts';
import type { Role } from '../../shared/status.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import { refuseUncertified } from '../credential/certified-customers.ts';
import { sellerOf } from '../credential/seller.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { type CheckedSale, checkWithEarlier, tryOut } from '../issue/issue-sale.ts';
import type { Issued, SaleToIssue } from '../issue/issuer.ts';
import type { Agreed } from '../ledger/card-payments.ts';
import type { Payment } from '../ledger/document-facts.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { createExchange, refuseExchangeMeans } from './exchange.ts';
import { refuseOwnVat, type VatOptions } from './given-vat.ts';
import { refuseLeftMoney } from './left-money.ts';
import { overridesOf } from './price-overrides.ts';
import type { ReceiptProofs } from './receipt-proofs.ts';
import { actorWithinLimits, agreedDigest, type LimitOptions } from './within-limits.ts';

export interface IssuingOptions
  extends Omit<LimitOptions, 'agreed' | 'creditLeft' | 'accountOf'>,
    Pick<VatOptions, 'catalogue'> {
  readonly clock: Clock;
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  readonly proofs: Pick<ReceiptProofs, 'checked'>;
  /** Called once for each document that a person issued at the screen. */
  readonly onSold?: (entry: LedgerEntry, caller: Caller) => void;
}

/** The documents that a payment is for. */
export type ToPay = CommandParsed<'card.ask'>['of'];

/** A document as it would be issued. */
export interface Rehearsed {
  readonly sale: Sale;
  readonly payments: readonly Payment[];
}

/**
 * The single path from a basket on the screen to its documents: who may issue what, within which limits, in which
 * shift.
 */
export interface Issuing {
  /** Prices and checks a sale as if it were issued next. @throws FailureError */
  nextInvoice(sale: Sale, rejected?: string): CheckedSale;
  /** @throws FailureError `not-allowed`, `bad-input` */
  refuseOwn(sale: Sale, role: Role, rejected?: string): void;
  /** @param rejected the document that the sale replaces */
  issue(sale: Sale, caller: Caller, rejected?: string): LedgerEntry;
  /**
   * Issues the sales of another program: in one commit if none is refused, else one by one.
   * @throws FailureError for a cause that prevents every sale
   */
  issueAll(sales: readonly Sale[], caller: Caller): (Issued | { readonly failure: Failure })[];
  exchange(asked: Exchange, caller: Caller): { note: LedgerEntry; sale: LedgerEntry };
  /**
   * Does everything that `issue` and `exchange` do, and undoes it: a card is charged only for what can be issued.
   * @returns the documents with their payments as they would be written, and the agreements of a manager that were needed
   * @throws FailureError as those; `sale-differs` when it has been issued already
   */
  rehearse(asked: ToPay, caller: Caller): { documents: Rehearsed[]; agreed: Agreed[] };
}

export function createIssuing(environment: OpenEnvironment, options: IssuingOptions): Issuing {
  const { ledger, issue, issueTogether, rehearse, drawer } = environment;
  const { clock, approvals, catalogue, proofs } = options;
  const { keyOf: accountOf } = ledger.buyers;
  const limits = { ...options, agreed: ledger.cards.agreed, creditLeft: creditLeftIn(ledger), accountOf };
  const refuseWithoutShift = (caller: Caller) => drawer.refuseWithout(actorOf(caller));
  const nextInvoice = createNextInvoice(environment, clock);

  function refuseOwn(sale: Sale, role: Role, rejected?: string): void {
    refuseSpecial(sale, role, ledger);
    refuseOwnVat(sale, role, { catalogue, ledger, rejected });
  }

  /** Checks a sale that is not issued yet, and returns it with the person who issues it. */
  function toIssue(asked: Sale, caller: Caller, rejected?: string): SaleToIssue {
    const sale = proofs.checked(asked, caller, rejected);
    refuseOwn(sale, caller.role, rejected);
    const payable = () => nextInvoice(sale, rejected).invoice.totals.payable;
    refuseExchangeMeans(sale, payable, rejected === undefined ? undefined : ledger.documents.get(rejected));
    refuseWithoutShift(caller);
    refuseLeftMoney(ledger, [{ sale, due: payable }], sale.saleId);
    const overrides = overridesOf(sale, catalogue.ifOpen());
    const by = actorWithinLimits(sale, caller, ledger.documents, { ...limits, payable, overrides, rejected });
    return { sale, by, more: { replaces: rejected, overrides } };
  }

  const exchange = createExchange({
    ...limits,
    proofs,
    documents: ledger.documents,
    refuseSpecial: (sale, role) => refuseSpecial(sale, role, ledger),
    refuseOwnVat: (sale, role) => refuseOwnVat(sale, role, { catalogue, ledger }),
    refuseWithoutShift,
    refuseLeftMoney: (documents, paidWith) => refuseLeftMoney(ledger, documents, paidWith),
    payableOf: (sale) => nextInvoice(sale).invoice.totals.payable,
    issueTogether,
  });

  /** Checks and issues a sale without letting another program work in between, such as the end of its shift. */
  function issueChecked(check: () => SaleToIssue): LedgerEntry {
    const checked: SaleToIssue[] = [];
    const [entry = fail('internal')] = issueTogether(() => {
      checked.push(check());
      return checked;
    });
    for (const { sale } of checked) approvals.spend(agreedDigest(sale));
    return entry;
  }

  function issueAll(sales: readonly Sale[], caller: Caller): Issued[] {
    const isIssued = (sale: Sale) => ledger.chain.issuedBefore(sale, undefined) !== undefined;
    const by = actorOf(caller);
    return environment.issueAll(sales.map((sale) => (isIssued(sale) ? { sale, by } : toIssue(sale, caller))));
  }

  return {
    nextInvoice,
    refuseOwn,
    issue(sale, caller, rejected) {
      // An issued document stays issued, whatever would prevent it now.
      if (ledger.chain.issuedBefore(sale, rejected) !== undefined) {
        refuseSpecial(sale, caller.role, ledger);
        return issue(sale, actorOf(caller), { replaces: rejected });
      }
      const entry = issueChecked(() => toIssue(sale, caller, rejected));
      // A correction moves no money.
      if (rejected === undefined) options.onSold?.(entry, caller);
      return entry;
    },
    issueAll(sales, caller) {
      try {
        return issueAll(sales, caller);
      } catch (error) {
        if (!isOfOneSale(error)) throw error;
        // None of them was issued; issuing them one by one shows which one fails.
        return sales.map((sale) => issueByItself(() => issueAll([sale], caller)));
      }
    },
    exchange: exchange.issue,
    rehearse(asked, caller) {
      const sales =
        asked.as === 'sale' ? [toIssue(asked.sale, caller)] : exchange.toIssue(asked.exchange, caller);
      const agreed = sales.flatMap(({ sale, by: { approval } }) =>
        approval === undefined ? [] : { digest: agreedDigest(sale), approval },
      );
      const payments = rehearse(sales);
      const documents = sales.map(({ sale }, index) => ({ sale, payments: payments[index] ?? [] }));
      return { documents, agreed };
    },
  };
}

function createNextInvoice(
  { ledger, company, credentials }: OpenEnvironment,
  clock: Pick<Clock, 'now'>,
): Issuing['nextInvoice'] {
  return (sale, replaces) => {
    refuseUncertified(sale, credentials.certificate());
    // No document is older than the one before it; issuing says when the clock is too far back.
    const now = Math.max(clock.now(), ledger.chain.nextLink().previousIssuedAt ?? 0);
    const known = company() ?? fail('no-company');
    const seller = sellerOf(known);
    const { numberPrefix } = known.terminal;
    const { documents } = ledger;
    const checked = checkWithEarlier(sale, { seller, numberPrefix, documents, now, replaces });
    tryOut(checked.invoice, now);
    return checked;
  };
}

function creditLeftIn({ buyers, accounts }: Pick<Ledger, 'buyers' | 'accounts'>): LimitOptions['creditLeft'] {
  return (buyer) => {
    const key = buyers.keyOf(buyer);
    const limit = accounts.limit(key);
    return limit === undefined ? undefined : limit - accounts.balance(key);
  };
}

/** Failures that concern only one sale; others may still be issued. */
const ofOneSale: readonly FailureCode[] = [
  'bad-input',
  'sale-differs',
  'hash-mismatch',
  'basket-paid',
  'card-unresolved',
];

const isOfOneSale = (error: unknown): error is FailureError =>
  error instanceof FailureError && ofOneSale.includes(error.failure.code);

function issueByItself(work: () => Issued[]): Issued | { failure: Failure } {
  try {
    return work()[0] ?? fail('internal');
  } catch (error) {
    // Its failure is returned together with the answers for the sales that were issued.
    if (!(error instanceof FailureError)) throw error;
    return { failure: error.failure };
  }
}

/** Only a manager issues the special kinds, even if a screen offers them to others. */
function refuseSpecial(sale: Sale, role: Role, ledger: Pick<Ledger, 'documents'>): void {
  if (role !== 'manager' && (isSpecialSale(sale) || !knowsWhatItCorrects(sale, ledger))) fail('not-allowed');
}

/**
 * Documents of another system are unknown here, and if a cashier chose the rate, nothing would limit the refund.
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
