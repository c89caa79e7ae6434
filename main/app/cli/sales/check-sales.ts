import { createHash } from 'node:crypto';
import { type Failure, FailureError } from '../../../../shared/failure.ts';
import { foldNumber } from '../../../../shared/sale/document-number.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import { lacksParty } from '../../../books/corrections/complete-parties.ts';
import { amountDue } from '../../../document/invoice/amount-due.ts';
import type { Seller } from '../../../document/invoice/invoice.ts';
import { declarationIn } from '../../../integration/invoices/check-named.ts';
import { checkSale, tryOut } from '../../../till/issue/issue-sale.ts';
import { paymentsOf } from '../../../till/issue/payments.ts';
import { readJson } from '../../../till/issue/read-json.ts';
import { readSale } from '../../../till/issue/read-sale.ts';
import { describeIssues } from '../refusals.ts';
import { UsageError } from '../usage-error.ts';
import type { Place, Sales, SaleText } from './read-sales.ts';

/** A sale that can be issued, as far as this can be seen without the ledger. */
export interface SaleAt {
  readonly place: Place;
  readonly sale: Sale;
  /** The length of its text in bytes. */
  readonly bytes: number;
}

export interface CheckedSales {
  readonly good: number;
  readonly bad: number;
  /** Reads the good sales again. @throws UsageError when one differs from the sale that was checked */
  again(): AsyncGenerator<SaleAt>;
}

export interface CheckOptions {
  readonly seller: Seller;
  /** True to refuse sales without an id: they would be issued again if the call is repeated. */
  readonly needsIds: boolean;
  /** The number of the rejected document in whose place the sale is issued. */
  readonly replaces?: string | undefined;
  /** True if the sales may name documents of other systems. */
  readonly otherSystems: boolean;
}

/**
 * Reads, checks and prices every sale of a call, and reports the faults of each bad one. Only a digest of each is kept:
 * there may be more sales than memory holds.
 */
export async function checkSales(sales: Sales, options: CheckOptions): Promise<CheckedSales> {
  /** The digest of each text, in order; undefined for a bad sale. */
  const digests: (string | undefined)[] = [];
  const digestOfId = new Map<string, string>();
  const successorOf = new Map<string, string | undefined>();
  let bad = 0;
  for await (const text of sales.read()) {
    const checked = check(text, options);
    const fault =
      'fault' in checked
        ? checked.fault
        : (clashOf(checked.sale, digestOfId) ?? secondOf(checked.sale, successorOf));
    digests.push(fault === undefined && text.fault === undefined ? digestOf(text.bytes) : undefined);
    if (fault === undefined) continue;
    bad += 1;
    console.error(`khatm: ${nameOf(text.place)}: ${fault}`);
  }
  return { good: digests.length - bad, bad, again: () => readAgain(sales, digests, options) };
}

async function* readAgain(
  sales: Sales,
  digests: readonly (string | undefined)[],
  { replaces }: Pick<CheckOptions, 'replaces'>,
): AsyncGenerator<SaleAt> {
  let index = 0;
  for await (const text of sales.read()) {
    const digest = digests[index];
    index += 1;
    if (digest === undefined && index <= digests.length) continue;
    if (text.fault !== undefined || digestOf(text.bytes) !== digest)
      throw new UsageError(`${nameOf(text.place)}: is not as it was when it was checked`);
    const read = readSale(text.bytes);
    if (read.kind !== 'sale') continue;
    yield { place: text.place, sale: inPlaceOf(read.sale, replaces), bytes: text.bytes.length };
  }
  if (index < digests.length) throw new UsageError('the sales are not as they were when they were checked');
}

const inPlaceOf = (sale: Sale, replaces: string | undefined): Sale =>
  replaces === undefined ? sale : { ...sale, replaces };

