import { createHash } from 'node:crypto';
import type { Actor } from '../../../shared/actor.ts';
import { FailureError, fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { SubmissionState } from '../../../shared/status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import { saleDigest, withoutDefaults } from '../../books/ledger/documents/sale-digest.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { PreparedSale } from '../../till/issue/prepared-sale.ts';
import { RequestProblemError } from '../problem.ts';
import { checkNamed } from './check-named.ts';

export interface Issued {
  readonly entry: LedgerEntry;
  readonly existed: boolean;
}

/**
 * Issues a sale; the same `saleId` returns the document made earlier, even if issuing is impossible today.
 * @param prepared work that was done for a large sale earlier
 * @throws FailureError
 */
export type Issue = (sale: Sale, by: Actor, prepared?: PreparedSale) => Issued | Promise<Issued>;

export interface KeyedRequest {
  readonly clientId: string;
  readonly name: string;
  readonly key: string;
  readonly scopes: readonly string[];
}

export interface IssueRequest {
  /** The content of the request that the key identifies. */
  readonly requested: object;
  readonly saleId: string | undefined;
  /** Makes the sale with this id. @throws FailureError */
  make(saleId: string): Sale;
  /** Returns true when the document that was already issued with the id answers the request. */
  isAnswer(entry: LedgerEntry): boolean;
}

interface Claim {
  readonly digest: string;
  readonly saleId: string;
  /** Returns true when the key was used for the same sale, written differently. */
  readonly isIssued?: () => boolean;
}

/** The time for which a key identifies its sale, in milliseconds. */
const keyLifetime = 30 * 24 * 3_600_000;

/** The failures after which nothing was issued and which would recur: the key is free for the corrected sale. */
const releasing = ['bad-input', 'sale-differs'];

/** Adds the document that was made from a sale to the failure that refuses a different sale. */
export function documentOf(
  { documents }: { readonly documents: Pick<Ledger['documents'], 'getBySaleId'> },
  saleId: string,
): { document?: { uuid: string; number: string; state: SubmissionState } } {
  const entry = documents.getBySaleId(saleId);
  if (entry === undefined) return {};
  const { uuid, number, submission } = entry;
  return { document: { uuid, number, state: submission.state } };
}

/** Returns the sale id that a client's key stands for: a UUID of version 8 (RFC 9562 §5.8) from the hash of both. */
function saleIdOf({ clientId, key }: KeyedRequest): string {
  const bytes = createHash('sha256').update(`${clientId}\n${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function createRequestKeys(database: Database, clock: Pick<Clock, 'now'>, ledger: Pick<Ledger, 'documents'>) {
  const forget = database.prepare('DELETE FROM request_key WHERE used_at < ?');
  const insert = database.prepare(
    `INSERT INTO request_key (client_id, key, digest, used_at, sale_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (client_id, key) DO NOTHING`,
  );
  const select = database.prepare<[string, string], { digest: string; saleId: string }>(
    'SELECT digest, sale_id AS saleId FROM request_key WHERE client_id = ? AND key = ?',
  );
  const remove = database.prepare('DELETE FROM request_key WHERE client_id = ? AND key = ?');

  /** Returns the request and the sale that a used key identifies. */
  const stored = ({ clientId, key }: KeyedRequest) => select.get(clientId, key);

  /** Claims a new key, or one that already identifies the same request. */
  const claim = database.transaction(
    (request: KeyedRequest, { digest, saleId, isIssued = () => false }: Claim): void => {
      const { clientId, key } = request;
      const now = clock.now();
      forget.run(now - keyLifetime);
      if (insert.run(clientId, key, digest, now, saleId).changes === 1) return;
      const existing = stored(request);
      if (existing === undefined || existing.digest === digest || isIssued()) return;
      throw new RequestProblemError('key-reused', {}, documentOf(ledger, existing.saleId));
    },
  );

  return {
    stored,
    claim: (request: KeyedRequest, claimed: Claim) => claim.immediate(request, claimed),
    release: ({ clientId, key }: KeyedRequest) => remove.run(clientId, key),
  };
}

/**
 * A request key becomes the sale's own id. The ledger ensures in the issuing transaction that one id makes one
 * document, so no crash between two databases can duplicate a sale. The row here only detects a key that is used for
 * two different sales; the ledger cannot see that if the sales have their own ids.
 */
export function createIssueOnce(
  database: Database,
  clock: Pick<Clock, 'now'>,
  issue: Issue,
  ledger: Pick<Ledger, 'documents'>,
) {
  const keys = createRequestKeys(database, clock, ledger);

  /**
   * Returns true when the key identifies exactly this sale in the ledger. The document was completed with fields that
   * the sale omitted, so its digest may differ from that of the request.
   */
  function isIssuedUnder(request: KeyedRequest, whole: Sale & { readonly saleId: string }): boolean {
    const entry = ledger.documents.getBySaleId(whole.saleId);
    if (entry === undefined) return false;
    const isSame = entry.saleDigest === saleDigest(whole, entry.payable);
    return isSame && keys.stored(request)?.saleId === whole.saleId;
  }

  async function underKey(
    request: KeyedRequest,
    claimed: Claim,
    work: (by: Actor) => Issued | Promise<Issued>,
  ): Promise<Issued> {
    // A key that already identifies this request needs no writing, so an issued document is returned even on a full
    // disk.
    if (keys.stored(request)?.digest !== claimed.digest) keys.claim(request, claimed);
    try {
      return await work({ kind: 'program', name: request.name });
    } catch (error) {
      if (error instanceof FailureError && releasing.includes(error.failure.code)) keys.release(request);
      throw error;
    }
  }

  /** Issues the sale of a request; the same key and sale always give the same document. */
  const issueOnce = (request: KeyedRequest, sale: Sale, prepared?: PreparedSale) => {
    const whole = withId(request, sale);
    const claimed = {
      digest: digestOf({ ...withoutDefaults(sale), saleId: idOf(request, sale) }),
      saleId: whole.saleId,
      isIssued: () => isIssuedUnder(request, whole),
    };
    return underKey(request, claimed, (by) => {
      if (ledger.documents.getBySaleId(whole.saleId) === undefined)
        checkNamed(whole, request.scopes.includes('notes.other-systems'));
      return issue(whole, by, prepared);
    });
  };
  /**
   * Issues a sale that is made from the ledger as it is now, such as the credit note for a return; the same key and
   * request always give the same document, even if the sale could not be made again.
   */
  const made = (request: KeyedRequest, { requested, saleId, make, isAnswer }: IssueRequest) => {
    const id = saleId ?? saleIdOf(request);
    const claimed = { digest: digestOf({ ...requested, saleId: idOf(request, { saleId }) }), saleId: id };
    return underKey(request, claimed, (by) => {
      const entry = ledger.documents.getBySaleId(id);
      if (entry === undefined) return issue(make(id), by);
      return isAnswer(entry) ? { entry, existed: true } : fail('sale-differs', { detail: { saleId: id } });
    });
  };
  return Object.assign(issueOnce, { made });
}

export type IssueOnce = ReturnType<typeof createIssueOnce>;

const withId = (request: KeyedRequest, sale: Sale) => ({
  ...sale,
  saleId: sale.saleId ?? saleIdOf(request),
});

/** Returns the sale's own id; if a client sends back the id that its key stands for, that does not count. */
const idOf = (request: KeyedRequest, { saleId }: Pick<Sale, 'saleId'>) =>
  saleId === saleIdOf(request) ? undefined : saleId;

function digestOf(requested: unknown): string {
  return createHash('sha256').update(JSON.stringify(requested)).digest('hex');
}
