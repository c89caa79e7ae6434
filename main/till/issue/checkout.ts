import type { Company } from '../../../shared/company.ts';
import type { CommandParsed } from '../../../shared/contract/index.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { isSpecialSale } from '../../../shared/sale/special-sale.ts';
import type { Role } from '../../../shared/status.ts';
import { cashRounding } from '../../../shared/stored/settings/environment.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import { completeCustomer } from '../../books/corrections/complete-parties.ts';
import type { ReceiptProofs } from '../../books/corrections/returns/receipt-proofs.ts';
import { roundingsOfReturn } from '../../books/corrections/returns/returns.ts';
import type { IssuedEntry, LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { warningsOf } from '../../document/invoice/rules/warnings-of.ts';
import { refuseUncertified } from '../../sending/credential/certified-customers.ts';
import type { Credentials } from '../../sending/credential/credentials.ts';
import { sellerOf } from '../../sending/credential/seller.ts';
import { refuseUnlistedVat, type VatOptions } from '../catalogue/listed-vat.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import { overridesOf } from '../catalogue/price-overrides.ts';
import { refuseWithdrawn } from '../catalogue/refuse-withdrawn.ts';
import type { Drawer } from '../shift/drawer.ts';
import { refuseRounding } from './cash-rounding.ts';
import { createExchange, refuseExchangeMeans } from './issue-exchange.ts';
import { type CheckedSale, checkWithEarlier, tryOut, uuidOfReplaced } from './issue-sale.ts';
import type { Issued, SaleToIssue, TillIssuer } from './issuer.ts';
import { pricesOf } from './price-sale.ts';
import { againOf, isOfOneSale, refuseOtherTotal, reissueEach } from './reissue-each.ts';
import { refuseUnusedCardPayments } from './unused-card-payments.ts';
import { actorWithinLimits, agreedDigest, type LimitOptions } from './within-limits.ts';

export interface CheckoutOptions
  extends Omit<LimitOptions, 'agreed' | 'creditLeft' | 'accountOf'>,
    Pick<VatOptions, 'catalogue'> {
  readonly clock: Clock;
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  readonly proofs: Pick<ReceiptProofs, 'checked'>;
  /**
   * Called once for each sale that a person issued at the screen.
   * @param other the rejected document that it replaces, or the note of its exchange
   */
  readonly onSold?: (
    entry: IssuedEntry,
    caller: Caller,
    other: { readonly before?: LedgerEntry | undefined; readonly note?: IssuedEntry },
  ) => void;
}

/** The parts of an environment with which documents are issued at its screen. */
export interface CheckoutParts {
  readonly issuer: TillIssuer;
  readonly ledger: Ledger;
  readonly drawer: Pick<Drawer, 'refuseWithout'>;
  readonly credentials: Pick<Credentials, 'certificate'>;
  company(): Company | undefined;
}

export type ToPay = CommandParsed<'card.ask'>['of'];

/** The one path from a basket on the screen to its documents: who may issue what, in which limits and shift. */
export type Checkout = ReturnType<typeof createCheckout>;

export function createCheckout(environment: CheckoutParts, options: CheckoutOptions) {
  const { ledger, issuer } = environment;
  const named = createNamed(ledger);
  const { approvals } = options;
  const { nextInvoice, refuseForbidden, toIssue, toReissue, exchange } = createChecks(environment, options);

  /** Checks and issues a sale while no other program can interfere, for instance by ending the shift. */
  function issueChecked(check: () => SaleToIssue): IssuedEntry {
    const checked: SaleToIssue[] = [];
    const [{ entry } = fail('internal')] = issuer.issueTogether(() => {
      checked.push(check());
      return checked;
    });
    for (const { sale, more } of checked) approvals.spend(agreedDigest(sale, more?.replaces));
    return entry;
  }

  /** Checks a sale of another program, unless it was issued before. */
  function toIssueOnce(requested: Sale, caller: Caller): SaleToIssue {
    const { sale, rejected } = named(requested);
    const isIssued = ledger.chain.issuedBefore(sale, rejected) !== undefined;
    return isIssued ? { sale, by: actorOf(caller) } : toIssue(sale, caller, rejected);
  }

  return {
    /**
     * Prices and checks a sale as if it were issued next; a sale that was issued before has the prices of its document.
     * @throws FailureError
     */
    price(requested: Sale, caller: Caller, given?: string) {
      const { sale, rejected } = named(requested, given);
      refuseForbidden(sale, caller, rejected);
      return pricesOf(sale, issuedBefore(sale, rejected, ledger) ?? nextInvoice(sale, rejected));
    },
    /** Issues a sale. @param rejected the document that the sale replaces */
    issue(requested: Sale, caller: Caller, given?: string) {
      const { sale, rejected } = named(requested, given);
      // An issued document stays issued, even if something would prevent it now.
      if (ledger.chain.issuedBefore(sale, rejected) !== undefined) {
        refuseSpecial(sale, caller.role, ledger);
        return issuer.issue(sale, actorOf(caller), { replaces: rejected }).entry;
      }
      const entry = issueChecked(() => toIssue(sale, caller, rejected));
      const before = rejected === undefined ? undefined : ledger.documents.get(rejected);
      options.onSold?.(entry, caller, { before });
      return entry;
    },
    /**
     * Issues the sales of another program, in one commit if none is refused, otherwise one by one.
     * @throws FailureError for a cause that prevents every sale
     */
    issueAll: (sales: readonly Sale[], caller: Caller) =>
      togetherOrEach(sales, (some) => issuer.issueAll(some.map((sale) => toIssueOnce(sale, caller)))),
    /** Issues rejected documents again as they were; see `sale.reissue`. @throws FailureError as `issueAll` */
    reissueAll: (rejected: readonly string[], caller: Caller) =>
      reissueEach(rejected, ledger, (before) => issueChecked(() => toReissue(before, caller))),
    /** Returns for each of these sales why it could not be issued after those before it. */
    tryAll: (sales: readonly Sale[], caller: Caller) =>
      issuer.tryAll(sales.map((sale) => () => toIssueOnce(sale, caller))),
    exchange: exchange.issue,
    /**
     * Does everything that `issue` and `exchange` do, and undoes it, because a card must be charged only for what can be
     * issued.
     * @returns the documents with their payments as they would be written, and the agreements of a manager that were needed
     * @throws FailureError as `issue` and `exchange`; `sale-differs` when it was issued already
     */
    rehearse(of: ToPay, caller: Caller) {
      const sales = of.as === 'sale' ? [toIssue(of.sale, caller)] : exchange.toIssue(of.exchange, caller);
      const agreed = sales.flatMap(({ sale, by: { approval } }) =>
        approval === undefined ? [] : { digest: agreedDigest(sale), approval },
      );
      const payments = issuer.rehearse(sales);
      const documents = sales.map(({ sale }, index) => ({ sale, payments: payments[index] ?? [] }));
      return { documents, agreed };
    },
  };
}

/** A screen names the document that is replaced by its uuid, and may have the sale of one that replaced another. */
function createNamed({ documents }: Pick<Ledger, 'documents'>) {
  return (requested: Sale, given?: string): { sale: Sale; rejected: string | undefined } => {
    const { replaces, ...rest } = requested;
    if (replaces === undefined) return { sale: requested, rejected: given };
    if (given !== undefined) return { sale: rest, rejected: given };
    return { sale: requested, rejected: uuidOfReplaced(requested, documents) };
  };
}

function createChecks(environment: CheckoutParts, options: CheckoutOptions) {
  const { ledger, issuer, drawer } = environment;
  const { clock, catalogue, proofs } = options;
  const { keyOf: accountOf } = ledger.buyers;
  const limits = { ...options, agreed: ledger.cards.agreed, creditLeft: creditLeftIn(ledger), accountOf };
  const refuseWithoutShift = (caller: Caller) => drawer.refuseWithout(actorOf(caller));
  const nextInvoice = createNextInvoice(environment, clock);
  const coin = () => ledger.settings.read(cashRounding);

  function refuseForbidden(sale: Sale, caller: Caller, rejected?: string): void {
    refuseSpecial(sale, caller.role, ledger);
    refuseByList(sale, caller, rejected);
  }

  function refuseByList(sale: Sale, caller: Caller, rejected?: string): void {
    // Another program reports what is sold already.
    if (rejected === undefined && actorOf(caller).kind === 'person') refuseWithdrawn(sale, catalogue);
    refuseUnlistedVat(sale, caller.role, { catalogue, ledger, rejected });
  }

  /** Checks a sale that is not issued yet, and returns it with the person who issues it. */
  function toIssue(requested: Sale, caller: Caller, rejected?: string): SaleToIssue {
    const sale = proofs.checked(requested, caller, rejected);
    refuseForbidden(sale, caller, rejected);
    const payable = () => amountDue(nextInvoice(sale, rejected).invoice);
    const before = rejected === undefined ? undefined : ledger.documents.get(rejected);
    refuseRounding(sale, [{ sale, due: payable }], {
      role: caller.role,
      coin: coin(),
      before: before?.sale,
      ofReturn: () => roundingsOfReturn(sale, ledger.documents, coin(), rejected),
    });
    refuseExchangeMeans(sale, payable, before);
    refuseWithoutShift(caller);
    refuseUnusedCardPayments(ledger, [{ sale, due: payable }], sale.saleId);
    const overrides = overridesOf(sale, catalogue.ifOpen());
    const by = actorWithinLimits(sale, caller, ledger.documents, { ...limits, payable, overrides, rejected });
    return { sale, by, more: { replaces: rejected, overrides } };
  }

  /** Checks a rejected document that is issued again as it was, under an id of its own. */
  function toReissue(before: LedgerEntry, caller: Caller): SaleToIssue {
    const { uuid } = before;
    const again = againOf(before);
    refuseOtherTotal(amountDue(nextInvoice(again, uuid).invoice), before);
    return toIssue(again, caller, uuid);
  }

  const exchange = createExchange({
    ...limits,
    proofs,
    documents: ledger.documents,
    refuseSpecial: (sale, role) => refuseSpecial(sale, role, ledger),
    refuseByList,
    refuseWithoutShift,
    refuseUnusedCardPayments: (documents, paidWith) => refuseUnusedCardPayments(ledger, documents, paidWith),
    coin,
    payableOf: (sale) => amountDue(nextInvoice(sale).invoice),
    issueTogether: issuer.issueTogether,
  });

  return { nextInvoice, refuseForbidden, toIssue, toReissue, exchange };
}

function createNextInvoice(
  { ledger, company, credentials }: Pick<CheckoutParts, 'ledger' | 'company' | 'credentials'>,
  clock: Pick<Clock, 'now'>,
): (sale: Sale, replaces?: string) => CheckedSale {
  return (sale, replaces) => {
    refuseUncertified(completeCustomer(sale, ledger.documents), credentials.certificate());
    // No document is older than the previous one; issuing reports a clock that is too far back.
    const now = Math.max(clock.now(), ledger.chain.nextLink().previousIssuedAt ?? 0);
    const details = company() ?? fail('no-company');
    const seller = sellerOf(details);
    const { numberPrefix } = details.terminal;
    const checked = checkWithEarlier(sale, { seller, numberPrefix, ledger, now, replaces });
    tryOut(checked.invoice, now);
    return checked;
  };
}

function creditLeftIn({ buyers, accounts }: Pick<Ledger, 'buyers' | 'accounts'>): LimitOptions['creditLeft'] {
  return (buyer) => {
    const keys = buyers.keysOf(buyer);
    const limit = keys.map((key) => accounts.limit(key)).find((one) => one !== undefined);
    return limit === undefined ? undefined : limit - sumHalalas(keys.map((key) => accounts.balance(key)));
  };
}

/** Returns the invoice of a sale that was issued before, which answers a repeated request. */
function issuedBefore(
  sale: Sale,
  replaces: string | undefined,
  { chain, documents }: Pick<Ledger, 'chain' | 'documents'>,
): Pick<CheckedSale, 'invoice' | 'cautions'> | undefined {
  const before = chain.issuedBefore(sale, replaces);
  if (before === undefined) return undefined;
  const xml = documents.issuedXml(before.uuid) ?? fail('not-found');
  return { invoice: readInvoice(xml), cautions: warningsOf(xml, before.issuedAt) };
}

function togetherOrEach(sales: readonly Sale[], issueAll: (some: readonly Sale[]) => Issued[]) {
  try {
    return issueAll(sales);
  } catch (error) {
    if (!isOfOneSale(error)) throw error;
    // None of the sales was issued; issuing them one by one shows which one fails.
    return sales.map((sale) => issueByItself(() => issueAll([sale])));
  }
}

function issueByItself(work: () => Issued[]): Issued | { failure: Failure } {
  try {
    return work()[0] ?? fail('internal');
  } catch (error) {
    // The failure is returned together with the answers for the sales that were issued.
    if (!(error instanceof FailureError)) throw error;
    return { failure: error.failure };
  }
}

/** Only a manager issues the special kinds, even if a screen offers them to others. */
function refuseSpecial(sale: Sale, role: Role, ledger: Pick<Ledger, 'documents'>): void {
  if (role !== 'manager' && (isSpecialSale(sale) || !knowsWhatItCorrects(sale, ledger))) fail('not-allowed');
}

/**
 * The documents of another system are unknown here, and if a cashier chose the rate, nothing would limit the refund.
 * Advances, and invoices paid with advances, are refunded by a manager.
 */
function knowsWhatItCorrects(sale: Sale, ledger: Pick<Ledger, 'documents'>): boolean {
  return (sale.corrects ?? []).every(({ number }) => {
    const original = ledger.documents.getByNumber(number);
    if (original?.kind !== 'invoice') return false;
    const { exchangeRate, prepayments } = original.sale;
    const hasItsRate = original.currency === (sale.currency ?? 'SAR') && exchangeRate === sale.exchangeRate;
    return hasItsRate && prepayments === undefined;
  });
}
