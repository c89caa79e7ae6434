import { isDeepStrictEqual } from 'node:util';
import type { Actor, Approval } from '../../../shared/actor.ts';
import type { Buyer } from '../../../shared/sale/party.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { SaleFacts } from '../../../shared/sale/sale-facts.ts';
import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import { countedAt, type LedgerEntry } from '../../books/ledger/documents/entry.ts';
import { saleDigest } from '../../books/ledger/documents/sale-digest.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { AgreementOptions } from '../people/agreement.ts';
import { exceededOf } from '../people/limits.ts';
import { paymentsOf } from './payments.ts';
import {
  givenBackBefore,
  inRiyals,
  isRepaidOtherwise,
  moneyGivenBack,
  movesMoney,
  notesOf,
  type PaidDocuments,
} from './refund-means.ts';

export interface LimitOptions extends AgreementOptions {
  readonly clock: Pick<Clock, 'now'>;
  /**
   * The manager's agreement with which a card payment for this sale was requested. The money was taken, so the
   * agreement is still valid.
   */
  readonly agreed: (sale: string, digest: string) => Approval | undefined;
  /** Returns the amount by which a buyer may increase the debt, in halalas; undefined if nothing limits it. */
  readonly creditLeft: (buyer: Buyer) => Halalas | undefined;
  readonly accountOf: (buyer: Buyer) => string;
}

/**
 * Returns a digest of what a manager agrees to: a sale with its part on account but without other payments, or a credit
 * note with the means of paying back. For a document that is issued again, its means and the rejected document count:
 * they decide how much is given back, and by which means.
 * @param rejected uuid of the document that it replaces
 */
export function agreedDigest(sale: Sale, rejected?: string): string {
  const countsAll = sale.kind === 'creditNote' || rejected !== undefined;
  const counted = sale.payments.filter(({ means }) => countsAll || means === 'onAccount');
  const payments = counted.map(({ means, amount }) => ({ means, amount }));
  return saleDigest({ ...sale, payments, ...(rejected !== undefined && { replaces: rejected }) });
}

/**
 * Returns the caller as recorded with the document, with a manager's agreement where the sale exceeds a cashier's
 * limits.
 * @param payable computes the amount due
 * @param paidWith the id of the sale that is paid, if this is the note of its exchange
 * @throws FailureError `approval-needed`
 */
export function actorWithinLimits(
  sale: Sale,
  caller: Caller,
  documents: PaidDocuments & Pick<Ledger['documents'], 'get'>,
  {
    clock,
    approvals,
    limits,
    payable,
    agreed,
    creditLeft,
    accountOf,
    overrides,
    rejected,
    paidWith = sale.saleId,
  }: LimitOptions & {
    readonly payable: () => Halalas;
    readonly overrides: SaleFacts['overrides'];
    readonly rejected?: string | undefined;
    readonly paidWith?: string | undefined;
  },
): Actor {
  const actor = actorOf(caller);
  if (actor.role !== 'cashier') return actor;
  const before = rejected === undefined ? undefined : documents.get(rejected);
  const isCorrection = before !== undefined && standsFor(sale, before);
  const exceeded = exceededOf(sale, limits(), {
    // If the exchange were counted in parts, a cashier could give back more than allowed.
    payable: () => inRiyals(payable(), sale) + givenBack(sale, documents, rejected),
    soldAt: () => documentsPaidBack(sale, before, documents).map((entry) => soldAt(entry, documents)),
    givesBack() {
      const back = before === undefined ? 0 : moneyGivenBack(sale, payable(), before);
      // Several steps could give back more than allowed.
      return before === undefined || back === 0 ? 0 : back + givenBack({ corrects: [before] }, documents);
    },
    now: clock.now(),
    isRepriced: overrides !== undefined,
    // The money for a rejected document moved when that was issued.
    isRepaidOtherwise: () => {
      if (isCorrection) return movesMoney(sale, payable(), before);
      return sale.kind === 'creditNote' && isRepaidOtherwise(sale, payable(), documents, rejected);
    },
    isAboveCredit: () => isAboveCredit(sale, { payable, before, creditLeft, accountOf, documents }),
    isReissue: () => isCorrection && payable() <= before.payable,
  });
  if (exceeded.length === 0) return actor;
  const digest = agreedDigest(sale, rejected);
  const kept = paidWith === undefined ? undefined : agreed(paidWith, digest);
  const holds = kept !== undefined && exceeded.every((limit) => kept.limits.includes(limit));
  return { ...actor, approval: holds ? kept : approvals.require(digest, exceeded) };
}

/** Returns the documents whose money a note gives back, or the one in whose place a sale is issued. */
function documentsPaidBack(
  { kind, corrects = [] }: Sale,
  before: LedgerEntry | undefined,
  documents: PaidDocuments,
): LedgerEntry[] {
  if (kind === 'creditNote') return corrects.flatMap(({ number }) => documents.getByNumber(number) ?? []);
  return before === undefined ? [] : [before];
}

