import type { Exchange } from '../../../shared/contract/till/sales.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import { paymentCode } from '../../../shared/sale/payment-code.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Role } from '../../../shared/status.ts';
import type { CashCoin } from '../../../shared/values/cash-rounding.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import { completeCustomer } from '../../books/corrections/complete-parties.ts';
import { refuseOtherCustomer } from '../../books/corrections/law/same-terms.ts';
import type { ReceiptProofs } from '../../books/corrections/returns/receipt-proofs.ts';
import { roundingsOfReturn } from '../../books/corrections/returns/returns.ts';
import type { IssuedEntry, LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import { overridesOf } from '../catalogue/price-overrides.ts';
import { refuseRounding } from './cash-rounding.ts';
import { settleExchange, under } from './exchange.ts';
import type { SaleToIssue, TillIssuer } from './issuer.ts';
import { paymentsOf } from './payments.ts';
import type { PaidDocuments } from './refund-means.ts';
import type { DueDocument } from './unused-card-payments.ts';
import { actorWithinLimits, agreedDigest, type LimitOptions } from './within-limits.ts';

export interface ExchangeOptions extends LimitOptions {
  readonly documents: PaidDocuments & Pick<Ledger['documents'], 'get' | 'getBySaleId'>;
  /** Refuses a kind of sale that the role may not issue. @throws FailureError `not-allowed` */
  readonly refuseSpecial: (sale: Sale, role: Role) => void;
  /** Refuses what the list of articles does not allow. @throws FailureError `bad-input` */
  readonly refuseByList: (sale: Sale, caller: Caller) => void;
  /** Refuses a person without an open shift, if the shop requires one. @throws FailureError `no-shift` */
  readonly refuseWithoutShift: (caller: Caller) => void;
  /** Checks a sale and returns its amount due. @throws FailureError */
  readonly payableOf: (sale: Sale) => Halalas;
  /** Refuses documents that leave card payments unused. @throws FailureError `basket-paid`, `card-unresolved` */
  readonly refuseUnusedCardPayments: (
    documents: readonly DueDocument[],
    paidWith: string | undefined,
  ) => void;
  /** Returns the coin to which the shop rounds cash; undefined if it does not. */
  readonly coin: () => CashCoin | undefined;
  readonly issueTogether: TillIssuer['issueTogether'];
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  readonly proofs: Pick<ReceiptProofs, 'checked'>;
  readonly onSold?: (entry: IssuedEntry, caller: Caller, other: { readonly note: IssuedEntry }) => void;
}

/** The two documents of an exchange. */
export function createExchange(options: ExchangeOptions) {
  const { documents, refuseSpecial, refuseByList, refuseWithoutShift } = options;
  const { payableOf, approvals, issueTogether } = options;

  const documentOf = ({ saleId }: Sale) => (saleId === undefined ? undefined : documents.getBySaleId(saleId));

  /** This is the amount due, whatever the payments are: those of the sale cover only a part. */
  const amountDue = (sale: Sale): Halalas =>
    documentOf(sale)?.payable ?? payableOf({ ...sale, payments: [{ means: 'other' }] });

  const isIssuedAlready = ({ note, sale }: Exchange) =>
    documentOf(note) !== undefined && documentOf(sale) !== undefined;

  function toIssue(exchange: Exchange, caller: Caller): readonly [SaleToIssue, SaleToIssue] {
    const checked = { ...exchange, note: options.proofs.checked(exchange.note, caller) };
    const isIssued = isIssuedAlready(checked);
    if (!isIssued) refuseWithoutShift(caller);
    const dueOf = (part: keyof Exchange) =>
      under(part, () => {
        refuseSpecial(checked[part], caller.role);
        refuseExchangeMeans(checked[part]);
        if (part === 'sale') refuseOtherKeeper(checked, documents);
        if (!isIssued) refuseByList(checked[part], caller);
        return amountDue(checked[part]);
      });
    const [back, due] = [dueOf('note'), dueOf('sale')];
    const settled = settleExchange(checked, back, due);
    const paidWith = checked.sale.saleId;
    const paid = [
      { sale: settled.note, due: () => back },
      { sale: settled.sale, due: () => due },
    ];
    if (!isIssued) {
      const coin = options.coin();
      const ofReturn = () => roundingsOfReturn(settled.note, documents, coin);
      for (const part of ['note', 'sale'] as const)
        under(part, () => refuseRounding(settled[part], paid, { role: caller.role, coin, ofReturn }));
      options.refuseUnusedCardPayments(paid, paidWith);
    }
    const partOf = (part: keyof Exchange): SaleToIssue => {
      const sale = settled[part];
      const payable = () => amountDue(sale);
      // An issued document stays issued, even if the limits have changed.
      if (isIssued) return { sale, by: actorOf(caller), more: { paidWith } };
      const overrides = overridesOf(sale, options.catalogue.ifOpen());
      const by = actorWithinLimits(sale, caller, documents, { ...options, payable, overrides, paidWith });
      return { sale, by, more: { overrides, paidWith } };
    };
    return [partOf('note'), partOf('sale')];
  }

  return {
    /** Checks both documents and returns them as they would be issued: the note and the sale. @throws FailureError */
    toIssue,
    /** Issues both documents, or returns them if they were issued before. @throws FailureError */
    issue(exchange: Exchange, caller: Caller) {
      const isIssued = isIssuedAlready(exchange);
      const parts: SaleToIssue[] = [];
      const [note = fail('internal'), sale = fail('internal')] = issueTogether(() => {
        parts.push(...toIssue(exchange, caller));
        return parts;
      }).map(({ entry }) => entry);
      for (const part of parts) approvals.spend(agreedDigest(part.sale));
      if (!isIssued) options.onSold?.(sale, caller, { note });
      return { note, sale };
    },
  };
}

/**
 * Refuses to keep what goods give back as an advance of another customer.
 * @throws FailureError `bad-input` `advance-customer-differs`, `party-differs`
 */
function refuseOtherKeeper(
  { note, sale }: Exchange,
  documents: Pick<Ledger['documents'], 'getByNumber'>,
): void {
  if (sale.kind !== 'prepayment') return;
  const advance = completeCustomer(sale, documents);
  for (const { number } of note.corrects ?? []) {
    const original = documents.getByNumber(number);
    if (original !== undefined) refuseOtherCustomer(advance, original, 'advance-customer-differs');
  }
}

/**
 * Refuses a sale that claims to be paid by the goods of another document, because only an exchange can know that, and
 * one that goods paid and that is issued again for less: the rest would be paid back, but by none of its payments.
 * @param before the document that the sale replaces, whose exchange still pays the same amount
 * @throws FailureError `bad-input` `exchange`, `exchange-kept`
 */
export function refuseExchangeMeans(
  { kind, payments }: Pick<Sale, 'kind' | 'payments'>,
  payable: () => Halalas = () => 0,
  before?: Pick<LedgerEntry, 'sale' | 'payable' | 'number'>,
): void {
  const kept = before === undefined ? 0 : exchangedOf(before.sale, before.payable);
  const place = payments.findIndex(isExchange);
  const isLess = () => payable() < kept || exchangedOf({ payments }, payable()) < kept;
  if (before !== undefined && kind !== 'creditNote' && kept > 0 && isLess()) {
    const limit = halalasToText(kept);
    const message = `must pay ${limit} by the goods of its exchange, as ${before.number} did`;
    refuseInput(['payments'], 'exchange-kept', message, { limit, number: before.number });
  }
  if (place === -1) return;
  if (kept > 0 && exchangedOf({ payments }, payable()) <= kept) return;
  const message = 'is a means of sale.exchange alone';
  refuseInput(['payments', place, 'means'], 'exchange', message);
}

const isExchange = ({ means }: { readonly means: string }) => paymentCode(means) === paymentCode('exchange');

/** Returns the part that goods paid for; an unknown amount counts as larger than any other. */
const exchangedOf = (sale: Pick<Sale, 'payments'>, payable: Halalas): number =>
  paymentsOf(sale, payable)
    .filter(isExchange)
    .reduce((sum, { amount = Number.POSITIVE_INFINITY }) => sum + amount, 0);
