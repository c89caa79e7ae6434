import type { Exchange } from '../../shared/contract/sales.ts';
import { FailureError, fail } from '../../shared/failure.ts';
import type { Halalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Role } from '../../shared/status.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { paymentCode } from '../invoice/payment-code.ts';
import { settleExchange } from '../issue/exchange.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { saleDigest } from '../ledger/sale-digest.ts';
import type { Caller } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { overridesOf } from './price-overrides.ts';
import { actorWithinLimits, type LimitOptions } from './within-limits.ts';

export interface ExchangeOptions extends LimitOptions {
  readonly documents: Pick<Ledger['documents'], 'getBySaleId' | 'getByNumber' | 'correctionsOf'>;
  /** @throws FailureError `not-allowed` */
  readonly refuseSpecial: (sale: Sale, role: Role) => void;
  /** @throws FailureError `bad-input` */
  readonly refuseOwnVat: (sale: Sale, role: Role) => void;
  /** @throws FailureError `no-shift` */
  readonly refuseWithoutShift: (caller: Caller) => void;
  /** Checks a sale and returns its amount due. @throws FailureError */
  readonly payableOf: (sale: Sale) => Halalas;
  readonly issueTogether: OpenEnvironment['issueTogether'];
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  /** Called once for each document. */
  readonly onSold?: (entry: LedgerEntry, caller: Caller) => void;
}

/** Returns the function that issues the two documents of an exchange, or returns those that it issued before. */
export function createExchange(options: ExchangeOptions) {
  const { documents, refuseSpecial, refuseOwnVat, refuseWithoutShift } = options;
  const { payableOf, approvals, issueTogether } = options;

  const documentOf = ({ saleId }: Sale) => (saleId === undefined ? undefined : documents.getBySaleId(saleId));

  /** The amount due, whatever the payments say: those of the sale are for a part of it. */
  const amountDue = (sale: Sale): Halalas =>
    documentOf(sale)?.payable ?? payableOf({ ...sale, payments: [{ means: 'other' }] });

  return (asked: Exchange, caller: Caller): { note: LedgerEntry; sale: LedgerEntry } => {
    const isIssued = documentOf(asked.note) !== undefined && documentOf(asked.sale) !== undefined;
    if (!isIssued) refuseWithoutShift(caller);
    const dueOf = (part: keyof Exchange) =>
      under(part, () => {
        refuseSpecial(asked[part], caller.role);
        refuseExchangeMeans(asked[part]);
        if (!isIssued) refuseOwnVat(asked[part], caller.role);
        return amountDue(asked[part]);
      });
    const settled = settleExchange(asked, dueOf('note'), dueOf('sale'));
    const partOf = (part: keyof Exchange) => {
      const sale = settled[part];
      const payable = () => amountDue(sale);
      // An issued document stays issued, whatever the limits are now.
      if (isIssued) return { sale, by: actorOf(caller) };
      const overrides = overridesOf(sale, options.catalogue.ifOpen());
      const by = actorWithinLimits(sale, caller, documents, { ...options, payable, overrides });
      return { sale, by, more: { overrides } };
    };
    const parts = [partOf('note'), partOf('sale')];
    const [note, sale] = issueTogether(parts) as [LedgerEntry, LedgerEntry];
    for (const part of parts) approvals.spend(saleDigest(part.sale));
    if (!isIssued) for (const entry of [note, sale]) options.onSold?.(entry, caller);
    return { note, sale };
  };
}

/**
 * Refuses a sale that says of itself that it is paid by the goods of another document: only an exchange knows that.
 * @throws FailureError `bad-input`
 */
export function refuseExchangeMeans({ payments }: Pick<Sale, 'payments'>): void {
  const place = payments.findIndex(({ means }) => paymentCode(means) === paymentCode('exchange'));
  if (place === -1) return;
  const message = 'is a means of sale.exchange alone';
  fail('bad-input', { issues: [{ path: ['payments', place, 'means'], code: 'exchange', message }] });
}

/** Says of which document of the exchange the issues of a failure are. */
function under<T>(part: keyof Exchange, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.issues === undefined) throw error;
    const issues = error.failure.issues.map((issue) => ({ ...issue, path: [part, ...issue.path] }));
    throw new FailureError({ ...error.failure, issues }, { cause: error });
  }
}
