import { randomInt, randomUUID } from 'node:crypto';
import type { ApiScope, Approval } from '../../../shared/contract/programs/integration.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The time in which a person must answer, in milliseconds. */
const approvalLifetime = 5 * 60_000;

/** The largest number of open requests in total, from one app, and from one address. No honest app needs more. */
const mostPending = { all: 20, client: 5, address: 10 };

/** The number of times a person may deny an app before it has to wait until the first denial is forgotten. */
const mostDenied = 3;

/** Letters and digits that are not mistaken for each other. */
const checkAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export type AuthorizationQuery = Readonly<Record<string, string>>;

export type ApprovalState =
  | { readonly state: 'pending'; readonly clientName: string; readonly checkWords: string }
  | {
      readonly state: 'approved' | 'denied';
      readonly request: AuthorizationQuery;
      /** The scopes that the person saw. */
      readonly scopes: string;
      readonly person: string;
    };

interface Row extends Pick<Approval, 'id' | 'clientId' | 'clientName' | 'checkWords'> {
  scopes: string;
  request: string;
  state: 'pending' | 'approved' | 'denied' | 'used';
  person: string | null;
  createdAt: number;
  expiresAt: number;
}

interface AskedBy {
  readonly clientId: string;
  readonly address: string;
}

type Request = {
  readonly clientId: string;
  readonly address: string;
  readonly scopes: readonly ApiScope[];
  readonly query: AuthorizationQuery;
};

const columns = `a.id, a.client_id AS clientId, c.name AS clientName, a.check_words AS checkWords, a.scopes,
  a.request, a.state, a.person, a.created_at AS createdAt, a.expires_at AS expiresAt`;
const living = 'FROM approval AS a JOIN client AS c ON c.id = a.client_id AND c.revoked_at IS NULL';
const open = 'a.expires_at > :now AND a.expires_at <= :latest';

/** The times between which an open request expires, in milliseconds since the epoch. */
interface Open {
  readonly now: number;
  /** A later one was asked for when the clock was far ahead. It would wait until then, and keep its app from asking. */
  readonly latest: number;
}

const openAt = (now: number): Open => ({ now, latest: now + 2 * approvalLifetime });

const prepareStatements = (database: Database) => ({
  forgetOld: database.prepare<[Open]>(
    'DELETE FROM approval WHERE expires_at <= :now OR expires_at > :latest',
  ),
  count: database.prepare<[AskedBy], Record<'all' | 'client' | 'address' | 'denied', number>>(
    `SELECT count(*) FILTER (WHERE state = 'pending') AS "all",
       count(*) FILTER (WHERE state = 'pending' AND client_id = :clientId) AS client,
       count(*) FILTER (WHERE state = 'pending' AND address = :address) AS address,
       count(*) FILTER (WHERE denied_at IS NOT NULL AND client_id = :clientId) AS denied FROM approval`,
  ),
  insert: database.prepare(
    `INSERT INTO approval
       (id, ticket_hash, client_id, check_words, scopes, request, state, created_at, expires_at, address)
     VALUES (:id, :ticketHash, :clientId, :checkWords, :scopes, :request, 'pending', :createdAt, :expiresAt, :address)`,
  ),
  pending: database.prepare<[Open], Row>(
    `SELECT ${columns} ${living} WHERE a.state = 'pending' AND ${open} ORDER BY a.created_at, a.id`,
  ),
  byTicket: database.prepare<[Open & { ticketHash: Buffer }], Row>(
    `SELECT ${columns} ${living} WHERE a.ticket_hash = :ticketHash AND ${open}`,
  ),
  update: database.prepare(
    `UPDATE approval SET state = :to, person = coalesce(:person, person), denied_at = iif(:to = 'denied', :now, denied_at)
     WHERE id = :id AND state = :from AND expires_at > :now
       AND EXISTS (SELECT 1 FROM client WHERE id = client_id AND revoked_at IS NULL)`,
  ),
});

export function createApprovals(database: Database, clock: Pick<Clock, 'now'>) {
  const statements = prepareStatements(database);

  function mayAsk({ clientId, address }: AskedBy): boolean {
    const now = statements.count.get({ clientId, address });
    if (now === undefined) return true;
    if (now.all >= mostPending.all || now.denied >= mostDenied) return false;
    return now.client < mostPending.client && now.address < mostPending.address;
  }

  const ask = database.transaction((row: AskedBy & { createdAt: number }) => {
    statements.forgetOld.run(openAt(row.createdAt));
    if (!mayAsk(row)) return false;
    statements.insert.run(row);
    return true;
  });

  /** The requests that wait, oldest first. */
  const pending = () => statements.pending.all(openAt(clock.now())).map(toApproval);

  return {
    /**
     * Puts a request before the person.
     * @returns the ticket by which the browser asks for its state; undefined when too many requests wait already, or the
     * app was recently denied too often
     */
    ask({ clientId, scopes, query, address }: Request) {
      const ticket = newSecret();
      const createdAt = clock.now();
      const request = ask.immediate({
        id: randomUUID(),
        ticketHash: hashSecret(ticket),
        clientId,
        address,
        checkWords: newCheckWords(),
        scopes: scopes.join(' '),
        request: JSON.stringify(query),
        createdAt,
        expiresAt: createdAt + approvalLifetime,
      } as AskedBy & { createdAt: number });
      return request ? ticket : undefined;
    },
    pending,
    /**
     * Stores a manager's answer to a request, and returns what was asked.
     * @throws FailureError `not-found` when it was answered already, has expired, or its client is revoked
     */
    answer(id: string, answer: 'approved' | 'denied', person: string) {
      const request = pending().find((one) => one.id === id) ?? fail('not-found');
      const { changes } = statements.update.run({
        id,
        from: 'pending',
        to: answer,
        person,
        now: clock.now(),
      });
      return changes === 0 ? fail('not-found') : request;
    },
    /** Returns the state of a ticket's request; undefined if it is over. An answer is returned once. */
    take(ticket: string) {
      const row = statements.byTicket.get({ ticketHash: hashSecret(ticket), ...openAt(clock.now()) });
      if (row === undefined || row.state === 'used') return undefined;
      const { id, state, clientName, checkWords, request, scopes, person } = row;
      if (state === 'pending') return { state, clientName, checkWords };
      // If two browser tabs ask at once, only one gets the answer.
      const taken = statements.update.run({ id, from: state, to: 'used', person: null, now: clock.now() });
      if (taken.changes === 0) return undefined;
      return { state, request: JSON.parse(request) as AuthorizationQuery, scopes, person: person ?? '' };
    },
  };
}

export type Approvals = ReturnType<typeof createApprovals>;

function newCheckWords(): string {
  const letter = () => checkAlphabet[randomInt(checkAlphabet.length)] ?? '';
  const group = () => Array.from({ length: 4 }, letter).join('');
  return `${group()}-${group()}`;
}

function toApproval(row: Row): Approval {
  return {
    id: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    scopes: row.scopes.split(' ') as ApiScope[],
    checkWords: row.checkWords,
    askedAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  };
}
