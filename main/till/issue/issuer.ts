import type { Actor } from '../../../shared/actor.ts';
import type { Company } from '../../../shared/company.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { completeCustomer } from '../../books/corrections/complete-parties.ts';
import type { Payment } from '../../books/ledger/documents/document-facts.ts';
import type { IssuedEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';
import { refuseOtherSeller } from '../../sending/credential/certified-company.ts';
import { refuseUncertified } from '../../sending/credential/certified-customers.ts';
import type { KeyRing } from '../../sending/credential/key-ring.ts';
import { sellerOf } from '../../sending/credential/seller.ts';
import type { ActiveCredential } from '../../sending/credential/serving-credentials.ts';
import { type ActiveStamper, createActiveStamper, refuseOutOfTime } from './active-stamper.ts';
import {
  type CheckedSale,
  documentForNextLink,
  type EarlyDocument,
  type IssueOptions,
  issueSale,
  previewSale,
  uuidOfReplaced,
} from './issue-sale.ts';
import type { PreparedSale } from './prepared-sale.ts';
import { refuseReserved } from './refuse-reserved.ts';

/** The facts about a sale that are not in the sale itself. */
export type IssueMore = Pick<IssueOptions, 'replaces' | 'overrides' | 'paidWith'>;

export interface SaleToIssue {
  readonly sale: Sale;
  readonly by: Actor;
  readonly more?: IssueMore | undefined;
}

export type SalesToIssue = readonly SaleToIssue[] | (() => readonly SaleToIssue[]);

export type Issued = { entry: IssuedEntry; existed: boolean };
type Done = Pick<IssueOptions, 'prepared' | 'early'>;

/** Issues the documents of one environment, and has them sent. */
export type Issuer = ReturnType<typeof createIssuer>;

/** The functions that the screen needs; those for other programs are for `integration`. */
export type TillIssuer = Pick<Issuer, 'issue' | 'issueTogether' | 'issueAll' | 'rehearse' | 'tryAll'>;

interface IssuerOptions {
  readonly ledger: Ledger;
  readonly keyRing: KeyRing;
  readonly profile: GatewayProfile;
  readonly company: () => Company | undefined;
  readonly clock: Clock;
  /** Returns the reason why nothing can be issued yet, if it is known. */
  readonly failure: () => Failure | undefined;
  /** Looks for obstacles. @throws FailureError `clock-ahead`, `counter-used`, `ledger-old`, `ledger-forked` */
  readonly checkIssuing: () => void;
  /** Returns the hash that an independent reader computes in another thread; see `canonicalHash`. */
  readonly independentHash: (xml: Uint8Array) => Promise<string>;
  readonly onIssued: (entry: IssuedEntry, replaces: string | undefined) => void;
}

type ToIssue = (sale: Sale, more: IssueMore, done: Done) => Omit<IssueOptions, 'by'>;

/** Collects the options to issue a sale now. @throws FailureError when nothing can be issued */
function createToIssue(options: IssuerOptions, stampers: Pick<ActiveStamper, 'current'>): ToIssue {
  const { ledger, company, clock, failure, checkIssuing } = options;
  const { clearWithin, reportWithin } = options.profile.timings;
  return (sale, { replaces, overrides, paidWith }, done) => {
    const active = stampers.current();
    if (active === undefined) throw new FailureError(failure() ?? { code: 'not-onboarded' });
    const { stamper, certificate } = active;
    checkIssuing();
    refuseUncertified(completeCustomer(sale, ledger.documents), certificate);
    refuseOutOfTime(certificate, clock);
    const seller = company() ?? fail('no-company');
    refuseOtherSeller(seller, certificate);
    return {
      ledger,
      seller: sellerOf(seller),
      numberPrefix: seller.terminal.numberPrefix,
      stamper,
      clock,
      replaces,
      overrides,
      paidWith,
      ...done,
      within: { clearance: clearWithin, reporting: reportWithin },
    };
  };
}

/** Issues sales with the active credential. */
export function createIssuer(options: IssuerOptions) {
  const { ledger, onIssued, independentHash } = options;
  const stampers = createActiveStamper(options.keyRing);
  const toIssue = createToIssue(options, stampers);

  const replacedBy = (sale: Sale, { replaces }: IssueMore = {}) =>
    uuidOfReplaced(sale, ledger.documents, replaces);

  function commit({ sale, by, more = {} }: SaleToIssue, done: Done = {}): Issued {
    // A till that did not get the answer asks again; an issued document stays issued, even if it could not be issued now.
    const before = ledger.chain.issuedBefore(sale, replacedBy(sale, more));
    if (before !== undefined) return { entry: before, existed: true };
    return issueSale(sale, { ...toIssue(sale, more, done), by });
  }

  function notifyIssued({ entry, existed }: Issued, { sale, more }: SaleToIssue): void {
    if (!existed) onIssued(entry, replacedBy(sale, more));
  }

  function issue(request: SaleToIssue, done?: Done): Issued {
    const issued = commit(request, done);
    notifyIssued(issued, request);
    return issued;
  }

  return {
    /** Makes later stamps with this credential. */
    use: (active: ActiveCredential): void => stampers.use(active),
    /** Issues a sale. @throws FailureError */
    issue: (sale: Sale, by: Actor, more?: IssueMore): Issued => issue({ sale, by, more }),
    /**
     * Issues several sales, all of them or none. If repeated, it returns the same documents.
     * @param sales a function if the sales are checked against facts that other programs may change, such as a shift;
     * no other program writes between the check and the documents
     * @throws FailureError `sale-differs` when only some of them were issued before
     */
    issueTogether(sales: SalesToIssue): Issued[] {
      const all = commitTogether(ledger, sales, commit);
      for (const { request, issued } of all) notifyIssued(issued, request);
      return all.map(({ issued }) => issued);
    },
    /**
     * Issues independent sales in one commit: all of them or none. For a sale that was issued before, it returns that
     * document.
     * @throws FailureError
     */
    issueAll(sales: readonly SaleToIssue[]): Issued[] {
      const all = ledger.chain.exclusively(() => sales.map((request) => commit(request)));
      for (const [index, issued] of all.entries()) notifyIssued(issued, sales[index] as SaleToIssue);
      return all;
    },
    /**
     * Issues sales as `issueTogether` does, and undoes it: no counter is used, and no event is emitted.
     * @returns the payments of each as they would be written
     * @throws FailureError as `issueTogether`; `sale-differs` when one was issued already
     */
    rehearse: (sales: readonly SaleToIssue[]): Payment[][] => rehearse(ledger, sales, commit),
    /**
     * Issues sales one after the other as `issue` does, and undoes all of them.
     * @param sales each makes a sale when those before it are issued
     * @returns the failure of each that could not be issued
     */
    tryAll: (sales: readonly (() => SaleToIssue)[]) => tryAll(ledger, sales, commit),
    /** Prices and checks another program's sale as if it were issued next. @throws FailureError as `issue` */
    preview(sale: Sale, by: Actor, prepared?: PreparedSale): CheckedSale {
      refuseReserved(ledger, sale, sale.saleId, replacedBy(sale));
      return previewSale(sale, { ...toIssue(sale, {}, { prepared }), by });
    },
    /** Issues a large sale of another program with as little work on this thread as possible. @throws FailureError */
    async issuePrepared(sale: Sale, by: Actor, prepared: PreparedSale): Promise<Issued> {
      const isIssued = ledger.chain.issuedBefore(sale, replacedBy(sale)) !== undefined;
      const early = isIssued ? undefined : documentForNextLink(sale, toIssue(sale, {}, { prepared }));
      if (early !== undefined) await confirm(early, independentHash);
      // Everything that may have changed meanwhile is checked again: other sales, the credential, the day.
      return issue({ sale, by }, { prepared, early });
    },
  };
}

/**
 * The independent hash takes as long as everything else together, so another thread computes it before the sale gets
 * its place in the chain.
 */
async function confirm(
  { document: { xml, hash } }: EarlyDocument,
  independentHash: IssuerOptions['independentHash'],
): Promise<void> {
  if ((await independentHash(xml)) !== hash) fail('hash-mismatch');
}

/** Commits sales in one transaction. @throws FailureError `sale-differs` when only some of them were issued before */
function commitTogether(
  ledger: Pick<Ledger, 'chain'>,
  sales: SalesToIssue,
  commit: (sale: SaleToIssue) => Issued,
): { request: SaleToIssue; issued: Issued }[] {
  return ledger.chain.exclusively(() => {
    const all = typeof sales === 'function' ? sales() : sales;
    const done = all.map((request) => ({ request, issued: commit(request) }));
    // One of the sales was issued earlier, alone or with another sale, and must not count twice.
    if (new Set(done.map(({ issued }) => issued.existed)).size > 1) fail('sale-differs');
    return done;
  });
}

/** Commits sales in a transaction that is undone; returns their payments as they would be written. */
const rehearse = (
  ledger: Ledger,
  sales: readonly SaleToIssue[],
  commit: (sale: SaleToIssue) => Issued,
): Payment[][] =>
  undone(ledger, () =>
    sales.map((request) => {
      const { entry, existed } = commit(request);
      if (existed) fail('sale-differs', { detail: { saleId: request.sale.saleId ?? '' } });
      return ledger.facts.payments(entry.icv);
    }),
  );

/** Commits sales one after the other in a transaction that is undone; a failed one leaves nothing for those after it. */
const tryAll = (
  ledger: Ledger,
  sales: readonly (() => SaleToIssue)[],
  commit: (sale: SaleToIssue) => Issued,
): (Failure | undefined)[] =>
  undone(ledger, () => sales.map((make) => failureOf(() => ledger.chain.exclusively(() => commit(make())))));

/** Does work in a transaction that is undone. @returns the result of the work */
function undone<T>({ chain }: Pick<Ledger, 'chain'>, work: () => T): T {
  const undo = new Error('undone');
  const results: T[] = [];
  try {
    chain.exclusively(() => {
      results.push(work());
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return results[0] as T;
}

function failureOf(work: () => unknown): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}
