import { createHash } from 'node:crypto';
import type { Actor } from '../../../shared/actor.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale.ts';
import type { PreparedSale } from '../../issue/prepared-sale.ts';
import { type Database, withFailures } from '../../ledger/database.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isSameSale, saleDigest } from '../../ledger/sale-digest.ts';
import type { Clock } from '../../platform/clock.ts';
import { RequestProblemError } from '../problem.ts';

/** A document that was issued for a sale, now or before. */
export interface Issued {
  readonly entry: LedgerEntry;
  readonly existed: boolean;
}

/**
 * Seals a sale; the same `saleId` gives the document made before, whatever stands in the way of sealing today.
 * @param prepared what was done for a large one before
 * @throws FailureError
 */
export type Issue = (sale: Sale, by: Actor, prepared?: PreparedSale) => Issued | Promise<Issued>;

/** Seals the sale of a request; the same key and sale again give the same document. */
export type IssueOnce = (
  request: { readonly clientId: string; readonly name: string; readonly key: string },
  sale: Sale,
  prepared?: PreparedSale,
) => Promise<Issued>;

/** The time for which a key stands for its sale, milliseconds. */
const keyLifetime = 30 * 24 * 3_600_000;

/** Nothing was issued, and the same sale would fail again: the key is free for the corrected one. */
const releasing = ['bad-input', 'sale-differs'];

/**
 * A request key becomes the sale's own id, and the ledger is what holds that one id makes one document: in the
 * transaction that issues it, so that no crash between two databases can double a sale. The row here only tells a
 * key that is used for two different sales, which the ledger cannot see when they have ids of their own.
 */
export function createIssueOnce(
  database: Database,
  clock: Pick<Clock, 'now'>,
  issue: Issue,
  ledger: Pick<Ledger, 'documents'>,
): IssueOnce {
  const forget = database.prepare('DELETE FROM request_key WHERE used_at < ?');
  const insert = database.prepare(
    `INSERT INTO request_key (client_id, key, digest, used_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (client_id, key) DO NOTHING`,
  );
  const select = database
    .prepare<[string, string], string>('SELECT digest FROM request_key WHERE client_id = ? AND key = ?')
    .pluck();
  const release = database.prepare('DELETE FROM request_key WHERE client_id = ? AND key = ?');

  /** Of a new key, or of one that stood for this sale before. */
  const claim = database.transaction((clientId: string, key: string, sale: Sale): void => {
    const now = clock.now();
    forget.run(now - keyLifetime);
    const digest = digestOf(sale);
    if (insert.run(clientId, key, digest, now).changes === 1) return;
    const known = select.get(clientId, key);
    if (known !== digest && known !== digestInLedger(clientId, key, sale))
      throw new RequestProblemError('key-reused');
  });

  /** Digest of the sale as an earlier version took it, with ids in capitals and empty fields; the ledger has it so. */
  function digestInLedger(clientId: string, key: string, sale: Sale): string | undefined {
    const whole = withId(clientId, key, sale);
    const entry = ledger.documents.getBySaleId(whole.saleId);
    if (entry === undefined) return undefined;
    const stored = { saleDigest: entry.saleDigest, sale: JSON.stringify(entry.sale) };
    if (!isSameSale(stored, saleDigest(whole))) return undefined;
    const { saleId: _, ...withoutId } = entry.sale as Sale;
    return digestOf(sale.saleId === undefined ? withoutId : (entry.sale as Sale));
  }

  return async ({ clientId, name, key }, sale, prepared) => {
    const whole = withId(clientId, key, sale);
    // A key that stands for this sale needs no writing: what was issued is answered on a full disk too.
    const known = withFailures(() => select.get(clientId, key));
    if (known !== digestOf(sale)) withFailures(() => claim.immediate(clientId, key, sale));
    try {
      return await issue(whole, { kind: 'program', name }, prepared);
    } catch (error) {
      if (error instanceof FailureError && releasing.includes(error.failure.code))
        withFailures(() => release.run(clientId, key));
      throw error;
    }
  };
}

const withId = (clientId: string, key: string, sale: Sale) => ({
  ...sale,
  saleId: sale.saleId ?? saleIdOf(clientId, key),
});

function digestOf(sale: Sale): string {
  return createHash('sha256').update(JSON.stringify(sale)).digest('hex');
}

/** The sale id that a client's key stands for: a UUID of version 8 (RFC 9562 §5.8) from the hash of both. */
function saleIdOf(clientId: string, key: string): string {
  const bytes = createHash('sha256').update(`${clientId}\n${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
