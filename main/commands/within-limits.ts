import { isDeepStrictEqual } from 'node:util';
import type { Actor, Approval } from '../../shared/actor.ts';
import type { Beside } from '../../shared/beside.ts';
import type { AskedAct, Limits } from '../../shared/limits.ts';
import { type Halalas, halalasToExact, roundToHalalas, sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { saleDigest } from '../ledger/sale-digest.ts';
import type { Approvals } from '../people/approvals.ts';
import { exceededOf } from '../people/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { isRepaidOtherwise } from './repaid-otherwise.ts';

export interface LimitOptions extends ActOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** The agreement that a card payment of this sale was asked for with: the money is taken, so it still holds. */
  readonly agreed: (sale: string, digest: string) => Approval | undefined;
}

/** Returns a digest of what a manager agrees to: the sale, however it is paid. */
export const agreedDigest = (sale: Sale): string => saleDigest({ ...sale, payments: [] });

export interface ActOptions {
  readonly approvals: Approvals;
  /** The limits for cashiers. */
  readonly limits: () => Limits;
}

/**
 * Returns the caller as they are written beside the document, with the agreement of a manager where the sale exceeds a
 * cashier's limits.
 * @param payable computes the amount due
 * @param paidWith the id of the sale that is paid, where this is the note of its exchange
 * @throws FailureError `approval-needed`
 */
export function actorWithinLimits(
  sale: Sale,
  caller: Caller,
  documents: Pick<Ledger['documents'], 'get' | 'getByNumber' | 'correctionsOf'>,
  {
    clock,
    approvals,
    limits,
    payable,
    agreed,
    overrides,
    rejected,
    paidWith = sale.saleId,
  }: LimitOptions & {
    readonly payable: () => Halalas;
    readonly overrides: Beside['overrides'];
    /** The document that the sale replaces. */
    readonly rejected?: string | undefined;
    readonly paidWith?: string | undefined;
  },
): Actor {
  const actor = actorOf(caller);
  if (actor.role !== 'cashier') return actor;
  const exceeded = exceededOf(sale, limits(), {
    // In several parts, more would come back than a cashier may give.
    payable: () => inRiyals(payable() + givenBack(sale, documents), sale),
    soldAt: () =>
      (sale.corrects ?? []).flatMap(({ number }) => documents.getByNumber(number)?.issuedAt ?? []),
    now: clock.now(),
    isRepriced: overrides !== undefined,
    // A note in place of a rejected one moves no money.
    isRepaidOtherwise: () => rejected === undefined && isRepaidOtherwise(sale, payable(), documents),
    isReissue: rejected !== undefined && givesBackTheSame(sale, documents.get(rejected)?.sale),
  });
  if (exceeded.length === 0) return actor;
  const digest = agreedDigest(sale);
  const kept = paidWith === undefined ? undefined : agreed(paidWith, digest);
  const holds = kept !== undefined && exceeded.every((limit) => kept.limits.includes(limit));
  return { ...actor, approval: holds ? kept : approvals.require(digest, exceeded) };
}

/** A note that replaces another one for the same documents: their receipt was asked for then. */
function givesBackTheSame({ corrects }: Sale, rejected: LedgerEntry['sale'] | undefined): boolean {
  const { kind, corrects: before = [] } = (rejected ?? {}) as Partial<Sale>;
  const numbersOf = (documents: Sale['corrects']) => documents?.map(({ number }) => number);
  return kind === 'creditNote' && isDeepStrictEqual(numbersOf(corrects), numbersOf(before));
}

/** The limit is in riyals. */
const inRiyals = (amount: Halalas, { exchangeRate }: Sale): Halalas =>
  exchangeRate === undefined ? amount : roundToHalalas(halalasToExact(amount).times(exchangeRate));

/** Returns what the notes of this terminal have given back for the documents that a note corrects. */
function givenBack({ corrects = [] }: Sale, documents: Pick<Ledger['documents'], 'correctionsOf'>): Halalas {
  const notes = corrects.flatMap(({ number }) => documents.correctionsOf(number));
  const counted = notes.filter(
    ({ kind, submission }) => kind === 'creditNote' && submission.state !== 'rejected',
  );
  return sumHalalas(counted.map(({ payable }) => payable));
}

/**
 * Returns a manager's agreement to an act for which a cashier needs one. It holds for some minutes.
 * @param subject the thing it is done to: after another one is asked again
 * @throws FailureError `approval-needed`
 */
export function agreementTo(
  act: AskedAct,
  subject: string,
  caller: Caller,
  { approvals, limits }: ActOptions,
): Approval | undefined {
  const { name, role } = actorOf(caller);
  if (role !== 'cashier' || !limits().asks.includes(act)) return undefined;
  return approvals.require(agreed(act, name, subject), [act]);
}

/** Ends the agreement to an act that was done: the next one is asked for again. */
export function spendAgreement(
  act: AskedAct,
  subject: string,
  caller: Caller,
  { approvals }: ActOptions,
): void {
  approvals.spend(agreed(act, actorOf(caller).name, subject));
}

const agreed = (act: AskedAct, name: string, subject: string) => `${act} ${name} ${subject}`;
