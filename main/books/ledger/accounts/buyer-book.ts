import { fail } from '../../../../shared/failure.ts';
import type { Buyer } from '../../../../shared/sale/party.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { orderedTimeSql } from '../times/ordered-time-sql.ts';
import type { Accounts } from './accounts.ts';
import { createAliases } from './buyer-aliases.ts';
import {
  buyerParts,
  buyersWithSales,
  endOfKey,
  foldedBuyer,
  hasParts,
  isUsable,
  keyOfBuyer,
} from './buyer-key.ts';
import type { KnownBuyers } from './known-buyers.ts';

/**
 * The buyers that managers maintain. Each change and its audit line are one transaction. The audit log is kept for
 * ever, so it contains only the end of a buyer's number. Documents keep the buyers for whom they were issued.
 */
export type BuyerBook = ReturnType<typeof createBuyerBook>;

export interface BookBuyer {
  readonly key: string;
  readonly buyer: Buyer;
  readonly sold: number;
  readonly lastAt: number | undefined;
}

/** A buyer of an import; `key` is that of the buyer to be changed. */
export interface BuyerChange {
  readonly key: string | undefined;
  readonly buyer: Buyer;
}

export interface ImportedBuyers {
  readonly added: number;
  readonly changed: number;
}

export interface Writer {
  readonly actor: string;
  readonly at: number;
}

/** The unread documents that are read before a change, so that they do not undo it; others wait for idle moments. */
const readBeforeChange = 2_000;

interface Row {
  key: string;
  buyer: string;
  sold: number;
  at: number | null;
}

interface Kept {
  key: string;
  folded: string;
  buyer: string;
  sold: number;
  last: number | null;
  at: number;
}

type Change = <T>(by: Writer, action: AuditAction, work: () => { answer: T; detail: object }) => T;

/** Returns a function that makes a change, and writes its audit line in the same transaction. */
function createChange(
  database: Database,
  knownBuyers: Pick<KnownBuyers, 'learn'>,
  audit: Pick<AuditLog, 'write'>,
  accounts: Pick<Accounts, 'learn'>,
): Change {
  return (by, action, work) => {
    if (knownBuyers.learn(readBeforeChange) === readBeforeChange) fail('database-busy');
    accounts.learn();
    return database
      .transaction(() => {
        const { answer, detail } = work();
        audit.write({ ...by, action, detail });
        return answer;
      })
      .immediate();
  };
}

export function createBuyerBook(
  database: Database,
  knownBuyers: Pick<KnownBuyers, 'learn'>,
  audit: Pick<AuditLog, 'write'>,
  accounts: Pick<Accounts, 'learn' | 'keyNow' | 'ownBalance' | 'balance' | 'otherCurrencies'>,
) {
  const aliases = createAliases(database);
  const statements = prepareStatements(database);
  const { page, count, all, byKey, salesOf, drop } = statements;
  const change = createChange(database, knownBuyers, audit, accounts);
  const get = (key: string) => byKey.get(key) ?? fail('buyer-missing');
  const sales = (key: string | undefined) =>
    (key === undefined ? undefined : salesOf.get(key)) ?? { sold: 0, last: null };

  const write = createWrite(statements, aliases, accounts);

  return {
    /** Returns one page, sorted by name, of the buyers whose names and numbers contain all words of the text. */
    list: ({ text, start, limit }: { text: string; start: number; limit: number }) => {
      knownBuyers.learn(readBeforeChange);
      accounts.learn();
      const parts = buyerParts(text);
      return { buyers: page.all({ parts, start, limit }).map(fromRow), total: count.get({ parts }) ?? 0 };
    },
    all: () => all.all().map(fromRow),
    /** Returns a buyer. @throws FailureError `buyer-missing` */
    get: (key: string) => {
      knownBuyers.learn(readBeforeChange);
      return fromRow(get(key));
    },
    /**
     * Adds a buyer, or changes the one with that key.
     * @throws FailureError `bad-input` for a number that belongs to another buyer, or whose sales are on another buyer's
     * account
     */
    save: ({ key, buyer }: { readonly key?: string | undefined; readonly buyer: Buyer }, by: Writer) =>
      change(by, 'buyer.saved', () => {
        if (key !== undefined) get(key);
        takeOtherNumber({ key, buyer }, statements);
        const saved = write({ key, buyer }, by.at, sales(key));
        return { answer: fromRow(get(saved)), detail: { buyer: endOfKey(saved), isNew: key === undefined } };
      }),
    /** Removes a buyer until the next sale. @throws FailureError `bad-input` if the buyer's account is open */
    remove: (key: string, by: Writer) =>
      change(by, 'buyer.removed', () => {
        get(key);
        if (accounts.balance(key) !== 0 || accounts.otherCurrencies(key).length > 0) refuseOwing();
        drop.run(key);
        return { answer: undefined, detail: { buyer: endOfKey(key) } };
      }),
    /** Merges a buyer into another, who gets its sales and the fields that are missing there. */
    merge: ({ key, into }: { readonly key: string; readonly into: string }, by: Writer) =>
      change(by, 'buyer.merged', () => {
        if (key === into) fail('buyer-missing');
        const [from, to] = [fromRow(get(key)), fromRow(get(into))];
        const [one, other] = [sales(key), sales(into)];
        const last = Math.max(one.last ?? 0, other.last ?? 0);
        drop.run(key);
        aliases.lead(key, into);
        const buyer = { ...identityOf(from.buyer), ...to.buyer };
        const saved = write({ key: into, buyer }, by.at, { sold: one.sold + other.sold, last: last || null });
        return { answer: fromRow(get(saved)), detail: { buyer: endOfKey(key), into: endOfKey(saved) } };
      }),
    /** Writes a plan made from the present buyers, all of it or nothing. */
    import: (plan: (existing: readonly BookBuyer[]) => readonly BuyerChange[], by: Writer) =>
      change(by, 'buyer.imported', () => {
        const changes = plan(all.all().map(fromRow));
        for (const one of changes) write(one, by.at, sales(one.key));
        const added = changes.filter(({ key }) => key === undefined).length;
        const answer = { added, changed: changes.length - added };
        return { answer, detail: answer };
      }),
  };
}