function check(
  text: SaleText,
  { seller, needsIds, replaces, otherSystems }: CheckOptions,
): { sale: Sale } | { fault: string } {
  if (text.fault !== undefined) return { fault: text.fault };
  const read = readSale(text.bytes);
  if (read.kind === 'malformed') return { fault: describeIssues([read.fault], undefined) };
  if (read.kind === 'refused') return { fault: wordsOf(read.failure, jsonOf(text.bytes)) };
  if (replaces !== undefined && ![undefined, replaces].includes(read.sale.replaces))
    return { fault: `replaces: is ${read.sale.replaces}, not ${replaces} of --replaces` };
  const sale = inPlaceOf(read.sale, replaces);
  if (needsIds && sale.saleId === undefined)
    return { fault: 'saleId: is needed, so that the call may be given again' };
  try {
    const declared = otherSystems ? undefined : declarationIn(sale);
    if (declared !== undefined)
      return {
        fault: `${declared.path.join('.')}: names a document of another system, for which --other-systems is needed`,
      };
    price(sale, seller);
    return { sale };
  } catch (error) {
    if (error instanceof FailureError) return { fault: wordsOf(error.failure, sale) };
    throw error;
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  const json = readJson(bytes);
  return 'fault' in json ? undefined : json.value;
}

function price(given: Sale, seller: Seller): void {
  // The ledger knows the customer and the party of a note's invoice.
  if (lacksParty(given) || (given.customer === undefined && given.special !== undefined)) return;
  const now = Date.now();
  const sale = withoutFutureDates(given, now);
  const { invoice } = checkSale(sale, seller, now);
  tryOut(invoice, now);
  // Other systems may settle the amount of their documents in another way.
  if (sale.corrects === undefined && sale.prepayments === undefined) paymentsOf(sale, amountDue(invoice));
}

/**
 * Replaces the dates of earlier documents that are still to come by today's. If such a document is of this terminal, the
 * ledger knows a date that can be stated; otherwise the terminal refuses it before anything is issued.
 */
function withoutFutureDates(sale: Sale, now: number): Sale {
  const { date: today } = riyadhDateTime(now);
  const dated = <N extends { issueDate?: string | undefined; otherSystem?: object | undefined }>(
    named: N,
  ): N =>
    named.otherSystem === undefined && (named.issueDate ?? today) > today
      ? { ...named, issueDate: today }
      : named;
  return { ...sale, corrects: sale.corrects?.map(dated), prepayments: sale.prepayments?.map(dated) };
}

/** Two different sales have the same id: the second would fail after the first was issued. */
function clashOf(sale: Sale, digestOfId: Map<string, string>): string | undefined {
  if (sale.saleId === undefined) return undefined;
  const digest = digestOf(Buffer.from(JSON.stringify(sale)));
  const earlier = digestOfId.get(sale.saleId);
  digestOfId.set(sale.saleId, earlier ?? digest);
  return earlier === undefined || earlier === digest
    ? undefined
    : 'saleId: another sale of this call has the same id';
}

/** Two different sales replace one document: the second would fail after the first was issued. */
function secondOf({ replaces, saleId }: Sale, successorOf: Map<string, string | undefined>) {
  if (replaces === undefined) return undefined;
  const number = foldNumber(replaces);
  const isSecond = successorOf.has(number) && (saleId === undefined || successorOf.get(number) !== saleId);
  if (!isSecond) successorOf.set(number, saleId);
  return isSecond ? `replaces ${replaces}: another sale of this call is issued in its place` : undefined;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/** Returns the name of a sale's place: `sales.ndjson:12`. */
export const nameOf = ({ file, line }: Place) => (line === undefined ? file : `${file}:${line}`);

/** Returns all problems in one line: `sale.json: lines.0.quantity -1: Must be above zero; …`. */
export const describeBad = (place: Place, failure: Failure, sale: Sale) =>
  `${nameOf(place)}: ${wordsOf(failure, sale)}`;

const wordsOf = (failure: Failure, sale: unknown): string =>
  failure.issues === undefined ? describeFailure(failure, 'en') : describeIssues(failure.issues, sale);