/**
 * Returns the time of a document or of the rejected document that it replaces, because the customer got the goods then.
 */
function soldAt(entry: LedgerEntry, documents: Pick<PaidDocuments, 'replaces'>): number {
  const before = documents.replaces(entry.uuid);
  return before === undefined ? countedAt(entry) : soldAt(before, documents);
}

/**
 * Returns true when a sale replaces a document of its kind, for the same documents, because the receipt was already
 * checked for the replaced one.
 */
function standsFor({ kind, corrects }: Sale, { sale: before }: LedgerEntry): boolean {
  const { kind: kindBefore, corrects: correctsBefore } = before;
  const numbersOf = (documents: Sale['corrects'] = []) => documents.map(({ number }) => number);
  return kind === kindBefore && isDeepStrictEqual(numbersOf(corrects), numbersOf(correctsBefore));
}

function isAboveCredit(
  sale: Sale,
  {
    payable,
    before,
    creditLeft,
    accountOf,
    documents,
  }: Pick<LimitOptions, 'creditLeft' | 'accountOf'> & {
    payable: () => Halalas;
    before: LedgerEntry | undefined;
    documents: PaidDocuments;
  },
): boolean {
  const { buyer, payments = [] } = sale;
  const isOnAccount = payments.some(({ means }) => means === 'onAccount');
  if (buyer === undefined || (!isOnAccount && before === undefined)) return false;
  const left = creditLeft(buyer);
  if (left === undefined) return false;
  const sold = isOnAccount ? onAccountOf(sale, payable()) : 0;
  const more = sold + (before === undefined ? 0 : comesAlong(sale, before, { accountOf, documents }));
  return more > 0 && more > left;
}

/**
 * Returns the amount that a correction adds to its buyer's account besides its own. If the rejected document was on the
 * same account, its amount is removed. Otherwise the notes on account that move with the correction are added.
 */
function comesAlong(
  sale: Sale,
  before: LedgerEntry,
  { accountOf, documents }: Pick<LimitOptions, 'accountOf'> & { documents: PaidDocuments },
): Halalas {
  if (isOnSameAccount(sale, before, accountOf)) return -onAccountOf(before.sale, before.payable);
  const { buyer } = before.sale;
  if (buyer !== undefined && sale.buyer !== undefined && accountOf(buyer) === accountOf(sale.buyer)) return 0;
  const rejected: LedgerEntry[] = [];
  for (let one: LedgerEntry | undefined = before; one; one = documents.replaces(one.uuid)) rejected.push(one);
  const notes = new Map(
    rejected.flatMap(({ number }) => documents.correctionsOf(number)).map((note) => [note.uuid, note]),
  );
  /** A note on several documents is on the account of the first. */
  const goesAlong = (note: LedgerEntry) => {
    const corrected = (note.sale.corrects ?? []).flatMap(({ number }) => documents.getByNumber(number) ?? []);
    const first = Math.min(...corrected.map(({ icv }) => icv));
    return rejected.some(({ icv }) => icv === first) && documents.replacedBy(note.uuid) === undefined;
  };
  const added = [...notes.values()]
    .filter((note) => isOfLimit(note, sale) && goesAlong(note))
    .map(({ kind, payable, sale: of }) => (kind === 'creditNote' ? -1 : 1) * onAccountOf(of, payable));
  return sumHalalas(added);
}

/** Returns true when the replaced document is already on the account of the correction. */
function isOnSameAccount(
  { buyer, currency }: Sale,
  before: LedgerEntry,
  accountOf: LimitOptions['accountOf'],
): boolean {
  const { buyer: earlier } = before.sale;
  if (buyer === undefined || earlier === undefined || accountOf(buyer) !== accountOf(earlier)) return false;
  return isOfLimit(before, { currency });
}

/** Returns true if the limit applies: it does not cover a debt in a currency other than the sale's. */
const isOfLimit = (before: LedgerEntry, { currency }: Pick<Sale, 'currency'>): boolean =>
  before.currency === 'SAR' || before.currency === currency;

/** Returns the part of a sale that is on account, in riyals. */
function onAccountOf(sale: Sale, payable: Halalas): Halalas {
  const { payments = [] } = sale;
  const parts = paymentsOf({ payments }, payable).filter(({ means }) => means === 'onAccount');
  return inRiyals(sumHalalas(parts.map(({ amount = 0 }) => amount)), sale);
}

/**
 * Returns the amount, in riyals, that this terminal has given back for documents: by notes, and because they were issued
 * again for less.
 */
function givenBack(
  { corrects = [] }: Pick<Sale, 'corrects'>,
  documents: PaidDocuments,
  replaced?: string,
): Halalas {
  const named = corrects.flatMap(({ number }) => documents.getByNumber(number) ?? []);
  return sumHalalas([
    ...notesOf({ corrects }, documents, replaced).map(({ payable, sale }) => inRiyals(payable, sale)),
    ...named.map((entry) => givenBackBefore(entry, documents)),
  ]);
}