/** Returns a function that replaces the buyer with that key, and returns the new key. */
function createWrite(
  { inBookByKey, drop, put }: ReturnType<typeof prepareStatements>,
  aliases: ReturnType<typeof createAliases>,
  accounts: Pick<Accounts, 'keyNow' | 'ownBalance'>,
) {
  return ({ key, buyer }: BuyerChange, at: number, sales: { sold: number; last: number | null }): string => {
    const ownKey = keyOfBuyer(buyer);
    if (ownKey !== key && inBookByKey.get(ownKey) !== undefined) refuseTwice(buyer);
    // The number leads to another buyer, who has a balance under it: a change would part the sales from their payments.
    const leadsTo = accounts.keyNow(ownKey);
    if (leadsTo !== ownKey && leadsTo !== key && accounts.ownBalance(ownKey) !== 0) refuseSplit(buyer);
    if (key !== undefined) drop.run(key);
    aliases.end(ownKey);
    if (key !== undefined && key !== ownKey) aliases.lead(key, ownKey);
    put.run({ key: ownKey, folded: foldedBuyer(buyer), buyer: JSON.stringify(buyer), ...sales, at });
    return ownKey;
  };
}

/**
 * If the other number belongs to another buyer, both are the same buyer and must be merged first. A buyer known only
 * from a rejected sale is in no list and could not be merged, so it is dropped.
 */
function takeOtherNumber(
  { key, buyer }: BuyerChange,
  { byKey, inBookByKey, drop }: Pick<ReturnType<typeof prepareStatements>, 'byKey' | 'inBookByKey' | 'drop'>,
): void {
  if (buyer.vatNumber === undefined || buyer.identification === undefined) return;
  const byOther = { ...buyer, vatNumber: undefined };
  const other = keyOfBuyer(byOther);
  if (other === key || byKey.get(other) === undefined) return;
  if (inBookByKey.get(other) !== undefined) refuseTwice(byOther);
  drop.run(other);
}

/** The condition for a buyer in the book: a buyer with an account stays, even if the only document was refused. */
const inBook = `(${isUsable} OR EXISTS (SELECT 1 FROM account_entry AS e WHERE e.key = b.key)
  OR EXISTS (SELECT 1 FROM account_payment AS p WHERE p.key = b.key))`;

function prepareStatements(database: Database) {
  const rows = `SELECT b.key, b.buyer, b.sold, ${orderedTimeSql} AS at FROM ${buyersWithSales}`;
  const page = database.prepare<[{ parts: string; start: number; limit: number }], Row>(
    `${rows} WHERE ${hasParts} AND ${inBook} ORDER BY b.folded, b.key LIMIT :limit OFFSET :start`,
  );
  const count = database
    .prepare<[{ parts: string }], number>(
      `SELECT count(*) FROM ${buyersWithSales} WHERE ${hasParts} AND ${inBook}`,
    )
    .pluck();
  const all = database.prepare<[], Row>(`${rows} WHERE ${inBook} ORDER BY b.folded, b.key`);
  const byKey = database.prepare<[string], Row>(`${rows} WHERE b.key = ?`);
  const inBookByKey = database.prepare<[string], Row>(`${rows} WHERE b.key = ? AND ${inBook}`);
  const salesOf = database.prepare<[string], { sold: number; last: number | null }>(
    'SELECT sold, last FROM known_buyer WHERE key = ?',
  );
  const drop = database.prepare<[string]>('DELETE FROM known_buyer WHERE key = ?');
  const put = database.prepare<[Kept]>(
    `INSERT OR REPLACE INTO known_buyer (key, folded, buyer, sold, last, written_at)
     VALUES (:key, :folded, :buyer, :sold, :last, :at)`,
  );
  return { page, count, all, byKey, inBookByKey, salesOf, drop, put };
}

const fromRow = ({ key, buyer, sold, at }: Row): BookBuyer => ({
  key,
  buyer: JSON.parse(buyer) as Buyer,
  sold,
  lastAt: at ?? undefined,
});

/** Returns the fields that one buyer may pass to another, which are all except the name. */
const identityOf = ({ name: _, ...rest }: Buyer) => rest;

function refuseOwing(): never {
  return fail('bad-input', {
    issues: [{ path: ['key'], code: 'account-open', message: 'has an account that is not settled' }],
  });
}

const pathOfNumber = ({ vatNumber }: Buyer) =>
  vatNumber === undefined ? ['buyer', 'identification', 'value'] : ['buyer', 'vatNumber'];

function refuseSplit(buyer: Buyer): never {
  return fail('bad-input', {
    issues: [
      {
        path: pathOfNumber(buyer),
        code: 'number-on-account',
        message: 'has sales on the account of another buyer',
      },
    ],
  });
}

function refuseTwice(buyer: Buyer): never {
  return fail('bad-input', {
    issues: [{ path: pathOfNumber(buyer), code: 'buyer-twice', message: 'is the number of another buyer' }],
  });
}
